"""Ways to play Monopoly that have names: what one buys and bids for, keeps in cash, and builds.

They do what players advise each other.  Orange and red lie beyond jail, where throws often end
(`docs/games/monopoly.md` has the figures), and of all houses on a street the third adds most to its rent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core.policy import Policy
from halfmove.core.randomness import stream
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.state import State, interest_on, level_of, lowest, mortgage_of, term_of, with_now

if TYPE_CHECKING:
    from halfmove.games.monopoly.knowledge import Knowledge

ALL_GROUPS = frozenset(range(squares.UTILITIES + 1))
ORANGE, RED = 3, 4
JAIL_IS_SAFER = 200
"""The highest rent to be feared from which one stays in jail."""


STEP = 50
"""Cash is offered in so many at a time."""


class Deal(NamedTuple):
    """An offer: to whom, lots given and asked for, as bits, and the cash that is added."""

    partner: int
    given: int
    asked: int
    cash: int


@dataclass(frozen=True)
class Style:
    """What one named way to play is made of."""

    reserve: int = 100
    """Cash that is kept when something is bought or built."""
    wanted: frozenset[int] = ALL_GROUPS
    """The groups of which lots are bought; of others only what completes a colour, for him or for another."""
    most: float = 1.0
    """Up to how many times the price he bids for what he wants; half of that for the rest."""
    first: int = state.HOTEL
    """How many houses he builds on each lot before any gets more (`HOTEL`: as they come)."""

    def choose(self, game: Knowledge, s: State, random: Random) -> int:
        """His action where he is to move."""
        actor, phase = s.now[state.ACTOR], s.now[state.PHASE]
        if phase == state.BUY:
            return self.bought(game, s, actor)
        if phase == state.AUCTION:
            return self.bid(game, s, actor, random)
        if phase == state.MANAGE:
            return self.managed(game, s, actor)
        if phase == state.OFFER:
            return next_step(game, s, self.deal(game, game.unoffered(s), actor))
        if phase == state.ANSWER:
            return state.ACCEPTS if game.agreeable(s) else state.REFUSES
        return game.least_loss(s, actor)

    def bought(self, game: Knowledge, s: State, actor: int) -> int:
        """Whether to buy the lot he is on."""
        lot, cash = s.now[state.LOT], s.cash[actor]
        left = cash - squares.PRICE[lot]
        if left < 0:
            return state.DECLINES
        if completes(game, s, lot):
            return state.BUYS
        return state.BUYS if squares.GROUP[lot] in self.wanted and left >= self.reserve else state.DECLINES

    def bid(self, game: Knowledge, s: State, actor: int, random: Random) -> int:
        """The lowest raise that is not silly, while it stays below what the lot is worth to him."""
        lot, cash = s.now[state.LOT], s.cash[actor]
        worth = squares.PRICE[lot] * (self.most if squares.GROUP[lot] in self.wanted else self.most / 2)
        if completes(game, s, lot):
            worth, keep = max(worth, 1.5 * squares.PRICE[lot]), 0
        else:
            keep = self.reserve
        most = min(int(worth), cash - keep) - random.randrange(1 + squares.PRICE[lot] // 10)
        for raised in (50, 10, 1):  # by much while it is cheap
            bid = s.now[state.BID] + raised
            if bid <= most and (raised < 50 or 2 * bid <= most):
                return state.BIDS + state.RAISES.index(raised)
        return state.PASSES

    def managed(self, game: Knowledge, s: State, actor: int) -> int:
        """Before he throws."""
        cash = s.cash[actor]
        if term_of(s, actor) > 0 and game.dangers(s, actor) < JAIL_IS_SAFER:
            for pack in range(2):
                if s.now[state.HOLDER + pack] == actor + 1:
                    return state.PLAYS_CARD + pack
            if cash >= 50 + self.reserve:
                return state.PAYS
        lots = [
            lot
            for lot in range(squares.LOTS)
            if squares.GROUP[lot] < squares.COLOURS
            and cash - squares.HOUSE[lot] >= self.reserve
            and game.may_build(s, actor, lot)
        ]
        if lots:  # those that lack most of what is built first, and of these the dearest
            return state.BUILDS + max(
                lots, key=lambda lot: (level_of(s, lot) < self.first, -level_of(s, lot), lot)
            )
        for lot in range(squares.LOTS):
            price = mortgage_of(lot) + interest_on(lot)
            if game.may_lift(s, actor, lot) and cash - price >= self.reserve + 200:
                return state.LIFTS + lot
        if game.trades and s.now[state.OFFERED] == 0:
            deal = self.deal(game, s, actor)
            if deal is not None:
                return state.OFFERS + deal.partner
        return state.THROWS

    def deal(self, game: Knowledge, s: State, actor: int) -> Deal | None:
        """The offer that gains him most of those that the other would accept, if he reckons as the player of
        playouts does: the last lot of a colour, for one of another colour with or without cash, or for cash
        alone; None where there is none."""
        best, most = None, 0
        for partner in range(game.players):
            if partner == actor or not game.may_offer(s, actor, partner):
                continue
            for lot in range(squares.LOTS):
                if not (game.lacks_only(s, actor, lot) and game.may_trade(s, partner, lot)):
                    continue
                own = [
                    x
                    for x in range(squares.LOTS)
                    if game.may_trade(s, actor, x) and squares.GROUP[x] != squares.GROUP[lot]
                ]
                for given in (0, *(1 << x for x in own)):
                    found = self.priced(game, s, Deal(partner, given, 1 << lot, 0), actor)
                    gain = found and gain_of(game, s, found, actor)
                    if found and gain and gain > most:
                        best, most = found, gain
        return best

    def priced(self, game: Knowledge, s: State, deal: Deal, actor: int) -> Deal | None:
        """A deal with the least cash for which the other accepts it; None where he has not as much."""
        for cash in range(0 if deal.given else STEP, s.cash[actor] - self.reserve + 1, STEP):
            offered = with_deal(s, deal._replace(cash=cash))
            if game.agreeable(offered):
                return deal._replace(cash=cash) if game.may_propose(offered) else None
        return None


def with_deal(s: State, deal: Deal) -> State:
    """The state in which the deal has been put together."""
    s = with_now(with_now(s, state.PARTNER, deal.partner + 1), state.GIVEN, deal.given)
    return with_now(
        with_now(with_now(s, state.ASKED, deal.asked), state.ADDED, deal.cash), state.PHASE, state.OFFER
    )


def gain_of(game: Knowledge, s: State, deal: Deal, actor: int) -> int:
    """What the deal brings to who offers it, as the player of playouts reckons."""
    return game.holdings(game.exchanged(with_deal(s, deal)), actor) - game.holdings(s, actor)


def next_step(game: Knowledge, s: State, deal: Deal | None) -> int:
    """What is still to be put into an offer, before it is made; an offer of another sort is withdrawn."""
    if deal is None or deal.partner != s.now[state.PARTNER] - 1 or s.now[state.ADDED] < 0:
        return state.WITHDRAWS
    for kind, wanted, there in (
        (state.GIVES, deal.given, s.now[state.GIVEN]),
        (state.ASKS, deal.asked, s.now[state.ASKED]),
    ):
        if there & ~wanted:
            return state.WITHDRAWS
        if wanted & ~there:
            return kind + lowest(wanted & ~there)
    missing = deal.cash - s.now[state.ADDED]
    if missing < 0:
        return state.WITHDRAWS
    for k in range(len(state.RAISES) - 1, -1, -1):
        if state.RAISES[k] <= missing:
            return state.GIVES_CASH + k
    return state.PROPOSES


def completes(game: Knowledge, s: State, lot: int) -> bool:
    """Whether somebody, himself or another, lacks only this lot of its colour or of the railroads."""
    group = squares.GROUP[lot]
    if group > squares.RAILROADS:
        return False
    missing = squares.GROUP_LOTS[group] & ~(1 << lot)
    return game.owner(s, lot) == state.BANK and any(
        missing and s.owned[player] & missing == missing for player in range(game.players)
    )


def _sensible(game: Knowledge, s: State, random: Random) -> int:
    """He answers offers, and makes none."""
    return game.playout(s, -1, stream(random.getrandbits(63)))


def strategies() -> Mapping[str, Policy]:
    """All of them by name."""
    styles = {
        "buyer": ("buys and builds whatever he can pay", Style(reserve=0, most=1.2)),
        "careful": ("keeps 500 in cash, and bids below the price", Style(reserve=500, most=0.8)),
        "orange-red": (
            "wants the colours that are landed on most, and what completes one",
            Style(reserve=50, wanted=frozenset({ORANGE, RED, squares.RAILROADS}), most=1.6),
        ),
        "railroads": (
            "wants railroads and works, and what completes a colour",
            Style(reserve=100, wanted=frozenset({squares.RAILROADS, squares.UTILITIES}), most=1.6),
        ),
        "three-houses": ("builds three houses on all lots before a fourth", Style(reserve=100, first=3)),
    }
    found = {name: Policy(summary, style.choose) for name, (summary, style) in styles.items()}
    return {"sensible": Policy("what the playouts of Monte Carlo search do", _sensible), **found}

"""Ways to play Monopoly that have names: what one buys and bids for, keeps in cash, and builds.

They do what players advise each other.  Orange and red lie beyond jail, where throws often end
(`docs/games/monopoly.md` has the figures), and of all houses on a street the third adds most to its rent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from halfmove.core.policy import Policy
from halfmove.core.randomness import stream
from halfmove.games.monopoly.rules import (
    ACTOR,
    AUCTION,
    BANK,
    BID,
    BIDS,
    BUILDS,
    BUY,
    BUYS,
    DECLINES,
    HOLDER,
    HOTEL,
    LIFTS,
    LOT,
    MANAGE,
    PASSES,
    PAYS,
    PHASE,
    PLAYS_CARD,
    RAISES,
    THROWS,
    State,
    interest_on,
    level_of,
    mortgage_of,
    term_of,
)
from halfmove.games.monopoly.squares import (
    COLOURS,
    GROUP,
    GROUP_LOTS,
    HOUSE,
    LOTS,
    PRICE,
    RAILROADS,
    UTILITIES,
)

if TYPE_CHECKING:
    from halfmove.games.monopoly.knowledge import Knowledge

ALL_GROUPS = frozenset(range(UTILITIES + 1))
ORANGE, RED = 3, 4
JAIL_IS_SAFER = 200
"""The highest rent to be feared from which one stays in jail."""


@dataclass(frozen=True)
class Style:
    """What one named way to play is made of."""

    reserve: int = 100
    """Cash that is kept when something is bought or built."""
    wanted: frozenset[int] = ALL_GROUPS
    """The groups of which lots are bought; of others only what completes a colour, for him or for another."""
    most: float = 1.0
    """Up to how many times the price he bids for what he wants; half of that for the rest."""
    first: int = HOTEL
    """How many houses he builds on each lot before any gets more (`HOTEL`: as they come)."""

    def choose(self, game: Knowledge, s: State, random: Random) -> int:
        """His action where he is to move."""
        actor, phase = s.now[ACTOR], s.now[PHASE]
        if phase == BUY:
            return self.bought(game, s, actor)
        if phase == AUCTION:
            return self.bid(game, s, actor, random)
        if phase == MANAGE:
            return self.managed(game, s, actor)
        return game.least_loss(s, actor)

    def bought(self, game: Knowledge, s: State, actor: int) -> int:
        """Whether to buy the lot he is on."""
        lot, cash = s.now[LOT], s.cash[actor]
        left = cash - PRICE[lot]
        if left < 0:
            return DECLINES
        if completes(game, s, lot):
            return BUYS
        return BUYS if GROUP[lot] in self.wanted and left >= self.reserve else DECLINES

    def bid(self, game: Knowledge, s: State, actor: int, random: Random) -> int:
        """The lowest raise that is not silly, while it stays below what the lot is worth to him."""
        lot, cash = s.now[LOT], s.cash[actor]
        worth = PRICE[lot] * (self.most if GROUP[lot] in self.wanted else self.most / 2)
        if completes(game, s, lot):
            worth, keep = max(worth, 1.5 * PRICE[lot]), 0
        else:
            keep = self.reserve
        most = min(int(worth), cash - keep) - random.randrange(1 + PRICE[lot] // 10)
        for raised in (50, 10, 1):  # by much while it is cheap
            bid = s.now[BID] + raised
            if bid <= most and (raised < 50 or 2 * bid <= most):
                return BIDS + RAISES.index(raised)
        return PASSES

    def managed(self, game: Knowledge, s: State, actor: int) -> int:
        """Before he throws."""
        cash = s.cash[actor]
        if term_of(s, actor) > 0 and game.dangers(s, actor) < JAIL_IS_SAFER:
            for pack in range(2):
                if s.now[HOLDER + pack] == actor + 1:
                    return PLAYS_CARD + pack
            if cash >= 50 + self.reserve:
                return PAYS
        lots = [
            lot
            for lot in range(LOTS)
            if GROUP[lot] < COLOURS and cash - HOUSE[lot] >= self.reserve and game.may_build(s, actor, lot)
        ]
        if lots:  # those that lack most of what is built first, and of these the dearest
            return BUILDS + max(lots, key=lambda lot: (level_of(s, lot) < self.first, -level_of(s, lot), lot))
        for lot in range(LOTS):
            price = mortgage_of(lot) + interest_on(lot)
            if game.may_lift(s, actor, lot) and cash - price >= self.reserve + 200:
                return LIFTS + lot
        return THROWS


def completes(game: Knowledge, s: State, lot: int) -> bool:
    """Whether somebody, himself or another, lacks only this lot of its colour or of the railroads."""
    group = GROUP[lot]
    if group > RAILROADS:
        return False
    missing = GROUP_LOTS[group] & ~(1 << lot)
    return game.owner(s, lot) == BANK and any(
        missing and s.owned[player] & missing == missing for player in range(game.players)
    )


def _sensible(game: Knowledge, s: State, random: Random) -> int:
    return game.playout(s, -1, stream(random.getrandbits(63)))


def strategies() -> Mapping[str, Policy]:
    """All of them by name."""
    styles = {
        "buyer": ("buys and builds whatever he can pay", Style(reserve=0, most=1.2)),
        "careful": ("keeps 500 in cash, and bids below the price", Style(reserve=500, most=0.8)),
        "orange-red": (
            "wants the colours that are landed on most, and what completes one",
            Style(reserve=50, wanted=frozenset({ORANGE, RED, RAILROADS}), most=1.6),
        ),
        "railroads": (
            "wants railroads and works, and what completes a colour",
            Style(reserve=100, wanted=frozenset({RAILROADS, UTILITIES}), most=1.6),
        ),
        "three-houses": ("builds three houses on all lots before a fourth", Style(reserve=100, first=3)),
    }
    found = {name: Policy(summary, style.choose) for name, (summary, style) in styles.items()}
    return {"sensible": Policy("what the playouts of Monte Carlo search do", _sensible), **found}

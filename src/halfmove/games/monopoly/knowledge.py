"""What Halfmove knows of Monopoly: what a player's estate is worth, and a sensible player for playouts."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.monopoly.rules import Rules
from halfmove.games.monopoly.squares import COLOURS, GROUP, GROUP_LOTS, LOTS, PRICE, RAILROADS
from halfmove.games.monopoly.state import (
    ACCEPTS,
    ACTOR,
    ANSWER,
    ASKS,
    AUCTION,
    BAIL,
    BANK,
    BID,
    BIDS,
    BUILDS,
    BUY,
    BUYS,
    DEBT,
    DECLINES,
    GIVES,
    HOLDER,
    HOTEL,
    LIFTS,
    LOT,
    MANAGE,
    MORTGAGED,
    MORTGAGES,
    MOVER,
    OFFER,
    OFFERS,
    OUT,
    PARTNER,
    PASSES,
    PAYS,
    PHASE,
    PLAYS_CARD,
    PROPOSES,
    RAISES,
    REFUSES,
    SELLS,
    THROWS,
    WITHDRAWS,
    State,
    level_of,
    term_of,
)

LANDINGS = 3
"""How many rents of each lot, from each of the others, its worth for what is to come counts as."""
RESERVE = 200
"""What the player of playouts keeps in cash, where he can."""


class Knowledge(Rules):
    """Monopoly with an evaluation and a policy for playouts."""

    sampled = True
    sampling = {"formula": "puct", "playouts": "heavy", "plies": "150"}

    def worth(self, s: State, player: int) -> int:
        """Cash, lots and buildings at what they cost, and some of the rents to come; 0: bankrupt."""
        if (s.now[OUT] >> player) & 1:
            return 0
        total, rivals = self.fortune(s, player), self.players - 1 - bits.count(bits.board(s.now[OUT]))
        for lot in range(LOTS):
            if ((s.owned[player] & ~s.now[MORTGAGED]) >> lot) & 1:
                total += LANDINGS * rivals * self.rent(s, lot, 7)
        return total

    def evaluate(self, s: State, player: int) -> int:
        """The part that a player has of what all are worth, as a part of the stake."""
        own, together = self.worth(s, player), 1
        for other in range(self.players):
            together += self.worth(s, other)
        lead = self.players * own - together + 1
        return 800_000 * lead // together if lead >= 0 else -(800_000 * -lead // together)

    def playout(self, s: State, last: int, random: Buffer) -> int:
        """Buys what he can, bids up to the price (and half of it more where somebody lacks only this lot of a
        colour), builds with what he has over a reserve, and stays in jail once much is built."""
        actor, phase = self.to_move(s), s.now[PHASE]
        if phase == BUY:
            return BUYS if s.cash[actor] >= PRICE[s.now[LOT]] else DECLINES
        if phase == AUCTION:
            return self.sensible_bid(s, actor, random)
        if phase == OFFER:
            return PROPOSES if self.may_propose(s) else WITHDRAWS
        if phase == ANSWER:
            return ACCEPTS if self.agreeable(s) else REFUSES
        if phase == MANAGE:
            if term_of(s, actor) > 0 and self.dangers(s, actor) < RESERVE:
                for pack in range(2):
                    if s.now[HOLDER + pack] == actor + 1:
                        return PLAYS_CARD + pack
                if s.cash[actor] > 2 * RESERVE:
                    return PAYS
            if s.cash[actor] > RESERVE:
                best, least = -1, HOTEL
                for lot in range(LOTS):
                    if level_of(s, lot) <= least and self.may_build(s, actor, lot):
                        best, least = lot, level_of(s, lot)
                if best >= 0:  # where fewest stand, and of those the dearest
                    return BUILDS + best
            if s.cash[actor] > 3 * RESERVE:
                for lot in range(LOTS):
                    if self.may_lift(s, actor, lot):
                        return LIFTS + lot
            return THROWS
        return self.least_loss(s, actor)

    def prior(self, s: State, a: int) -> int:
        """What the player of playouts does is likely; mortgages and sales that nobody asks for are not."""
        phase, actor, kind, lot = s.now[PHASE], s.now[ACTOR], a // 32 * 32, a % 32
        cash = s.cash[actor]
        if phase == AUCTION:
            price, bid = PRICE[s.now[LOT]], s.now[BID] + (RAISES[lot] if kind == BIDS else 0)
            return 100 if kind == PASSES or bid <= price else (30 if 2 * bid <= 3 * price else 3)
        if phase in (OFFER, ANSWER):
            return self.likely_trade(s, kind, lot)
        if kind == OFFERS:
            return 20
        if kind in (SELLS, MORTGAGES):
            if phase != DEBT:
                return 2
            alone = kind == MORTGAGES and (GROUP[lot] >= COLOURS or not self.whole(s, actor, GROUP[lot]))
            return 100 if alone else 30
        if kind == BUYS:
            return 300
        if kind == DECLINES:
            return 50
        if kind == BUILDS:
            return 200 if cash > RESERVE else 20
        if kind == LIFTS:
            return 20 if cash > 3 * RESERVE else 2
        return 100

    def likely_trade(self, s: State, kind: int, asset: int) -> int:
        """How likely a step of an offer is, or an answer: one asks for what completes a colour."""
        actor, partner = s.now[MOVER], s.now[PARTNER] - 1
        if kind == ASKS:
            return 300 if asset < LOTS and self.lacks_only(s, actor, asset) else 20
        if kind == GIVES:
            return 100 if asset < LOTS and self.lacks_only(s, partner, asset) else 10
        if kind in (ACCEPTS, REFUSES):
            return 200 if (kind == ACCEPTS) == self.agreeable(s) else 20
        return 200 if kind == PROPOSES else 30

    def lacks_only(self, s: State, player: int, lot: int) -> bool:
        """Whether a player has all lots of a colour but this one."""
        group = GROUP[lot]
        return group < COLOURS and (s.owned[player] | (1 << lot)) & GROUP_LOTS[group] == GROUP_LOTS[group]

    def holdings(self, s: State, player: int) -> int:
        """What a player has is worth to him when he trades: a whole colour, on which he can build, counts
        twice, and a card to leave jail with as much as bail."""
        total = self.worth(s, player)
        for lot in range(LOTS):
            group = GROUP[lot]
            if (s.owned[player] >> lot) & 1 and group < COLOURS and self.whole(s, player, group):
                total += PRICE[lot]
        for pack in range(2):
            total += BAIL if s.now[HOLDER + pack] == player + 1 else 0
        return total

    def agreeable(self, s: State) -> bool:
        """Whether who is asked gains by an offer, and at least half of what the other does."""
        actor, partner = s.now[MOVER], s.now[PARTNER] - 1
        after = self.exchanged(s)
        gain = self.holdings(after, partner) - self.holdings(s, partner)
        other = self.holdings(after, actor) - self.holdings(s, actor)
        return gain > 0 and 2 * gain >= other

    def least_loss(self, s: State, actor: int) -> int:
        """How to raise money: lots of no whole colour are mortgaged first, then buildings sold, then the
        rest mortgaged."""
        for lot in range(LOTS):
            alone = GROUP[lot] >= RAILROADS or not self.whole(s, actor, GROUP[lot])
            if alone and self.may_mortgage(s, actor, lot):
                return MORTGAGES + lot
        for lot in range(LOTS):
            if self.may_sell(s, actor, lot):
                return SELLS + lot
        for lot in range(LOTS):
            if self.may_mortgage(s, actor, lot):
                return MORTGAGES + lot
        return -1

    def sensible_bid(self, s: State, actor: int, random: Buffer) -> int:
        """The highest raise of those that stay below what the lot is worth to him."""
        lot = s.now[LOT]
        most = PRICE[lot]
        for player in range(self.players):
            if (
                GROUP[lot] < COLOURS
                and s.owned[player] | (1 << lot) == s.owned[player] | GROUP_LOTS[GROUP[lot]]
            ):
                most = PRICE[lot] * 3 // 2
        most = min(most, s.cash[actor]) - below(random, 1 + PRICE[lot] // 4)
        for k in range(3, -1, -1):
            if s.now[BID] + RAISES[k] <= most:
                return BIDS + k
        return PASSES

    def dangers(self, s: State, player: int) -> int:
        """The highest rent that a player may have to pay."""
        most = 0
        for lot in range(LOTS):
            owner = self.owner(s, lot)
            if owner != BANK and owner != player and not (s.now[MORTGAGED] >> lot) & 1:
                most = max(most, self.rent(s, lot, 7))
        return most

"""What Halfmove knows of Monopoly: what a player's estate is worth, and a sensible player for playouts."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.rules import Rules
from halfmove.games.monopoly.state import State, level_of, term_of

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
        if (s.now[state.OUT] >> player) & 1:
            return 0
        total, rivals = self.fortune(s, player), self.players - 1 - bits.count(bits.board(s.now[state.OUT]))
        for lot in range(squares.LOTS):
            if ((s.owned[player] & ~s.now[state.MORTGAGED]) >> lot) & 1:
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
        actor, phase = self.to_move(s), s.now[state.PHASE]
        if phase == state.BUY:
            return state.BUYS if s.cash[actor] >= squares.PRICE[s.now[state.LOT]] else state.DECLINES
        if phase == state.AUCTION:
            return self.sensible_bid(s, actor, random)
        if phase == state.OFFER:
            return state.PROPOSES if self.may_propose(s) else state.WITHDRAWS
        if phase == state.ANSWER:
            return state.ACCEPTS if self.agreeable(s) else state.REFUSES
        if phase == state.MANAGE:
            if term_of(s, actor) > 0 and self.dangers(s, actor) < RESERVE:
                for pack in range(2):
                    if s.now[state.HOLDER + pack] == actor + 1:
                        return state.PLAYS_CARD + pack
                if s.cash[actor] > 2 * RESERVE:
                    return state.PAYS
            if s.cash[actor] > RESERVE:
                best, least = -1, state.HOTEL
                for lot in range(squares.LOTS):
                    if level_of(s, lot) <= least and self.may_build(s, actor, lot):
                        best, least = lot, level_of(s, lot)
                if best >= 0:  # where fewest stand, and of those the dearest
                    return state.BUILDS + best
            if s.cash[actor] > 3 * RESERVE:
                for lot in range(squares.LOTS):
                    if self.may_lift(s, actor, lot):
                        return state.LIFTS + lot
            return state.THROWS
        return self.least_loss(s, actor)

    def prior(self, s: State, a: int) -> int:
        """What the player of playouts does is likely; mortgages and sales that nobody asks for are not."""
        phase, actor, kind, lot = s.now[state.PHASE], s.now[state.ACTOR], a // 32 * 32, a % 32
        cash = s.cash[actor]
        if phase == state.AUCTION:
            price, bid = (
                squares.PRICE[s.now[state.LOT]],
                s.now[state.BID] + (state.RAISES[lot] if kind == state.BIDS else 0),
            )
            return 100 if kind == state.PASSES or bid <= price else (30 if 2 * bid <= 3 * price else 3)
        if phase in (state.OFFER, state.ANSWER):
            return self.likely_trade(s, kind, lot)
        if kind == state.OFFERS:
            return 20
        if kind in (state.SELLS, state.MORTGAGES):
            if phase != state.DEBT:
                return 2
            alone = kind == state.MORTGAGES and (
                squares.GROUP[lot] >= squares.COLOURS or not self.whole(s, actor, squares.GROUP[lot])
            )
            return 100 if alone else 30
        if kind == state.BUYS:
            return 300
        if kind == state.DECLINES:
            return 50
        if kind == state.BUILDS:
            return 200 if cash > RESERVE else 20
        if kind == state.LIFTS:
            return 20 if cash > 3 * RESERVE else 2
        return 100

    def likely_trade(self, s: State, kind: int, asset: int) -> int:
        """How likely a step of an offer is, or an answer: one asks for what completes a colour."""
        actor, partner = s.now[state.MOVER], s.now[state.PARTNER] - 1
        if kind == state.ASKS:
            return 300 if asset < squares.LOTS and self.lacks_only(s, actor, asset) else 20
        if kind == state.GIVES:
            return 100 if asset < squares.LOTS and self.lacks_only(s, partner, asset) else 10
        if kind in (state.ACCEPTS, state.REFUSES):
            return 200 if (kind == state.ACCEPTS) == self.agreeable(s) else 20
        return 200 if kind == state.PROPOSES else 30

    def lacks_only(self, s: State, player: int, lot: int) -> bool:
        """Whether a player has all lots of a colour but this one."""
        group = squares.GROUP[lot]
        return (
            group < squares.COLOURS
            and (s.owned[player] | (1 << lot)) & squares.GROUP_LOTS[group] == squares.GROUP_LOTS[group]
        )

    def holdings(self, s: State, player: int) -> int:
        """What a player has is worth to him when he trades: a whole colour, on which he can build, counts
        twice, and a card to leave jail with as much as bail."""
        total = self.worth(s, player)
        for lot in range(squares.LOTS):
            group = squares.GROUP[lot]
            if (s.owned[player] >> lot) & 1 and group < squares.COLOURS and self.whole(s, player, group):
                total += squares.PRICE[lot]
        for pack in range(2):
            total += state.BAIL if s.now[state.HOLDER + pack] == player + 1 else 0
        return total

    def agreeable(self, s: State) -> bool:
        """Whether who is asked gains by an offer, and at least half of what the other does."""
        actor, partner = s.now[state.MOVER], s.now[state.PARTNER] - 1
        after = self.exchanged(s)
        gain = self.holdings(after, partner) - self.holdings(s, partner)
        other = self.holdings(after, actor) - self.holdings(s, actor)
        return gain > 0 and 2 * gain >= other

    def least_loss(self, s: State, actor: int) -> int:
        """How to raise money: lots of no whole colour are mortgaged first, then buildings sold, then the
        rest mortgaged."""
        for lot in range(squares.LOTS):
            alone = squares.GROUP[lot] >= squares.RAILROADS or not self.whole(s, actor, squares.GROUP[lot])
            if alone and self.may_mortgage(s, actor, lot):
                return state.MORTGAGES + lot
        for lot in range(squares.LOTS):
            if self.may_sell(s, actor, lot):
                return state.SELLS + lot
        for lot in range(squares.LOTS):
            if self.may_mortgage(s, actor, lot):
                return state.MORTGAGES + lot
        return -1

    def sensible_bid(self, s: State, actor: int, random: Buffer) -> int:
        """The highest raise of those that stay below what the lot is worth to him."""
        lot = s.now[state.LOT]
        most = squares.PRICE[lot]
        for player in range(self.players):
            if (
                squares.GROUP[lot] < squares.COLOURS
                and s.owned[player] | (1 << lot) == s.owned[player] | squares.GROUP_LOTS[squares.GROUP[lot]]
            ):
                most = squares.PRICE[lot] * 3 // 2
        most = min(most, s.cash[actor]) - below(random, 1 + squares.PRICE[lot] // 4)
        for k in range(3, -1, -1):
            if s.now[state.BID] + state.RAISES[k] <= most:
                return state.BIDS + k
        return state.PASSES

    def dangers(self, s: State, player: int) -> int:
        """The highest rent that a player may have to pay."""
        most = 0
        for lot in range(squares.LOTS):
            owner = self.owner(s, lot)
            if owner != state.BANK and owner != player and not (s.now[state.MORTGAGED] >> lot) & 1:
                most = max(most, self.rent(s, lot, 7))
        return most

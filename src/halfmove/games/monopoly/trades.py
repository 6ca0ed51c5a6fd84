"""Trades of Monopoly: what may be offered, how an offer is put together, and what its acceptance does."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.contract import Game
from halfmove.games.monopoly import squares, state
from halfmove.games.monopoly.state import State, interest_on, with_cash, with_now


class Trades(Game):
    """Lots, cards to leave jail with and cash, for the same of another player."""

    def may_trade(self, s: State, player: int, asset: int) -> bool:
        """Whether a player has a lot, on whose colour nothing is built, or a card."""
        if asset >= squares.LOTS:
            return s.now[state.HOLDER + asset - squares.LOTS] == player + 1
        if not (s.owned[player] >> asset) & 1:
            return False
        return squares.GROUP[asset] >= squares.COLOURS or s.built[squares.GROUP[asset]] == 0

    def may_offer(self, s: State, actor: int, other: int) -> bool:
        """Whether there is somebody, and anything but cash."""
        if other == actor or (s.now[state.OUT] >> other) & 1:
            return False
        for asset in range(state.ASSETS):
            if self.may_trade(s, actor, asset) or self.may_trade(s, other, asset):
                return True
        return False

    def may_propose(self, s: State) -> bool:
        """Whether both give something, not both of them cash, and can pay the interest of mortgaged lots."""
        given, asked, added = s.now[state.GIVEN], s.now[state.ASKED], s.now[state.ADDED]
        if given + asked == 0 or (given == 0 and added <= 0) or (asked == 0 and added >= 0):
            return False
        if s.cash[s.now[state.MOVER]] - added < self.taking_over(s, asked):
            return False
        return s.cash[s.now[state.PARTNER] - 1] + added >= self.taking_over(s, given)

    def taking_over(self, s: State, assets: int) -> int:
        """The interest on those of them that are mortgaged lots."""
        total = 0
        for lot in range(squares.LOTS):
            if ((assets & s.now[state.MORTGAGED]) >> lot) & 1:
                total += interest_on(lot)
        return total

    def traded(self, s: State, a: int) -> State:
        """A step of an offer, or the answer to it."""
        kind, which = a // 32 * 32, a % 32
        if kind == state.OFFERS:
            return with_now(with_now(s, state.PARTNER, which + 1), state.PHASE, state.OFFER)
        if kind == state.GIVES:
            return with_now(s, state.GIVEN, s.now[state.GIVEN] | (1 << which))
        if kind == state.ASKS:
            return with_now(s, state.ASKED, s.now[state.ASKED] | (1 << which))
        if kind == state.GIVES_CASH:
            return with_now(s, state.ADDED, s.now[state.ADDED] + state.RAISES[which])
        if kind == state.ASKS_CASH:
            return with_now(s, state.ADDED, s.now[state.ADDED] - state.RAISES[which])
        if kind == state.PROPOSES:
            return with_now(with_now(s, state.PHASE, state.ANSWER), state.ACTOR, s.now[state.PARTNER] - 1)
        if kind == state.ACCEPTS:
            s = self.exchanged(s)
        return with_now(self.unoffered(s), state.OFFERED, 1)

    def exchanged(self, s: State) -> State:
        """What was offered has been exchanged; the offer still stands there."""
        actor, partner = s.now[state.MOVER], s.now[state.PARTNER] - 1
        given, asked, added = s.now[state.GIVEN], s.now[state.ASKED], s.now[state.ADDED]
        s = with_cash(s, actor, -added - self.taking_over(s, asked))
        s = with_cash(s, partner, added - self.taking_over(s, given))
        lots = (1 << squares.LOTS) - 1
        mine = (s.owned[actor] & ~given) | (asked & lots)
        his = (s.owned[partner] & ~asked) | (given & lots)
        owned = bits.with_item(bits.with_item(s.owned, actor, mine), partner, his)
        s = State(s.cash, owned, s.built, s.now)
        for pack in range(2):
            if (given >> (squares.LOTS + pack)) & 1:
                s = with_now(s, state.HOLDER + pack, partner + 1)
            elif (asked >> (squares.LOTS + pack)) & 1:
                s = with_now(s, state.HOLDER + pack, actor + 1)
        return s

    def unoffered(self, s: State) -> State:
        """Without the offer, before the throw."""
        s = with_now(with_now(with_now(s, state.PARTNER, 0), state.GIVEN, 0), state.ASKED, 0)
        return with_now(
            with_now(with_now(s, state.ADDED, 0), state.PHASE, state.MANAGE), state.ACTOR, s.now[state.MOVER]
        )

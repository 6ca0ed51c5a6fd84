"""Trades of Monopoly: what may be offered, how an offer is put together, and what its acceptance does."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.contract import Game
from halfmove.games.monopoly.squares import (
    COLOURS,
    GROUP,
    LOTS,
)
from halfmove.games.monopoly.state import (
    ACCEPTS,
    ACTOR,
    ADDED,
    ANSWER,
    ASKED,
    ASKS,
    ASKS_CASH,
    ASSETS,
    GIVEN,
    GIVES,
    GIVES_CASH,
    HOLDER,
    MANAGE,
    MORTGAGED,
    MOVER,
    OFFER,
    OFFERED,
    OFFERS,
    OUT,
    PARTNER,
    PHASE,
    PROPOSES,
    RAISES,
    State,
    interest_on,
    with_cash,
    with_now,
)


class Trades(Game):
    """Lots, cards to leave jail with and cash, for the same of another player."""

    def may_trade(self, s: State, player: int, asset: int) -> bool:
        """Whether a player has a lot, on whose colour nothing is built, or a card."""
        if asset >= LOTS:
            return s.now[HOLDER + asset - LOTS] == player + 1
        if not (s.owned[player] >> asset) & 1:
            return False
        return GROUP[asset] >= COLOURS or s.built[GROUP[asset]] == 0

    def may_offer(self, s: State, actor: int, other: int) -> bool:
        """Whether there is somebody, and anything but cash."""
        if other == actor or (s.now[OUT] >> other) & 1:
            return False
        for asset in range(ASSETS):
            if self.may_trade(s, actor, asset) or self.may_trade(s, other, asset):
                return True
        return False

    def may_propose(self, s: State) -> bool:
        """Whether both give something, not both of them cash, and can pay the interest of mortgaged lots."""
        given, asked, added = s.now[GIVEN], s.now[ASKED], s.now[ADDED]
        if given + asked == 0 or (given == 0 and added <= 0) or (asked == 0 and added >= 0):
            return False
        if s.cash[s.now[MOVER]] - added < self.taking_over(s, asked):
            return False
        return s.cash[s.now[PARTNER] - 1] + added >= self.taking_over(s, given)

    def taking_over(self, s: State, assets: int) -> int:
        """The interest on those of them that are mortgaged lots."""
        total = 0
        for lot in range(LOTS):
            if ((assets & s.now[MORTGAGED]) >> lot) & 1:
                total += interest_on(lot)
        return total

    def traded(self, s: State, a: int) -> State:
        """A step of an offer, or the answer to it."""
        kind, which = a // 32 * 32, a % 32
        if kind == OFFERS:
            return with_now(with_now(s, PARTNER, which + 1), PHASE, OFFER)
        if kind == GIVES:
            return with_now(s, GIVEN, s.now[GIVEN] | (1 << which))
        if kind == ASKS:
            return with_now(s, ASKED, s.now[ASKED] | (1 << which))
        if kind == GIVES_CASH:
            return with_now(s, ADDED, s.now[ADDED] + RAISES[which])
        if kind == ASKS_CASH:
            return with_now(s, ADDED, s.now[ADDED] - RAISES[which])
        if kind == PROPOSES:
            return with_now(with_now(s, PHASE, ANSWER), ACTOR, s.now[PARTNER] - 1)
        if kind == ACCEPTS:
            s = self.exchanged(s)
        return with_now(self.unoffered(s), OFFERED, 1)

    def exchanged(self, s: State) -> State:
        """What was offered has been exchanged; the offer still stands there."""
        actor, partner = s.now[MOVER], s.now[PARTNER] - 1
        given, asked, added = s.now[GIVEN], s.now[ASKED], s.now[ADDED]
        s = with_cash(s, actor, -added - self.taking_over(s, asked))
        s = with_cash(s, partner, added - self.taking_over(s, given))
        lots = (1 << LOTS) - 1
        mine = (s.owned[actor] & ~given) | (asked & lots)
        his = (s.owned[partner] & ~asked) | (given & lots)
        owned = bits.with_item(bits.with_item(s.owned, actor, mine), partner, his)
        s = State(s.cash, owned, s.built, s.now)
        for pack in range(2):
            if (given >> (LOTS + pack)) & 1:
                s = with_now(s, HOLDER + pack, partner + 1)
            elif (asked >> (LOTS + pack)) & 1:
                s = with_now(s, HOLDER + pack, actor + 1)
        return s

    def unoffered(self, s: State) -> State:
        """Without the offer, before the throw."""
        s = with_now(with_now(with_now(s, PARTNER, 0), GIVEN, 0), ASKED, 0)
        return with_now(with_now(with_now(s, ADDED, 0), PHASE, MANAGE), ACTOR, s.now[MOVER])

"""Goofspiel with hidden bids: who took the prize is told, what was bid is not.

Goofspiel (`games.goofspiel`) for two, but the cards that were bid stay face down to the end: a player knows
the prizes, who took each, and his own cards.  Lanctot, Lisý and Winands, "Monte Carlo tree search in
simultaneous move games with applications to Goofspiel", 2014; OpenSpiel's `goofspiel` with `imp_info=True`.

The cards bid by each player, and the prizes in the order in which they came up, are words of four bits a
round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Information
from halfmove.core.errors import BadInput
from halfmove.core.randomness import below
from halfmove.games.goofspiel import HAND, ORDERS, SUM, Goofspiel

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

GAMES = {"hidden-goofspiel": "HiddenGoofspiel"}

CARD = 4
"""Bits of a card in a row of bids."""


class Hidden(NamedTuple):
    """A state of Goofspiel, and what each player has bid and which prizes came up, round by round."""

    prize: int
    prizes: int
    hands: int
    points: int
    first: int
    second: int
    order: int
    rounds: int


class HiddenGoofspiel(Goofspiel):
    """Bid a card for each prize; only who took it is told."""

    name = "hidden-goofspiel"
    information_kind = Information.IMPERFECT

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"prizes": ORDERS}

    def setup(self) -> None:
        if self.players != 2:
            raise BadInput(f"Goofspiel with hidden bids is for 2 players, not {self.players}.")
        super().setup()

    # ---- the rules
    def initial(self) -> Any:
        hand = (1 << self.cards) - 1
        start = Hidden(0, hand, hand | hand << HAND, 0, 0, 0, 0, 0)
        return start if self.drawn else self.turned(start, self.next_prize(hand))

    def turned(self, s: Any, prize: int) -> Any:
        order = s.order | (prize << (CARD * s.rounds))
        return Hidden(
            prize, s.prizes & ~(1 << prize >> 1), s.hands, s.points, s.first, s.second, order, s.rounds
        )

    def bid(self, s: Any, cards: tuple[int, ...]) -> Any:
        winner = self.winner(cards)
        points = s.points + (s.prize << (SUM * winner)) if winner >= 0 else s.points
        hands = s.hands - (1 << (cards[0] - 1)) - (1 << (HAND + cards[1] - 1))
        first = s.first | (cards[0] << (CARD * s.rounds))
        second = s.second | (cards[1] << (CARD * s.rounds))
        after = Hidden(0, s.prizes, hands, points, first, second, s.order, s.rounds + 1)
        return after if self.drawn else self.turned(after, self.next_prize(s.prizes))

    def key(self, s: Any) -> Bitboard:
        word = bits.hash_with(bits.board(s.first), s.second)
        return bits.hash_with(bits.hash_with(word, s.order), (s.prize << HAND) | s.prizes)

    # ---- what players know
    def card(self, row: int, number: int) -> int:
        """A card of a row of bids or prizes."""
        return (row >> (CARD * number)) & ((1 << CARD) - 1)

    def takers(self, s: Any) -> int:
        """Who took each prize, two bits a round: 0 nobody, 1 and 2 the players."""
        taken = 0
        for number in range(s.rounds):
            one, other = self.card(s.first, number), self.card(s.second, number)
            if one != other:
                taken |= (1 if one > other else 2) << (2 * number)
        return taken

    def observation(self, s: Any, player: int) -> tuple[int, ...]:
        """The prize that is up (0: none), those that came up in their order and how many, who took them (two
        bits each), and his own bids, in their order."""
        return s.prize, s.order, s.rounds, self.takers(s), s.first if player == 0 else s.second

    def information(self, s: Any, player: int) -> Bitboard:
        h = bits.hash_with(bits.board(s.order), s.first if player == 0 else s.second)
        return bits.hash_with(h, (((self.takers(s) << 4) | s.prize) << 5) | (2 * s.rounds + player))

    def public(self, s: Any) -> tuple[int, ...]:
        """The same without any bids."""
        return s.prize, s.order, s.rounds, self.takers(s)

    def resample(self, s: Any, player: int, random: Buffer) -> Any:
        """The other's bids drawn so that the same player took each prize: the rounds in which fewest cards
        will do come first; where none is left for one, all are drawn anew."""
        own = s.first if player == 0 else s.second
        bids, complete = 0, False
        while not complete:
            bids, complete = self.drawn_bids(s, player, own, random)
        used = 0
        for number in range(s.rounds):
            used |= 1 << (self.card(bids, number) - 1)
        hand = ((1 << self.cards) - 1) & ~used
        if player == 0:
            hands = (s.hands & ((1 << HAND) - 1)) | (hand << HAND)
            return Hidden(s.prize, s.prizes, hands, s.points, s.first, bids, s.order, s.rounds)
        hands = (s.hands >> HAND << HAND) | hand
        return Hidden(s.prize, s.prizes, hands, s.points, bids, s.second, s.order, s.rounds)

    def drawn_bids(self, s: Any, player: int, own: int, random: Buffer) -> tuple[int, bool]:
        """Bids of the other, and whether there was a card for each round."""
        left, bids, drawn = (1 << self.cards) - 1, 0, 0
        taken = self.takers(s)
        for number in range(s.rounds):  # equal bids leave no choice
            if (taken >> (2 * number)) & 3 == 0:
                card = self.card(own, number)
                left, bids, drawn = left & ~(1 << (card - 1)), bids | (card << (CARD * number)), drawn + 1
        for room in range(1, self.cards):
            for number in range(s.rounds):
                taker, card = (taken >> (2 * number)) & 3, self.card(own, number)
                if taker == 0:
                    continue
                below_it = taker == player + 1  # he took it, so that the other's bid was lower
                if (card - 1 if below_it else self.cards - card) != room:
                    continue
                lower = (1 << (card - 1)) - 1
                fitting = bits.board(left & lower if below_it else left & ~lower & ~(1 << (card - 1)))
                if fitting == bits.board(0):
                    return 0, False
                choice = bits.select(fitting, below(random, bits.count(fitting)))
                left, bids, drawn = left & ~(1 << choice), bids | ((choice + 1) << (CARD * number)), drawn + 1
        return bids, drawn == s.rounds

    def action_seen(self, s: Any, a: Any, viewer: int) -> str:
        if not isinstance(a, tuple):
            return self.action_text(s, a)
        winner = self.winner(a)
        told = "nobody takes it" if winner < 0 else f"{self.player_names[winner]} takes it"
        return f"{self.rank(a[viewer])}, {told}" if viewer >= 0 else told

    # ---- text: a position is `5:3/4 2:A/2 4`, each prize with its bids and the one that is up; `-` for none
    def position_text(self, s: Any) -> str:
        words = []
        for number in range(s.rounds):
            prize, *bids_made = (self.rank(self.card(row, number)) for row in (s.order, s.first, s.second))
            words.append(f"{prize}:{'/'.join(bids_made)}")
        return " ".join([*words, *([self.rank(s.prize)] if s.prize else [])]) or "-"

    def parse(self, text: str) -> Any:
        """Each prize with what was bid for it, and the one that is up."""
        how = "A position looks like '5:3/4 2', the prizes with their bids and the prize that is up"
        state = self.initial()
        for word in [] if text.strip() == "-" else text.upper().split():
            prize, bids_said, bids_text = word.partition(":")
            if self.is_terminal(state):
                raise BadInput(f"{how}; '{word}' comes after the end.")
            if state.prize == 0:
                state = self.result(state, self._said(state, prize, how))
            if self.rank(state.prize) != prize:
                raise BadInput(f"{how}; {self.rank(state.prize)} is up, not {prize}.")
            if bids_said:
                state = self.result(state, self._said(state, bids_text, how))
        return state

    def _said(self, s: Any, text: str, how: str) -> Any:
        for action in self.actions(s):
            if self.action_text(s, action) == text:
                return action
        raise BadInput(f"{how}; there is no '{text}' to be played where it stands.")

    # ---- pictures
    def hand_seen(self, s: Any, player: int, viewer: int | None) -> int | None:
        """A hand as `viewer` sees it, None where it is hidden."""
        return self._hand(s, player) if viewer is None or viewer == player else None

    def past(self, s: Any, viewer: int | None) -> list[str]:
        """Each round in words: the prize, who took it, and the bids that `viewer` knows."""
        rows = []
        for number in range(s.rounds):
            bids = [
                self.rank(self.card(row, number)) if viewer is None or viewer == player else "?"
                for player, row in enumerate((s.first, s.second))
            ]
            taker = (self.takers(s) >> (2 * number)) & 3
            who = self.player_names[taker - 1] if taker else "nobody"
            rows.append(f"{self.rank(self.card(s.order, number))} to {who} ({'/'.join(bids)})")
        return rows

    def show(self, s: Any, *, viewer: int | None = None) -> str:
        rows = [f"prize   {self.rank(s.prize)}  of {self._ranks(self._shown(s))}"]
        for p in range(self.players):
            hand = self.hand_seen(s, p, viewer)
            cards = "?" * (self.cards - s.rounds) if hand is None else self._ranks(hand)
            rows.append(f"{self.player_names[p]:<7} {self.points(s, p):2}  {cards or '-'}")
        past = ", ".join(self.past(s, viewer))
        return "\n".join([*rows, *([past] if past else []), self.status(s)])

    def draw(self, s: Any, *, viewer: int | None = None) -> str:
        from halfmove.games.goofspiel import svg

        seen = [self.hand_seen(s, p, viewer) is not None for p in range(self.players)]
        return svg(self, s, seen=seen, label=f"Goofspiel: {self.show(s, viewer=viewer)}".replace("\n", "; "))

    def surface(self) -> Surface:
        from halfmove.games.goofspiel import Hand

        return Hand(self)

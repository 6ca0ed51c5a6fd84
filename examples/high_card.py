"""High card: take the card that you are dealt or swap it once, unseen; then the higher card wins.

    halfmove play examples/high_card.py
    halfmove check examples/high_card.py

A game of hidden cards and chance.  Of each of `ranks` ranks there is one card.  Both players are dealt one;
the first, and then the second, keeps it or lays it aside, face down, for another from the deck.  Then the
cards are compared: the higher wins.  A player sees his own card, and whether the other has swapped his.
"""

from collections.abc import Iterator
from typing import NamedTuple

from halfmove import CHANCE, SPECTATOR, BadInput, Buffer, Game, bits, randomness

KEEP, SWAP = 0, 1
NONE = 0


class State(NamedTuple):
    """The cards that each was dealt first and has now, from 1, `NONE` before; and how many have chosen."""

    dealt: tuple[int, int]
    now: tuple[int, int]
    chosen: int


class HighCard(Game):
    """Keep your card or swap it for another; the higher card wins."""

    name = "high card"
    chance = "explicit"
    information_kind = "imperfect"

    ranks: int = 7

    def setup(self) -> None:
        if not 4 <= self.ranks <= 60:
            raise BadInput(f"High card is played with 4 to 60 cards, not {self.ranks}.")
        self.actions_limit = self.ranks

    # ---- the six functions, and what nature does
    def initial(self) -> State:
        return State((NONE, NONE), (NONE, NONE), 0)

    def waiting(self, s: State) -> int:
        """Who waits for a card: a player, or 2 if nobody does."""
        if s.now[0] == NONE:
            return 0
        return 1 if s.now[1] == NONE else 2

    def to_move(self, s: State) -> int:
        return CHANCE if self.waiting(s) < 2 else min(s.chosen, 1)

    def actions(self, s: State) -> Iterator[int]:
        if self.waiting(s) < 2:
            for card in range(1, self.ranks + 1):
                if card not in s.dealt and card not in s.now:
                    yield card
        else:
            yield KEEP
            yield SWAP

    def result(self, s: State, a: int) -> State:
        who = self.waiting(s)
        if who < 2:
            dealt = s.dealt if s.dealt[who] != NONE else bits.with_item(s.dealt, who, a)
            return State(dealt, bits.with_item(s.now, who, a), s.chosen)
        now = s.now if a == KEEP else bits.with_item(s.now, s.chosen, NONE)
        return State(s.dealt, now, s.chosen + 1)

    def is_terminal(self, s: State) -> bool:
        return s.chosen == 2 and self.waiting(s) == 2

    def utility(self, s: State, player: int) -> int:
        return 1 if s.now[player] > s.now[1 - player] else -1

    # ---- who knows what
    def swapped(self, s: State, player: int) -> bool:
        """Whether the player has laid his first card aside."""
        return s.now[player] != s.dealt[player]

    def public(self, s: State) -> tuple[int, ...]:
        """Who has swapped, who waits, how many have chosen, whether cards are dealt; at the end the cards."""
        end = self.is_terminal(s)
        return (
            1 if self.swapped(s, 0) else 0,
            1 if self.swapped(s, 1) else 0,
            self.waiting(s),
            s.chosen,
            s.now[0] if end else NONE,
            s.now[1] if end else NONE,
        )

    def observation(self, s: State, player: int) -> tuple[int, ...]:
        return (s.dealt[player], s.now[player], *self.public(s))

    def information(self, s: State, player: int) -> bits.Bitboard:
        name = bits.board(player)
        for number in self.observation(s, player):
            name = bits.hash_with(name, number)
        return name

    def resample(self, s: State, player: int, random: Buffer) -> State:
        """The other's cards are drawn anew from those that the player has not seen."""
        other = 1 - player
        seen_now = self.is_terminal(s)  # the other's last card lies open
        dealt, now = s.dealt, s.now
        unseen = [
            card
            for card in range(1, self.ranks + 1)
            if card not in (s.dealt[player], s.now[player]) and not (seen_now and card == s.now[other])
        ]
        swapped = self.swapped(s, other)
        if s.dealt[other] != NONE and not (seen_now and not swapped):
            dealt = bits.with_item(dealt, other, unseen.pop(randomness.below(random, len(unseen))))
            if not swapped:
                now = bits.with_item(now, other, dealt[other])
        if swapped and s.now[other] != NONE and not seen_now:
            now = bits.with_item(now, other, unseen.pop(randomness.below(random, len(unseen))))
        return State(dealt, now, s.chosen)

    def action_seen(self, s: State, a: int, viewer: int) -> str:
        if self.waiting(s) < 2 and viewer != self.waiting(s) and s.chosen < 2:  # with the last all lie open
            return "a card"
        return self.action_text(s, a)

    # ---- text
    def action_text(self, s: State, a: int) -> str:
        if self.waiting(s) < 2:
            return str(a)
        return "swap" if a == SWAP else "keep"

    def show(self, s: State, *, viewer: int | None = None) -> str:
        rows: list[str] = []
        for player, name in enumerate(self.player_names):
            card = "-" if s.now[player] == NONE else str(s.now[player])
            if viewer in (1 - player, SPECTATOR) and card != "-" and not self.is_terminal(s):
                card = "?"
            said = "swapped" if self.swapped(s, player) else "kept" if s.chosen > player else ""
            rows.append(f"{name:<7} {card:>2}  {said}".rstrip())
        return "\n".join(rows)

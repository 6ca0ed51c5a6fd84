"""Tricks on a table: whose turn it is, what may be played, which card wins."""

from __future__ import annotations

from typing import Protocol

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.tricks.memory import LANE, Seated
from halfmove.games.tricks.winners import FULL

CARD_BITS = 6
CARD = (1 << CARD_BITS) - 1
EMPTY = 1
"""A trick to which nobody has played: a leading one, behind which the cards lie, six bits each."""


class OnTable(Protocol):
    """What states of games of tricks have in common: the hands by seats, the trick, who led, trumps."""

    @property
    def first(self) -> Bitboard: ...
    @property
    def second(self) -> Bitboard: ...
    @property
    def third(self) -> Bitboard: ...
    @property
    def fourth(self) -> Bitboard: ...
    @property
    def trick(self) -> int: ...
    @property
    def leader(self) -> int: ...
    @property
    def trump(self) -> int: ...


class TrickTable(Seated):
    """The mechanics of a trick."""

    def played(self, s: OnTable) -> int:
        """How many cards lie on the table."""
        cards, word = 0, s.trick
        while word > EMPTY:
            word >>= CARD_BITS
            cards += 1
        return cards

    def seat(self, s: OnTable) -> int:
        """Who is to play."""
        return (s.leader + self.played(s)) & (self.seats - 1)

    def card_played(self, s: OnTable, place: int) -> int:
        """The card that was played to the trick first (0), second, …"""
        return (s.trick >> (CARD_BITS * (self.played(s) - 1 - place))) & CARD

    def hands(self, s: OnTable) -> tuple[Bitboard, Bitboard, Bitboard, Bitboard]:
        """By seats; those that there are not hold nothing."""
        return s.first, s.second, s.third, s.fourth

    def beats(self, card: int, top: int, trump: int) -> bool:
        """Whether a card played after `top` wins over it."""
        if card // LANE == top // LANE:
            return card > top
        return card // LANE == trump

    def best(self, s: OnTable) -> tuple[int, int]:
        """The card that wins the trick so far, and whose it is; -1, -1 before the lead."""
        cards = self.played(s)
        top, winner = -1, -1
        for i in range(cards):
            card = self.card_played(s, i)
            if i == 0 or self.beats(card, top, s.trump):
                top, winner = card, (s.leader + i) & (self.seats - 1)
        return top, winner

    def choice(self, s: OnTable) -> Bitboard:
        """The cards that may be played."""
        hand = self.hands(s)[self.seat(s)]
        if s.trick != EMPTY:
            suit = self.card_played(s, 0) // LANE
            follow = hand & bits.left(bits.board(FULL), LANE * suit)
            if follow != bits.board(0):
                return follow
        return hand

    def every(self, s: OnTable) -> Bitboard:
        """The cards in hands and on the table."""
        cards = s.first | s.second | s.third | s.fourth
        for i in range(self.played(s)):
            cards |= bits.bit(self.card_played(s, i))
        return cards

    def tricks_left(self, s: OnTable) -> int:
        """With that on the table."""
        return bits.count(self.hands(s)[self.seat(s)])

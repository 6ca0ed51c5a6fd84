"""What is counted of hands of bridge, of one or of a whole array of them by the same lines.

A hand is a set of cards, bit 16 × suit + rank (`tricks.memory`), the suits ♣ ♦ ♥ ♠ from 0: a Python number,
or an array of `uint64` for as many hands.  High-card points are Milton Work's, 4 3 2 1; controls count 2
for an ace and 1 for a king (G. Rosenkranz); length points are one for each card of a suit after the fourth,
support points 5 3 1 for a void, a singleton and a doubleton beside the trump suit, 3 2 1 with fewer than four
trumps.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from halfmove.games.tricks.memory import LANE, RANKS, SUITS

ACE, KING, QUEEN, JACK, TEN = RANKS - 1, RANKS - 2, RANKS - 3, RANKS - 4, RANKS - 5
SUIT = (1 << RANKS) - 1


def rank_mask(*ranks: int, suits: tuple[int, ...] = tuple(range(SUITS))) -> int:
    """The cards of these ranks in these suits."""
    return sum(1 << (LANE * suit + rank) for suit in suits for rank in ranks)


class Hands:
    """One hand or many: each figure is a number, or an array with one for each hand."""

    def __init__(self, cards: Any) -> None:
        """`cards`: an `int`, or an array of `uint64`."""
        self.is_one = isinstance(cards, int)
        self.cards = cards

    def count(self, mask: int) -> Any:
        """How many cards of a set the hand has."""
        if self.is_one:
            return (self.cards & mask).bit_count()
        return np.bitwise_count(self.cards & np.uint64(mask)).astype(np.int64)

    def has(self, mask: int) -> Any:
        """Whether the hand has all cards of a set."""
        return self.count(mask) == mask.bit_count()

    @cached_property
    def lengths(self) -> tuple[Any, ...]:
        """The cards of each suit, clubs first."""
        return tuple(self.count(SUIT << (LANE * suit)) for suit in range(SUITS))

    @cached_property
    def hcp(self) -> Any:
        """High-card points, 0 to 37."""
        return sum(
            worth * self.count(rank_mask(rank))
            for rank, worth in ((ACE, 4), (KING, 3), (QUEEN, 2), (JACK, 1))
        )

    @cached_property
    def controls(self) -> Any:
        """0 to 12."""
        return 2 * self.aces + self.kings

    @cached_property
    def aces(self) -> Any:
        return self.count(rank_mask(ACE))

    @cached_property
    def kings(self) -> Any:
        return self.count(rank_mask(KING))

    @cached_property
    def points(self) -> Any:
        """High-card and length points."""
        return self.hcp + sum((length > 4) * (length - 4) for length in self.lengths)

    def support(self, trump: int) -> Any:
        """High-card and support points."""
        enough = self.lengths[trump] >= 4
        short = self.hcp * 1
        for suit, length in enumerate(self.lengths):
            if suit != trump:
                short = short + (length == 0) * (3 + 2 * enough) + (length == 1) * (2 + enough)
                short = short + (length == 2) * 1
        return short

    def high(self, suit: int) -> Any:
        """High-card points in one suit."""
        return sum(
            worth * self.count(rank_mask(rank, suits=(suit,)))
            for rank, worth in ((ACE, 4), (KING, 3), (QUEEN, 2), (JACK, 1))
        )

    @cached_property
    def shape(self) -> Any:
        """The lengths whatever their order: four bits for each length, which count the suits that have it."""
        if self.is_one:
            return sum(1 << (4 * length) for length in self.lengths)
        return sum(np.left_shift(1, 4 * length) for length in self.lengths)

    def stops(self, suit: int) -> Any:
        """Whether a suit is stopped: the ace, the guarded king, queen or jack."""
        length = self.lengths[suit]
        found = self.count(rank_mask(ACE, suits=(suit,))) == 1
        for rank, guards in ((KING, 2), (QUEEN, 3), (JACK, 4)):
            found = found | ((self.count(rank_mask(rank, suits=(suit,))) == 1) & (length >= guards))
        return found

    def is_good(self, suit: int) -> Any:
        """Whether a suit has two of the three highest cards, or three of the five highest."""
        three = self.count(rank_mask(ACE, KING, QUEEN, suits=(suit,)))
        five = self.count(rank_mask(ACE, KING, QUEEN, JACK, TEN, suits=(suit,)))
        return (three >= 2) | (five >= 3)


def shape_key(lengths: tuple[int, ...]) -> int:
    """What `Hands.shape` is for a hand of these lengths, in any order."""
    return sum(1 << (4 * length) for length in lengths)

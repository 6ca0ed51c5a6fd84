"""Two hands of a deal drawn exactly by lengths and high-card points, suit by suit.

How many ways there are to give two seats `a` and `b` cards of a suit with `p` and `q` high-card points is a
table of one suit; tables of two suits, and of the two others, are convolutions of these.  A draw takes one
entry of the pair of tables by its number of ways among all that end at thirteen cards and within the points
asked, then one of each suit, then which honours, then which small cards.  So every pair of hands within the
bounds (`constraints.Bounds`: each length, and the high-card points) is as likely as another, however rare
they are among random deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from typing import Any

import numpy as np

from halfmove.games.bridge.constraints import Bounds
from halfmove.games.bridge.hands import JACK
from halfmove.games.tricks.memory import LANE, RANKS, SUITS

Array = np.ndarray[Any, np.dtype[Any]]
WORTH = {JACK: 1, JACK + 1: 2, JACK + 2: 3, JACK + 3: 4}
SUIT_POINTS = 10
"""Of all honours of a suit."""
TOP = 2 * SUIT_POINTS + 1
LENGTHS = RANKS + 1


class _Suit:
    """The ways of one suit: of each choice of honours for both seats, with so many small cards each."""

    def __init__(self, suit: int, ranks: Sequence[int], one: tuple[int, int], other: tuple[int, int]) -> None:
        self.suit = suit
        honours = [rank for rank in ranks if rank in WORTH]
        self.small = [rank for rank in ranks if rank not in WORTH]
        self.atoms: list[tuple[int, int, int, int, tuple[int, ...], int, int]] = []
        self.ways: list[float] = []
        for owners in product(range(3), repeat=len(honours)):
            has = [sum(owner == seat for owner in owners) for seat in (0, 1)]
            worth = [
                sum(WORTH[r] for r, owner in zip(honours, owners, strict=True) if owner == k) for k in (0, 1)
            ]
            for x in range(max(one[0] - has[0], 0), min(one[1] - has[0], len(self.small)) + 1):
                rest = len(self.small) - x
                for y in range(max(other[0] - has[1], 0), min(other[1] - has[1], rest) + 1):
                    ways = comb(len(self.small), x) * comb(rest, y)
                    self.atoms.append((has[0] + x, has[1] + y, worth[0], worth[1], owners, x, y))
                    self.ways.append(float(ways))
        self.honours = honours
        self.places = np.array([atom[:4] for atom in self.atoms], dtype=np.int64).reshape(-1, 4)
        self.weights = np.array(self.ways)
        self.table = np.zeros((LENGTHS, LENGTHS, SUIT_POINTS + 1, SUIT_POINTS + 1))
        np.add.at(self.table, tuple(self.places.T), self.weights)


def _convolve(one: Array, other: Array) -> Array:
    """The ways of two suits, up to thirteen cards each."""
    found = np.zeros((LENGTHS, LENGTHS, TOP, TOP))
    for a, b, p, q in np.argwhere(one):
        part = other[: LENGTHS - a, : LENGTHS - b]
        found[a:, b:, p : p + SUIT_POINTS + 1, q : q + SUIT_POINTS + 1] += one[a, b, p, q] * part
    return found


class PairSampler:
    """Draws the hands of two seats from the cards that are left."""

    def __init__(self, deck: int, bounds: tuple[Bounds, Bounds]) -> None:
        """`deck`: the cards that may be dealt; both seats get thirteen of them."""
        one, other = bounds
        self.suits = [
            _Suit(
                suit,
                [rank for rank in range(RANKS) if deck >> (LANE * suit + rank) & 1],
                one.lengths[suit],
                other.lengths[suit],
            )
            for suit in range(SUITS)
        ]
        tables = [suit.table for suit in self.suits]
        self.low, self.high = _convolve(tables[0], tables[1]), _convolve(tables[2], tables[3])
        points = np.arange(TOP)
        self.within: list[list[Array]] = [
            [np.array((points + p >= bound.hcp[0]) & (points + p <= bound.hcp[1])) for p in range(TOP)]
            for bound in bounds
        ]
        self.entries = np.argwhere(self.low)
        fits = [np.array(rows, dtype=float) for rows in self.within]
        ending = self.high[::-1, ::-1]  # by what the first two suits have: thirteen cards in all
        allowed = np.einsum("ip,abpq,jq->abij", fits[0], ending, fits[1], optimize=True)
        self.weights = self.low[self.low != 0] * allowed[tuple(self.entries.T)]
        self.total = float(self.weights.sum())
        """How many pairs of hands there are."""

    def draw(self, count: int, random: np.random.Generator) -> Array:
        """So many pairs of hands, of shape (count, 2); `total` must not be 0."""
        hands = np.zeros((count, 2), dtype=np.uint64)
        chosen = random.choice(len(self.entries), count, p=self.weights / self.total)
        for entry in np.unique(chosen):
            rows = np.flatnonzero(chosen == entry)
            a, b, p, q = (int(part) for part in self.entries[entry])
            rest = self.high[RANKS - a, RANKS - b] * np.multiply.outer(self.within[0][p], self.within[1][q])
            self._draw_half(hands, rows, (a, b), np.array([[p, q]] * len(rows)), 0, random)
            ends = random.choice(rest.size, len(rows), p=rest.ravel() / rest.sum())
            wanted = np.stack(np.divmod(ends, TOP), axis=1)
            self._draw_half(hands, rows, (RANKS - a, RANKS - b), wanted, 2, random)
        return hands

    def _draw_half(
        self,
        hands: Array,
        rows: Array,
        cards: tuple[int, int],
        points: Array,
        first: int,
        random: np.random.Generator,
    ) -> None:
        """Give the cards of suits `first` and `first` + 1, so many to each seat with so many points."""
        one, other = self.suits[first], self.suits[first + 1]
        for p, q in np.unique(points, axis=0):
            those = rows[(points[:, 0] == p) & (points[:, 1] == q)]
            left = np.array([*cards, p, q]) - one.places
            fine: Array = np.all(left >= 0, axis=1) & np.all(left[:, 2:] <= SUIT_POINTS, axis=1)
            left = np.where(fine[:, None], left, 0)
            weights = one.weights * other.table[tuple(left.T)] * fine
            for atom in random.choice(len(weights), len(those), p=weights / weights.sum()):
                row, those = those[0], those[1:]
                self._give(hands, row, one, atom, random)
                second = other.weights * (other.places == left[atom]).all(axis=1)
                self._give(hands, row, other, random.choice(len(second), p=second / second.sum()), random)

    def _give(self, hands: Array, row: int, suit: _Suit, atom: int, random: np.random.Generator) -> None:
        _, _, _, _, owners, x, y = suit.atoms[atom]
        small = random.permutation(suit.small)
        for seat, ranks in ((0, small[:x]), (1, small[x : x + y])):
            held = [r for r, owner in zip(suit.honours, owners, strict=True) if owner == seat]
            cards = sum(1 << (LANE * suit.suit + int(rank)) for rank in (*held, *ranks))
            hands[row, seat] |= np.uint64(cards)

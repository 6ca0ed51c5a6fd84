"""Two hands of a deal drawn exactly by lengths and high-card points, suit by suit.

How many ways there are to give two seats `a` and `b` cards of a suit with `p` and `q` high-card points is a
table of one suit; tables of two suits, and of the two others, are convolutions of these.  A draw takes one
entry of the pair of tables by its number of ways among all that end at thirteen cards and within the points
asked, then one of each suit, then which honours, then which small cards.  So every pair of hands within the
bounds (`constraints.Bounds`: each length, and the high-card points) is as likely as another, however rare
they are among random deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
HALF = (LENGTHS, LENGTHS, TOP, TOP)
"""The shape of the ways of two suits."""


class _Suit:
    """The ways of one suit: of each choice of honours for both seats, with so many small cards each."""

    def __init__(self, suit: int, ranks: Sequence[int], one: tuple[int, int], other: tuple[int, int]) -> None:
        honours = [rank for rank in ranks if rank in WORTH]
        small = [rank for rank in ranks if rank not in WORTH]
        rows: list[tuple[int, ...]] = []
        for owners in product(range(3), repeat=len(honours)):
            given = [
                [rank for rank, owner in zip(honours, owners, strict=True) if owner == k] for k in (0, 1)
            ]
            (a, b), (p, q) = map(len, given), (sum(WORTH[rank] for rank in ranks) for ranks in given)
            masks = [sum(1 << (LANE * suit + rank) for rank in ranks) for ranks in given]
            for x in range(max(one[0] - a, 0), min(one[1] - a, len(small)) + 1):
                rest = len(small) - x
                for y in range(max(other[0] - b, 0), min(other[1] - b, rest) + 1):
                    rows.append((a + x, b + y, p, q, x, y, *masks, comb(len(small), x) * comb(rest, y)))
        atoms = np.array(sorted(rows), dtype=np.uint64).reshape(-1, 9)
        figures = atoms[:, :6].astype(np.int64)
        self.small_to, self.masks, weights = figures[:, 4:], atoms[:, 6:8], atoms[:, 8].astype(float)
        self.places, self.begins = np.unique(figures[:, :4], axis=0, return_index=True)
        """Lengths and points of both seats, each once, and where the atoms with them begin."""
        self.ways = np.add.reduceat(weights, self.begins) if len(atoms) else np.zeros(0)
        self.sums = [np.cumsum(part) for part in np.split(weights, self.begins[1:])]
        self.small = np.array([1 << (LANE * suit + rank) for rank in small], dtype=np.uint64)
        self.table = np.zeros((LENGTHS, LENGTHS, SUIT_POINTS + 1, SUIT_POINTS + 1))
        self.table[tuple(self.places.T)] = self.ways

    def give(self, hands: Array, places: Array, random: np.random.Generator) -> None:
        """Add cards of the suit to pairs of hands; `places` says which row of `self.places` each gets."""
        atoms = np.empty(len(places), dtype=np.int64)
        for place, rows in _groups(places):
            atoms[rows] = self.begins[place] + _draw(self.sums[place], len(rows), random)
        hands |= self.masks[atoms]
        if not len(self.small):
            return
        order = random.permuted(np.tile(self.small, (len(places), 1)), axis=1)
        counts = self.small_to[atoms]
        number, first = np.arange(len(self.small)), counts[:, :1]
        mine = number < first
        theirs = ~mine & (number < counts.sum(axis=1, keepdims=True))
        for seat, owned in enumerate((mine, theirs)):
            hands[:, seat] |= np.where(owned, order, np.uint64(0)).sum(axis=1, dtype=np.uint64)


def _groups(keys: Array) -> Iterator[tuple[int, Array]]:
    """Each key with the rows that have it."""
    order = np.argsort(keys, kind="stable")
    found, begins = np.unique(keys[order], return_index=True)
    yield from zip(found.tolist(), np.split(order, begins[1:]), strict=True)


def _draw(sums: Array, count: int, random: np.random.Generator) -> Array:
    """So many places, each by its weight; `sums` are those of the weights up to each."""
    found: Array = sums.searchsorted(random.random(count) * sums[-1], "right")
    return np.minimum(found, len(sums) - 1)


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
        self.sums = np.cumsum(self.weights)
        self._ends, self._splits = dict[int, Array](), dict[tuple[int, int], tuple[Array, Array]]()
        self.total = float(self.weights.sum())
        """How many pairs of hands there are."""

    def draw(self, count: int, random: np.random.Generator) -> Array:
        """So many pairs of hands, of shape (count, 2); `total` must not be 0."""
        halves = np.empty((2, count, 4), dtype=np.int64)
        """Lengths and points of both seats in the first two suits, and in the others."""
        for entry, rows in _groups(_draw(self.sums, count, random)):
            ends = _draw(self._ends_of(entry), len(rows), random)
            halves[0, rows] = self.entries[entry]
            halves[1, rows, 2], halves[1, rows, 3] = np.divmod(ends, TOP)
        halves[1, :, :2] = RANKS - halves[0, :, :2]
        hands = np.zeros((count, 2), dtype=np.uint64)
        for first, half in zip((0, 2), halves, strict=True):
            self._give_half(hands, half, first, random)
        return hands

    def _ends_of(self, entry: int) -> Array:
        """The sums of the ways to end an entry of the first two suits, by the points of both seats."""
        found = self._ends.get(entry)
        if found is None:
            a, b, p, q = self.entries[entry]
            within = np.multiply.outer(self.within[0][p], self.within[1][q])
            found = self._ends[entry] = np.cumsum(self.high[RANKS - a, RANKS - b] * within)
        return found

    def _split(self, first: int, key: int) -> tuple[Array, Array]:
        """The places of a suit that can be part of lengths and points of two suits, and the sums of their
        ways."""
        found = self._splits.get((first, key))
        if found is None:
            one, other = self.suits[first], self.suits[first + 1]
            a, b, p, q = (
                whole - part for whole, part in zip(np.unravel_index(key, HALF), one.places.T, strict=True)
            )
            fine = np.flatnonzero(
                (a >= 0) & (b >= 0) & (p >= 0) & (q >= 0) & (p <= SUIT_POINTS) & (q <= SUIT_POINTS)
            )
            ways = one.ways[fine] * other.table[a[fine], b[fine], p[fine], q[fine]]
            possible = ways > 0
            found = self._splits[first, key] = fine[possible], np.cumsum(ways[possible])
        return found

    def _give_half(self, hands: Array, half: Array, first: int, random: np.random.Generator) -> None:
        """Give cards of suits `first` and `first` + 1, as many to each seat, with as many points, as `half`
        says."""
        one, other = self.suits[first], self.suits[first + 1]
        mine = np.empty(len(half), dtype=np.int64)
        for key, rows in _groups(np.ravel_multi_index(tuple(half.T), HALF)):
            fine, sums = self._split(first, key)
            mine[rows] = fine[_draw(sums, len(rows), random)]
        one.give(hands, mine, random)
        theirs = np.ravel_multi_index(tuple((half - one.places[mine]).T), other.table.shape)
        known = np.ravel_multi_index(tuple(other.places.T), other.table.shape)
        other.give(hands, known.searchsorted(theirs), random)

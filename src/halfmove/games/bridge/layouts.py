"""Layouts: deals of the cards that a player does not see, drawn from what he knows of them.

All layouts within bounds on the lengths of suits are counted suit by suit, and drawn from the counts, so that
each is as likely as another and none is rejected: a void, or a suit of six that was bid, costs nothing.  What
else is known (points, shapes, calls that were not made) is a weight of a layout.  Layouts are drawn by
importance: many from the counts, of these few by their weights (D. B. Rubin, "The calculation of posterior
distributions by data augmentation: comment", *Journal of the American Statistical Association* 82, 1987).
Where a few of them have nearly all the weight, Markov chains go on from there, one for each layout asked for:
they exchange two cards of two hands and accept by the ratio of the weights (N. Metropolis and others,
"Equation of state calculations by fast computing machines", *Journal of Chemical Physics* 21, 1953).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.tricks.memory import LANE, RANKS, SUITS

Hands = NDArray[np.uint64]
"""A row for each layout, a column for each hand."""
Weigh = Callable[[Hands], NDArray[np.float64]]
"""How likely each layout is, up to a factor: 0 or more."""

MOST_HANDS = 3
BATCH = 2_000
MOST_BATCHES = 10
ENOUGH = 4
"""Layouts of full weight for each one asked for: fewer, and chains go on."""
STEPS = 150
"""Of a chain: each card of two hidden hands is exchanged about ten times."""

FREE = ((0, RANKS),) * SUITS
"""Bounds that leave a hand free."""


class Drawn(NamedTuple):
    """Layouts that were drawn."""

    hands: Hands
    fits: bool
    """Whether they have a weight at all: otherwise none was found that has, and the weights are ignored."""
    effective: float
    """Layouts of equal weight that say as much: (sum of weights)² / sum of squares, of all tried."""


class Layouts:
    """The ways to deal some cards to one, two or three hands."""

    def __init__(
        self, cards: int, sizes: Sequence[int], bounds: Sequence[Sequence[tuple[int, int]]] | None = None
    ) -> None:
        """`cards` is a set (`tricks.memory`), `sizes` says how many go to each hand, `bounds` the least and
        the most cards that a hand gets of each suit, ♣ ♦ ♥ ♠.  `BadInput` where there is no layout."""
        if not 1 <= len(sizes) <= MOST_HANDS or sum(sizes) != bits.count(cards):
            raise BadInput(
                f"{bits.count(cards)} cards go to one to three hands that have as many, not {list(sizes)}."
            )
        more = MOST_HANDS - len(sizes)
        self.hands = len(sizes)
        self.sizes = (*sizes, *(0,) * more)
        self.suits = [list(bits.squares(cards & (0x1FFF << LANE * suit))) for suit in range(SUITS)]
        self.bounds = (*(bounds or (FREE,) * len(sizes)), *(FREE,) * more)
        self._splits = [self._split(suit) for suit in range(SUITS)]
        self._table = self._count()
        if not self.count:
            raise BadInput("No layout of the hidden cards fits the lengths of suits that are known.")

    @property
    def count(self) -> float:
        """How many layouts there are: exact up to 2**53."""
        return float(self._table[0][self.sizes[0], self.sizes[1]])

    def _split(self, suit: int) -> list[tuple[int, int, float]]:
        """How many cards of a suit the first and second hand may get, and in how many ways."""
        n = len(self.suits[suit])
        (least, most), (least_2, most_2), (least_3, most_3) = (hand[suit] for hand in self.bounds)
        return [
            (a, b, float(comb(n, a) * comb(n - a, b)))
            for a in range(least, min(most, n, self.sizes[0]) + 1)
            for b in range(least_2, min(most_2, n - a, self.sizes[1]) + 1)
            if least_3 <= n - a - b <= min(most_3, self.sizes[2])
        ]

    def _count(self) -> list[NDArray[np.float64]]:
        """For each suit, by the room left in the first and the second hand: the ways to deal it and those
        after it."""
        shape = (self.sizes[0] + 1, self.sizes[1] + 1)
        table = [np.zeros(shape) for _ in range(SUITS + 1)]
        table[SUITS][0, 0] = 1
        for suit in reversed(range(SUITS)):
            after, here = table[suit + 1], table[suit]
            for a, b, ways in self._splits[suit]:
                here[a:, b:] += ways * after[: shape[0] - a, : shape[1] - b]
        return table

    def every(self) -> Iterator[list[int]]:
        """Each layout once, as `sample` has them: for small numbers of cards."""
        cards = [card for suit in self.suits for card in suit]
        for mine in combinations(cards, self.sizes[0]):
            rest = [card for card in cards if card not in mine]
            for theirs in combinations(rest, self.sizes[1]):
                last = [card for card in rest if card not in theirs]
                layout = [sum(1 << card for card in hand) for hand in (mine, theirs, last)]
                if self._is_within(np.array([layout], np.uint64))[0]:
                    yield layout[: self.hands]

    def sample(self, number: int, random: np.random.Generator) -> Hands:
        """So many layouts, each as likely as another."""
        room = np.tile(np.array(self.sizes[:2]), (number, 1))
        found = np.zeros((number, MOST_HANDS), np.uint64)
        for suit, cards in enumerate(self.suits):
            if not cards:
                continue
            lengths = self._lengths(suit, room, random)
            room -= lengths
            place = random.random((number, len(cards))).argsort(axis=1).argsort(axis=1)
            first = place < lengths[:, :1]
            second = ~first & (place < lengths.sum(axis=1, keepdims=True))
            values = np.array([1 << card for card in cards], np.uint64)
            for hand, owned in enumerate((first, second, ~first & ~second)):
                found[:, hand] |= (owned * values).sum(axis=1, dtype=np.uint64)
        return found[:, : self.hands]

    def _lengths(self, suit: int, room: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.int64]:
        """How many cards of a suit the first two hands get, given the room they have."""
        splits, after = self._splits[suit], self._table[suit + 1]
        dealt = np.array([(a, b) for a, b, _ in splits])
        ways = np.array([ways for *_, ways in splits])
        found = np.empty_like(room)
        rooms, which = np.unique(room, axis=0, return_inverse=True)
        for number, have in enumerate(rooms):
            left = have - dealt
            fits = (left >= 0).all(axis=1)
            weights = np.where(fits, ways * after[left[:, 0] * fits, left[:, 1] * fits], 0.0)
            rows = np.flatnonzero(which.reshape(-1) == number)
            found[rows] = dealt[random.choice(len(dealt), len(rows), p=weights / weights.sum())]
        return found

    def draw(self, number: int, random: np.random.Generator, weigh: Weigh | None = None) -> Drawn:
        """So many layouts by their weights: importance sampling, and Markov chains where that has too few."""
        if weigh is None:
            return Drawn(self.sample(number, random), True, float(number))
        tried, weights, effective = self._try(number, random, weigh)
        total = weights.sum()
        if total <= 0:
            return Drawn(self.sample(number, random), False, 0.0)
        points = (np.arange(number) + random.random()) / number * total
        hands = tried[np.minimum(np.cumsum(weights).searchsorted(points), len(weights) - 1)]
        random.shuffle(hands)
        if effective < ENOUGH * number:
            hands = self._walk(hands, random, weigh)
        return Drawn(hands, True, effective)

    def _try(
        self, number: int, random: np.random.Generator, weigh: Weigh
    ) -> tuple[Hands, NDArray[np.float64], float]:
        """Layouts of equal chances with their weights, until they say enough."""
        batches, weights, effective = [], np.empty(0), 0.0
        for _ in range(MOST_BATCHES):
            batches.append(self.sample(BATCH, random))
            weights = np.append(weights, weigh(batches[-1]))
            if (squares := (weights**2).sum()) > 0:
                effective = float(weights.sum() ** 2 / squares)
            if effective >= ENOUGH * number:
                break
        return np.concatenate(batches), weights, effective

    def _walk(self, hands: Hands, random: np.random.Generator, weigh: Weigh) -> Hands:
        """Each layout after `STEPS` exchanges of two cards that were proposed."""
        if self.hands == 1:
            return hands
        cards = np.array([card for suit in self.suits for card in suit])
        one = np.uint64(1)
        weights, rows = weigh(hands), np.arange(len(hands))
        for _ in range(STEPS):
            first, second = (
                cards[random.integers(len(cards), size=len(hands))].astype(np.uint64) for _ in range(2)
            )
            bit, other = one << first, one << second
            owner = ((hands & bit[:, None]) != 0).argmax(axis=1)
            owner_2 = ((hands & other[:, None]) != 0).argmax(axis=1)
            changed = hands.copy()
            changed[rows, owner] ^= bit | other
            changed[rows, owner_2] ^= bit | other
            apart = (owner != owner_2) & self._is_within(changed)
            changed = np.where(apart[:, None], changed, hands)
            new = weigh(changed)
            accept = random.random(len(hands)) * weights < new
            hands = np.where(accept[:, None], changed, hands)
            weights = np.where(accept, new, weights)
        return hands

    def _is_within(self, hands: Hands) -> NDArray[np.bool_]:
        """Whether each layout keeps to the bounds."""
        within = np.ones(len(hands), np.bool_)
        for hand in range(self.hands):
            for suit, (least, most) in enumerate(self.bounds[hand]):
                if least > 0 or most < RANKS:
                    length = np.bitwise_count(hands[:, hand] & np.uint64(0x1FFF << LANE * suit))
                    within &= (length >= least) & (length <= most)
        return within

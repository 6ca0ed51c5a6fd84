"""Hands that differ in the names of suits alone are one: a number for each, with no gaps.

The cards of a hand come in rounds: two of one's own, then the board, all at once or street by street.  In
each suit there lies, round by round, a set of ranks.  How many ranks of each round a suit has is its *shape*;
which ones, among the ranks that its earlier rounds leave, is a number (colexicographic).  Suits of one shape
may be exchanged, so that of their numbers only the multiset counts, and shapes are sorted: the four shapes,
the *pattern*, say where the numbers of its hands begin.  K. Waugh, "A fast and optimal hand isomorphism
algorithm", AAAI Workshop on Computer Poker 2013.

    Isomorphism((2,))          169 hands of two cards
    Isomorphism((2, 3))        1,286,792 with a flop
    Isomorphism((2, 4))        13,960,050 with a turn, whichever of its cards came last
    Isomorphism((2, 3, 1))     55,190,538 where that is told apart
    Isomorphism((2, 5))        123,156,254 with a river
    Isomorphism((2, 3, 1, 1))  2,428,287,420 where the streets are told apart
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.errors import BadInput
from halfmove.games.holdem.cards import SUIT, set_of

RANK_COUNT, SUIT_COUNT = 13, 4
ROUNDS = 4
"""The most rounds that are told apart."""
SHAPE, SHAPES = 7, 128
"""Bits of a shape, and how many there may be."""
_NUMBER = 32
"""Bits of the number of a suit's ranks, below its shape."""
_MASK = (1 << _NUMBER) - 1


class SuitTables(NamedTuple):
    """What the numbers of hands are reckoned from."""

    choose: Buffer
    """[14, 8]: binomial coefficients."""
    radix: Buffer
    """[4]: what a card of each round adds to the shape of its suit."""
    size: Buffer
    """[128]: how many sets of ranks have a shape."""
    pattern: Buffer
    """The four shapes of each pattern, the highest first, 7 bits each; sorted."""
    offset: Buffer
    """Where the numbers of its hands begin."""
    patterns: int
    """How many patterns there are."""


def suit_key(t: SuitTables, suit: int, own: Bitboard, flop: Bitboard, turn: Bitboard, river: Bitboard) -> int:
    """The shape of a suit, and below it the number of its ranks."""
    used, number, size, shape = bits.board(0), 0, 1, 0
    for place in range(ROUNDS):
        cards = own if place == 0 else flop if place == 1 else turn if place == 2 else river
        ranks = bits.right(cards, SUIT * suit) & bits.board(0x1FFF)
        count, sum_of, left = 0, 0, ranks
        while left != bits.board(0):
            low = bits.lowest_bit(left)
            below = bits.minus(low, bits.board(1))
            free = bits.count(bits.without(below, used))
            count += 1
            sum_of += t.choose[8 * free + count]
            left = bits.without(left, low)
        number += size * sum_of
        size *= t.choose[8 * (RANK_COUNT - bits.count(used)) + count]
        shape += count * t.radix[place]
        used |= ranks
    return (shape << _NUMBER) | number


def multiset(n: int, a: int, b: int, c: int, d: int) -> int:
    """The number of the multiset of n numbers, the largest first, in colexicographic order."""
    if n == 1:
        return a
    if n == 2:
        return (a + 1) * a // 2 + b
    if n == 3:
        return (a + 2) * (a + 1) * a // 6 + (b + 1) * b // 2 + c
    return (a + 3) * (a + 2) * (a + 1) * a // 24 + (b + 2) * (b + 1) * b // 6 + (c + 1) * c // 2 + d


def multisets(n: int, size: int) -> int:
    """How many multisets of n of `size` numbers there are."""
    return multiset(n, size, 0, 0, 0) if n > 0 else 1


def hand_number(t: SuitTables, own: Bitboard, flop: Bitboard, turn: Bitboard, river: Bitboard) -> int:
    """The number of a hand whose cards, round by round, are these sets; they fit the rounds of the tables."""
    a = suit_key(t, 0, own, flop, turn, river)
    b = suit_key(t, 1, own, flop, turn, river)
    c = suit_key(t, 2, own, flop, turn, river)
    d = suit_key(t, 3, own, flop, turn, river)
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    sa, sb, sc, sd = a >> _NUMBER, b >> _NUMBER, c >> _NUMBER, d >> _NUMBER
    wanted = (((sa << SHAPE) | sb) << SHAPE | sc) << SHAPE | sd
    low, high = 0, t.patterns - 1
    while low < high:
        middle = (low + high) >> 1
        if t.pattern[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    a, b, c, d = a & _MASK, b & _MASK, c & _MASK, d & _MASK
    number, size = t.offset[low], 1
    while True:  # a group of suits of the same shape at a time, the first among a, b, c and d
        n = 1
        if sa == sb:
            n = 2
            if sa == sc:
                n = 3
                if sa == sd:
                    n = 4
        if sa == SHAPES:
            return number
        number += size * multiset(n, a, b, c, d)
        size *= multisets(n, t.size[sa])
        for _ in range(n):
            a, b, c, d = b, c, d, 0
            sa, sb, sc, sd = sb, sc, sd, SHAPES


class Isomorphism:
    """Hands of so many cards a round, and their numbers."""

    def __init__(self, rounds: Sequence[int]) -> None:
        if not (1 <= len(rounds) <= ROUNDS and all(cards >= 1 for cards in rounds) and sum(rounds) <= 7):
            raise BadInput(f"Hands have 1 to {ROUNDS} rounds of cards, 7 cards in all, not {tuple(rounds)}.")
        self.rounds = tuple(rounds)
        self.tables, self.count = _tables(self.rounds)

    def number(self, *cards: Sequence[int]) -> int:
        """The number, from 0 up to `count`, of a hand whose cards are given round by round; `BadInput` for
        other numbers of cards, or a card that comes twice."""
        if tuple(map(len, cards)) != self.rounds or len({c for part in cards for c in part}) < sum(
            self.rounds
        ):
            raise BadInput(f"The cards are {self.rounds} a round, all different; not {cards}.")
        return hand_number(self.tables, *map(set_of, cards), *[0] * (ROUNDS - len(cards)))


@cache
def isomorphism(*rounds: int) -> Isomorphism:
    """`Isomorphism(rounds)`, made once."""
    return Isomorphism(rounds)


def _tables(rounds: tuple[int, ...]) -> tuple[SuitTables, int]:
    """The tables for hands of these rounds, and how many hands there are."""
    radix = [prod(cards + 1 for cards in rounds[:place]) for place in range(ROUNDS)]
    sizes: dict[int, int] = {}
    counts: dict[int, tuple[int, ...]] = {}
    for dealt in product(*(range(cards + 1) for cards in rounds)):
        shape = sum(n * by for n, by in zip(dealt, radix, strict=False))
        counts[shape] = dealt
        sizes[shape] = prod(comb(RANK_COUNT - sum(dealt[:place]), n) for place, n in enumerate(dealt))
    patterns, offsets, total = [], [], 0
    for shapes in combinations_with_replacement(sorted(counts), SUIT_COUNT):
        if tuple(map(sum, zip(*(counts[shape] for shape in shapes), strict=True))) == rounds:
            patterns.append(shapes[::-1])
    patterns.sort()
    for shapes in patterns:
        offsets.append(total)
        total += prod(
            comb(sizes[shape] + shapes.count(shape) - 1, shapes.count(shape)) for shape in set(shapes)
        )
    words = [sum(shape << (SHAPE * (SUIT_COUNT - 1 - at)) for at, shape in enumerate(p)) for p in patterns]
    choose = [comb(n, k) for n in range(14) for k in range(8)]
    by_shape = [sizes.get(shape, 1) for shape in range(SHAPES)]
    made = SuitTables(
        _words(choose), _words(radix), _words(by_shape), _words(words), _words(offsets), len(patterns)
    )
    return made, total


def _words(numbers: Sequence[int]) -> Buffer:
    made = Buffer(len(numbers))
    made.array[:] = numbers
    return made

"""Bitboards: 64 squares in one word, and the few operations that need care.

A bitboard is a plain `int` from 0 to 2**64 - 1 when interpreted and an unsigned machine word when compiled.
`&`, `|`, `^` between two bitboards and `>>` by a number are safe as they stand; everything that could leave
the 64 bits, or mix a bitboard with an ordinary number, goes through the functions below.  Each body here is
what the name means in plain Python; `core.machine.bit_ops` gives the same meaning to the processor, and a
property test holds the two together.
"""

from collections.abc import Iterator
from operator import and_, inv, or_
from typing import Annotated, Any, TypeVar

__all__ = [
    "FULL",
    "Bitboard",
    "Wide",
    "bit",
    "board",
    "count",
    "entry",
    "has",
    "hash_with",
    "highest_bit",
    "invert",
    "left",
    "lowest",
    "lowest_bit",
    "minus",
    "mix",
    "number",
    "plus",
    "right",
    "select",
    "squares",
    "swap",
    "times",
    "wide_alone",
    "wide_and",
    "wide_count",
    "wide_down",
    "wide_empty",
    "wide_entry",
    "wide_has",
    "wide_hash",
    "wide_lowest",
    "wide_or",
    "wide_select",
    "wide_squares",
    "wide_up",
    "wide_window",
    "wide_with",
    "wide_without",
    "with_item",
    "without",
    "without_lowest",
]

Bitboard = Annotated[int, "64 bits, unsigned"]
"""The type of a state's field, or of a game's derived constant, that is a bitboard."""

_Row = TypeVar("_Row", bound=tuple[int, ...])
"""A row of numbers, as long as it is declared."""

FULL = 0xFFFF_FFFF_FFFF_FFFF


def board(number: int) -> Bitboard:
    """`number` as a bitboard (the low 64 bits)."""
    return number & FULL


def bit(square: int) -> Bitboard:
    """The bitboard with the one square 0 <= `square` <= 63."""
    return 1 << square


def left(b: Bitboard, n: int) -> Bitboard:
    """Every square moved up by `n` (0 <= n <= 63); squares beyond 63 fall off."""
    return (b << n) & FULL


def right(b: Bitboard, n: int) -> Bitboard:
    """Every square moved down by `n` (0 <= n <= 63); squares below 0 fall off."""
    return b >> n


def plus(a: Bitboard, b: Bitboard) -> Bitboard:
    """The sum, carries and all, modulo 2**64."""
    return (a + b) & FULL


def minus(a: Bitboard, b: Bitboard) -> Bitboard:
    """The difference modulo 2**64."""
    return (a - b) & FULL


def times(a: Bitboard, b: Bitboard) -> Bitboard:
    """The product modulo 2**64."""
    return (a * b) & FULL


def invert(b: Bitboard) -> Bitboard:
    """The squares not in `b`."""
    return b ^ FULL


def without(a: Bitboard, b: Bitboard) -> Bitboard:
    """The squares of `a` that are not in `b`."""
    return a & (b ^ FULL)


def has(b: Bitboard, square: int) -> bool:
    """Whether `square` is in `b`."""
    return (b >> square) & 1 == 1


def count(b: Bitboard) -> int:
    """How many squares `b` has."""
    return int(b).bit_count()


def lowest(b: Bitboard) -> int:
    """The lowest square of a bitboard that is not empty."""
    return (b & -b).bit_length() - 1


def lowest_bit(b: Bitboard) -> Bitboard:
    """The bitboard of the lowest square alone; empty for an empty board."""
    return b & -b


def highest_bit(b: Bitboard) -> Bitboard:
    """The bitboard of the highest square alone; empty for an empty board."""
    return 1 << (int(b).bit_length() - 1) if b else 0


def without_lowest(b: Bitboard) -> Bitboard:
    """`b` less its lowest square; empty for an empty board."""
    return b & (b - 1) if b else 0


def number(b: Bitboard) -> int:
    """A bitboard as an ordinary number: its bits read as a signed word, so that `board` undoes it."""
    return int(b) - ((b >> 63) << 64)


def swap(b: Bitboard) -> Bitboard:
    """The eight bytes in the other order: on a board of eight ranks, the lowest rank on top."""
    return int.from_bytes(int(b).to_bytes(8, "little"), "big")


def entry(table: Any, index: int) -> Bitboard:
    """Entry `index` >= 0 of a constant table of bitboards: a NumPy array of unsigned words, or a tuple."""
    return int(table[index])


def squares(b: Bitboard) -> Iterator[int]:
    """The squares of `b` from the lowest up."""
    while b != board(0):
        yield lowest(b)
        b = without_lowest(b)


def select(b: Bitboard, k: int) -> int:
    """The square with exactly `k` squares of `b` below it, one of `b`'s: 0 <= k < count(b)."""
    for _ in range(k):
        b = without_lowest(b)
    return lowest(b)


def mix(h: Bitboard) -> Bitboard:
    """A bijection of 64-bit words that scatters them (the finaliser of SplitMix64, Steele et al. 2014)."""
    h = ((h ^ (h >> 30)) * 0xBF58_476D_1CE4_E5B9) & FULL
    h = ((h ^ (h >> 27)) * 0x94D0_49BB_1331_11EB) & FULL
    return h ^ (h >> 31)


def hash_with(h: Bitboard, word: int) -> Bitboard:
    """A 64-bit hash `h` extended by one more word."""
    return mix((h * 0x9E37_79B9_7F4A_7C15 + word + 0x632B_E59B_D9B4_E019) & FULL)


# ---- boards of more than 64 squares: a tuple of words, square n in word n // 64
#
# Go is interpreted with these, so the loops over the words run in C where they can: a Monte Carlo search of
# Go on 3×3 points takes half the time that it took with generators.

Wide = tuple[Bitboard, ...]


def wide_entry(like: Wide, table: Any, index: int) -> Wide:
    """Board `index` of a constant table of boards that are as many words each as `like`."""
    n = len(like)
    return tuple(map(int, table[index * n : (index + 1) * n]))


def wide_has(words: Wide, square: int) -> bool:
    """Whether `square` is in a board of several words; no square before or beyond them is."""
    return 0 <= square >> 6 < len(words) and (words[square >> 6] >> (square & 63)) & 1 == 1


def wide_with(words: Wide, square: int) -> Wide:
    """A board of several words with `square` added."""
    at = square >> 6
    return words[:at] + (words[at] | (1 << (square & 63)),) + words[at + 1 :]


def wide_alone(like: Wide, square: int) -> Wide:
    """The board of one square, of as many words as `like`."""
    return wide_with((0,) * len(like), square)


def wide_and(a: Wide, b: Wide) -> Wide:
    """The squares in both of two boards of equally many words; so below."""
    assert len(a) == len(b)
    return tuple(map(and_, a, b))


def wide_or(a: Wide, b: Wide) -> Wide:
    """The squares in either."""
    assert len(a) == len(b)
    return tuple(map(or_, a, b))


def wide_without(a: Wide, b: Wide) -> Wide:
    """The squares of `a` that are not in `b`."""
    assert len(a) == len(b)
    return tuple(map(and_, a, map(inv, b)))


def wide_up(words: Wide, n: int) -> Wide:
    """Every square moved up by `n` (1 <= n <= 63); squares beyond the last word fall off."""
    moved, below = [], 0
    for word in words:
        moved.append(((word << n) & FULL) | below)
        below = word >> (64 - n)
    return tuple(moved)


def wide_down(words: Wide, n: int) -> Wide:
    """Every square moved down by `n` (1 <= n <= 63); squares below 0 fall off."""
    moved, above = [], 0
    for word in reversed(words):
        moved.append((word >> n) | above)
        above = (word << (64 - n)) & FULL
    return tuple(reversed(moved))


def wide_window(words: Wide, square: int) -> Bitboard:
    """The 64 squares from `square` (-64 or more) on, as one word; what lies outside the board is empty."""
    found = 0
    for at, word in enumerate(words):
        shift = 64 * at - square
        found |= word << shift if shift >= 0 else word >> -shift
    return found & FULL


def wide_empty(words: Wide) -> bool:
    """Whether a board of several words has no square at all."""
    return not any(words)


def wide_count(words: Wide) -> int:
    """How many squares it has."""
    return sum(word.bit_count() for word in words)


def wide_lowest(words: Wide) -> int:
    """The lowest square of a board that is not empty."""
    at = 0
    while words[at] == board(0):
        at += 1
    return 64 * at + lowest(words[at])


def wide_select(words: Wide, k: int) -> int:
    """The square with exactly `k` squares of the board below it, one of the board's own."""
    at = 0
    while k >= count(words[at]):
        k -= count(words[at])
        at += 1
    return 64 * at + select(words[at], k)


def wide_squares(words: Wide) -> Iterator[int]:
    """The squares from the lowest up."""
    for at in range(len(words)):
        for square in squares(words[at]):
            yield 64 * at + square


def wide_hash(h: Bitboard, words: Wide) -> Bitboard:
    """A 64-bit hash `h` extended by all the words."""
    for word in words:
        h = hash_with(h, word)
    return h


# ---- rows of numbers: what each player has, as a tuple


def with_item(row: _Row, at: int, item: int) -> _Row:
    """A row of numbers with the one at place `at` replaced."""
    return (*row[:at], item, *row[at + 1 :])  # type: ignore[return-value]  # as long as it was

"""Random numbers that kernels draw, the same interpreted and compiled: SplitMix64.

A stream is a `Buffer` of one unsigned word, made by `stream(seed)`; every draw moves it on.  Source: Steele,
Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014, figure 17.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer

GOLDEN = 0x9E37_79B9_7F4A_7C15
"""The odd number nearest to 2**64 divided by the golden ratio."""


def stream(seed: int) -> Buffer:
    """A stream of random numbers; seeds that differ at all give streams that look unrelated."""
    made = Buffer(1, unsigned=True)
    made[0] = bits.mix(bits.board(seed) ^ bits.board(GOLDEN))
    return made


def word(random: Buffer) -> Bitboard:
    """64 random bits."""
    state = bits.plus(random[0], bits.board(GOLDEN))
    random[0] = state
    return bits.mix(state)


def below(random: Buffer, n: int) -> int:
    """A random whole number from 0 to n - 1, for 1 <= n <= 2**31.

    The high half of a product (Lemire, *Fast Random Integer Generation in an Interval*, 2019), without the
    rejection that would make it exact: no number is favoured by more than n / 2**32 of its share.
    """
    return bits.number(bits.right(bits.times(bits.right(word(random), 32), bits.board(n)), 32))


def fraction(random: Buffer) -> float:
    """A random number from 0 up to, but never, 1: a multiple of 2**-53."""
    return bits.number(bits.right(word(random), 11)) * 2.0**-53

"""Four in a line on a board of columns: step 1 is vertical, `stride` across, one less or more diagonal."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard

WIDEST_STEP = 21
"""Four squares farther apart do not fit 64 bits: a board so high has fewer than four columns."""


def aligned(stones: Bitboard, stride: int) -> bool:
    """Whether four of `stones` stand in a line."""
    # `starts` four times, written out: every node of an interpreted search asks this, and each call costs it
    pairs = stones & (stones >> 1)
    if pairs & (pairs >> 2):
        return True
    if stride - 1 <= WIDEST_STEP:
        pairs = stones & (stones >> (stride - 1))
        if pairs & (pairs >> (2 * stride - 2)):
            return True
    if stride <= WIDEST_STEP:
        pairs = stones & (stones >> stride)
        if pairs & (pairs >> (2 * stride)):
            return True
    if stride + 1 <= WIDEST_STEP:
        pairs = stones & (stones >> (stride + 1))
        if pairs & (pairs >> (2 * stride + 2)):
            return True
    return False


def starts(stones: Bitboard, step: int) -> Bitboard:
    """The lowest squares of all fours that stand `step` apart in `stones`."""
    if step > WIDEST_STEP:
        return bits.board(0)
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (2 * step))


def lines_in(squares: Bitboard, stride: int) -> int:
    """How many lines of four lie wholly in `squares`."""
    return (
        bits.count(starts(squares, 1))
        + bits.count(starts(squares, stride - 1))
        + bits.count(starts(squares, stride))
        + bits.count(starts(squares, stride + 1))
    )


def completing(stones: Bitboard, stride: int) -> Bitboard:
    """The squares that would complete a line of four for `stones`, occupied ones and edges included."""
    vertical = bits.left(stones, 1) & bits.left(stones, 2) & bits.left(stones, 3)
    return vertical | gaps(stones, stride - 1) | gaps(stones, stride) | gaps(stones, stride + 1)


def gaps(stones: Bitboard, step: int) -> Bitboard:
    """The squares that complete four of `stones` standing `step` apart."""
    if step > WIDEST_STEP:
        return bits.board(0)
    up, down = bits.left(stones, step), stones >> step
    up2, down2 = up & bits.left(stones, 2 * step), down & (stones >> (2 * step))
    return (
        (up2 & bits.left(stones, 3 * step)) | (up2 & down) | (down2 & up) | (down2 & (stones >> (3 * step)))
    )

"""Discs enclosed between two of the other colour, on a board of up to 64 bits and up to eight squares a side.

Where a side may put a disc is found for all squares at once: from its discs the runs of the other's are
filled in steps of `step`, to higher squares and to lower ones.  A run is at most six discs long; four fills
find it, as the last two go two squares at a time (parallel prefix, *Chess Programming Wiki*, "Kogge-Stone
Algorithm").  For a step that changes the column `through` leaves the outer columns out, so that no run goes
round the edge.

What one disc turns over is found ray by ray.  On a ray to higher squares a carry runs through the other's
discs and stops at the first square that has none; on one to lower squares that square is the highest bit
left.  An own disc there encloses what lies between.
"""

from __future__ import annotations

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard

SIDES = (4, 6, 8)
RAYS = 8
"""Rays of a square: four to higher squares, then four to lower ones."""
SQUARES = 64


def run_up(squares: Bitboard, through: Bitboard, step: int) -> Bitboard:
    """The unbroken runs of `through` that begin `step` above one of the squares."""
    run = through & bits.left(squares, step)
    run |= through & bits.left(run, step)
    pairs = through & bits.left(through, step)
    run |= pairs & bits.left(run, 2 * step)
    return run | (pairs & bits.left(run, 2 * step))


def run_down(squares: Bitboard, through: Bitboard, step: int) -> Bitboard:
    """The same to lower squares."""
    run = through & (squares >> step)
    run |= through & (run >> step)
    pairs = through & (through >> step)
    run |= pairs & (run >> (2 * step))
    return run | (pairs & (run >> (2 * step)))


def ends(own: Bitboard, through: Bitboard, step: int) -> Bitboard:
    """The squares just beyond the runs that begin beside a disc of `own`."""
    return bits.left(run_up(own, through, step), step) | (run_down(own, through, step) >> step)


def enclosed_above(ray: Bitboard, own: Bitboard, other: Bitboard) -> Bitboard:
    """The discs of `other` that lead from the lower end of a ray to a disc of `own`."""
    end = bits.plus(other | bits.invert(ray), bits.board(1)) & own & ray
    return bits.minus(end, bits.board(end != bits.board(0))) & ray


def enclosed_below(ray: Bitboard, own: Bitboard, other: Bitboard) -> Bitboard:
    """The discs of `other` that lead from the upper end of a ray to a disc of `own`."""
    end = bits.highest_bit(bits.without(ray, other)) & own
    return bits.minus(bits.board(0), bits.left(end, 1)) & ray


def board_number(width: int, height: int) -> int:
    """The number of a board in the tables below."""
    return SIDES.index(width) * len(SIDES) + SIDES.index(height)


def _rays(width: int, height: int, square: int) -> list[int]:
    """The squares of each ray of a square, without the square itself; none of one beyond the board."""
    if square >= width * height:
        return [0] * RAYS
    found = []
    for sign in (1, -1):
        for down, across in ((0, 1), (1, -1), (1, 0), (1, 1)):
            row, column = divmod(square, width)
            ray = 0
            row, column = row + sign * down, column + sign * across
            while 0 <= row < height and 0 <= column < width:
                ray |= 1 << (width * row + column)
                row, column = row + sign * down, column + sign * across
            found.append(ray)
    return found


RAY_TABLE = np.array(
    [_rays(width, height, square) for width in SIDES for height in SIDES for square in range(SQUARES)],
    np.uint64,
).ravel()
"""For each board, in the order of `board_number`, and each of 64 squares its rays."""

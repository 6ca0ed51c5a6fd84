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


# ---- the last empty square of the usual board

COLUMN = 0x0101_0101_0101_0101
"""The squares of the first column; times this, a diagonal's squares come to lie in the last row."""
TO_ROW = 0x0102_0408_1020_4080
"""Times this, those of the first column do."""


def _turned(line: int, at: int) -> int:
    """How many squares of a line of eight lie between `at` and the nearest set ones of `line`, on both sides;
    none where the line has none."""
    count = 0
    for step in (1, -1):
        run, square = 0, at + step
        while 0 <= square < 8 and not line >> square & 1:
            run, square = run + 1, square + step
        count += run if 0 <= square < 8 else 0
    return count


TURNED = np.array([sum(_turned(line, at) << 8 * at for at in range(8)) for line in range(256)], np.uint64)
"""For the discs of one side on a line that is full but for one square, a byte for each square that this may
be: how many discs of the other side that side turns over there."""


def _diagonal(square: int, down: int) -> int:
    """The squares of the diagonal through a square, which goes down or up from left to right."""
    row, column = divmod(square, 8)
    return sum(1 << 8 * r + c for r in range(8) for c in range(8) if r - row == down * (c - column))


DIAGONAL_TABLE = np.array([_diagonal(square, down) for square in range(64) for down in (1, -1)], np.uint64)
"""For each square its two diagonals."""


def turned_by_last(own: Bitboard, square: int) -> int:
    """How many discs a disc on the only empty square of an 8 x 8 board turns over; all others are the other
    side's or `own`."""
    column, row = square & 7, square >> 3
    falling = bits.times(own & bits.entry(DIAGONAL_TABLE, 2 * square), COLUMN)
    rising = bits.times(own & bits.entry(DIAGONAL_TABLE, 2 * square + 1), COLUMN)
    down = bits.times(bits.right(own, column) & COLUMN, TO_ROW)
    across = (
        bits.entry(TURNED, bits.right(own, 8 * row) & 255)
        + bits.entry(TURNED, falling >> 56)
        + bits.entry(TURNED, rising >> 56)
    )
    return bits.number(bits.right(across, 8 * column) & 255) + bits.number(
        bits.right(bits.entry(TURNED, down >> 56), 8 * row) & 255
    )

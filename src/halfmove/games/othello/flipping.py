"""Discs enclosed between two of the other colour, on a board of up to 64 bits and up to eight squares a side.

Each function goes through the discs `through` from some square in steps of `step`, to higher squares and to
lower ones.  A run is at most six discs long; four fills find it, as the last two go two squares at a time
(parallel prefix, *Chess Programming Wiki*, "Kogge-Stone Algorithm").  For a step that changes the column
`through` leaves the outer columns out, so that no run goes round the edge.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard


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


def enclosed(square: Bitboard, own: Bitboard, through: Bitboard, step: int) -> Bitboard:
    """The runs between the one square and a disc of `own`."""
    found = bits.board(0)
    up, down = run_up(square, through, step), run_down(square, through, step)
    if (bits.left(up, step) & own) != bits.board(0):
        found |= up
    if ((down >> step) & own) != bits.board(0):
        found |= down
    return found

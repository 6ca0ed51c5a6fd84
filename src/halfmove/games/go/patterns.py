"""The patterns of three by three points around a move, by which a playout answers the move before.

Source: Gelly, Wang, Munos and Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go*, INRIA report
6062, 2006, figures 3 to 5: hane, cut, and moves at the edge.  X and O are the two players, whichever of them
moves; `.` an empty point, `x` and `o` anything but that player's stone, `?` anything, a blank nothing, as it
lies beyond the edge.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard

HANE = (
    ("XOX", "...", "???"),
    ("XO.", "...", "?.?"),
    ("XO?", "X..", "x.?"),
    (".O.", "X..", "..."),
)
CUT = (
    ("XO?", "O.o", "?o?"),
    ("XO?", "O.X", "???"),
    ("?X?", "O.O", "ooo"),
    ("OX?", "o.O", "???"),
)
EDGE = (
    ("X.?", "O.?", "   "),
    ("OX?", "X.O", "   "),
    ("?X?", "x.O", "   "),
    ("?XO", "x.x", "   "),
    ("?OX", "X.O", "   "),
)
PATTERNS = HANE + CUT + EDGE

EMPTY, OWN, OTHER, BEYOND = range(4)
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The neighbours, as (down, right), in the order in which a code has them, two bits each from the lowest."""

_MEANS = {
    "X": (OWN,),
    "O": (OTHER,),
    ".": (EMPTY,),
    "x": (EMPTY, OTHER, BEYOND),
    "o": (EMPTY, OWN, BEYOND),
    "?": (EMPTY, OWN, OTHER, BEYOND),
    " ": (BEYOND,),
}
_SWAPPED = str.maketrans("XOxo", "OXox")


@cache
def pattern_table() -> np.ndarray[Any, Any]:
    """A bit for each code of eight neighbours, in 1,024 words: whether some pattern, turned, mirrored or with
    the colours exchanged, is there."""
    found = np.zeros((4,) * 8, bool)
    for rows in PATTERNS:
        for turned in _turn_pattern(rows):
            for cells in (turned, turned.translate(_SWAPPED)):
                # the last axis is the lowest two bits
                found[np.ix_(*(_MEANS[c] for c in reversed(cells)))] = True
    return np.packbits(found.reshape(-1), bitorder="little").view(np.uint64)


def spread(points: Bitboard) -> Bitboard:
    """Each of the lowest 32 bits moved to twice its place, with nothing between."""
    points = (points | bits.left(points, 16)) & bits.board(0x0000_FFFF_0000_FFFF)
    points = (points | bits.left(points, 8)) & bits.board(0x00FF_00FF_00FF_00FF)
    points = (points | bits.left(points, 4)) & bits.board(0x0F0F_0F0F_0F0F_0F0F)
    points = (points | bits.left(points, 2)) & bits.board(0x3333_3333_3333_3333)
    return (points | bits.left(points, 1)) & bits.board(0x5555_5555_5555_5555)


def is_pattern(words: Any, code: Bitboard, row: int, column: int) -> bool:
    """Whether of five by five points (`spread`, OTHER the upper of the two bits) the one below and right of
    `row` and `column`, 0 to 2, is empty and has a pattern around it; `words` are `pattern_table`'s."""
    moved = bits.right(code, 10 * row + 2 * column)
    if moved & bits.board(3 << 12) != bits.board(0):
        return False
    three = bits.board(63)
    middle = bits.right(moved, 10)
    around = (
        (moved & three)
        | bits.left(middle & bits.board(3), 6)
        | bits.left(bits.right(middle, 4) & bits.board(3), 8)
        | bits.left(bits.right(moved, 20) & three, 10)
    )
    return bits.has(bits.entry(words, bits.number(bits.right(around, 6))), bits.number(around & three))


def _turn_pattern(rows: tuple[str, ...]) -> set[str]:
    """The eight neighbours of a pattern in the order of `STEPS`, in every turn and mirror image."""
    found = set()
    for down, right in permutations((0, 1)):
        for flip_down in (1, -1):
            for flip_right in (1, -1):
                cells = ""
                for step in STEPS:
                    row = flip_down * step[down]
                    column = flip_right * step[right]
                    cells += rows[1 + row][1 + column]
                found.add(cells)
    return found

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
        for turned in _turned(rows):
            for cells in (turned, turned.translate(_SWAPPED)):
                # the last axis is the lowest two bits
                found[np.ix_(*(_MEANS[c] for c in reversed(cells)))] = True
    return np.packbits(found.reshape(-1), bitorder="little").view(np.uint64)


def _turned(rows: tuple[str, ...]) -> set[str]:
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

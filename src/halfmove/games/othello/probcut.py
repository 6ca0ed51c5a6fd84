"""What shallow searches say of deep ones on the usual board: the hook `probcut`, fitted to our searches.

The score of a search to `depth` plies is, but for an error, a straight line of that to `shallow` plies (M.
Buro, *ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm*, ICCA Journal 18(2), 1995).
`probcut.txt` has, for each stage of ten plies and pair of depths, slope, offset and standard deviation of
the error, the latter two in discs, as `benchmarks/probcut.py` fitted them (`docs/games/othello.md` tells
from what).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.score import INFINITY
from halfmove.games.othello.patterns import Patterns
from halfmove.games.othello.rules import State

FILE = Path(__file__).with_name("probcut.txt")
STAGES = 6
DEPTHS = 25
"""Searches from this depth on are not foretold."""
SHALLOW = 13
FRACTIONS = 1024
"""Of a slope's unit, in a word of the table."""
HUNDREDTHS = 100
HALF = 1 << 15

Fitted = dict[tuple[int, int, int], tuple[float, float, float]]


def read(path: Path = FILE) -> Fitted:
    """Slope, offset and deviation by stage, shallow and deep plies, as they were fitted."""
    fitted: Fitted = {}
    for line in path.read_text().splitlines():
        stage, shallow, deep, *numbers = line.split()
        slope, offset, sigma = map(float, numbers)
        fitted[int(stage), int(shallow), int(deep)] = slope, offset, sigma
    return fitted


def extended(fitted: Fitted) -> Fitted:
    """The same with what was not searched: the first and last stages as the next to them, and deeper pairs.

    There the line is that of the deepest pair of the same shallow depth, and the variance grows by two
    plies as much as it last did, which errs to the safe side, as it grows ever less.
    """
    stages = sorted({stage for stage, _, _ in fitted})
    found = dict(fitted)
    for stage in stages:
        for deep in range(3, DEPTHS):
            for shallow in range(2 - deep % 2, min(deep - 1, SHALLOW), 2):
                if (stage, shallow, deep) in found:
                    continue
                slope, offset, sigma = 1.0, 0.0, 0.0
                if (stage, shallow, deep - 2) in found:
                    slope, offset, sigma = found[stage, shallow, deep - 2]
                    _, _, before = found.get((stage, shallow, deep - 4), (1.0, 0.0, 0.0))
                    variance = 2 * sigma**2 - before**2
                else:
                    variance = found[stage, shallow - 2, deep - 2][2] ** 2
                found[stage, shallow, deep] = slope, offset, max(variance, sigma**2) ** 0.5
    for (stage, shallow, deep), numbers in list(found.items()):
        if stage == stages[0]:
            found |= {(earlier, shallow, deep): numbers for earlier in range(stage)}
        if stage == stages[-1]:
            found |= {(later, shallow, deep): numbers for later in range(stage + 1, STAGES)}
    return found


def packed(fitted: Fitted) -> Any:
    """A word for each stage, shallow and deep depth: slope | offset | deviation, 16 bits each; 0: none."""
    words = np.zeros((STAGES, SHALLOW, DEPTHS), np.uint64)
    for place, (slope, offset, sigma) in fitted.items():
        parts = round(slope * FRACTIONS), round(offset * HUNDREDTHS) + HALF, round(sigma * HUNDREDTHS)
        words[place] = parts[0] << 32 | parts[1] << 16 | parts[2]
    return words.reshape(-1)


TABLE = packed(extended(read()))


class ProbCut(Patterns):
    """What the usual board's evaluation by patterns foretells; others foretell nothing."""

    probcut_tenths = 15
    """Tenths of a standard deviation that a foretold score has to lie beyond the window."""

    def setup(self) -> None:
        super().setup()
        self.probcut_checks = 2 if self.patterned else 0

    def probcut(self, s: State, shallow: int, depth: int, low: int, high: int) -> tuple[int, int]:
        empty = self.squares - bits.count(s.own | s.other)
        known = self.patterned and depth < min(empty, DEPTHS) and shallow < min(depth, SHALLOW)
        if not known:
            return -INFINITY, INFINITY
        word = bits.entry(TABLE, (self.stage(empty) * SHALLOW + shallow) * DEPTHS + depth)
        if word == bits.board(0):
            return -INFINITY, INFINITY
        slope = bits.number(bits.right(word, 32))
        offset = (bits.number(bits.right(word, 16) & 0xFFFF) - HALF) * (self.unit // HUNDREDTHS)
        sure = bits.number(word & 0xFFFF) * (self.unit // HUNDREDTHS) * self.probcut_tenths // 10
        return (low - offset - sure) * FRACTIONS // slope, (high - offset + sure) * FRACTIONS // slope + 1

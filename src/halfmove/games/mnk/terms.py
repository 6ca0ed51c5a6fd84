"""The terms of the evaluation: the textbook's 3·X₂ + X₁ − (3·O₂ + O₁), counted line by line.

The evaluation counts the same lines with a handful of shifts (`OneWord.census`); tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core.score import WIN
from halfmove.core.term import Term

STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))


def terms(stones: str, width: int, k: int, weights: tuple[int, ...], total: int) -> list[Term]:
    """A term for each number of stones that an open line can have; `stones`: row by row, X, O and dots;
    `weights`: by the squares a line misses; `total`: the estimate to X, which is kept below a win."""
    found = []
    for missed in range(min(k, len(weights)) - 1, 0, -1):
        have = k - missed
        counts = dict.fromkeys("XO", 0)
        for line in lines(stones, width, k):
            for side in "XO":
                counts[side] += line.count(side) == have and line.count(".") == missed
        parts = {side: count * weights[missed] / WIN for side, count in counts.items()}
        words = f"open lines of {k} with {have} stone{'s' if have > 1 else ''} and none of the other side"
        worth = (counts["X"] - counts["O"]) * weights[missed] / WIN
        found.append(Term(f"lines with {have}", words, parts, worth))
    beyond = total / WIN - sum(term.worth for term in found)
    if abs(beyond) > 0.5 / WIN:
        found.append(Term("limit", "an estimate stays below a win", {}, beyond))
    return found


def lines(stones: str, width: int, k: int) -> Iterator[str]:
    """What stands on each line of `k` squares."""
    height = len(stones) // width
    for row in range(height):
        for column in range(width):
            for down, right in STEPS:
                if row + down * (k - 1) < height and 0 <= column + right * (k - 1) < width:
                    yield "".join(stones[(row + down * t) * width + column + right * t] for t in range(k))

"""What is known of open lines, on boards of one word and of several: what they are worth, and in which terms
people are told so.

The evaluation is the textbook's 3·X₂ + X₁ − (3·O₂ + O₁), generalised to lines of k.  It counts the lines with
a handful of shifts (`OneWord.census`), the terms count them line by line; tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.term import Term

ONE = 32
"""The unit of the potential: a line that misses m squares counts ONE / 2**m (5 or more missed count as 5)."""
HALF = 16


def weights(k: int) -> tuple[int, int, int, int, int]:
    """What an open line of `k` that misses 0, 1, 2, 3 or 4 squares is worth: three times as much a stone.

    The first stone of three counts 0.05 of a win, so that the estimates of tic-tac-toe are figures one can
    read; longer lines have more stones, and boards with more of them, so it counts less there.
    """
    stone = max(100, 50_000 // 10 ** max(k - 3, 0))
    worth = [0 if missed >= k else stone * 3 ** min(k - missed - 1, 7) for missed in range(5)]
    return worth[0], worth[1], worth[2], worth[3], worth[4]


def clamp(value: int) -> int:
    """The value inside the bounds of an estimate."""
    return max(1 - ESTIMATE, min(ESTIMATE - 1, value))


# ---- terms
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

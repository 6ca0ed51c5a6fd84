"""The arithmetic of open lines, for boards of one word and of several."""

from halfmove.core.score import ESTIMATE

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

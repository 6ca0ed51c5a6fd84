"""Shares and means of independent games, with their 95 % intervals.

A share of games won has Wilson's interval, which stays within 0 and 1 and holds for few games as well
(E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
Statistical Association 22, 1927).  A mean has Student's: the scores of games are far from normal, but the
mean of some dozens of them is near enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist, fmean, stdev

from halfmove.arena.statistics.elo import Interval

CONFIDENCE = 0.95
_MANY = 300
"""Degrees of freedom from which the expansion in 1/n is exact to six digits and more."""


def share(times: int, games: int) -> Interval | None:
    """The share of games in which something happened, with Wilson's interval; None without a game."""
    if not games:
        return None
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    found, spread = times / games, 1 + z * z / games
    middle = (found + z * z / (2 * games)) / spread
    half = z * math.sqrt(found * (1 - found) / games + (z / (2 * games)) ** 2) / spread
    return Interval(found, max(0.0, min(found, middle - half)), min(1.0, max(found, middle + half)))


def mean(values: Sequence[float]) -> Interval | None:
    """The mean with Student's interval, which has no end where there is one value; None without any."""
    if not values:
        return None
    found = fmean(values)
    if len(values) < 2:
        return Interval(found, -math.inf, math.inf)
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Interval(found, found - half, found + half)


def ratio(sums: Sequence[float], numbers: Sequence[int]) -> Interval | None:
    """The mean of things that come in groups which are independent, while the things of one group are not: of
    each group the sum, and how many they are.  Student's interval by the groups, linearised (W. G. Cochran,
    *Sampling Techniques*, 1977, 6.4); it has no end where there is one group.  None without a thing."""
    total = sum(numbers)
    if not total:
        return None
    found = sum(sums) / total
    groups = len(sums)
    if groups < 2:
        return Interval(found, -math.inf, math.inf)
    off = sum((y - found * n) ** 2 for y, n in zip(sums, numbers, strict=True))
    half = student(groups - 1) * math.sqrt(off * groups / (groups - 1)) / total
    return Interval(found, found - half, found + half)


@cache
def student(freedom: int) -> float:
    """What Student's t stays below in amount with probability `CONFIDENCE`; `freedom` is at least 1."""
    if freedom > _MANY:
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < CONFIDENCE else (low, middle)
    return (low + high) / 2


def within(t: float, freedom: int) -> float:
    """The probability that Student's t is at most `t` in amount (Abramowitz and Stegun, "Handbook of
    Mathematical Functions", 1964, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2 == 1
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(2 if odd else 1, freedom, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    return (angle + sine * total) * 2 / math.pi if odd else sine * total

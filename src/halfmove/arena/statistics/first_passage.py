"""When a random walk leaves a corridor, and on which side: what a sequential test may be expected to do.

The test's log-likelihood ratio is nearly a Brownian motion with drift, and for that the chance of each exit
and the mean time to it are known (Wald, "Sequential Analysis", 1947, 3.4 and A.3).  A walk in steps leaves a
little beyond the bound; moving each bound out by 0.583 deviations of a step accounts for that (Siegmund,
"Sequential Analysis", 1985, section 3.5: −ζ(½)/√(2π) = 0.5826).
"""

from __future__ import annotations

import math

OVERSHOOT = 0.5826
"""The mean overshoot of a normal random walk, in deviations of a step."""


def chance_up(drift: float, variance: float, low: float, high: float) -> float:
    """The probability that a Brownian motion from 0 reaches `high` > 0 before `low` < 0."""
    rate = 2.0 * drift / variance
    if abs(rate) * (high - low) < 1e-9:
        return -low / (high - low)
    if rate < 0:
        return 1.0 - chance_up(-drift, variance, -high, -low)
    return math.expm1(rate * low) / math.expm1(-rate * (high - low))


def duration(drift: float, variance: float, low: float, high: float) -> float:
    """The mean time until a Brownian motion from 0 reaches `low` < 0 or `high` > 0; drift and variance are
    those of a unit of time."""
    if abs(2.0 * drift / variance) * (high - low) < 1e-6:
        return -low * high / variance
    up = chance_up(drift, variance, low, high)
    return (up * high + (1.0 - up) * low) / drift


def widened(variance: float, low: float, high: float) -> tuple[float, float]:
    """The bounds at which a walk in steps of this variance leaves on average."""
    beyond = OVERSHOOT * math.sqrt(variance)
    return low - beyond, high + beyond

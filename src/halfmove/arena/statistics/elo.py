"""Elo differences, normalised Elo and the likelihood of superiority, with their intervals.

*Elo* is the logistic scale of the expected score: +400 means ten to one (Elo, "The Rating of Chessplayers",
1978, 8.3).  The interval is the score's normal interval carried over to the scale, as fastchess prints it.

*Normalised Elo* measures the score in standard deviations of a game, in units that equal Elo where no game is
drawn and the sides are about level: 800/ln 10 times (score − ½)/σ.  What it takes to tell two players apart
depends on it alone, whatever the share of draws and the openings (Van den Bergh, "Comments on normalized
Elo", 2020, section 3).  With pairs, a pair's deviation times √2 stands for that of a game.

The *likelihood of superiority* is the chance that the true score is above ½, the score taken as normal about
the one found and nothing being known beforehand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from halfmove.arena.statistics.counts import Counts
from halfmove.core.errors import BadInput

SCALE = 400 / math.log(10)
"""Elo of one unit of the logistic function's argument."""
NORMALIZED = 800 / math.log(10)
"""Normalised Elo of one standard deviation of a game's score."""


@dataclass(frozen=True)
class Interval:
    """An estimate and its interval; infinite where the games set no bound."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float | None:
        """Half the interval's width, as in "12.3 ± 4.5"; None where the interval has no end."""
        half = (self.high - self.low) / 2
        return half if math.isfinite(half) else None


def expected(elo: float) -> float:
    """The expected score, 0 to 1, of a player so much stronger than another."""
    ratio = math.exp(-abs(elo) / SCALE)
    return (1.0 if elo >= 0 else ratio) / (1.0 + ratio)


def of_score(score: float) -> float:
    """The Elo difference at which `score` is expected; −∞ from 0 down, +∞ from 1 up."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return SCALE * math.log(score / (1.0 - score))


def z_value(confidence: float) -> float:
    """How many standard deviations each way hold the share `confidence` of a normal distribution."""
    if not 0.0 < confidence < 1.0:
        raise BadInput(f"The confidence must lie between 0 and 1, such as 0.95, not {confidence:g}.")
    return NormalDist().inv_cdf((1.0 + confidence) / 2.0)


def elo(counts: Counts, confidence: float = 0.95) -> Interval | None:
    """The first side's Elo above the second's; None without games.

    Where every game was won (lost), the estimate is +∞ (−∞), and the other end of the interval is the exact
    one: the score at which so many wins on end have the probability (1 − confidence)/2.  Where all samples
    scored the same otherwise, the interval has no width, which says nothing (`counts.undefined` says why).
    """
    z = z_value(confidence)
    score, variance = counts.score, counts.variance
    if score is None or variance is None:
        return None
    if score in (0.0, 1.0):
        bound = of_score(((1.0 - confidence) / 2.0) ** (1.0 / counts.samples))
        return Interval(math.inf, bound, math.inf) if score else Interval(-math.inf, -math.inf, -bound)
    reach = z * math.sqrt(variance / counts.samples)
    return Interval(of_score(score), of_score(score - reach), of_score(score + reach))


def normalized_elo(counts: Counts, confidence: float = 0.95) -> Interval | None:
    """The first side's normalised Elo; None where it has no value (`counts.undefined` says why)."""
    z = z_value(confidence)
    score, variance = counts.score, counts.variance
    if score is None or not variance:
        return None
    value = NORMALIZED * (score - 0.5) / math.sqrt(variance * counts.each)
    reach = z * NORMALIZED / math.sqrt(counts.games)
    return Interval(value, value - reach, value + reach)


def superiority(counts: Counts) -> float | None:
    """The likelihood, 0 to 1, that the first side is the stronger (LOS); None where it has no value
    (`counts.undefined` says why)."""
    score, variance = counts.score, counts.variance
    if score is None or not variance:
        return None
    return NormalDist().cdf((score - 0.5) / math.sqrt(variance / counts.samples))

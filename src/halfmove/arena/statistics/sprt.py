"""The sequential probability ratio test: play until the games decide between two hypotheses.

H0 says that the first side is `elo0` stronger, H1 that it is `elo1`.  After every sample the log-likelihood
ratio (LLR) of the two is compared with Wald's bounds: ln(β/(1 − α)) accepts H0, ln((1 − β)/α) accepts H1, and
in between play goes on.  Then H1 is accepted wrongly with probability α at most, nearly, and H0 wrongly with
β (Wald, "Sequential Analysis", 1947, 3.2).  The ratio is the generalised one of `likelihood`: draws, and
what the two games of a pair have in common, are taken from the games themselves.

What elo0 and elo1 are measured in is the *model*: `normalized` and `logistic` as in `elo`, or `bayesian`, the
scale of BayesElo (Coulom, 2005), on which drawn games are part of the model: an Elo difference and a
`drawelo`, estimated from the games, give the chances of a win and a loss.

With the model `points` elo0 and elo1 are no Elo: they are means of what a pair of games is worth in the
game's own unit (IMPs a board of bridge).  Such values are taken as normal with unknown mean and variance, and
the ratio is that of the likeliest distributions with either mean,
n/2 ln((s² + (x̄ − m₀)²) / (s² + (x̄ − m₁)²)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from halfmove.arena.statistics.counts import Counts
from halfmove.arena.statistics.elo import NORMALIZED, expected, of_score
from halfmove.arena.statistics.first_passage import chance_up, duration, widened
from halfmove.arena.statistics.likelihood import ratio_of_means, ratio_of_normalized
from halfmove.core.errors import BadInput

MODELS = ("normalized", "logistic", "bayesian")
"""Of who won, in Elo."""
MOST = {"normalized": 150.0, "logistic": 1000.0, "bayesian": 1000.0}
"""The largest Elo a hypothesis may state: beyond, a few games tell more than a test."""
POINTS = "points"
"""The model of what pairs are worth."""
MOST_POINTS = 1e6
LEAST_VALUES = 16
"""Pairs before the variance of `points` is known well enough to decide anything."""


class Verdict(StrEnum):
    """What a test says."""

    H0 = "H0"
    H1 = "H1"
    GO_ON = "go on"


class Rule(Protocol):
    """What states a test, such as `arena.plan.StopRule`."""

    @property
    def elo0(self) -> float: ...
    @property
    def elo1(self) -> float: ...
    @property
    def model(self) -> str: ...
    @property
    def alpha(self) -> float: ...
    @property
    def beta(self) -> float: ...


@dataclass(frozen=True)
class Prospect:
    """What may be expected of a test from here on."""

    games: float
    """Games to go, on average."""
    accept_h1: float
    """The probability that H1 is accepted in the end."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test; made by `test`, which checks what it is given."""

    elo0: float
    elo1: float
    model: str = "normalized"
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted, below 0."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted, above 0."""
        return math.log((1.0 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The log-likelihood ratio of H1 to H0; 0 without games.

        `bayesian` needs the results of single games (`Counts.results`; `BadInput` without), and says 0 as
        long as none is won, or none lost: nothing is known of `drawelo` then.
        """
        if not counts.samples:
            return 0.0
        if self.model == "bayesian" and counts.results is None:
            raise BadInput(
                "The bayesian model needs the wins, draws and losses of the games, not only pairs."
            )
        results = None if counts.results is None else np.array(counts.results)
        return float(self.llrs(np.array(counts.frequencies), results))

    def llrs(self, frequencies: NDArray[Any], results: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The ratios of many matches, or stages of one, at once: scores along the last axis of
        `frequencies`; wins, draws and losses along the last of `results` (for the bayesian model of pairs).
        """
        if self.model == "normalized":
            scale = math.sqrt(frequencies.shape[-1] // 2) / NORMALIZED
            return ratio_of_normalized(frequencies, scale * self.elo0, scale * self.elo1)
        if self.model == "logistic":
            return ratio_of_means(frequencies, expected(self.elo0), expected(self.elo1))
        if self.model == POINTS:
            raise BadInput("A test of points needs what the pairs are worth, not only who won.")
        known = frequencies[..., ::-1] if results is None else results
        apart, both = draw_elo(known)
        means = (bayesian_score(self.elo0, apart), bayesian_score(self.elo1, apart))
        return np.where(both, ratio_of_means(frequencies, *means), 0.0)

    def llrs_of_values(self, values: Sequence[float]) -> NDArray[np.float64]:
        """The ratio after each of some values, with the model `points`: 0 for the first few (`LEAST_VALUES`),
        and as long as all are the same."""
        found = np.asarray(values, np.float64)
        number = np.arange(1, len(found) + 1)
        means = np.cumsum(found) / number
        variances = np.maximum(np.cumsum(found**2) / number - means**2, 0.0)
        known = (number >= LEAST_VALUES) & (variances > 1e-9 * (1.0 + means**2))
        low, high = ((means - mean) ** 2 for mean in (self.elo0, self.elo1))
        spread = np.where(known, variances, 1.0)
        return np.where(known, number / 2 * np.log((spread + low) / (spread + high)), 0.0)

    def verdict(self, llr: float) -> Verdict:
        """What the test says at this ratio."""
        if llr >= self.upper:
            return Verdict.H1
        return Verdict.H0 if llr <= self.lower else Verdict.GO_ON

    def prospect(
        self,
        elo: float,
        deviation: float | None = None,
        *,
        each: int = 2,
        llr: float = 0.0,
        drawelo: float = 0.0,
    ) -> Prospect:
        """What to expect if the first side is `elo` stronger in truth (in the model's units), from `llr` on.

        `deviation` is that of a sample's score (`Counts.variance` ** 0.5; needed for every model but the
        normalized), `each` the games of a sample.  A Brownian motion stands for the ratio, so the figures
        are good to a few per cent, and better the closer elo0 and elo1 are.
        """
        if not self.lower < llr < self.upper:
            return Prospect(0.0, 1.0 if llr >= self.upper else 0.0)
        t0, t1, t = self._deviations(elo, deviation, each, drawelo)
        drift, variance = (t1 - t0) * (t - (t0 + t1) / 2), (t1 - t0) ** 2
        low, high = widened(variance, self.lower - llr, self.upper - llr)
        steps = duration(drift, variance, low, high)
        return Prospect(each * steps, chance_up(drift, variance, low, high))

    def outlook(self, counts: Counts) -> Prospect | None:
        """What to expect from here on if the sides differ by as much as the games so far say; None while
        they say nothing of it, and always with `points`, which counts do not tell.  Early on it is a guess,
        and it shifts with every game."""
        score, variance = counts.score, counts.variance
        if score is None or not variance or self.model == POINTS:
            return None
        deviation, llr = math.sqrt(variance), self.llr(counts)
        if self.model == "normalized":
            found = NORMALIZED * (score - 0.5) / (deviation * math.sqrt(counts.each))
            return self.prospect(found, each=counts.each, llr=llr)
        if self.model == "logistic":
            return self.prospect(of_score(score), deviation, each=counts.each, llr=llr)
        drawelo, known = draw_elo(np.array(counts.results))
        if not known:
            return None
        found = bayesian_elo(score, float(drawelo))
        return self.prospect(found, deviation, each=counts.each, llr=llr, drawelo=float(drawelo))

    def _deviations(
        self, elo: float, deviation: float | None, each: int, drawelo: float
    ) -> tuple[float, float, float]:
        """Where H0, H1 and a true difference lie, in deviations of a sample's score (up to a constant)."""
        values = (self.elo0, self.elo1, elo)
        if self.model == "normalized":
            at = [math.sqrt(each) * value / NORMALIZED for value in values]
        elif not deviation:
            raise BadInput(
                f"With the {self.model} model, what to expect depends on the deviation of the scores."
            )
        elif self.model == "logistic":
            at = [expected(value) / deviation for value in values]
        elif self.model == POINTS:
            at = [value / deviation for value in values]
        else:
            at = [float(bayesian_score(value, np.float64(drawelo))) / deviation for value in values]
        return at[0], at[1], at[2]


def test(rule: Rule) -> Sprt:
    """The test that a rule states; `BadInput` says what is wrong with it."""
    known = (*MODELS, POINTS)
    if rule.model not in known:
        raise BadInput(f"There is no model '{rule.model}' of a test; there are {', '.join(known)}.")
    most = MOST.get(rule.model, MOST_POINTS)
    if not -most <= rule.elo0 < rule.elo1 <= most:
        raise BadInput(
            f"A test needs elo0 below elo1, both within ±{most:g} on the {rule.model} scale, "
            f"not {rule.elo0:g} and {rule.elo1:g}."
        )
    if not (rule.alpha > 0 and rule.beta > 0 and rule.alpha + rule.beta < 1):
        raise BadInput(
            f"The error rates of a test lie above 0 and together below 1, such as 0.05 each, "
            f"not {rule.alpha:g} and {rule.beta:g}."
        )
    return Sprt(rule.elo0, rule.elo1, rule.model, rule.alpha, rule.beta)


def draw_elo(results: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """BayesElo's `drawelo` from wins, draws and losses along the last axis, and whether there is one (it
    takes a win and a loss)."""
    both = (results[..., 0] > 0) & (results[..., 2] > 0)
    counts = np.where(results == 0, 1e-3, results.astype(np.float64))
    wins, losses = (counts[..., i] / counts.sum(-1) for i in (0, 2))
    return 200.0 * np.log10((1.0 - losses) / losses * (1.0 - wins) / wins), both


def bayesian_score(elo: float, drawelo: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    """The expected score of a side `elo` stronger on BayesElo's scale."""
    win = 1.0 / (1.0 + 10.0 ** ((drawelo - elo) / 400.0))
    loss = 1.0 / (1.0 + 10.0 ** ((drawelo + elo) / 400.0))
    return np.asarray((1.0 + win - loss) / 2.0)


def bayesian_elo(score: float, drawelo: float) -> float:
    """The difference on BayesElo's scale at which this score, between 0 and 1, is expected: with
    x = 10^(elo/400) and d = 10^(drawelo/400), 2·score − 1 = d(x² − 1) / ((d + x)(1 + d·x))."""
    over, d = 2.0 * score - 1.0, 10.0 ** (drawelo / 400.0)
    # (d − over·d)·x² − over·(1 + d²)·x − d·(1 + over) = 0
    half = over * (1.0 + d * d) / 2.0
    root = (half + math.sqrt(half * half + d * d * (1.0 - over * over))) / (d * (1.0 - over))
    return 400.0 * math.log10(root)

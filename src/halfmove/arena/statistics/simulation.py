"""Matches made up of random games whose true Elo is known: what a sequential test does, tried out.

A pair of games is from one opening, seats exchanged: with probability `sharp` the opening is decided by its
seat, so that each side wins one game; otherwise each game is lost, drawn or won by chance.  So draws are as
frequent as asked, and the two scores of a pair are negatively correlated, as in matches of engines.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from halfmove.arena.statistics.elo import NORMALIZED, of_score
from halfmove.arena.statistics.sprt import Sprt

Array = NDArray[np.float64]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class ResultModel:
    """The probabilities that the games' results are drawn from, each from 0 to 1."""

    win: float
    draw: float
    """Chances of the first side in a game from a quiet opening."""
    sharp: float = 0.0
    """The share of openings that decide the game."""

    @property
    def single(self) -> Array:
        """The chances of a loss, a draw and a win in a game of a quiet opening."""
        return np.array([1.0 - self.win - self.draw, self.draw, self.win])

    @property
    def kinds(self) -> tuple[Array, Counts, Counts]:
        """All kinds of pair: their chances, the points (in halves), and wins, draws and losses of each."""
        chances, halves, results = [self.sharp], [2], [[1, 0, 1]]
        for a, p in enumerate(self.single):
            for b, q in enumerate(self.single):
                chances.append((1 - self.sharp) * p * q)
                halves.append(a + b)
                results.append([(a == k) + (b == k) for k in (2, 1, 0)])
        return np.array(chances), np.array(halves), np.array(results)

    def chances(self, each: int) -> Array:
        """The chances of each score: of a pair (5), or of a game (3) if `each` is 1 (`sharp` is 0 then)."""
        if each == 1:
            return self.single
        kinds, halves, _ = self.kinds
        return np.bincount(halves, kinds, 5).astype(np.float64)

    def mean_and_deviation(self, each: int) -> tuple[float, float]:
        """Of a sample's score, 0 to 1."""
        chances = self.chances(each)
        scores = np.linspace(0, 1, len(chances))
        mean = float(chances @ scores)
        return mean, float(np.sqrt(chances @ (scores - mean) ** 2))

    def normalized_elo(self, each: int) -> float:
        """The true normalised Elo."""
        mean, deviation = self.mean_and_deviation(each)
        return NORMALIZED * (mean - 0.5) / (deviation * math.sqrt(each))

    def elo(self, each: int) -> float:
        """The true Elo."""
        return of_score(self.mean_and_deviation(each)[0])


def model_with(
    measure: Callable[[ResultModel], float], goal: float, draw: float, sharp: float = 0.0
) -> ResultModel:
    """The model with a share `draw` of draws in quiet openings at which `measure` (which grows with the wins)
    is `goal`."""
    low, high = 0.0, 1.0 - draw
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if measure(ResultModel(middle, draw, sharp)) < goal else (low, middle)
    return ResultModel((low + high) / 2, draw, sharp)


def bayesian_model(elo: float, drawelo: float) -> ResultModel:
    """Single games by BayesElo's model."""
    win, loss = (1 / (1 + 10 ** ((drawelo - sign * elo) / 400)) for sign in (1, -1))
    return ResultModel(win, 1 - win - loss)


@dataclass(frozen=True)
class Outcomes:
    """How the matches ended."""

    accepted_h1: NDArray[np.bool_]
    """Of each match, whether H1 was accepted; H0 was, if not."""
    samples: Counts
    """Pairs, or games, that each took."""

    def rate(self, h1: bool) -> tuple[float, float]:
        """The share that accepted H1 (or H0), and its standard error."""
        share = float((self.accepted_h1 == h1).mean())
        return share, float(np.sqrt(share * (1 - share) / len(self.samples)))

    def length(self) -> tuple[float, float]:
        """The mean number of samples, and its standard error."""
        return float(self.samples.mean()), float(self.samples.std() / np.sqrt(len(self.samples)))


def matches(
    the_test: Sprt,
    real: ResultModel,
    number: int,
    *,
    each: int,
    seed: int,
    block: int = 32,
    most: int = 200_000,
) -> Outcomes:
    """Play `number` matches under the test, each to its end; `each` is 2 for pairs, 1 for single games.
    `RuntimeError` if one has not ended after `most` samples.

    All matches that still go on play a block of samples at once, and the ratio is taken after every sample.
    """
    random = np.random.default_rng(seed)
    kinds, halves, results = (
        real.kinds if each == 2 else (real.single, np.arange(3), np.eye(3, dtype=int)[::-1])
    )
    scores = 2 * each + 1
    frequencies = np.zeros((number, scores), np.int64)
    single = np.zeros((number, 3), np.int64)
    h1, samples = np.zeros(number, np.bool_), np.zeros(number, np.int64)
    going = np.arange(number)
    played = 0
    while len(going):
        if played >= most:
            raise RuntimeError(f"{len(going)} matches have not ended after {most} samples")
        kind = random.choice(len(kinds), (len(going), block), p=kinds)
        steps = np.eye(scores, dtype=np.int64)[halves[kind]].cumsum(1) + frequencies[going, None]
        singles = results[kind].cumsum(1) + single[going, None]
        ratios = the_test.llrs(steps, singles)
        out = (ratios >= the_test.upper) | (ratios <= the_test.lower)
        ended = out.any(1)
        first = out.argmax(1)[ended]
        samples[going[ended]] = played + first + 1
        h1[going[ended]] = ratios[ended, first] > 0
        frequencies[going], single[going] = steps[:, -1], singles[:, -1]
        going = going[~ended]
        played += block
    return Outcomes(h1, samples)

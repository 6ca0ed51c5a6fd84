"""Which numbers of a search matter, from settings in which all of them are moved at once.

Each trial moves every number by a step, up or down, as a row of a two-level design says: all pairs of columns
are balanced, so that each trial tells something of every number (Plackett and Burman, *Biometrika* 33, 1946).
What a trial gains is taken for a sum of effects, one for each number, less what being away from the start
costs.  Effects are small and many, so they are shrunk towards zero, by as much as makes the gains likeliest
(ridge regression with an empirical prior: Hoerl and Kennard, *Technometrics* 12(1), 1970; MacKay, *Neural
Computation* 4(3), 1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

SPREADS = tuple(2.0**power for power in range(-12, 7))
"""How large effects may be beside the error of a trial: the likeliest of these is taken."""


def design(trials: int, numbers: int, seed: int) -> np.ndarray:
    """Whether a trial moves a number up (1) or down (−1): (trials, numbers); rows and columns of a Hadamard
    matrix by Sylvester's construction, in an order by lot."""
    size = 1 << max(trials - 1, numbers, 1).bit_length()
    random = np.random.default_rng(seed)
    rows = random.permutation(size)[:trials]
    columns = 1 + random.permutation(size - 1)[:numbers]  # the first is the same everywhere
    parity = np.zeros((trials, numbers), np.int64)
    for bit in range(size.bit_length()):
        parity ^= ((rows[:, None] >> bit) & (columns[None, :] >> bit)) & 1
    return 1 - 2 * parity


@dataclass(frozen=True)
class Effects:
    """What moving each number up by its step brings, as the trials tell it."""

    gains: Floats
    errors: Floats
    """Standard errors of `gains`."""
    away: float
    """What a trial gains in the mean: below zero where the start is good."""

    def steps(self) -> Floats:
        """By how many steps to move each, −1 to 1: half of what a number costs in the mean when it is a step
        away, as the square of the distance, is the best there is to be had of it."""
        cost = max(-self.away, 0.0) / len(self.gains)
        with np.errstate(divide="ignore", invalid="ignore"):
            best = np.where(self.gains == 0, 0.0, self.gains / (2 * cost))
        return np.clip(best, -1, 1)


def estimate_effects(signs: np.ndarray, gains: Sequence[float], errors: Sequence[float]) -> Effects:
    """The effects, from what the trials of a design gained and the standard errors of that, all above 0;
    none without trials."""
    if not len(gains):
        zeros = np.zeros(signs.shape[1])
        return Effects(zeros, zeros, 0.0)
    y, weights = np.asarray(gains, float), 1 / np.square(np.asarray(errors, float))
    x = np.asarray(signs, float)
    error = float(np.sqrt(1 / weights.mean()))
    best: tuple[float, Effects] | None = None
    for spread in SPREADS:
        found = _shrink(x, y, weights, (spread * error) ** 2)
        if best is None or found[0] > best[0]:
            best = found
    assert best is not None
    return best[1]


def _shrink(x: Floats, y: Floats, weights: Floats, variance: float) -> tuple[float, Effects]:
    """The effects where they spread by so much, and the logarithm of how likely the gains are then."""
    covariance = np.diag(1 / weights) + variance * (x @ x.T)
    inverse = np.linalg.inv(covariance)
    ones = np.ones(len(y))
    away = float(ones @ inverse @ y / (ones @ inverse @ ones))
    rest = y - away
    gains = variance * (x.T @ inverse @ rest)
    left = variance - variance**2 * np.einsum("ij,ik,kj->j", x, inverse, x)
    likely = -0.5 * (np.linalg.slogdet(covariance)[1] + rest @ inverse @ rest)
    return float(likely), Effects(gains, np.sqrt(np.maximum(left, 0)), away)

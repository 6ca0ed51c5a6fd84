"""The generalised log-likelihood ratio of score frequencies: how much better H1 explains them than H0.

A hypothesis fixes one number of the unknown distribution of scores (its mean, or its mean in standard
deviations) and leaves the rest free.  The ratio compares the likeliest distributions that obey either
hypothesis.  Under a mean s, the likeliest distribution is p̂ᵢ / (1 + θ(aᵢ − s)) with the one θ for which the
mean comes right (Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a
Distribution", 2020, proposition 1.1); under a normalised mean t, the same with φᵢ in the place of aᵢ − s,
found in rounds, as φ depends on the distribution itself ("Comments on normalized Elo", section 4.1).

Arrays throughout: in what is passed in the scores lie along the last axis, and every other axis is another
match; inside they lie along the first, where summing over them is fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EMPTY = 1e-3
"""What stands for an empty cell, so that no distribution is ruled out before it has been seen (as fastchess
and fishtest do)."""


def ratio_of_means(frequencies: NDArray[Any], mean0: Array | float, mean1: Array | float) -> Array:
    """The log-likelihood ratio of two hypotheses about the mean score (0 to 1, exclusive; one for all, or
    one for each match)."""
    total, shares = _shares(frequencies)
    scores = _scores(shares)
    likeliest = [_tilted(shares, scores - np.asarray(mean, np.float64))[0] for mean in (mean0, mean1)]
    return np.asarray(total * (shares * np.log(likeliest[1] / likeliest[0])).sum(0))


def ratio_of_normalized(frequencies: NDArray[Any], t0: float, t1: float) -> Array:
    """The log-likelihood ratio of two hypotheses about (mean − ½)/deviation of a sample's score."""
    total, shares = _shares(frequencies)
    likeliest = [_normalized(shares, t) for t in (t0, t1)]
    return np.asarray(total * (shares * np.log(likeliest[1] / likeliest[0])).sum(0))


def _shares(frequencies: NDArray[Any]) -> tuple[Array, Array]:
    """The number of samples and the share of each score, no share being 0."""
    counts = np.moveaxis(np.asarray(frequencies), -1, 0).astype(np.float64, order="C")
    counts[counts == 0.0] = EMPTY
    total = counts.sum(0)
    return total, counts / total


def _scores(shares: Array) -> Array:
    return np.linspace(0.0, 1.0, len(shares)).reshape(-1, *[1] * (shares.ndim - 1))


def _normalized(shares: Array, t: float, rounds: int = 100, precision: float = 1e-9) -> Array:
    """The likeliest distribution whose mean is t deviations above ½."""
    scores = _scores(shares)
    found = np.full_like(shares, 1.0 / len(shares))
    theta = np.zeros(shares.shape[1:])
    for _ in range(rounds):
        mean = (found * scores).sum(0)
        deviation = np.sqrt((found * (scores - mean) ** 2).sum(0))
        bent = 1.0 + ((scores - mean) / deviation) ** 2
        better, theta = _tilted(shares, scores - 0.5 - 0.5 * t * deviation * bent, theta)
        change = float(np.abs(better - found).max(initial=0.0))
        found = better
        if change < precision or t == 0.0:
            break
    return found


def _tilted(shares: Array, pull: Array, guess: Array | None = None) -> tuple[Array, Array]:
    """The distribution shares / (1 + θ·pull) in which `pull` has mean 0, and θ.

    That mean falls from +∞ to −∞ as θ goes between the poles, so Newton's steps, kept inside a shrinking
    bracket, find its zero.
    """
    low = np.broadcast_to(-1.0 / pull.max(0), shares.shape[1:])
    high = np.broadcast_to(-1.0 / pull.min(0), shares.shape[1:])
    enough = 1e-12 * (high - low)
    theta = np.zeros(shares.shape[1:])
    if guess is not None:
        theta = np.where((guess > low) & (guess < high), guess, theta)
    for _ in range(120):
        terms = pull / (1.0 + theta * pull)
        weighted = shares * terms
        mean = weighted.sum(0)
        low, high = np.where(mean > 0, theta, low), np.where(mean <= 0, theta, high)
        step = theta + mean / (weighted * terms).sum(0)
        step = np.where((step > low) & (step < high), step, (low + high) / 2)
        done = bool((np.abs(step - theta) <= enough).all())
        theta = step
        if done:
            break
    return shares / (1.0 + theta * pull), theta

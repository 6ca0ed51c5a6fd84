"""Logistic regression: the weights under which the results of games were most likely.

The first player's expected score is 1 / (1 + 10^(-k v / 400)) for an evaluation of v hundredths of a pawn; k
is fitted first, to the weights there are, and then held.  The weights follow by Adam (Kingma and Ba, 2015) on
all samples at once, drawn back a little to where they began, and are those of the step that predicted the
games kept apart best.  Source of the method: P. Österlund, "Texel's tuning method", 2014; Deep Blue's
weights, too, were fitted to games (of masters).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float32]]
SCALE = np.log(10) / 400
CHUNK = 16_384


class Data(NamedTuple):
    """Samples as numbers, a row each."""

    counts: Any
    """How often each feature counts, int8."""
    middle: Vector
    """How much of the middle game's weights counts, 0 to 1."""
    end: Vector
    """How much of the endgame's."""
    rest: Vector
    """What is not in the weights, in hundredths of a pawn."""
    result: Vector
    """Of the first player."""


class Fit(NamedTuple):
    """What came of it."""

    middle: Vector
    end: Vector
    k: float
    before: float
    """Mean error (cross entropy, in bits) on the games kept apart with the old weights."""
    after: float
    learnt_before: float
    learnt_after: float
    steps: int


Progress = Callable[[int, float, float], None]
"""Called after a step with the errors on what is learnt from and what is tested on."""


def expected(data: Data, middle: Vector, end: Vector, k: float) -> Vector:
    """The expected scores."""
    out = np.empty(len(data.result), np.float32)
    for at in range(0, len(out), CHUNK):
        part = slice(at, at + CHUNK)
        counts = data.counts[part].astype(np.float32)
        value = data.middle[part] * (counts @ middle) + data.end[part] * (counts @ end) + data.rest[part]
        out[part] = 1 / (1 + np.exp(-k * SCALE * value))
    return out


def error(data: Data, middle: Vector, end: Vector, k: float) -> float:
    """Mean cross entropy in bits: 1 says nothing is known."""
    return cross_entropy(data.result, expected(data, middle, end, k).astype(np.float64))


def cross_entropy(result: Any, expected: Any) -> float:
    """Mean cross entropy of results under expected scores, in bits."""
    p = np.clip(expected, 1e-9, 1 - 1e-9)
    return float(-np.mean(result * np.log2(p) + (1 - result) * np.log2(1 - p)))


def fit_steepness(data: Data, middle: Vector, end: Vector) -> float:
    """The k under which the weights there are predict best."""
    return minimise(lambda k: error(data, middle, end, k), 0.1, 4.0)


def minimise(of: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one valley is least: by golden section."""
    ratio = (5**0.5 - 1) / 2
    while high - low > 0.005:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if of(left) < of(right):
            high = right
        else:
            low = left
    return (low + high) / 2


def gradient(data: Data, middle: Vector, end: Vector, k: float) -> tuple[Vector, Vector]:
    """Of the mean error by each weight, up to a constant."""
    by_middle, by_end = np.zeros_like(middle), np.zeros_like(end)
    wrong = expected(data, middle, end, k) - data.result
    for at in range(0, len(wrong), CHUNK):
        part = slice(at, at + CHUNK)
        counts = data.counts[part].astype(np.float32)
        by_middle += (wrong[part] * data.middle[part]) @ counts
        by_end += (wrong[part] * data.end[part]) @ counts
    return by_middle / np.float32(len(wrong)), by_end / np.float32(len(wrong))


def fit(
    learnt: Data,
    tested: Data,
    middle: Vector,
    end: Vector,
    *,
    steps: int = 400,
    rate: float = 1.0,
    pull: float = 2e-7,
    patience: int = 60,
    see: Progress | None = None,
) -> Fit:
    """Fit the weights, from those given on; `pull` draws them back, `patience` steps without a better
    prediction end it."""
    first = np.concatenate([middle, end])
    size = len(middle)
    k = fit_steepness(learnt, middle, end)
    before, learnt_before = error(tested, middle, end, k), error(learnt, middle, end, k)
    weights, best, least, best_step = first.copy(), first.copy(), before, 0
    mean, square = np.zeros_like(first), np.zeros_like(first)
    step = 0
    for step in range(1, steps + 1):
        slope = np.concatenate(gradient(learnt, weights[:size], weights[size:], k))
        slope += pull * (weights - first)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        change = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        weights = weights - (rate * change).astype(np.float32)
        if step % 5 == 0 or step == steps:
            now = error(tested, weights[:size], weights[size:], k)
            if see is not None:
                see(step, error(learnt, weights[:size], weights[size:], k), now)
            if now < least:
                best, least, best_step = weights.copy(), now, step
            elif step - best_step >= patience:
                break
    return Fit(
        best[:size],
        best[size:],
        k,
        before,
        least,
        learnt_before,
        error(learnt, best[:size], best[size:], k),
        step,
    )

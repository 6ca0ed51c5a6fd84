"""Exits of a random walk against the gambler's ruin, and a test's prospects against simulated matches."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.plan import StopRule
from halfmove.arena.statistics import sprt
from halfmove.arena.statistics.counts import games
from halfmove.arena.statistics.elo import elo, normalized_elo
from halfmove.arena.statistics.first_passage import chance_up, duration
from halfmove.arena.statistics.simulation import ResultModel, bayesian_model, matches, model_with
from halfmove.core.errors import BadInput

pytestmark = pytest.mark.one_speed


def ruin(up: float, below: int, above: int) -> tuple[float, float]:
    """A walk of ±1 with this chance of a step up: the chance of reaching `above`, and the mean number of
    steps, by solving the equations between neighbours."""
    size = below + above - 1
    matrix = np.eye(size) - up * np.eye(size, k=1) - (1 - up) * np.eye(size, k=-1)
    reward = np.zeros(size)
    reward[-1] = up
    start = below - 1
    return float(np.linalg.solve(matrix, reward)[start]), float(np.linalg.solve(matrix, np.ones(size))[start])


@pytest.mark.parametrize("up", [0.5, 0.502, 0.495, 0.51])
def test_small_steps_are_a_brownian_motion(up: float) -> None:
    below, above = 90, 140
    drift = 2 * up - 1
    chance, steps = ruin(up, below, above)
    variance = 1 - drift * drift
    assert chance_up(drift, variance, -below, above) == pytest.approx(chance, abs=2e-4)
    assert duration(drift, variance, -below, above) == pytest.approx(steps, rel=2e-3)


@given(st.floats(-5, 5), st.floats(0.1, 5), st.floats(-9, -0.1), st.floats(0.1, 9))
def test_mirrored_and_in_range(drift: float, variance: float, low: float, high: float) -> None:
    up, mean = chance_up(drift, variance, low, high), duration(drift, variance, low, high)
    assert 0 <= up <= 1
    assert up + chance_up(-drift, variance, -high, -low) == pytest.approx(1)
    assert 0 < mean <= (high - low) ** 2 / (4 * variance) * (1 + 1e-4)
    assert mean == pytest.approx(duration(-drift, variance, -high, -low), rel=1e-4)


def test_error_rates_at_the_hypotheses_are_those_stated() -> None:
    """By Wald: at H0 H1 is accepted with α, at H1 H0 with β, but for the overshoot."""
    the_test = sprt.test(StopRule(0, 1, alpha=0.03, beta=0.08))
    assert the_test.prospect(0).accept_h1 == pytest.approx(0.03, rel=0.01)
    assert the_test.prospect(1).accept_h1 == pytest.approx(0.92, rel=0.01)
    even = sprt.test(StopRule(0, 1))
    assert even.prospect(0.5).accept_h1 == pytest.approx(0.5)
    # halfway the mean length is the product of the bounds over the variance of a step (per game t² here)
    t = 1 / (800 / math.log(10))
    assert even.prospect(0.5).games == pytest.approx(math.log(19) ** 2 / t**2, rel=0.01)


def test_prospects_from_here() -> None:
    the_test = sprt.test(StopRule(0, 10))
    fresh, ahead = the_test.prospect(10), the_test.prospect(10, llr=2.0)
    assert ahead.games < fresh.games
    assert ahead.accept_h1 > fresh.accept_h1
    assert the_test.prospect(10, llr=3.0) == sprt.Prospect(0, 1)
    assert the_test.prospect(10, llr=-3.0) == sprt.Prospect(0, 0)
    with pytest.raises(BadInput, match="deviation"):
        sprt.test(StopRule(0, 10, "logistic")).prospect(5)


@given(st.floats(-300, 300), st.floats(1, 400))
def test_bayesian_elo_there_and_back(apart: float, drawelo: float) -> None:
    score = float(sprt.bayesian_score(apart, np.float64(drawelo)))
    assert sprt.bayesian_elo(score, drawelo) == pytest.approx(apart, abs=1e-6)


@pytest.mark.parametrize("model", sprt.MODELS)
def test_the_outlook_takes_the_games_at_their_word(model: str) -> None:
    """If the games lie at H1 the prospect is that of H1 from the ratio reached."""
    the_test = sprt.test(StopRule(0, 40, model))
    counts = games(60, 60, 47)
    outlook = the_test.outlook(counts)
    assert outlook is not None
    apart = {
        "normalized": lambda: normalized_elo(counts).value,  # type: ignore[union-attr]
        "logistic": lambda: elo(counts).value,  # type: ignore[union-attr]
        "bayesian": lambda: 200 * math.log10(60 / 107 / (47 / 120)),
    }[model]()
    drawelo = 200 * math.log10(107 / 60 * 120 / 47)
    deviation = counts.variance and math.sqrt(counts.variance)
    expected = the_test.prospect(apart, deviation, each=1, llr=the_test.llr(counts), drawelo=drawelo)
    assert outlook.games == pytest.approx(expected.games)
    assert outlook.accept_h1 == pytest.approx(expected.accept_h1)
    assert 0.5 < outlook.accept_h1 < 1


def test_no_outlook_from_games_that_say_nothing() -> None:
    assert sprt.test(StopRule(0, 5)).outlook(games(0, 0, 0)) is None
    assert sprt.test(StopRule(0, 5)).outlook(games(0, 9, 0)) is None
    assert sprt.test(StopRule(0, 5, "bayesian")).outlook(games(9, 3, 0)) is None


def test_the_truth_simulated_is_the_truth_asked_for() -> None:
    real = model_with(lambda t: t.normalized_elo(2), 12.0, draw=0.5, sharp=0.25)
    assert real.normalized_elo(2) == pytest.approx(12.0)
    assert real.chances(2).sum() == pytest.approx(1)
    assert real.chances(2) @ np.linspace(0, 1, 5) == pytest.approx(
        (1 - 0.25) * real.single @ [0, 0.5, 1] + 0.125
    )
    assert ResultModel(0.3, 0.5).elo(1) == pytest.approx(ResultModel(0.3, 0.5).elo(2))
    plain = bayesian_model(30, 200)
    assert plain.mean_and_deviation(1)[0] == pytest.approx(float(sprt.bayesian_score(30, np.float64(200))))


# Bounds of five standard errors of 400 matches about theory, plus what the Brownian motion leaves out (20 %
# of the length, 2 % of the chance): safe whatever the generator, wrong for a test that is wrong.
@pytest.mark.parametrize(("model", "each"), [("normalized", 2), ("logistic", 2), ("bayesian", 1)])
@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
def test_simulated_matches_err_as_stated(model: str, each: int, place: float) -> None:
    the_test = sprt.test(StopRule(0, 50, model))
    true = 50 * place
    if model == "bayesian":
        real = bayesian_model(true, 200)
    else:
        measure = {"normalized": ResultModel.normalized_elo, "logistic": ResultModel.elo}[model]
        real = model_with(lambda t: measure(t, each), true, draw=0.4, sharp=0.2)
    theory = the_test.prospect(true, real.mean_and_deviation(each)[1], each=each, drawelo=200)
    found = matches(the_test, real, 400, each=each, seed=7)
    share, length = found.rate(True)[0], found.length()
    error = math.sqrt(theory.accept_h1 * (1 - theory.accept_h1) / 400)
    assert share == pytest.approx(theory.accept_h1, abs=5 * error + 0.02)
    assert length[0] * each == pytest.approx(theory.games, abs=5 * length[1] * each + 0.2 * theory.games)


def test_the_same_seed_plays_the_same_matches() -> None:
    the_test = sprt.test(StopRule(0, 100, "logistic"))
    one, two = (matches(the_test, ResultModel(0.4, 0.3), 20, each=1, seed=3) for _ in range(2))
    assert (one.samples == two.samples).all()
    with pytest.raises(RuntimeError, match="have not ended"):
        matches(the_test, ResultModel(0.4, 0.3), 20, each=1, seed=3, most=1)

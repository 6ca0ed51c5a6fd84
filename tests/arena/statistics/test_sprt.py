"""The log-likelihood ratio against an independent optimiser; bounds, verdicts, what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from halfmove.arena.plan import StopRule
from halfmove.arena.statistics import sprt
from halfmove.arena.statistics.counts import Counts, games
from halfmove.arena.statistics.elo import NORMALIZED, expected
from halfmove.arena.statistics.pairs import pairs
from halfmove.core.errors import BadInput
from halfmove.games.tricks.scoring import IMP_STEPS

pytestmark = pytest.mark.one_speed

SEEN = st.integers(1, 60)
COUNTS = st.one_of(st.tuples(SEEN, SEEN, SEEN), st.tuples(SEEN, SEEN, SEEN, SEEN, SEEN)).map(Counts)
ELO = st.integers(-120, 120)


def most_likely(frequencies: tuple[int, ...], constraint: Callable[[Any], float]) -> float:
    """The greatest log-likelihood of any distribution under a constraint, by a general optimiser."""
    counts = np.array(frequencies, float)
    least = min(
        (
            minimize(
                lambda p: -float(counts @ np.log(p)) / counts.sum(),
                start,
                method="SLSQP",
                bounds=[(1e-9, 1)] * len(counts),
                constraints=[
                    {"type": "eq", "fun": lambda p: p.sum() - 1},
                    {"type": "eq", "fun": constraint},
                ],
                options={"ftol": 1e-14, "maxiter": 500},
            )
            for start in (counts / counts.sum(), np.full(len(counts), 1 / len(counts)))
        ),
        key=lambda found: (not found.success, found.fun),
    )
    return -float(least.fun) * counts.sum()


@pytest.mark.parametrize("frequencies", [(20, 50, 30), (1, 6, 12, 11, 10), (9, 40, 90, 44, 12)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 5.0), (-10.0, 30.0)])
def test_the_ratio_is_that_of_a_general_optimiser(
    frequencies: tuple[int, ...], elo0: float, elo1: float
) -> None:
    counts = Counts(frequencies)
    scores = np.array(counts.scores)

    def mean(score: float) -> Callable[[Any], float]:
        return lambda p: float(p @ scores) - score

    def normal(t: float) -> Callable[[Any], float]:
        return lambda p: float(p @ scores) - 0.5 - t * math.sqrt(p @ (scores - p @ scores) ** 2)

    low, high = (most_likely(frequencies, mean(expected(e))) for e in (elo0, elo1))
    assert sprt.test(StopRule(elo0, elo1, "logistic")).llr(counts) == pytest.approx(high - low, abs=2e-5)
    scale = math.sqrt(counts.each) / NORMALIZED
    low, high = (most_likely(frequencies, normal(scale * e)) for e in (elo0, elo1))
    assert sprt.test(StopRule(elo0, elo1)).llr(counts) == pytest.approx(high - low, abs=2e-5)


@settings(deadline=None)
@given(COUNTS, ELO, ELO, st.sampled_from(["normalized", "logistic"]))
def test_the_other_side_sees_the_opposite(counts: Counts, one: int, two: int, model: str) -> None:
    if one == two:
        return
    low, high = min(one, two), max(one, two)
    mine = sprt.test(StopRule(low, high, model)).llr(counts)
    yours = sprt.test(StopRule(-high, -low, model)).llr(Counts(counts.frequencies[::-1]))
    assert math.isfinite(mine)
    assert mine == pytest.approx(-yours, abs=1e-6)


@settings(deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 30)] * 5), min_size=1, max_size=6), st.sampled_from(sprt.MODELS))
def test_many_matches_at_once_are_each_by_itself(many: list[tuple[int, ...]], model: str) -> None:
    """Empty cells included: and every ratio is a finite number."""
    the_test = sprt.test(StopRule(-3, 8, model))
    single = [(2 * p[4] + p[3] + p[2], p[1] + p[3], 2 * p[0] + p[1] + p[2]) for p in many]  # no pair of draws
    together = the_test.llrs(np.array(many), np.array(single))
    for paired, results, ratio in zip(many, single, together, strict=True):
        if sum(paired):
            assert the_test.llr(pairs(paired, results)) == pytest.approx(float(ratio), abs=1e-6)
            assert math.isfinite(ratio)


def test_bayesian_by_hand() -> None:
    """drawelo from the counts, then the scores at either Elo: with as many wins as losses the middle of two
    hypotheses as far from 0 is 0, and the ratio is 0."""
    results = np.array([30, 40, 30])
    drawelo, known = sprt.draw_elo(results)
    assert known
    assert float(drawelo) == pytest.approx(400 * math.log10(7 / 3))
    assert float(sprt.bayesian_score(0, drawelo)) == pytest.approx(0.5)
    win = 1 / (1 + 10 ** ((float(drawelo) - 50) / 400))
    loss = 1 / (1 + 10 ** ((float(drawelo) + 50) / 400))
    assert float(sprt.bayesian_score(50, drawelo)) == pytest.approx(win + (1 - win - loss) / 2)
    assert sprt.test(StopRule(-20, 20, "bayesian")).llr(games(30, 40, 30)) == pytest.approx(0, abs=1e-9)


def test_bayesian_waits_for_a_win_and_a_loss() -> None:
    the_test = sprt.test(StopRule(0, 20, "bayesian"))
    assert the_test.llr(games(20, 5, 0)) == 0
    assert the_test.llr(games(0, 5, 20)) == 0
    assert the_test.llr(games(20, 5, 1)) > 0
    with pytest.raises(BadInput, match="wins, draws and losses"):
        the_test.llr(pairs((1, 2, 3, 2, 1)))


def test_no_games_decide_nothing() -> None:
    for model in sprt.MODELS:
        assert sprt.test(StopRule(0, 5, model)).llr(games(0, 0, 0)) == 0


def test_walds_bounds_and_the_verdicts() -> None:
    the_test = sprt.test(StopRule(0, 5, alpha=0.05, beta=0.1))
    assert the_test.upper == pytest.approx(math.log(18))
    assert the_test.lower == pytest.approx(-math.log(9.5))
    assert the_test.verdict(the_test.upper) is sprt.Verdict.H1
    assert the_test.verdict(the_test.lower) is sprt.Verdict.H0
    assert the_test.verdict(the_test.upper - 1e-9) is sprt.Verdict.GO_ON
    assert the_test.verdict(the_test.lower + 1e-9) is sprt.Verdict.GO_ON


def test_a_long_match_is_decided_either_way() -> None:
    for model in sprt.MODELS:
        the_test = sprt.test(StopRule(0, 10, model))
        assert the_test.verdict(the_test.llr(games(5000, 10000, 4000))) is sprt.Verdict.H1
        assert the_test.verdict(the_test.llr(games(4000, 10000, 5000))) is sprt.Verdict.H0


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (StopRule(0, 5, "logarithmic"), "no model 'logarithmic'"),
        (StopRule(5, 0), "elo0 below elo1"),
        (StopRule(5, 5), "elo0 below elo1"),
        (StopRule(0, 1e9), "elo0 below elo1"),
        (StopRule(0, math.nan), "elo0 below elo1"),
        (StopRule(0, 5, alpha=0), "error rates"),
        (StopRule(0, 5, alpha=0.5, beta=0.5), "error rates"),
        (StopRule(0, 5, beta=math.nan), "error rates"),
    ],
)
def test_rules_that_cannot_be(rule: StopRule, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        sprt.test(rule)


def test_the_widest_hypotheses_allowed_give_finite_ratios() -> None:
    for model, most in sprt.MOST.items():
        the_test = sprt.test(StopRule(-most, most, model))
        for results in ((1, 0, 0), (0, 1, 0), (3, 2, 900), (1, 1, 1), (500, 1, 1)):
            assert math.isfinite(the_test.llr(games(*results))), (model, results)
        for paired in ((0, 0, 50, 0, 0), (0, 0, 0, 1, 0), (90, 0, 0, 0, 1), (0, 3, 0, 3, 0)):
            if model != "bayesian":
                assert math.isfinite(the_test.llr(pairs(paired))), (model, paired)


def test_points_by_hand() -> None:
    """Beside the likelihoods of the normal distributions that are likeliest with either mean."""
    values = [3.0, 0.0, -2.0, 5.0] * 5
    the_test = sprt.test(StopRule(0, 1, sprt.POINTS))
    path = the_test.llrs_of_values(values)
    assert len(path) == len(values)
    assert not path[: sprt.LEAST_VALUES - 1].any()

    def likelihood(mean: float) -> float:
        spread = math.sqrt(sum((x - mean) ** 2 for x in values) / len(values))
        return sum(math.log(NormalDist(mean, spread).pdf(x)) for x in values)

    assert path[-1] == pytest.approx(likelihood(1) - likelihood(0))
    assert the_test.llrs_of_values([4.0] * 40)[-1] == 0  # of a variance nothing is known
    assert the_test.prospect(0.5, 5.0, each=1).accept_h1 == pytest.approx(0.5)
    with pytest.raises(BadInput, match=r"^A test of points needs what the pairs are worth"):
        the_test.llr(games(3, 4, 3))


@pytest.mark.parametrize(("true", "accepted"), [(0.0, 0.05), (0.5, 0.95)])
def test_points_err_as_often_as_they_say(true: float, accepted: float) -> None:
    """IMPs a board, nearly half of them flat: 400 matches, the share within three standard errors."""
    the_test, random = sprt.test(StopRule(0, 0.5, sprt.POINTS)), np.random.default_rng(5)
    times = 0
    for _ in range(400):
        swings = np.where(random.random(6000) < 0.45, 0, random.exponential(260, 6000))
        worth = np.searchsorted(np.array(IMP_STEPS), swings, side="right")
        up = random.random(6000) < 0.5 + true / (2 * worth.mean())
        path = the_test.llrs_of_values(np.where(up, worth, -worth).tolist())
        times += bool(path[(path >= the_test.upper) | (path <= the_test.lower)][0] > 0)
    assert times / 400 == pytest.approx(accepted, abs=3 * math.sqrt(0.05 * 0.95 / 400))

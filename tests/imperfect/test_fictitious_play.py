"""Fictitious play against the textbook's on matrices, and with the figures of another program on trees."""

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.solving import METHODS, RegretSolver

NAME = "fictitious-play"


def browns(payoffs, iterations):
    """How often each row and column was played, by Brown's rule; the first strategies are uniform."""
    height, width = payoffs.shape
    rows, columns = np.full(height, 1 / height), np.full(width, 1 / width)
    for _ in range(iterations):
        row, column = int(np.argmax(payoffs @ columns)), int(np.argmax(-(rows @ payoffs)))
        rows[row] += 1
        columns[column] += 1
    return rows / (iterations + 1), columns / (iterations + 1)


@pytest.mark.parametrize("seed", range(6))
def test_on_a_matrix_it_is_browns(seed):
    random = np.random.default_rng(seed)
    payoffs = random.normal(size=(random.integers(1, 5), random.integers(1, 5))).round(6)
    table = "; ".join(" ".join(map(str, row)) for row in payoffs)
    run = RegretSolver(lay_out(interpreted(hm.game("matrix", table=table))), METHODS[NAME])
    run.step(57)
    rows, columns = browns(payoffs, 57)
    policy = run.strategy().policy[2:]
    assert policy[: len(rows)] == pytest.approx(rows)
    assert policy[len(rows) :] == pytest.approx(columns)


@pytest.mark.parametrize(
    ("game", "figures"),
    [  # OpenSpiel 2.0.2, python/algorithms/fictitious_play.py, its XFPSolver's average policy
        ("kuhn", {1: 0.3125, 10: 0.0833333333}),
        ("leduc", {1: 2.603125, 10: 1.1737689394}),
    ],
)
def test_the_exploitability_is_that_of_another_program(game, figures):
    for iterations, wanted in figures.items():
        found = hm.regret(hm.game(game), algorithm=NAME, iterations=iterations)
        assert found.exploitability == pytest.approx(wanted, abs=1e-9)


@pytest.mark.slow_interpreted
def test_it_comes_near_an_equilibrium():
    found = hm.regret(hm.game("kuhn"), algorithm=NAME, iterations=10_000)
    assert found.exploitability < 3e-3
    assert found.value == pytest.approx(-1 / 18, abs=2e-3)
    three = hm.regret(hm.game("kuhn", players=3), algorithm=NAME, iterations=1_000)
    assert three.exploitability < 0.05  # nothing is promised, and it comes near all the same

"""Replicator dynamics: orbits that close, means that come to an equilibrium, rest where it is strict."""

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import Unsuitable
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.solving import METHODS, RegretSolver

NAME = "replicator-dynamics"
UNEVEN = "0 -1 2; 1 0 -1; -1 2 0"
"""Rock, paper, scissors, where scissors win two of paper: its equilibrium is within."""


def run(table, iterations, seed=1):
    found = RegretSolver(lay_out(interpreted(hm.game("matrix", table=table))), METHODS[NAME], seed)
    found.step(iterations)
    return found


def test_a_step_is_that_of_the_differential_equation():
    """Against Euler's rule in ten thousand parts."""
    begun, after = run(UNEVEN, 1, seed=3), run(UNEVEN, 2, seed=3)
    payoffs = np.array([[0, -1, 2], [1, 0, -1], [-1, 2, 0.0]])
    x, y = (begun.tables.policy[at : at + 3].copy() for at in (2, 5))
    for _ in range(10_000):
        u, v = payoffs @ y, -(x @ payoffs)
        step = 0.1 / 4 / 10_000  # the payoffs are from -2 to 2
        x, y = x + step * x * (u - x @ u), y + step * y * (v - y @ v)
    assert after.tables.policy[2:] == pytest.approx(np.concatenate([x, y]), abs=1e-6)


def test_orbits_close():
    """In a zero-sum game with an equilibrium (p, q) within, Σ p log x + Σ q log y stays as it is (Hofbauer
    and Sigmund, section 11.2)."""
    mixed = hm.regret(hm.game("matrix", table=UNEVEN), algorithm="linear-programme").strategy.policy[2:]

    def constant(found):
        return float(mixed @ np.log(found.tables.policy[2:]))

    first, last = run(UNEVEN, 1), run(UNEVEN, 4_000)
    assert not np.allclose(first.tables.policy, last.tables.policy, atol=0.05)
    assert constant(last) == pytest.approx(constant(first), abs=1e-3)


def test_the_mean_comes_to_an_equilibrium():
    found = [run(UNEVEN, n).solution().exploitability for n in (100, 1_000, 10_000)]
    assert found[2] < 0.02
    assert found[2] < found[1] < found[0]


@pytest.mark.parametrize("seed", range(4))
def test_of_two_strict_equilibria_it_comes_to_one(seed):
    found = run("4,4 0,3; 3,0 3,3", 3_000, seed).tables.policy[2:]
    assert sorted(found.round(6)) == [0, 0, 1, 1]
    assert found[0] == pytest.approx(found[2], abs=1e-6)


def test_a_dominated_action_dies_out():
    assert run("3,3 0,5; 5,0 1,1", 3_000).tables.policy[2:].round(6).tolist() == [0, 1, 0, 1]


def test_it_is_for_one_choice_each():
    with pytest.raises(Unsuitable, match="each player chooses once, and kuhn"):
        hm.regret(hm.game("kuhn"), algorithm=NAME)

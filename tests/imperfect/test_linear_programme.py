"""The linear programme over sequences: published values, other solvers, naive best responses, refusals."""

import numpy as np
import pytest
from naive_regret import best_response
from random_hidden import Hidden

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.imperfect.layout import lay_out
from halfmove.imperfect.linear_programme import linear_programme
from halfmove.imperfect.solving import METHODS, RegretSolver

KUHN = hm.game("kuhn")


def solved(game):
    return hm.regret(game, algorithm="linear-programme")


@pytest.mark.parametrize(("name", "value"), [("kuhn", -1 / 18), ("leduc", -0.085606424078)])
def test_the_values_of_the_games_are_those_published(name, value):
    found = solved(hm.game(name))
    assert found.value == pytest.approx(value, abs=1e-11)
    assert found.exploitability == pytest.approx(0, abs=1e-12)


def test_kuhns_own_equilibria():
    """Kuhn 1950: a jack is bet with a probability up to 1/3, a king three times as often, a queen never."""
    rows = {seen: shares for player, seen, shares in solved(KUHN).strategy.rows() if player == 0}
    jack, queen, king = (rows[f"{card} a card"]["bet"] for card in "JQK")
    assert -1e-12 <= jack <= 1 / 3 + 1e-12
    assert king == pytest.approx(3 * jack, abs=1e-9)
    assert queen == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_leave_nothing_to_gain(seed):
    """Judged by best responses found without the layout, and beside regret minimisation's value."""
    game = Hidden(seed=seed)
    found = solved(game)
    plain = hm.interpreted(game)
    for player, value in enumerate(found.values):
        assert best_response(plain, found.strategy.at, player) == pytest.approx(value, abs=1e-9)
    run = RegretSolver(lay_out(plain), METHODS["cfr+"])
    run.step(60)
    other = run.solution()
    gap = other.best[0] - other.values[0], other.best[1] - other.values[1]
    assert other.value - gap[1] - 1e-9 <= found.value <= other.value + gap[0] + 1e-9
    assert max(gap) < 0.6


def test_a_tree_that_hides_nothing_has_its_minimax_value():
    assert solved(hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).value == pytest.approx(3)


def test_moves_made_at_once():
    """Fair, as both seats are the same."""
    found = solved(hm.game("goofspiel", cards=3, prizes="descending"))
    assert found.value == pytest.approx(0, abs=1e-12)
    assert found.exploitability == pytest.approx(0, abs=1e-12)


class Stakes(Hidden):
    """What is won is not what is lost, but both together is always 5."""

    def utility(self, s, player):
        return super().utility(s, player) + (5 if player == 0 else 0)


class Both(Hidden):
    """Both may win."""

    def utility(self, s, player):
        return abs(super().utility(s, player))


def test_payoffs_that_add_up_to_something_else_are_as_good():
    assert solved(Stakes(seed=4)).value == pytest.approx(solved(Hidden(seed=4)).value + 5)
    assert solved(Stakes(seed=4)).exploitability == pytest.approx(0, abs=1e-9)


def test_what_it_cannot_solve_is_refused(monkeypatch):
    for game in (Both(seed=4), hm.game("goofspiel", cards=2, players=3, prizes="descending")):
        with pytest.raises(Unsuitable, match="one wins what the other loses, and"):
            solved(game)
    for asked in ({"iterations": 5}, {"seconds": 1.0}, {"checkpoint": "x"}):
        with pytest.raises(BadInput, match="solved to the end"):
            hm.regret(KUHN, algorithm="linear-programme", **asked)
    monkeypatch.setattr("halfmove.core.extras.find_spec", lambda name: None)
    with pytest.raises(BadInput, match=r"needs SciPy, which is not installed.*halfmove\[equilibrium\]"):
        solved(KUHN)


def test_its_policy_is_one():
    table = lay_out(hm.game("leduc"))
    policy, iterations = linear_programme(table)
    first = table.layout.first
    assert iterations > 0
    assert (policy >= 0).all()
    assert np.allclose(np.add.reduceat(policy, first[:-1])[: table.sets], 1)

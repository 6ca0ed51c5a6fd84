import numpy as np
import pytest

from halfmove.core.errors import BadInput
from halfmove.search.matrix_game import solve

pytestmark = pytest.mark.one_speed


def matrices(number, seed=1, largest=8):
    """Random matrices: numbers, small whole numbers (many ties), and two numbers alone, far from zero."""
    random = np.random.default_rng(seed)
    for k in range(number):
        shape = random.integers(1, largest + 1, 2)
        if k % 3 == 0:
            yield random.normal(size=shape)
        elif k % 3 == 1:
            yield random.integers(-2, 3, shape).astype(float)
        else:
            yield random.integers(0, 2, shape) * 1e3 - 7


def test_mixtures_guarantee_the_value_to_both():
    """No more is needed for an equilibrium: each gets the value whatever the other does."""
    for matrix in matrices(400):
        value, mine, theirs = solve(matrix)
        span = max(np.ptp(matrix), 1.0)
        assert mine.min() >= 0
        assert theirs.min() >= 0
        assert (mine.sum(), theirs.sum()) == pytest.approx((1, 1))
        assert (mine @ matrix).min() == pytest.approx(value, abs=1e-11 * span)
        assert (matrix @ theirs).max() == pytest.approx(value, abs=1e-11 * span)


def test_values_are_those_of_the_linear_programme():
    from scipy.optimize import linprog

    for matrix in matrices(40, seed=2):
        rows, columns = matrix.shape
        found = linprog(
            [0] * rows + [-1],
            A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
            b_ub=np.zeros(columns),
            A_eq=[[1] * rows + [0]],
            b_eq=[1],
            bounds=[(0, None)] * rows + [(None, None)],
        )
        assert solve(matrix)[0] == pytest.approx(-found.fun, abs=1e-8 * max(np.ptp(matrix), 1.0))


@pytest.mark.parametrize(
    ("matrix", "value", "mine", "theirs"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),  # rock, paper, scissors
        ([[2, -1], [-1, 1]], 1 / 5, [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
        ([[3, 1], [4, 2]], 2, [0, 1], [0, 1]),  # a saddle point
        ([[5]], 5, [1], [1]),
        ([[1, 2, 3]], 1, [1], [1, 0, 0]),
        (
            [[-2, 3, 0], [3, -4, 1]],
            1 / 12,
            [7 / 12, 5 / 12],
            [7 / 12, 5 / 12, 0],
        ),  # two-finger morra and a row
    ],
)
def test_known_games(matrix, value, mine, theirs):
    found = solve(matrix)
    assert found[0] == pytest.approx(value, abs=1e-12)
    np.testing.assert_allclose(found[1], mine, atol=1e-12)
    np.testing.assert_allclose(found[2], theirs, atol=1e-12)


def test_a_saddle_point_is_exact():
    assert solve([[0.1, 0.3], [0.2, 0.7]])[0] == 0.2


@pytest.mark.parametrize("matrix", [[], [[]], [1, 2], [[float("nan")]], [[1, float("inf")]]])
def test_what_is_no_matrix_game(matrix):
    with pytest.raises(BadInput, match="a table of finite numbers"):
        solve(matrix)

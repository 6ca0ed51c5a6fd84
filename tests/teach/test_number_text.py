from math import inf, nextafter

import pytest

from halfmove.games.mnk import TicTacToe
from halfmove.games.tree import tree
from halfmove.teach.naming import figure, player_name, window

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (3.0, "3"), (-0.5, "−0.5"), (-0.0, "0"), (1 / 3, "0.3333"), (0.1 + 0.2, "0.3")]
    + [(inf, "∞"), (-inf, "−∞"), (None, "?"), ((1, 2.5), "(1, 2.5)"), (1e9, "1e+09"), (-0.00001, "0")],
)
def test_values(value, text):
    assert figure(value) == text


@pytest.mark.parametrize(
    ("alpha", "beta", "text"),
    [(-inf, inf, "(−∞, ∞)"), (3, nextafter(3, inf), "(3, 3+ε)"), (nextafter(3, -inf), 3, "(3−ε, 3)")]
    + [(2, 3, "(2, 3)"), (None, None, ""), (0.1 + 0.2, 5, "(0.3, 5)")],
)
def test_windows(alpha, beta, text):
    assert window(alpha, beta) == text


def test_players():
    two, three = TicTacToe(), tree([[[(1, 2, 3)]]])
    assert [player_name(two, p) for p in (0, 1, -1, None)] == ["MAX", "MIN", "chance", "leaf"]
    assert [player_name(three, p) for p in (0, 1, 2)] == ["MAX", "MIN 1", "MIN 2"]
    assert [player_name(three, p, (2,)) for p in (0, 1, 2)] == ["MIN 1", "MIN 2", "MAX"]
    assert [player_name(three, p, (1, 2)) for p in (0, 1, 2)] == ["MIN", "MAX 1", "MAX 2"]
    assert player_name(three, 2, ()) == "player 2"

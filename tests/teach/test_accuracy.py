"""The accuracy of a player's moves, against figures worked out by hand from Lichess' formulas."""

import pytest

from halfmove.teach.judgements import accuracy, accuracy_of

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("lost", "percent"), [(0.0, 99.9999), (0.05, 79.82), (0.10, 63.58), (0.5, 8.53), (1.0, 0.0)]
)
def test_a_move(lost, percent):
    assert accuracy_of(lost) == pytest.approx(percent, abs=0.01)


def test_nobody_who_did_not_move_has_one():
    assert accuracy([], 0) is None
    assert accuracy([(0, 0, 0.0, 0.5)], 1) is None


def test_a_game_without_a_mistake():
    moves = [(ply, ply % 2, 0.0, 0.5) for ply in range(40)]
    assert accuracy(moves, 0) == accuracy(moves, 1) == pytest.approx(100, abs=0.001)


def test_by_hand():
    """Four plies, windows of two: (50, 50), (50, 40), (40, 90), (90, 90); deviations 0 (so 0.5), 5, 25 (so
    12) and 0."""
    moves = [(0, 0, 0.10, 0.5), (1, 1, 0.5, 0.5), (2, 0, 0.0, 0.4), (3, 1, 0.0, 0.9)]
    first, third = accuracy_of(0.10), accuracy_of(0.0)
    weights = 0.5, 12.0
    mean = (first * weights[0] + third * weights[1]) / sum(weights)
    harmonic = 2 / (1 / first + 1 / third)
    assert accuracy(moves, 0) == pytest.approx((mean + harmonic) / 2)
    assert accuracy(list(reversed(moves)), 0) == accuracy(moves, 0)
    second, fourth = accuracy_of(0.5), accuracy_of(0.0)
    mean = (second * 5 + fourth * 0.5) / 5.5
    assert accuracy(moves, 1) == pytest.approx((mean + 2 / (1 / second + 1 / fourth)) / 2)


def test_a_mistake_at_the_very_end_swings_the_chances():
    moves = [(ply, ply % 2, 0.0, 0.5) for ply in range(20)] + [(20, 0, 0.4, 0.5)]
    weighted = (10 * 0.5 * accuracy_of(0.0) + 12 * accuracy_of(0.4)) / (10 * 0.5 + 12)
    harmonic = 11 / (10 / accuracy_of(0.0) + 1 / accuracy_of(0.4))
    assert accuracy(moves, 0) == pytest.approx((weighted + harmonic) / 2)

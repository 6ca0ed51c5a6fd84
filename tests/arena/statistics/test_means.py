"""Shares and means with their intervals, against published tables and by simulation."""

import math
import random

import pytest

from halfmove.arena.statistics.means import mean, share, student, within

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("times", "games", "low", "high"),
    [(48, 60, 0.682, 0.882), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (1, 2, 0.095, 0.905)],
)
def test_shares_have_wilsons_interval(times, games, low, high):
    found = share(times, games)
    assert found.value == times / games
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (1000, 1.962)],
)
def test_student_is_as_the_tables_say(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=6e-4)


def test_the_two_ways_to_student_meet():
    assert student(300) == pytest.approx(student(301), abs=4e-5)
    assert within(student(7), 7) == pytest.approx(0.95)


def test_means():
    found = mean([1.0, 2.0, 3.0])
    assert found.value == 2.0
    assert found.error == pytest.approx(4.3027 / math.sqrt(3), abs=1e-3)
    assert mean([5.0]).error is None
    assert mean([]) is None
    assert share(0, 0) is None


def test_intervals_hold_the_truth_as_often_as_they_say():
    draw = random.Random(1)
    shares = means = 0
    for _ in range(2000):
        games = [draw.random() < 0.9 for _ in range(50)]
        found = share(sum(games), 50)
        shares += found.low <= 0.9 <= found.high
        found = mean([draw.gauss(3.0, 2.0) for _ in range(6)])
        means += found.low <= 3.0 <= found.high
    assert 0.93 < shares / 2000 < 0.985
    assert 0.935 < means / 2000 < 0.965

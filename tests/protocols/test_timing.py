"""Time as GTP tells it: by hand, and never more than there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.arena.clock import Budget
from halfmove.core.limit import Limit
from halfmove.protocols.gtp.timing import rate, time_left, time_settings


def budget(seconds=None, clocks=(), increments=(), to_go=None):
    return Budget(Limit(seconds=seconds), clocks, increments, to_go)


@pytest.mark.parametrize(
    ("budget", "settings", "left"),
    [
        (budget(), None, []),
        (budget(5.0), "time_settings 0 5 1", [(0, 5, 1)]),
        (budget(2.5), "time_settings 0 2 1", [(0, 2, 1)]),
        (budget(0.5), "time_settings 0 1 2", [(0, 1, 2)]),
        (budget(0.3), "time_settings 0 1 4", [(0, 1, 4)]),
        (budget(None, (60.0, 50.9), (0.0, 0.0)), "time_settings 60 0 0", [(1, 50, 0), (0, 60, 0)]),
        (budget(None, (60.0, 60.0), (2.0, 2.0)), "time_settings 60 2 1", [(1, 60, 0), (0, 60, 0)]),
        (budget(None, (10.0, 10.0), (0.1, 0.1)), "time_settings 10 1 10", [(1, 10, 0), (0, 10, 0)]),
        (budget(None, (60.0, 9.0), (0.0, 0.0), 40), "time_settings 0 60 40", [(1, 9, 0), (0, 60, 40)]),
        (budget(None, (0.4, None), (0.0, 0.0)), "time_settings 1 0 0", [(0, 1, 0)]),
        (budget(5.0, (3.0, 3.0), (0.0, 0.0)), "time_settings 0 3 1", [(1, 3, 0), (0, 3, 1)]),
    ],
)
def test_time_by_hand(budget, settings, left):
    assert time_settings(budget, 0) == settings
    assert time_left(budget, 0) == left


@given(st.floats(0.01, 5000))
def test_a_rate_is_never_more_generous(seconds):
    period, stones = rate(seconds)
    assert period / stones <= seconds
    assert min(period, stones) >= 1
    assert period / stones > seconds / 2, "nor does it give away half of the time"

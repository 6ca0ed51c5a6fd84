"""How often networks are handed to self-play, by a clock that the test sets; what it cost before and now."""

import pytest

from halfmove.learn.runs.publishing import FORGOTTEN, Pace
from halfmove.learn.selfplay import Throughput

pytestmark = pytest.mark.one_speed


class Time:
    """A clock that stands still until it is set."""

    now = 100.0

    def __call__(self):
        return self.now


def played(seconds, batches, loaded=0, loading=0.0):
    return Throughput(seconds=seconds, batches=batches, loaded=loaded, loading_seconds=loading)


def test_handing_over_takes_its_share_of_the_learners_time_at_most():
    time = Time()
    pace = Pace(0.05, time)
    assert pace.is_slow_enough()  # nothing has been measured: nothing is known to be dear
    time.now = 101.0
    pace.note_published(began=100.5)
    assert pace.interval == pytest.approx(10.0)
    time.now = 110.9
    assert not pace.is_slow_enough()
    time.now = 111.1
    assert pace.is_slow_enough()


def test_the_slower_of_both_sides_counts():
    time = Time()
    pace = Pace(0.1, time)
    time.now = 101.0
    pace.note_published(began=100.9)
    pace.note_played(played(2.0, 100, loaded=2, loading=0.8), simulations=16)
    assert pace.interval == pytest.approx((0.4 + FORGOTTEN * 16 * 0.02) / 0.1)
    pace.note_played(played(0.2, 100), simulations=16)  # what a network takes is remembered
    assert pace.interval == pytest.approx((0.4 + FORGOTTEN * 16 * 0.002) / 0.1)
    pace.note_played(Throughput(), simulations=16)
    assert pace.interval == pytest.approx((0.4 + FORGOTTEN * 16 * 0.002) / 0.1)


def test_a_device_of_fixed_latency_is_interrupted_seldom():
    """A card that learns 4,096 positions in 0.3 s, with a step in 0.01 s and 0.12 s for a new network in each
    process, 128 simulations of 0.05 s each a move: without the rule a third of the time went into it."""
    time = Time()
    pace, published, spent = Pace(0.05, time), 0, 0.0
    while time.now < 400.0:
        time.now += 0.3
        if pace.is_slow_enough():
            began, time.now = time.now, time.now + 0.15
            pace.note_published(began)
            pace.note_played(played(0.3, 6, loaded=1, loading=0.12), simulations=128)
            published += 1
            spent += 0.15
    assert spent / 300 < 0.05 / 2
    again = FORGOTTEN * 128 * 0.05
    assert 300 / published == pytest.approx((0.12 + again) / 0.05, rel=0.1)

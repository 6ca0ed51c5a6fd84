"""An alarm that cannot wait ends what it watches over: no search goes on unwatched."""

import threading

import pytest

from halfmove.search.supervised import Alarm, run_supervised

pytestmark = pytest.mark.one_speed


def test_an_alarm_that_fails_rings(monkeypatch):
    failures, rung = [], threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda told: failures.append(told.exc_type))
    alarm = Alarm(threading.TIMEOUT_MAX * 2, rung.set)
    alarm.start()
    assert rung.wait(60)
    alarm.join()
    assert failures == [OverflowError]


def test_an_alarm_that_is_cancelled_is_silent():
    rung = threading.Event()
    alarm = Alarm(1000.0, rung.set)
    alarm.start()
    alarm.cancel()
    alarm.join()
    assert not rung.is_set()


def test_an_alarm_rings_when_its_time_is_over():
    rung = threading.Event()
    Alarm(0.0, rung.set).start()
    assert rung.wait(60)


def test_supervised_work_ends_where_the_clock_cannot_wait_so_long():
    told = threading.Event()
    with pytest.raises(OverflowError):
        run_supervised(lambda: told.wait(60), told.set, threading.TIMEOUT_MAX * 2)
    assert told.is_set()

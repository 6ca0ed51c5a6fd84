"""The seconds of a search are those of its limit, also while its machine code is still being made.

No other process and no clock runs here: the maker and the clock are the test's.
"""

from types import SimpleNamespace

import pytest

import halfmove as hm
from halfmove.search import session as module
from halfmove.search.session import Session


class Maker:
    """A process that makes machine code and is ready when the test says so."""

    complaint = ""

    def when_done(self, call):
        self.done = call


class Clock:
    now = 0.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def set_up(monkeypatch):
    """A session whose machine code is being made, its maker, its clock, and the limits of the searches that
    run by machine code afterwards."""
    session, maker, clock, limits = Session(hm.game("tictactoe")), Maker(), Clock(), []

    def by_machine_code(history, limit, threads, brake, how):
        limits.append(limit)
        return iter(())

    monkeypatch.setattr(Session, "ready", lambda self, state=None: not self.game.compiled)
    monkeypatch.setattr(Session, "made_aside", lambda self, state: maker)
    monkeypatch.setattr(module, "time", clock)
    session._deepen = by_machine_code
    return SimpleNamespace(session=session, maker=maker, clock=clock, limits=limits)


@pytest.mark.parametrize("limit", [hm.Limit(depth=2), hm.Limit(nodes=50), hm.Limit(seconds=0.01)])
def test_a_search_ends_by_its_limit_though_the_code_never_comes(set_up, limit):
    found = list(set_up.session.deepen(limit=limit))
    assert found
    assert not any(analysis.game.compiled for analysis in found)
    assert set_up.limits == []


@pytest.mark.parametrize(("passed", "left"), [(0.0, 8.0), (5.0, 3.0), (7.75, 0.25)])
def test_machine_code_has_the_seconds_that_are_left(set_up, passed, left):
    for _ in set_up.session.deepen(limit=hm.Limit(seconds=8.0, depth=9)):
        set_up.clock.now = passed
        set_up.maker.done()
    assert set_up.limits == [hm.Limit(seconds=left, depth=9)]


@pytest.mark.parametrize("passed", [8.0, 30.0])
def test_no_search_begins_when_the_seconds_are_over(set_up, passed):
    found = []
    for analysis in set_up.session.deepen(limit=hm.Limit(seconds=8.0)):
        found.append(analysis)
        set_up.clock.now = passed
        set_up.maker.done()
    assert found
    assert set_up.limits == []

"""Rules that do not come to an end: named, and ended."""

import threading
from queue import SimpleQueue
from typing import NamedTuple

import pytest

import halfmove as hm
from halfmove.core import check
from halfmove.core.endless import TooLong, Watch, working
from halfmove.core.errors import BadInput, BrokenPromise

pytestmark = pytest.mark.one_speed


class State(NamedTuple):
    """Moves made."""

    n: int = 0


class Endless(hm.Game):
    """After the first move `actions` does not end."""

    players = 2
    compiled = False

    def initial(self):
        return State()

    def to_move(self, s):
        return s.n % 2

    def actions(self, s):
        k = 1
        while s.n >= 1 and k != 0:
            k = (k * 2) % 7
        yield 0
        yield 1

    def result(self, s, a):
        return State(s.n + 1)

    def is_terminal(self, s):
        return s.n >= 6

    def utility(self, s, p):
        return 0


SENTENCE = r"actions in test_endless_rules\.py, line \d+, has not come to an end for \d+ seconds\."


@pytest.fixture
def impatient(monkeypatch):
    """Watches that wait for as good as nothing."""
    monkeypatch.setattr(Watch.__init__, "__defaults__", (0.3, None))
    monkeypatch.setattr(check, "PATIENCE", 0.3)


def test_a_call_that_does_not_end_is_ended_in_its_thread(impatient):
    caught = []

    def run():
        try:
            list(Endless().actions(State(3)))
        except TooLong as error:
            caught.append(error)

    with working(run, lambda: None, SimpleQueue()) as watch:
        pass
    assert len(caught) == 1
    assert "run in test_endless_rules.py" in watch.sentence  # the outermost call of a user's


@pytest.mark.parametrize("algorithm", ["engine", "mcts", "minimax", "alphabeta"])
def test_a_search_ends_where_the_rules_do_not(algorithm, impatient):
    with pytest.raises(BadInput, match=SENTENCE):
        # a search is there with its second state; a second is for machines that start threads late
        hm.analyze(Endless(), limit=hm.Limit(seconds=1), algorithm=algorithm)
    assert not [t for t in threading.enumerate() if t.name == "halfmove-search"]


def test_check_names_the_rule(impatient):
    with pytest.raises(BrokenPromise, match=f"its methods come to an end; but {SENTENCE}"):
        hm.check_game(Endless())

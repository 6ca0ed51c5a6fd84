"""What long work says: when, by whom, and of which work."""

import gc
import logging
import weakref
from itertools import pairwise

import pytest

import halfmove as hm
from halfmove.core import progress, reporting
from halfmove.core.progress import Work, at, command, telling, track
from halfmove.core.reporting import Call, Lines, Step


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_nothing_at_first_then_every_few_seconds_then_seldom(monkeypatch, capsys):
    monkeypatch.setattr(progress, "_watch", lambda work: None)  # the test looks itself
    monkeypatch.setattr(reporting, "PATIENCE", 2.0)
    clock = Clock()
    work = Work(Lines(), clock)
    said = []
    with track(work, "counting"):
        for tenth in range(72_000):
            clock.now = tenth / 10
            at(tenth, 72_000, unit="nodes")
            if capsys.readouterr().err:
                said.append(clock.now)
    assert said[:3] == [2.0, 4.0, 6.0]
    gaps = [after - before for before, after in pairwise(said)]
    assert max(gaps[:50]) <= 2.1
    assert max(gaps) <= 60.1


def test_the_words_of_a_step():
    assert str(Step("solving", 250.0, 1000.0, 3.2, "iterations")) == "solving: 250 of 1,000 iterations, 3 s"
    assert str(Step("counting", 0.25, 1, 3.2)) == "counting: 25%, 3 s"
    assert str(Step("counting", None, None, 3.2)) == "counting, 3 s"
    assert reporting.text_bar(Step("x", 1, 2, 0, "y")).startswith("[############............] x: 1 of 2 y")
    assert 'value="0.5000"' in reporting.html_bar(Step("x", 1, 2, 0, "y"))


def test_the_outermost_that_has_said_how_far_it_is_is_heard():
    with telling("outer", False) as outer:
        work = outer.work
        assert work.step().what == "outer"
        with telling("inner"):
            assert work.step().what == "inner"
            at(1, 2)
            assert work.step()[:3] == ("inner", 1, 2)
            outer.at(3, 4, "games")
            assert work.step()[:3] == ("games", 3, 4)
        work.making = progress.making("perft", "Chess")
        assert work.step().what == "compiling perft for Chess, the first time only"


def test_nothing_is_said_while_a_person_is_waited_for(monkeypatch, capsys):
    monkeypatch.setattr(reporting, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_watch", lambda work: None)
    with command("at work", Lines()), progress.resting():
        assert capsys.readouterr().err == "halfmove: at work, 0 s\n"
        at(1)
        assert capsys.readouterr().err == ""


def test_an_error_of_the_function_that_is_told_is_raised():
    def fail(step):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), telling("working", fail):
        at(1)


def test_the_logger_hears_of_it_where_nothing_else_is_asked_for(monkeypatch, caplog):
    monkeypatch.setattr(reporting, "PATIENCE", 0.0)
    with caplog.at_level(logging.INFO, "halfmove"):
        hm.regret(hm.game("kuhn"), iterations=5)
    assert any("solving kuhn" in line for line in caplog.messages)
    caplog.clear()
    with caplog.at_level(logging.INFO, "halfmove"):
        hm.regret(hm.game("kuhn"), iterations=5, progress=False)
    assert not caplog.messages


def test_a_bar(monkeypatch, capsys):
    monkeypatch.setattr(reporting.Bar, "patience", 0.0)
    hm.regret(hm.game("kuhn"), iterations=5, progress=True)
    assert "5 of 5 iterations" in capsys.readouterr().err


CALLS = {
    "analyze": lambda told: hm.analyze(hm.game("tictactoe"), limit=hm.Limit(depth=3), progress=told),
    "solve": lambda told: hm.solve(hm.game("tictactoe"), progress=told),
    "regret": lambda told: hm.regret(hm.game("kuhn"), iterations=10, progress=told),
    "exploitability": lambda told: hm.exploitability(
        hm.game("kuhn"), hm.regret(hm.game("kuhn"), iterations=10).strategy, progress=told
    ),
    "rollout": lambda told: hm.rollout(
        hm.game("pig", target=10), trials=36, seconds=1, truncate=None, progress=told
    ),
    "check_game": lambda told: hm.check_game(hm.interpreted(hm.game("nim")), games=2, progress=told),
    "perft": lambda told: hm.perft("tictactoe", depth=4, progress=told),
    "count_games": lambda told: hm.count_games("tictactoe", progress=told),
    "count_positions": lambda told: hm.count_positions("tictactoe", progress=told),
    "orderings": lambda told: hm.orderings("((3 5) (2 9))", samples=4, progress=told),
    "explain": lambda told: hm.explain("tictactoe", limit=hm.Limit(depth=2), progress=told),
    "simulate": lambda told: hm.simulate("tictactoe", simulations=3, progress=told),
    "exercises": lambda told: hm.exercises(2, progress=told),
    "measured_curve": lambda told: hm.growth.measured_curve("minimax", 2, 2, 2, progress=told),
    "deepening_curves": lambda told: hm.growth.deepening_curves(2, 3, samples=2, progress=told),
    "game_curves": lambda told: hm.growth.game_curves("nim", depth=2, progress=told),
    "match": lambda told: hm.match("random", "random", game="tictactoe", games=2, progress=told),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_long_function_tells_whom_it_is_asked_to(name):
    steps = []
    CALLS[name](steps.append)
    assert all(isinstance(step, Step) for step in steps)
    assert steps
    assert steps[-1].what
    assert steps[-1].seconds >= 0


def test_what_is_no_way_to_tell():
    with pytest.raises(TypeError, match="progress= takes"):
        hm.analyze(hm.game("tictactoe"), progress=3)


def test_patience_is_read_from_the_environment(monkeypatch):
    monkeypatch.delenv("HALFMOVE_PATIENCE")
    assert reporting.read_patience() == 2.0
    monkeypatch.setenv("HALFMOVE_PATIENCE", "0.5")
    assert reporting.read_patience() == 0.5
    for wrong in ("soon", "-1", "nan"):
        monkeypatch.setenv("HALFMOVE_PATIENCE", wrong)
        with pytest.raises(hm.BadInput, match="seconds"):
            reporting.read_patience()


def test_a_function_is_called_at_the_end():
    steps = []
    with track(Work(Call(steps.append)), "counting"):
        for number in range(1001):
            at(number, 1000)
    assert steps[-1][:3] == ("counting", 1000, 1000)


class Table:
    """Something large that a search works with."""


def test_what_long_work_was_about_goes_as_soon_as_it_is_over():
    @progress.long_work("filling")
    def fill(table, progress=None):
        return weakref.ref(table)

    gc.disable()  # a table of gigabytes may not wait for the next collection
    try:
        tables = [fill(Table()), fill(Table(), progress=False)]
        left = [table() for table in tables]
    finally:
        gc.enable()
    assert left == [None, None]

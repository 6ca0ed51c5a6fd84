"""Who plays, without a page: clocks, draws, engines that are asked once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from halfmove.web import serving
from halfmove.web.places import Catalogue
from halfmove.web.table import seats as module
from halfmove.web.table.seats import PERSON, Seats
from halfmove.web.table.table import Table


class Pool:
    """Takes jobs up, and does none."""

    def __init__(self):
        self.begun = []

    def begin(self, *arguments, **named):
        self.begun.append(arguments)
        return Job()


class Job:
    def stop(self):
        pass

    async def __aiter__(self):
        yield {"kind": "stopped"}


@pytest.fixture
def made(monkeypatch):
    """Seats at a game, the engines' tasks that wait, and the time, which stands still."""
    server = SimpleNamespace(catalogue=Catalogue(), pool=Pool())
    monkeypatch.setattr(serving, "_server", server)
    waiting = []
    monkeypatch.setattr(module, "background_tasks", SimpleNamespace(create=waiting.append))
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    table = Table("tictactoe", {}, None, "", None)
    seats = Seats(table)
    seats.pause_button = MagicMock()
    table.watchers.append(seats.refresh)
    yield SimpleNamespace(seats=seats, table=table, waiting=waiting, clock=clock, pool=server.pool)
    for task in waiting:
        task.close()


def move(made, text):
    made.seats.moved(made.table.mover)
    made.table.play_text(text)


def test_two_changes_at_once_ask_the_engine_once(made):
    made.seats.sit(0, "5")
    made.table.changed()
    for task in made.waiting:
        asyncio.run(task)
    assert len(made.waiting) == 2
    assert len(made.pool.begun) == 1


def test_a_clock_goes_on_for_whose_turn_it_is_wherever_one_looks(made):
    made.seats.who = dict.fromkeys(made.seats.who, PERSON)
    made.seats._set_base("1")
    move(made, "a1")
    made.clock.now += 10
    move(made, "b2")
    assert [made.seats._left(p) for p in (0, 1)] == [60, 50]
    made.table.go(made.table.record.here.parent)
    made.clock.now += 20
    assert [made.seats._left(p) for p in (0, 1)] == [40, 50]
    made.clock.now += 45
    made.seats.tick()
    assert made.table.status == "X has run out of time. O wins."


def test_taking_back_gives_the_clock_to_whose_turn_it_is_then(made):
    made.seats.who = dict.fromkeys(made.seats.who, PERSON)
    made.seats._set_base("1")
    for text in ("a1", "b2", "c3"):
        move(made, text)
    made.clock.now += 5
    made.seats.undo()
    made.clock.now += 7
    assert [made.seats._left(p) for p in (0, 1)] == [53, 55]


def test_a_new_game_knows_nothing_of_what_was_thought_of_the_last(made, monkeypatch):
    said = []
    monkeypatch.setattr(module, "ui", SimpleNamespace(notify=said.append))
    made.seats.expects[1] = -1.0
    made.seats.reset()
    made.table.restart()
    made.seats.offer_draw()
    assert said == ["The engine would rather play on."]
    assert not made.table.over


def test_no_engine_thinks_for_a_page_that_was_only_fetched(made):
    made.seats.there = False
    made.seats.sit(0, "5")
    assert not made.waiting
    made.seats.arrive()
    made.seats.arrive()  # as after a connection that was lost
    assert len(made.waiting) == 1

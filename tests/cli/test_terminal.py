"""What a terminal shows of a result: all of it, in as many columns as there are."""

import sys
from io import StringIO

import pytest
from contest_records import a_game, moves_by, results_of

from halfmove.cli.terminal import print_text
from halfmove.core.results import Result

pytestmark = pytest.mark.one_speed


class Terminal(StringIO):
    def isatty(self):
        return True


class Long(Result):
    def to_text(self):
        return "A heading\n" + "word " * 20 + "end"


def shown(monkeypatch, result):
    """What a terminal of 60 columns shows."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    print_text(result)
    return terminal.getvalue()


def test_a_line_wider_than_the_terminal_is_whole(monkeypatch):
    assert "word " * 20 + "end" in shown(monkeypatch, Long())


def test_a_table_has_the_columns_that_there_is_room_for(monkeypatch):
    moves = moves_by([0, 1], 0.5, depth=7)
    results = results_of(
        {0: a_game(0, (0, 1), (1.0, 0.0), moves=moves)}, names=("random?name=" + "A" * 24, "B")
    )
    assert "time/move" in results.to_text().splitlines()[0]
    assert "time/move" not in shown(monkeypatch, results).splitlines()[0]

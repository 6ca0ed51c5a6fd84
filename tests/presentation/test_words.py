"""Figures and verdicts in words."""

import math

import pytest

from halfmove.core import figures
from halfmove.core.errors import BadInput
from halfmove.core.operation import Seconds, Whole
from halfmove.core.results import finite
from halfmove.games.registry import game

pytestmark = pytest.mark.one_speed


def test_figures():
    assert figures.count(4531985219092) == "4,531,985,219,092"
    assert figures.speed(340e6, 1) == "340 M/s"
    assert figures.speed(12.34e6, 1) == "12.3 M/s"
    assert figures.speed(999.9e3, 1) == "1,000 k/s"
    assert figures.speed(500, 1) == "500 /s"
    assert figures.speed(500, 0) == "–"
    assert figures.time_taken(0.001) == "1.0 ms"
    assert figures.time_taken(3.456) == "3.46 s"
    assert figures.time_taken(125) == "2 min 05 s"


def test_how_a_game_ended_in_points_where_it_is_played_for_points():
    kuhn, race = game("kuhn"), game("race")
    assert figures.result(kuhn, kuhn.parse("K Q bet call")) == "first wins, +2."
    assert figures.result(kuhn, kuhn.parse("J Q check check")) == "second wins, +1."
    assert figures.result(race, race.parse("A 4 B 0 C 20 A moves")) == "C wins: A 4, B 0, C 20."
    pig = game("pig", target=5)
    assert figures.result(pig, pig.parse("A 6 B 0 B has 0")) == "A wins."


def test_what_json_cannot_write_becomes_null_or_text():
    assert finite(math.nan) is None
    assert (finite(math.inf), finite(-math.inf)) == ("inf", "-inf")
    assert finite(2.0) == 2
    assert isinstance(finite(2.0), int)
    assert finite(0.5) == 0.5


def test_numbers_from_the_command_line():
    assert Whole().from_text("1000", "--nodes") == 1000
    assert Seconds().from_text("0.5", "--seconds") == 0.5
    with pytest.raises(BadInput, match="from 1 to 10, not '11'"):
        Whole(1, 10).from_text("11", "--level")

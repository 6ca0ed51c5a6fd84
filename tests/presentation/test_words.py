"""Figures and verdicts in words."""

import math

import pytest

from halfmove.cli.options import duration, whole
from halfmove.core.errors import BadInput
from halfmove.games.registry import game
from halfmove.presentation import words

pytestmark = pytest.mark.one_speed


def test_figures():
    assert words.count(4531985219092) == "4,531,985,219,092"
    assert words.speed(340e6, 1) == "340 M/s"
    assert words.speed(12.34e6, 1) == "12.3 M/s"
    assert words.speed(999.9e3, 1) == "1,000 k/s"
    assert words.speed(500, 1) == "500 /s"
    assert words.speed(500, 0) == "–"
    assert words.time_taken(0.001) == "1.0 ms"
    assert words.time_taken(3.456) == "3.46 s"
    assert words.time_taken(125) == "2 min 05 s"


def test_how_a_game_ended_in_points_where_it_is_played_for_points():
    kuhn, race = game("kuhn"), game("race")
    assert words.result(kuhn, kuhn.parse("K Q bet call")) == "first wins, +2."
    assert words.result(kuhn, kuhn.parse("J Q check check")) == "second wins, +1."
    assert words.result(race, race.parse("A 4 B 0 C 20 A moves")) == "C wins: A 4, B 0, C 20."
    pig = game("pig", target=5)
    assert words.result(pig, pig.parse("A 6 B 0 B has 0")) == "A wins."


def test_what_json_cannot_write_becomes_null_or_text():
    assert words.finite(math.nan) is None
    assert (words.finite(math.inf), words.finite(-math.inf)) == ("inf", "-inf")
    assert words.finite(2.0) == 2
    assert isinstance(words.finite(2.0), int)
    assert words.finite(0.5) == 0.5


def test_numbers_from_the_command_line():
    assert whole("1000", "--nodes") == 1000
    assert whole(None, "--nodes") is None
    assert duration("0.5", "--seconds") == 0.5
    with pytest.raises(BadInput, match="from 1 to 10, not '11'"):
        whole("11", "--level", most=10)

"""Figures and verdicts in words."""

import math

import pytest

import halfmove as hm
from halfmove.cli.numerals import duration, whole
from halfmove.core.errors import BadInput
from halfmove.faces import words
from halfmove.games.connect4 import ConnectFour

GAME = ConnectFour()


@pytest.mark.parametrize(
    ("value", "proven", "distance", "said"),
    [
        (1, True, 5, "proven win for X in 5 plies"),
        (-1, True, 1, "proven win for O in 1 ply"),
        (1, True, None, "proven win for X"),
        (-1, True, 0, "proven win for O, already"),
        (0, True, None, "proven draw"),
        (0, True, 12, "proven draw in 12 plies"),
        (0.031, False, None, "estimate +0.031, better for X"),
        (-0.5, False, None, "estimate -0.500, better for O"),
        (0, False, None, "estimate 0, about even"),
        (3, True, 2, "proven: worth +3 to X in 2 plies"),
    ],
)
def test_verdicts(value, proven, distance, said):
    assert words.verdict(GAME, 0, value, proven, distance) == said


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


def test_what_json_cannot_write_becomes_null_or_text():
    assert words.finite(math.nan) is None
    assert (words.finite(math.inf), words.finite(-math.inf)) == ("inf", "-inf")
    assert words.finite(2.0) == 2
    assert isinstance(words.finite(2.0), int)
    assert words.finite(0.5) == 0.5


def test_numbers_from_the_command_line():
    assert whole("1_000", "--nodes") == whole("1,000", "--nodes") == 1000
    assert whole(None, "--nodes") is None
    assert duration("0.5", "--seconds") == 0.5
    with pytest.raises(BadInput, match="from 1 to 10, not 11"):
        whole("11", "--level", most=10)


@pytest.mark.parametrize(
    ("value", "proven", "distance", "said"),
    [
        (0.0043, False, None, "estimate +0.43, about even"),
        (-0.1, False, None, "estimate -10.00, better for Black"),
        (1, True, 1, "proven win for White in 1 move"),
        (1, True, 5, "proven win for White in 3 moves (5 plies)"),
        (-1, True, 2, "proven win for Black in 1 move (2 plies)"),
        (0, True, None, "proven draw"),
    ],
)
def test_chess_is_told_in_pawns_and_moves(value, proven, distance, said):
    assert words.verdict(hm.game("chess"), 0, value, proven, distance) == said

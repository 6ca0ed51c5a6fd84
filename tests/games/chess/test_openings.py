"""Names of openings: every line of the table is legal, transpositions share a name."""

import pytest

from halfmove.core.history import History
from halfmove.core.named_openings import index_openings, opening_of
from halfmove.games.chess import Chess
from halfmove.games.chess.openings import TABLE


def called(moves, **parameters):
    game = Chess(**parameters)
    state = game.initial()
    for move in moves.split():
        state = game.result(state, game.parse_action(state, move))
    return game.opening_name(state)


def test_every_line_of_the_table_can_be_played():
    lines = TABLE.strip().splitlines()
    assert len(index_openings(Chess(), TABLE)) >= len(lines) - 10, "few lines lead to one position"
    assert all(line.count(": ") == 1 for line in lines)


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("e4 c5", "Sicilian Defence"),
        ("e4 e5 Nf3 Nc6 Bb5 a6", "Ruy Lopez, Morphy Defence"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "Sicilian Defence, Najdorf Variation"),
        ("d4 Nf6 c4 e6 Nc3 Bb4", "Nimzo-Indian Defence"),
        ("c4 e6 d4 d5", "Queen's Gambit Declined"),  # a transposition
        ("d4 d5 c4 e6", "Queen's Gambit Declined"),
        ("e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7", "Two Knights Defence, Fried Liver Attack"),
        ("a3 a6", ""),
    ],
)
def test_well_known_openings(moves, name):
    assert called(moves) == name


def test_other_starting_positions_have_no_openings():
    assert called("e4", chess960=True, start=0) == ""
    assert called("", chess960=True, start=0) == ""


@pytest.mark.parametrize(
    ("moves", "code", "name"),
    [
        ("e4 e5 Nf3 Nc6 Bb5 Nf6", "C65", "Ruy Lopez, Berlin Defence"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6", "B94", "Sicilian Defence, Najdorf, Main Line"),
        ("e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6", "B34", "Sicilian Defence, Accelerated Dragon"),
        ("d4 Nf6 c4 e6 Nf3 b6 g3 Ba6", "E15", "Queen's Indian Defence, Fianchetto Variation"),
        ("g4 a6", "A00", "Grob Opening"),
    ],
)
def test_the_opening_of_a_game_is_the_last_that_has_a_name(moves, code, name):
    game = Chess()
    history = History(game)
    for move in moves.split():
        history.play(game.parse_action(history.state, move))
    assert opening_of(history) == (name, code)
    assert opening_of(history).words() == f"{code} {name}"
    assert opening_of(History(game)) is None


def test_every_code_is_one_of_the_encyclopaedia():
    codes = [opening.code for opening in index_openings(Chess(), TABLE).values()]
    assert all(code[0] in "ABCDE" and code[1:].isdecimal() for code in codes)

"""Names of openings of Othello and checkers: every line can be played, symmetric positions share a name."""

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.history import History
from halfmove.core.named_openings import has_names, index_openings, opening_of
from halfmove.games.checkers.openings import TABLE as CHECKERS
from halfmove.games.othello.openings import TABLE as OTHELLO

pytestmark = pytest.mark.one_speed
GAMES = {name: interpreted(hm.game(name)) for name in ("othello", "checkers", "nim")}


def called(name, moves, game=None):
    game = game or GAMES[name]
    history = History(game)
    for move in moves.split():
        history.play(game.parse_action(history.state, move))
    found = opening_of(history)
    return None if found is None else found.words()


@pytest.mark.parametrize(("name", "table"), [("othello", OTHELLO), ("checkers", CHECKERS)])
def test_every_line_can_be_played_and_names_a_position(name, table):
    found = index_openings(GAMES[name], table)
    lines = [line.strip().split(": ")[0] for line in table.strip().splitlines()]
    assert {opening.name for opening in found.values()} == set(lines)
    assert len(found) == len(lines)


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("c4 e3 f6 e6 f5", "Tiger"),
        ("f5 d6 c3 d3 c4", "Tiger"),  # the same, from another side
        ("d3 c5 f6 f5 e6", "Tiger"),
        ("f5 f6 e6", "Diagonal"),
        ("f5 f4", "Parallel"),
        ("f5 d6", "Perpendicular"),
        ("c4 c3 d3 c5 b3 f4", "Snake"),
        ("f5", None),
    ],
)
def test_openings_of_othello(moves, name):
    assert called("othello", moves) == name


def test_other_boards_have_no_openings():
    assert called("othello", "", interpreted(hm.game("othello", width=6, height=6))) is None
    other = interpreted(hm.game("othello", start="parallel"))
    assert not has_names(other)
    assert not has_names(GAMES["nim"])
    assert called("nim", "") is None


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("11-15 23-19 8-11 22-17 4-8", "Old Fourteenth"),
        ("11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14", "Laird and Lady"),
        ("", None),
        ("9-14 22-18 5-9", "Double Corner"),
        ("11-15 22-18 15x22 25x18 12-16", "Single Corner"),
    ],
)
def test_openings_of_checkers(moves, name):
    assert called("checkers", moves) == name

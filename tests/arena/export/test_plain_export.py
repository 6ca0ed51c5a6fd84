"""Games of any kind written as plain moves, and read back by our own openings and by `halfmove play`."""

import pytest

import halfmove as hm
from halfmove.arena.export import format_games
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.openings import load_book, parse_source
from halfmove.arena.plan import Plan
from halfmove.cli.play.record import load
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed


def written(plan, records):
    return format_games(plan, records, ".txt")


def plan(**parameters):
    return Plan(GameReference("connect4", parameters), ("random?name=A%0A4", "random?name=B"))


def record(number, moves, **rest):
    told = tuple(MoveRecord(m, 0.1, seat=k % 2) for k, m in enumerate(moves.split()))
    options = {"scores": (1.0, 0.0), "ending": Ending.RESIGNATION, "words": "B resigns\n1 2 3", **rest}
    return Record(number=number, pair=0, players=(number % 2, 1 - number % 2), moves=told, **options)


def test_the_text_in_full():
    [text] = written(plan(width=6), [record(1, "4 4 3")])
    assert text == (
        "# Halfmove game: connect4\n"
        "# set width=6\n"
        "# set height=6\n"
        "# players B | A 4\n"
        "# result 1-0 (B resigns 1 2 3)\n"
        "4 4 3\n\n"
    )


def test_read_back_as_openings(tmp_path):
    game = hm.game("connect4")
    start = game.position_text(game.result(game.initial(), 3))
    records = [record(0, "4 4 3"), record(1, "1 2"), record(2, "5", position=start), record(3, "")]
    file = tmp_path / "games.txt"
    file.write_text("".join(written(plan(), records)))
    found = load_book(parse_source(str(file)), game, 0)
    assert [(found[k].position, found[k].moves) for k in range(found.length)] == [
        (None, ("4", "4", "3")),
        (None, ("1", "2")),
        (start, ("5",)),
        (None, ()),
    ]


@pytest.mark.parametrize("began", [None, "after a move"])
def test_one_game_loads_into_play(tmp_path, began):
    game = hm.game("connect4")
    position = game.position_text(game.result(game.initial(), 3)) if began else None
    file = tmp_path / "game.txt"
    file.write_text("".join(written(plan(), [record(0, "4 4 3", position=position)])))
    session = load(game, str(file)).session
    assert [game.action_text(game.initial(), a) for a in session.actions] == ["4", "4", "3"]
    assert game.position_text(session.states[0]) == (position or game.position_text(game.initial()))


def test_shares_of_more_than_two():
    three = Plan(GameReference("nim"), ("random?name=A", "random?name=B", "random?name=C"))
    one = Record(0, 0, (2, 0, 1), (2 / 3, 1 / 3, 0.0), "rules", "C wins", ())
    assert "# players C | A | B\n# result 0.666667-0.333333-0 (C wins)\n" in next(iter(written(three, [one])))

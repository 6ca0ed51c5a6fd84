"""The figures of players that were judged one by one, from games that were made up."""

import pytest

from halfmove.arena.job import Ending, FaultRecord, MoveRecord, Record
from halfmove.arena.plan import Format, Plan
from halfmove.arena.report.alone import make_alone_report
from halfmove.arena.results import Results
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed
GAME = GameReference("pacman", {"ghosts": "random"})


def a_game(number, score, *, won=False, moves=2):
    player, pair = number % 2, number // 2
    words = tuple(MoveRecord("Stop", 0.5, depth=3, seat=seat) for seat in [0] * moves + [-1])
    return Record(
        number, pair, (player,), (1.0,), Ending.RULES, "", words, utilities=(score,), winners=(0,) * won
    )


def reported(*records, players=("A", "B"), game=GAME, faults=0):
    plan = Plan(game, tuple(f"random?name={name}" for name in players), Format.ALONE)
    return make_alone_report(Results(plan, {record.number: record for record in records}, faults))


def test_figures():
    found = reported(
        a_game(0, 100.0, won=True), a_game(1, 40.0), a_game(2, 200.0, won=True, moves=4), a_game(3, 60.0),
        a_game(4, 0.0), a_game(5, 50.0, won=True),
    )  # fmt: skip
    one, other = found.rows
    assert (one.name, one.games, one.wins, one.win_rate.value) == ("A", 3, 2, pytest.approx(2 / 3))
    assert (one.score.value, one.median_score, one.best_score, one.worst_score) == (100.0, 100.0, 200.0, 0.0)
    assert (one.moves, one.seconds, one.depth) == (pytest.approx(8 / 3), 0.5, 3)
    assert (other.wins, other.score.value) == (1, 50.0)
    [difference] = found.differences
    assert (difference.games, difference.score.value) == (3, 50.0)
    assert (difference.only_first, difference.only_second) == (2, 1)
    assert difference.score.high - 50.0 == pytest.approx(4.3027 * 95.394 / 3**0.5, rel=1e-3)


def test_games_are_compared_where_both_have_finished():
    lost = Record(
        1, 0, (1,), (1.0,), Ending.FAULT, "crashes", (), faults=(FaultRecord(0, "crash", 0, "crashes"),)
    )
    found = reported(a_game(0, 10.0), lost, a_game(2, 30.0), a_game(3, 20.0), faults=1)
    assert (found.rows[1].games, found.rows[1].faults, found.rows[1].score.value) == (2, 1, 20.0)
    assert found.differences[0].games == 1
    assert found.differences[0].score.error is None
    data = found.to_dict()
    assert data["differences"][0]["score"] == {"value": 10.0, "low": None, "high": None}
    assert data["players"][1]["wins"] == 0


def test_nothing_played():
    found = reported()
    assert [row.win_rate for row in found.rows] == [None, None]
    assert found.differences[0].score is None
    assert found.against == ""


def test_who_has_the_other_seats():
    game = GameReference("pacman", {"maze": "corridor"})
    record = Record(0, 0, (0, 1, 1), (1.0, 0.0, 0.0), Ending.RULES, "", (), utilities=(5.0, -5.0, -5.0))
    found = reported(record, players=("A", "ghosts"), game=game)
    assert [row.name for row in found.rows] == ["A"]
    assert found.against == "ghosts"
    assert reported(players=("A", "ghosts"), game=game).against == "ghosts"

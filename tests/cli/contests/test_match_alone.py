"""`halfmove match` where players are judged one by one: played, gone on with, exported, refused."""

import json
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Format, Plan
from halfmove.arena.report.alone import make_alone_report
from halfmove.arena.results import Results
from halfmove.arena.workers.in_process import InProcess
from halfmove.cli.main import main
from halfmove.core.plain_text import PlainText
from halfmove.games.reference import GameReference

SET = ["--set", "ghosts=random", "--set", "maze=tiny", "--set", "limit=30"]
MATCH = ["match", "random?name=A", "expectiminimax?depth=1&name=B", "pacman", *SET]
MAZE = "%%%%%%%/%P...G%/%%%%%%%"


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    """Games are played in this process, interpreted, and kept in a folder of their own."""
    monkeypatch.setattr("halfmove.core.compile._JIT", False)
    monkeypatch.setattr("halfmove.arena.contest.make_pool", lambda *_: InProcess())
    monkeypatch.chdir(tmp_path)


def ran(capsys, *arguments, status=0):
    """What a command printed; nothing on standard error."""
    assert main(list(arguments)) == status
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys, *arguments):
    """The one sentence with which a command is refused."""
    assert main(list(arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    return line.removeprefix("halfmove: ")


def test_played_and_shown_again(capsys):
    first = ran(capsys, *MATCH, "--games", "3")
    assert "mean score" in first
    assert "A – B" in first
    assert first.rstrip().endswith("6 games.")
    again = ran(capsys, *MATCH, "--games", "3")
    assert again.startswith("This was played before")
    assert again.partition("\n\n")[2] == first
    assert ran(capsys, "ratings", "matches.sqlite", "1") == first
    assert "alone of pacman, 6 games" in ran(capsys, "ratings")


def test_more_games_go_on(capsys):
    ran(capsys, *MATCH, "--games", "2")
    resumed = json.loads(ran(capsys, *MATCH, "--games", "4", "--json"))
    whole = json.loads(ran(capsys, *MATCH, "--games", "4", "--json", "--file", "other.sqlite"))
    assert resumed["games"] == 8
    assert resumed["done"]
    assert [row["score"] for row in resumed["players"]] == [row["score"] for row in whole["players"]]
    assert resumed["differences"] == whole["differences"]


def test_one_player_alone(capsys):
    data = json.loads(ran(capsys, "match", "random", "pacman", *SET, "--games", "2", "--json"))
    assert [row["games"] for row in data["players"]] == [2]
    assert data["differences"] == []


def test_ghosts_that_are_players(capsys):
    game = ["pacman", "--set", f"maze={MAZE}", "--set", "limit=20", "--games", "3"]
    data = json.loads(
        ran(capsys, "match", "random?name=A", "alphabeta?depth=2&name=B", *game, "--against", "random",
            "--openings", "none", "--json")
    )  # fmt: skip
    assert data["against"] == "random"
    assert [row["name"] for row in data["players"]] == ["A", "B"]
    assert data["plan"]["players"][-1] == "random"
    assert [row["games"] for row in data["players"]] == [3, 3]


def test_games_of_players_begin_with_random_openings(capsys):
    game = ["pacman", "--set", "maze=tiny", "--set", "limit=5", "--games", "2"]
    ran(capsys, "match", "random", *game, "--against", "random", "--export", "games.txt")
    one, other = PlainText(hm.game("pacman", maze="tiny", limit=5)).read(Path("games.txt").read_text())
    assert [move.text for move in one.moves[:4]] != [move.text for move in other.moves[:4]]


def test_exported_games_are_read_back(capsys):
    """Also where the maze is a text of several lines."""
    maze = MAZE.replace("/", "\n")
    game = hm.game("pacman", maze=maze, ghosts="random", limit=20)
    results = hm.match("random", game=game, games=2, file="matches.sqlite", at_once=1)
    ran(capsys, "ratings", "matches.sqlite", "1", "--export", "games.txt")
    read = list(PlainText(hm.game("pacman")).read(Path("games.txt").read_text()))
    assert [record.rules for record in read] == [game, game]
    for record, kept in zip(read, results.records.values(), strict=True):
        assert [move.text for move in record.moves] == [move.text for move in kept.moves]
        state = record.first
        for move in record.moves:
            state = record.rules.result(state, move.action)
        assert kept.utilities == (state.score,)
        assert kept.winners == ((0,) if not any(state.food) else ())
        assert kept.words == f"ends with {state.score}"


def test_in_python():
    results = hm.match(
        "random", game=hm.game("pacman", maze="corridor"), games=1, against="random", openings="random"
    )
    [row] = make_alone_report(results).rows
    assert row.games == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*MATCH, "--against", "random"], "so nobody can be against the players"),
        ([*MATCH, "--most-plies", "9"], "played to their end"),
        ([*MATCH, "--sprt", "0 10"], "A sequential test compares two players"),
        ([*MATCH, "--plot", "a.svg"], "judged one by one"),
        (["match", "pacman"], "A match needs two players and a game"),
    ],
)
def test_refusals(capsys, arguments, sentence):
    assert sentence in refused(capsys, *arguments)


def told_of(*scores):
    """The figures of one player's games with these scores; those above 0 are won."""
    records = {
        number: Record(
            number, number, (0,), (1.0,), Ending.RULES, "", (MoveRecord("Stop", 0.1, seat=0),),
            utilities=(score,), winners=(0,) if score > 0 else (),
        )
        for number, score in enumerate(scores)
    }  # fmt: skip
    plan = Plan(GameReference("pacman", {"ghosts": "random"}), ("random?name=A",), Format.ALONE)
    return make_alone_report(Results(plan, records))


def test_the_table_fits_its_terminal():
    report = told_of(1204.0, -512.0, 980.0, 1100.0)
    for width, heads in ((120, "median"), (60, "mean score")):
        text = report.to_text(width)
        assert heads in text
        assert max(map(len, text.splitlines())) <= width
        assert "75.0% (30%–95%)" in text
    assert "median" not in text
    assert report.progress_rows() == [("A", "3/4 won, 693 ± 1,287")]


def test_small_scores_have_decimals():
    assert told_of(0.5).to_text().endswith("\n1 game.")
    assert told_of(0.5, 0.75).progress_rows() == [("A", "2/2 won, 0.62 ± 1.59")]

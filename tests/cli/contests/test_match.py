"""`halfmove match`: played, shown again, gone on with, exported, drawn, refused."""

import json
import sqlite3
import subprocess
import sys

import pytest

from halfmove.arena.workers.in_process import InProcess
from halfmove.cli.main import main

MATCH = ["match", "random?name=A", "random?name=B", "tictactoe"]


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


def test_played_and_shown_again(capsys, tmp_path):
    first = ran(capsys, *MATCH, "--games", "6")
    assert "6 games: 6 by rules" in first
    assert "Elo difference" in first or "variance" in first
    again = ran(capsys, *MATCH, "--games", "6")
    head, _, rest = again.partition("\n\n")
    assert head == "This was played before and is kept in matches.sqlite; --again plays it anew."
    assert rest == first
    assert [path.name for path in tmp_path.iterdir()] == ["matches.sqlite"]


def test_more_games_go_on(capsys):
    ran(capsys, *MATCH, "--games", "4")
    more = ran(capsys, *MATCH, "--games", "6")
    assert more.startswith("4 of these games were played before and kept in matches.sqlite.\n")
    assert "6 games: 6 by rules" in more
    whole = json.loads(ran(capsys, *MATCH, "--games", "6", "--file", "other.sqlite", "--json"))
    resumed = json.loads(ran(capsys, *MATCH, "--games", "6", "--json"))
    assert whole["meetings"] == resumed["meetings"]


def test_the_same_seed_the_same_match(capsys):
    def points(*options):
        found = json.loads(ran(capsys, *MATCH, "-n", "10", "--json", *options))
        return [(row["name"], row["points"]) for row in found["players"]]

    assert points("-f", "one.sqlite", "--seed", "5") == points("-f", "two.sqlite", "--seed", "5")


def test_anew(capsys):
    ran(capsys, *MATCH, "-n", "2")
    assert "before" not in ran(capsys, *MATCH, "-n", "2", "--again")
    found = json.loads(ran(capsys, "ratings", "--json"))
    assert [one["games"] for one in found["contests"]] == [2, 2]


def test_json_is_all_there_is(capsys):
    found = json.loads(ran(capsys, *MATCH, "-n", "4", "--json"))
    assert (found["games"], found["done"], found["faults"]) == (4, True, 0)
    assert {row["name"] for row in found["players"]} == {"A", "B"}
    assert found["plan"]["openings"]["plies"] == 4


def test_options_go_into_the_plan(capsys):
    options = "-n 2 -t depth=1 -t depth=2 --seed 9 --grace 0.5 --patience 3 --plies 2 --margin 1"
    options += " --on-fault void --json"
    rules = ["--draw", "0.1 4 20", "--resign", "6,3", "--most-plies", "3", "--set", "width=3"]
    plan = json.loads(ran(capsys, "match", "random", "random", "mnk", *options.split(), *rules))["plan"]
    assert plan["controls"] == ["depth=1", "depth=2"]
    assert (plan["seed"], plan["grace"], plan["patience"], plan["on_fault"]) == (9, 0.5, 3.0, "void")
    assert (plan["openings"]["plies"], plan["openings"]["margin"]) == (2, 1.0)
    assert plan["adjudication"] == {
        "resign_value": 6.0,
        "resign_moves": 3,
        "draw_value": 0.1,
        "draw_moves": 4,
        "draw_after": 20,
        "most_plies": 3,
    }
    assert plan["game"] == {"name": "mnk", "parameters": {"width": 3}}


@pytest.mark.parametrize("game", ["phantom-tictactoe", "rock-paper-scissors"])
def test_what_hides_something_begins_from_its_initial_position(capsys, game):
    told = json.loads(ran(capsys, "match", "random", "random?name=B", game, "--games", "4", "--json"))
    assert (told["plan"]["openings"]["file"], told["plan"]["openings"]["plies"]) == ("", 0)
    assert "would give it away" in refused(
        capsys, "match", "random", "random?name=B", game, "--games", "2", "--openings", "random"
    )


def test_a_test_stops_the_match(capsys):
    strong = ["match", "alphabeta?depth=3&name=seer", "random", "tictactoe", "-n", "200"]
    out = ran(capsys, *strong, "--sprt", "0 150 logistic")
    assert "Accepted: a difference of +150 Elo rather than +0." in out
    found = json.loads(ran(capsys, *strong, "--sprt", "0 150 logistic", "--json"))
    assert found["test"]["verdict"] != "go on"
    assert found["games"] < 200


def test_openings_from_a_file(capsys, tmp_path):
    (tmp_path / "book.txt").write_text("b2\na1 b2\n")
    out = ran(capsys, *MATCH, "-n", "4", "--openings", "book.txt", "--export", "games.txt")
    assert "4 games" in out
    games = (tmp_path / "games.txt").read_text().split("\n\n")
    assert [game.splitlines()[-1].split()[:2] for game in games[:4]][2:] == [["a1", "b2"]] * 2
    (tmp_path / "book.txt").write_text("b2\na1 a1\n")
    said = refused(capsys, *MATCH, "--openings", "book.txt", "-f", "new.sqlite")
    assert said.startswith("book.txt: line 2: Move 2, 'a1', cannot be played: ")
    assert not (tmp_path / "new.sqlite").exists()


def test_exported_and_drawn(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    ran(capsys, *MATCH, "-n", "8", "--export", "games.txt", "--plot", "cross.svg", "--view", "cross")
    assert (tmp_path / "games.txt").read_text().count("# Halfmove game: tictactoe") == 8
    assert b"<svg" in (tmp_path / "cross.svg").read_bytes()
    ran(capsys, *MATCH, "-n", "8", "--plot", "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_ctrl_c_ends_with_the_result_so_far(capsys, monkeypatch):
    class Impatient(InProcess):
        played = 0

        def wait(self, timeout=None):
            if self.played == 3:
                raise KeyboardInterrupt
            self.played += 1
            return super().wait(timeout)

    monkeypatch.setattr("halfmove.arena.contest.make_pool", lambda *_: Impatient())
    assert main([*MATCH, "-n", "6"]) == 130
    captured = capsys.readouterr()
    assert "3 games: 3 by rules" in captured.out
    assert captured.err == (
        "halfmove: stopped after 3 games, which are in matches.sqlite; the same command goes on from there.\n"
    )
    monkeypatch.setattr("halfmove.arena.contest.make_pool", lambda *_: InProcess())
    assert ran(capsys, *MATCH, "-n", "6").startswith("3 of these games were played before")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match"], "halfmove match needs A B … GAME; see halfmove match --help."),
        (["match", "random", "tictactoe"], "A match needs two players and a game"),
        (
            ["match", "random", "rand", "tictactoe"],
            "There is no kind of player 'rand'; did you mean",
        ),
        (
            ["match", "random", "engine?dpth=3", "tictactoe"],
            "engine has no option 'dpth'; did you",
        ),
        (["match", "random", "random", "nogame"], "There is no game 'nogame'; the games are: "),
        (
            ["match", "random", "random", "random", "tictactoe"],
            "A match of tictactoe is between 2 players",
        ),
        (["match", "random", "uci:stockfish", "tictactoe"], "UCI engines play chess, not tictactoe."),
        (
            ["match", "random", "uci:no-such-engine", "chess"],
            "There is no program 'no-such-engine'",
        ),
        (["match", "random", "uci:", "chess"], "'uci:': there is nothing after the colon"),
        ([*MATCH, "-t", "10+x"], "'10+x' is no time control; examples are: "),
        (
            [*MATCH, "--control", "1+0.1", "2"],
            "'2' is a time control, not a player; give each with its own --control: --control 1+0.1 ",
        ),
        ([*MATCH, "-t", "1", "-t", "2", "-t", "3"], "There are 3 time controls for 2 players"),
        ([*MATCH, "--games", "0"], "--games must be a whole number from 1 to 1000000000, not '0'."),
        ([*MATCH, "--gmaes", "2"], "halfmove match has no option '--gmaes'; did you mean --games?"),
        ([*MATCH, "--sprt", "5"], "--sprt takes two Elo differences and perhaps a model"),
        ([*MATCH, "--sprt", "5 0"], "A test needs elo0 below elo1"),
        ([*MATCH, "--sprt", "0 5 odd"], "There is no model 'odd' of a test"),
        ([*MATCH, "--alpha", "0.1"], "--alpha and --beta are about --sprt, which is not given."),
        ([*MATCH, "--openings", "none.txt"], "There is no file 'none.txt' with openings."),
        (
            [*MATCH, "--openings", "none", "--plies", "2"],
            "--plies, --margin and --shuffle",
        ),
        ([*MATCH, "--shuffle"], "--shuffle is about the openings of a file"),
        (
            [*MATCH, "--margin", "wide"],
            "--margin must be a number from 0 to 1000000000, such as",
        ),
        ([*MATCH, "--on-fault", "odd"], "--on-fault cannot be 'odd'; it is one of: loss, void."),
        ([*MATCH, "--draw", "1"], '--draw takes 3 numbers, such as "0.1 8 80", not "1".'),
        (
            [*MATCH, "--resign", "a b"],
            "--resign must be a number from 0 to 1000000000, such as",
        ),
        ([*MATCH, "--export", "games.pgn"], "Games of tictactoe are written as .txt, not as '.pgn'."),
        ([*MATCH, "--export", "games.doc"], "Games of tictactoe are written as .txt, not as '.doc'."),
        ([*MATCH, "--export", "nowhere/games.txt"], "There is no folder 'nowhere' to write 'games.txt' into"),
        ([*MATCH, "--plot", "plot.gif"], "--plot writes .svg, .png, .pdf, not 'plot.gif'."),
        ([*MATCH, "--view", "elo"], "--view is about --plot, which is not given."),
        ([*MATCH, "--plot", "a.svg", "--view", "pie"], "There is no view 'pie'; there are: cross"),
        (
            [*MATCH, "--plot", "a.svg", "--view", "test"],
            "The view 'test' is of a match",
        ),
        ([*MATCH, "--file", "nowhere/m.sqlite"], "There is no folder 'nowhere' to keep the games in."),
        ([*MATCH, "--file", "."], "'.' is a folder; give the name of a file for the games."),
        ([*MATCH, "--grace", "-1"], "--grace must be a number from 0 to 1000000000, such as"),
        ([*MATCH, "--patience", "0"], "--patience must be a number of seconds above zero"),
        ([*MATCH, "--at-once", "0"], "--at-once must be a whole number from 1 to 4096, not '0'."),
        ([*MATCH, "--seed", "-1"], "--seed must be a whole number from 0"),
        ([*MATCH, "--set", "colour=3"], "tictactoe has no parameter"),
    ],
)
def test_refused(capsys, tmp_path, arguments, sentence):
    assert refused(capsys, *arguments).startswith(sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_file_of_matches(capsys, tmp_path):
    (tmp_path / "text.sqlite").write_text("no database at all, whatever it is called\n" * 50)
    assert refused(capsys, *MATCH, "-f", "text.sqlite") == "'text.sqlite' is no file of matches."
    with sqlite3.connect(tmp_path / "other.sqlite") as db:
        db.execute("CREATE TABLE t (x)")
    said = refused(capsys, *MATCH, "-f", "other.sqlite")
    assert said == "'other.sqlite' is a database of something else, not of matches."


@pytest.mark.slow_interpreted
def test_in_a_process_of_its_own(tmp_path):
    """With workers, and nobody's hand in the modules."""
    command = [sys.executable, "-m", "halfmove.cli.main", *MATCH, "-n", "4", "--json", "--at-once", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 4
    again = subprocess.run(command[:-2], cwd=tmp_path, capture_output=True, timeout=120, check=True)
    assert json.loads(again.stdout)["players"] == json.loads(done.stdout)["players"]


@pytest.mark.parametrize(
    "words",
    [
        ["random", "random", "nim"],
        ["nim", "random", "random"],
        ["random", "random", "--game", "nim"],
    ],
)
@pytest.mark.parametrize("verb", ["match", "tournament"])
def test_the_game_stands_first_or_last_or_behind_its_option(capsys, verb, words):
    played = json.loads(ran(capsys, verb, *words, "--games", "2", "--json"))
    assert played["games"] == 2
    assert "nim" in json.dumps(played)

"""`halfmove tournament` and `halfmove ratings`: every format, anchors, pictures, what a file holds."""

import json

import pytest

import halfmove as hm
from halfmove import operations
from halfmove.arena.plan import StopRule
from halfmove.arena.workers.in_process import InProcess
from halfmove.cli.main import main

pytestmark = pytest.mark.one_speed

PLAYERS = ["random?name=A", "random?name=B", "random?name=C"]
TABLE = ["tournament", "tictactoe", *PLAYERS]


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    """Games are played in this process, interpreted, and kept in a folder of their own."""
    monkeypatch.setattr("halfmove.core.compile._JIT", False)
    monkeypatch.setattr("halfmove.arena.contest.make_pool", lambda *_: InProcess())
    monkeypatch.chdir(tmp_path)


def ran(capsys, *arguments):
    """What a command printed; nothing on standard error."""
    assert main(list(arguments)) == 0
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


@pytest.mark.parametrize(
    ("options", "games"),
    [
        (["-n", "2"], 6),
        (["-n", "3"], 9),
        (["-n", "2", "--format", "gauntlet"], 4),
        (["-n", "2", "--format", "swiss"], 6),
        (["-n", "2", "--format", "swiss", "--rounds", "2"], 4),
    ],
)
def test_formats(capsys, options, games):
    out = ran(capsys, *TABLE, *options)
    assert f"\n{games} games: {games} by rules" in out
    assert "Ratings (95 % intervals)" in out
    assert sorted(line.split()[0] for line in out.splitlines()[1:4]) == ["A", "B", "C"]
    assert ran(capsys, *TABLE, *options).startswith("This was played before")


def test_twenty_games_where_nobody_says(capsys):
    assert "20 games: 20 by rules" in ran(capsys, "tournament", "tictactoe", "random", "random")


def test_an_anchor(capsys):
    out = ran(capsys, *TABLE, "-n", "10", "--anchor", "B=1500")
    assert "  B  +1500.0 ± 0.0\n" in out
    found = json.loads(ran(capsys, *TABLE, "-n", "10", "--anchor", "B=1500", "--json"))
    assert found["ratings"]["players"][1]["elo"]["value"] == 1500.0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tournament"], "halfmove tournament needs A B … GAME"),
        (["tournament", "tictactoe"], "A contest needs at least two players."),
        (["tournament", "tictactoe", "random"], "A contest needs at least two players."),
        ([*TABLE, "--format", "knockout"], "--format cannot be 'knockout'; it is one of: match, round-robin"),
        ([*TABLE, "--format", "match"], "A match of tictactoe is between 2 players, not 3"),
        (
            [*TABLE, "--format", "swiss", "--rounds", "4"],
            "A Swiss tournament of 3 players has",
        ),
        ([*TABLE, "--rounds", "2"], "--rounds is about a Swiss tournament"),
        ([*TABLE, "--anchor", "x"], "--anchor takes NAME=ELO, such as alphabeta=1500, not 'x'."),
        ([*TABLE, "--anchor", "D=3"], "There is no player 'D' to be the anchor; there are: A, B, C."),
        ([*TABLE, "--plot", "a.svg", "--view", "elo"], "The view 'elo' is of a match of two players."),
        ([*TABLE, "--plot", "a.svg", "--view", "limit"], "No two players of this contest differ in a bound"),
    ],
)
def test_refused(capsys, tmp_path, arguments, sentence):
    assert refused(capsys, *arguments).startswith(sentence)
    assert list(tmp_path.iterdir()) == []


# ---- ratings
@pytest.fixture
def file(capsys):
    ran(capsys, *TABLE, "-n", "4")
    ran(capsys, "match", *PLAYERS[:2], "tictactoe", "-n", "2", "--sprt", "0 50")
    return "matches.sqlite"


def test_what_a_file_holds(capsys, file):
    lines = ran(capsys, "ratings").splitlines()
    assert [line.split()[0] for line in lines] == ["1", "A,", "2", "A,"]
    assert lines[0].endswith("  round-robin of tictactoe, 12 games")
    assert lines[1:4:2] == ["     A, B, C", "     A, B"]
    found = json.loads(ran(capsys, "ratings", file, "--json"))
    assert [(one["contest"], one["games"], one["faults"]) for one in found["contests"]] == [
        (1, 12, 0),
        (2, 2, 0),
    ]


def test_one_contest_shown_again(capsys, file):
    told = ran(capsys, "ratings", file, "1")
    assert told == ran(capsys, *TABLE, "-n", "4").partition("\n\n")[2]
    assert "  C  +0.0 ± 0.0" in ran(capsys, "ratings", file, "1", "--anchor", "C=0")
    assert "LLR " in ran(capsys, "ratings", file, "2")
    assert json.loads(ran(capsys, "ratings", file, "2", "--json"))["games"] == 2


def test_exported_and_drawn(capsys, tmp_path, file):
    pytest.importorskip("matplotlib")
    ran(capsys, "ratings", file, "1", "--export", "games.txt", "--plot", "plot.svg")
    assert (tmp_path / "games.txt").read_text().count("# result ") == 12
    assert b"<!-- A -->" in (tmp_path / "plot.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.sqlite"], "There is no file 'none.sqlite' with matches."),
        (["matches.sqlite", "9"], "'matches.sqlite' has no contest 9."),
        (["matches.sqlite", "x"], "CONTEST must be a whole number from 1 to 1000000000, not 'x'."),
        (["matches.sqlite", "--plot", "a.svg"], "--aivat, --export, --plot, --view and --anchor are"),
        (["matches.sqlite", "1", "--anchor", "D=1"], "There is no player 'D' to be the anchor"),
        (
            ["matches.sqlite", "1", "--export", "a.pgn"],
            "Games of tictactoe are written as .txt, not as '.pgn'",
        ),
        (["matches.sqlite", "2", "--plot", "a.svg", "--view", "limit"], "No two players of this contest"),
    ],
)
@pytest.mark.usefixtures("file")
def test_ratings_refused(capsys, tmp_path, arguments, sentence):
    assert refused(capsys, "ratings", *arguments).startswith(sentence)
    assert [path.name for path in tmp_path.iterdir()] == ["matches.sqlite"]


def test_an_empty_file(capsys, tmp_path):
    from halfmove.arena.store import Store

    Store(tmp_path / "new.sqlite").close()
    assert ran(capsys, "ratings", "new.sqlite") == "The file holds no contest yet.\n"


def test_a_contest_broken_off_says_so(capsys, monkeypatch):
    class Impatient(InProcess):
        def wait(self, timeout=None):
            raise KeyboardInterrupt

    monkeypatch.setattr("halfmove.arena.contest.make_pool", lambda *_: Impatient())
    assert main([*TABLE, "-n", "2"]) == 130
    assert "No game has been played to its end." in capsys.readouterr().out
    assert "No game has been played to its end." in ran(capsys, "ratings", "matches.sqlite", "1")


def test_python_says_what_the_command_says(capsys):
    command = json.loads(
        ran(capsys, "match", *PLAYERS[:2], "tictactoe", "-n", "6", "--sprt", "0 50", "--json")
    )
    results = hm.match(*PLAYERS[:2], game="tictactoe", games=6, sprt="0 50", openings="random")
    mine = results.to_dict()
    for key in ("plan", "games", "ratings", "test", "endings"):
        assert mine[key] == command[key]
    assert "6 games: 6 by rules" in results.to_text()
    with pytest.warns(DeprecationWarning, match="'stop' is called 'sprt' now"):
        again = hm.match(*PLAYERS[:2], game="tictactoe", games=6, stop=StopRule(0, 50), openings="random")
    assert again.to_dict()["test"] == mine["test"]
    [contest] = operations.ratings().to_dict()["contests"]
    assert contest["games"] == 6

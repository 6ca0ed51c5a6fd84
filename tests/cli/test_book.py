"""`halfmove book`: made, shown, refused in a sentence."""

import signal
import subprocess
import sys

import pytest
from book_games import GAMES
from command import halfmove

from halfmove.cli.progress import Stopping


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.pgn").write_text(GAMES)
    return tmp_path


def test_made_and_shown(here):
    made = halfmove("book", "make", "games.pgn", "-o", "book.sqlite")
    assert made.status == 0
    assert made.out.splitlines() == ["4 games", "13 moves in 10 positions", "Wrote book.sqlite."]
    shown = halfmove("book", "show", "book.sqlite")
    about = "An extended book: 13 moves in 10 positions, from 4 games up to 2020"
    assert shown.out.splitlines()[0] == about
    rows = [line.split() for line in shown.out.splitlines()]
    at = next(k for k, row in enumerate(rows) if row[:1] == ["move"])
    known = ["move", "share", "games", "score", "Elo", "best", "year"]
    assert rows[at] == [*known, "often", "result", "age", "marks", "bonus"]
    assert rows[at + 1][0] == "e4!"
    assert rows[at + 1][2:7] == ["3", "75%", "2467", "2600", "2020"]
    assert all(len(line) <= 80 for line in shown.out.splitlines())
    assert "doublings" in shown.out


def test_a_polyglot_book(here):
    assert halfmove("book", "make", "games.pgn", "-o", "book.bin").status == 0
    shown = halfmove("book", "show", "book.bin", "--moves", "e4")
    rows = [line.split() for line in shown.out.splitlines()]
    at = rows.index(["move", "weight", "share"])
    assert [row[0] for row in rows[at + 1 :] if row] == ["e5", "c5"]
    assert rows[at + 1][1] == "65535"
    nothing = halfmove("book", "show", "book.bin", "--moves", "a4")
    assert nothing.status == 0
    assert "nothing for this position" in nothing.out


def test_json(here):
    made = halfmove("book", "make", "games.pgn", "-o", "book.sqlite", "--json").json
    assert made == {
        "file": "book.sqlite",
        "games": 4,
        "broken": 0,
        "left_out": 0,
        "repaired": 0,
        "positions": 10,
        "moves": 13,
        "plies": 40,
        "least_games": 1,
        "latest": 2020,
        "interrupted": False,
    }
    shown = halfmove("book", "show", "book.sqlite", "--json").json
    assert (shown["kind"], shown["positions"], shown["size"]) == ("extended", 10, 13)
    assert {name: shown[name] for name in made if name in shown} == {
        name: value for name, value in made.items() if name not in ("file", "moves")
    } | {"file": "book.sqlite", "moves": shown["moves"]}
    first, second = shown["moves"]
    assert (first["move"], first["games"], first["score"], first["best"]) == ("e4", 3, 0.75, 2600)
    assert (second["move"], second["mean"], second["best"], second["year"]) == ("d4", None, None, 2010)
    assert first["share"] + second["share"] == pytest.approx(1)
    parts = [value for name, value in first["bonus"].items() if name != "total"]
    assert first["bonus"]["total"] == pytest.approx(sum(parts))
    halfmove("book", "make", "book.sqlite", "-o", "book.bin")
    plain = halfmove("book", "show", "book.bin", "--json").json
    assert plain["kind"] == "polyglot"
    assert [m["weight"] for m in plain["moves"]] == [m["weight"] for m in shown["moves"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "none.bin"], "There is no file"),
        (["show", "games.pgn"], "is no Polyglot book"),
        (["show", "games.pgn", "--moves", "e5"], "not a legal move"),
        (["make", "games.pgn", "-o", "book.txt"], "ends in .bin"),
        (["make", "none.pgn", "-o", "book.bin"], "There is no file"),
        (["make", "games.pgn", "-o", "book.bin", "--plies", "0"], "--plies"),
        (["make", "games.pgn", "-o", "book.bin", "--least-games", "many"], "--least-games"),
        (["make", "games.pgn", "-o", "book.bin", "--least-games", "9"], "would be empty"),
        (["make", "games.pgn"], "halfmove book make needs --output"),
        (["show"], "halfmove book show needs FILE; see halfmove book show --help."),
        (["show", "--plies", "3"], "halfmove book show has no option '--plies'"),
        (["burn"], "No such command 'burn'; see halfmove book --help."),
    ],
)
def test_bad_input(here, arguments, words):
    outcome = halfmove("book", *arguments)
    assert outcome.status == 2
    assert outcome.out == ""
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
    assert [p.name for p in here.iterdir()] == ["games.pgn"]


def test_without_a_verb_the_help():
    outcome = halfmove("book")
    assert outcome.status == 0
    assert "Show a book's moves" in outcome.out


def test_ctrl_c_makes_a_book_of_the_games_read(here):
    """A first Ctrl-C ends it in good order; enough games that it comes in their midst."""
    (here / "many.pgn").write_text(GAMES * 30_000)
    process = subprocess.Popen(
        [sys.executable, "-c", _RUN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "reading\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Wrote book.sqlite." in out
    assert "stopped before all games were read" in err
    games = halfmove("book", "show", "book.sqlite", "--json").json["moves"]
    assert 1 <= sum(move["games"] for move in games) < 120_000


_RUN = """
import sys
from halfmove.cli.main import main
from halfmove.games.chess.polyglot import ChessKeys

games = ChessKeys.games

def told(self, path, plies, **options):
    for number, read in enumerate(games(self, path, plies, **options)):
        if number == 1:
            print("reading", flush=True)
        yield read

ChessKeys.games = told
sys.exit(main(["book", "make", "many.pgn", "-o", "book.sqlite"]))
"""


def test_the_second_ctrl_c_ends_it_at_once():
    before = signal.getsignal(signal.SIGINT)
    with Stopping() as stopping:
        assert not stopping.asked
        signal.raise_signal(signal.SIGINT)
        assert stopping.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


# ---- other games than chess
SAVED = "# Halfmove game: othello\n# tag Result 1-0\nf5 d6 c3\n"


def test_a_book_of_othello(here):
    (here / "g.txt").write_text(SAVED)
    assert halfmove("book", "make", "g.txt", "-o", "o.sqlite").out.startswith("1 game\n3 moves in 3 pos")
    shown = halfmove("book", "show", "o.sqlite", "--moves", "c4", "--json").json  # as f5 seen from elsewhere
    assert (shown["game"], [move["games"] for move in shown["moves"]]) == ("othello", [1])
    assert "value" not in shown["moves"][0]
    assert "expansion" not in shown
    six = halfmove("book", "make", "g.txt", "-o", "x.sqlite", "--game", "othello", "--set", "width=6")
    assert six.status == 2
    assert "no game that can be read: game 1 (line 1): line 3: f5 turns no disc over" in six.err


def test_a_book_expanded_and_shown(here):
    arguments = ("book", "expand", "t.sqlite", "--depth", "2", "--game", "tictactoe")
    first = halfmove(*arguments, "--positions", "5")
    assert first.status == 0
    assert first.out.splitlines()[0] == "5 positions expanded, 5 of them now"
    assert first.out.splitlines()[-1] == "Wrote t.sqlite."
    again = halfmove("book", "expand", "t.sqlite", "--positions", "7", "--json").json
    assert (again["game"], again["before"], again["expanded"], again["wanted"]) == ("tictactoe", 5, 7, 7)
    assert (again["interrupted"], again["complete"], again["weight"]) == (False, False, 2.0)
    assert again["search"] == {"algorithm": "engine", "depth": 2}
    shown = halfmove("book", "show", "t.sqlite")
    lines = shown.out.splitlines()
    assert lines[1] == "7 positions expanded by algorithm=engine, depth=2"
    assert next(line for line in lines if line.startswith("move")).split()[:3] == ["move", "value", "share"]
    data = halfmove("book", "show", "t.sqlite", "--json").json
    assert data["expansion"]["positions"] == 7
    assert all(move["value"]["proven"] is False for move in data["moves"])
    assert sum(move["share"] for move in data["moves"]) == pytest.approx(1)
    line = ""
    while data["moves"]:  # its best moves, to where the book ends
        line += f" {data['moves'][0]['move']}"
        data = halfmove("book", "show", "t.sqlite", "--moves", line, "--json").json
    assert 1 <= len(line.split()) <= 7
    assert "The book ends here: " in halfmove("book", "show", "t.sqlite", "--moves", line).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["t.sqlite"], "There is no book 't.sqlite' yet"),
        (["t.sqlite", "--game", "pig"], "no opening books of pig"),
        (["t.sqlite", "--set", "width=4"], "--set needs the game whose parameter it sets"),
        (["t.txt", "--game", "tictactoe"], "ends in .sqlite"),
        (["t.sqlite", "--game", "tictactoe", "--positions", "0"], "--positions"),
        (
            ["t.sqlite", "--game", "tictactoe", "--weight", "-1"],
            "--weight must be a number from 0 to 1000000000",
        ),
        (["t.sqlite", "--game", "tictactoe", "--simulations", "9"], "counts no simulations"),
        (["none/t.sqlite", "--game", "tictactoe"], "There is no folder"),
        (["games.pgn"], "no extended book"),
        (["t.sqlite", "--game", "nogame"], "There is no game"),
    ],
)
def test_what_cannot_be_expanded(here, arguments, words):
    outcome = halfmove("book", "expand", *arguments)
    assert outcome.status == 2
    assert outcome.out == ""
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
    assert [p.name for p in here.iterdir()] == ["games.pgn"]


_EXPAND = """
import sys, time
from halfmove.books.dropout import evaluation
from halfmove.cli.main import main
asked = evaluation.Evaluator.__call__
def slow(self, history, stop):
    print("searching", flush=True)
    time.sleep(0.02)
    return asked(self, history, stop)
evaluation.Evaluator.__call__ = slow
arguments = ["--game", "tictactoe", "--depth", "1", "--positions", "40"]
sys.exit(main(["book", "expand", "t.sqlite", *arguments]))
"""


@pytest.mark.slow_interpreted
def test_ctrl_c_ends_an_expansion_that_goes_on(here):
    process = subprocess.Popen(
        [sys.executable, "-c", _EXPAND], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for _ in range(20):
        assert process.stdout.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Wrote t.sqlite." in out
    assert "the same command goes on" in err
    shown = halfmove("book", "show", "t.sqlite")
    assert "of 40 (interrupted) positions expanded" in shown.out
    done = halfmove("book", "expand", "t.sqlite", "--positions", "40", "--json").json
    assert 0 < done["before"] < done["expanded"] == 40
    assert sorted(p.name for p in here.iterdir()) == ["games.pgn", "t.sqlite"]


def test_play_and_players_take_the_book(here):
    (here / "g.txt").write_text(SAVED)
    halfmove("book", "make", "g.txt", "-o", "o.sqlite")
    played = halfmove(
        *("play", "othello", "--side", "second", "--level", "1", "--seed", "1", "--book", "o.sqlite"),
        typed="resign\n",
    )
    assert "It knows openings: 3 moves." in played.out
    assert "(from the book)" in played.out
    refused = halfmove("play", "checkers", "--book", "o.sqlite")
    assert refused.status == 2
    assert "is of othello, not of checkers" in refused.err
    refused = halfmove("match", "engine?depth=1&book=o.sqlite", "random", "checkers", "--games", "2")
    assert refused.status == 2
    assert "is of othello, not of checkers" in refused.err

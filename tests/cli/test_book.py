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

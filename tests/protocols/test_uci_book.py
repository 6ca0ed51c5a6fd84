"""`OwnBook`: a move of the book is answered at once, unless the controller wants a search."""

import pytest
from book_games import GAMES
from uci_controller import Controller

from halfmove.books.making import make_book

pytestmark = pytest.mark.slow_interpreted


@pytest.fixture
def book(tmp_path):
    (tmp_path / "games.pgn").write_text(GAMES)
    make_book([tmp_path / "games.pgn"], tmp_path / "my book.bin")
    return tmp_path / "my book.bin"


@pytest.fixture
def uci(book):
    controller = Controller()
    controller.send("uci", "isready", "setoption name OwnBook value true")
    controller.send(f"setoption name Book File value {book}", "setoption name Best Book Move value true")
    controller.until("readyok")
    yield controller
    controller.close()


def asked(uci, position, go):
    uci.send(f"position {position}", f"go {go}")
    return uci.until("bestmove")


def test_a_move_of_the_book(uci):
    assert asked(uci, "startpos", "wtime 1000 btime 1000") == [
        "info string book move, 99% by weight, one of 2",
        "bestmove e2e4",
    ]
    assert asked(uci, "startpos moves e2e4", "depth 1")[-1] == "bestmove e7e5"
    heard = asked(uci, "startpos moves a2a4", "depth 2")
    assert not any("book" in line for line in heard)


def test_only_among_searchmoves(uci):
    assert asked(uci, "startpos", "depth 1 searchmoves d2d4 a2a4")[-1] == "bestmove d2d4"
    assert "book" not in str(asked(uci, "startpos", "depth 1 searchmoves a2a4"))


def test_who_analyses_wants_a_search(uci):
    for go in ("mate 1 depth 2", "depth 2 ponder", "infinite"):
        uci.send("position startpos", f"go {go}", "stop")
        assert "book" not in str(uci.until("bestmove"))
    uci.send("setoption name UCI_AnalyseMode value true")
    assert "book" not in str(asked(uci, "startpos", "depth 1"))
    uci.send("setoption name UCI_AnalyseMode value false", "setoption name OwnBook value false")
    assert "book" not in str(asked(uci, "startpos", "depth 1"))


def test_drawn_by_weight(uci):
    uci.send("setoption name Best Book Move value false")
    moves = {asked(uci, "startpos moves e2e4", "depth 1")[-1] for _ in range(60)}
    assert moves == {"bestmove e7e5", "bestmove c7c5"}  # c5 has some 38 %: missed with 1 in 10^12


def test_castling_in_either_kind_of_chess(uci, tmp_path):
    (tmp_path / "g.pgn").write_text("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n")
    make_book([tmp_path / "g.pgn"], tmp_path / "c.bin")
    uci.send(f"setoption name Book File value {tmp_path / 'c.bin'}")
    line = "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"
    assert asked(uci, line, "depth 1")[-1] == "bestmove e1g1"
    uci.send("setoption name UCI_Chess960 value true")
    assert asked(uci, line, "depth 1")[-1] == "bestmove e1h1"


def test_a_book_that_is_none_is_said_and_searched_without(uci, tmp_path):
    (tmp_path / "bad.bin").write_text("no book")
    uci.send(f"setoption name Book File value {tmp_path / 'bad.bin'}")
    assert "is no Polyglot book" in uci.until("info string")[-1]
    assert "book move" not in str(asked(uci, "startpos", "depth 1"))
    uci.send("setoption name Book File value <empty>", "isready")
    assert uci.until("readyok") == ["readyok"]


def test_a_book_damaged_meanwhile_costs_no_move(uci, tmp_path):
    path = tmp_path / "b.sqlite"
    make_book([tmp_path / "games.pgn"], path)
    whole = path.read_bytes()
    uci.send(f"setoption name Book File value {path}", "isready")
    uci.until("readyok")
    path.write_bytes(whole[:4096] + b"rubbish!" * ((len(whole) - 4096) // 8))
    heard = asked(uci, "startpos", "depth 1")
    assert heard[-1].startswith("bestmove ")

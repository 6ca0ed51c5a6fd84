"""Polyglot books: the same keys and moves as python-chess, whichever game; files read and written."""

import random
import re
import subprocess
from pathlib import Path

import chess
import chess.polyglot
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.books.opening import open_book
from halfmove.books.polyglot import Entry, write, write_sorted
from halfmove.core.errors import BadInput
from halfmove.games.chess import Chess, uci_action, uci_text
from halfmove.games.chess.polyglot import actions_of, key, keys, number_of

pytestmark = pytest.mark.one_speed

CHESS, CHESS960 = Chess(), Chess(chess960=True)
POLYGLOT = Path("/usr/games/polyglot")
GNU_CHESS = Path("/usr/share/games/gnuchess/book.bin")

PUBLISHED = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463B96181691FC9C),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823C9B50FD114196),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756B94461C50FB0),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662FAFB965DB29D4),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22A48B5A8E47FF78),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652A607CA3F242C1),
    ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00FDD303C946BDD9),
    ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3C8123EA7B067637),
    ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5C3F9B829B279560),
]
"""The examples of the description of the format (Van den Bergh, "Polyglot book format")."""


@pytest.mark.parametrize(("fen", "known"), PUBLISHED)
def test_published_keys(fen, known):
    assert key(CHESS.parse(fen)) == known


def walk(board, game, seed, plies):
    """Positions of a random game on both boards, side by side."""
    rng = random.Random(seed)
    state = game.parse(board.fen())
    for _ in range(plies):
        yield state
        legal = sorted(board.legal_moves, key=str)
        if not legal:
            return
        move = rng.choice(legal)
        state = game.result(state, uci_action(game, state, board.uci(move)))
        board.push(move)


@pytest.mark.parametrize("seed", range(4))
def test_keys_and_numbers_are_python_chess_s(seed):
    board = chess.Board()
    for state in walk(board, CHESS, seed, 120):
        theirs = chess.polyglot.zobrist_hash(board)
        assert theirs in keys(state)
        legal = actions_of(CHESS, state)
        for move in board.legal_moves:
            action = legal[raw(board, move)]
            assert uci_text(CHESS, state, action) == board.uci(move)
            assert number_of(action) == raw(board, move)


@pytest.mark.parametrize("seed", range(4))
def test_keys_and_numbers_of_chess960(seed):
    board = chess.Board.from_chess960_pos(137 * seed + 5)
    for state in walk(board, CHESS960, seed, 60):
        assert chess.polyglot.zobrist_hash(board) in keys(state)
        legal = actions_of(CHESS960, state)
        for move in board.legal_moves:
            assert uci_text(CHESS960, state, legal[raw(board, move)]) == board.uci(move)


def raw(board, move):
    """The number of a move, from the description of the format: castling takes the rook."""
    end = move.to_square
    if board.is_castling(move):
        rooks = board.castling_rights & chess.BB_RANKS[chess.square_rank(move.from_square)]
        files = [s for s in chess.SquareSet(rooks) if (s > move.from_square) == (end > move.from_square)]
        (end,) = files
    return ((move.promotion or 1) - 1) << 12 | move.from_square << 6 | end


def test_a_capture_en_passant_that_would_leave_the_king_in_check():
    """Polyglot counts it, the rules do not: both keys stand for the position."""
    board = chess.Board("8/6p1/8/K4P1r/8/8/8/7k b - - 0 1")
    board.push_uci("g7g5")
    state = CHESS.parse(board.fen())
    assert [*CHESS.actions(state)]
    assert len(keys(state)) == 2
    assert keys(state)[1] == chess.polyglot.zobrist_hash(board)
    board.pop()
    board.push_uci("h5h6")  # with a pawn on g7 there is no such doubt
    state = CHESS.parse(board.fen())
    assert keys(state) == [chess.polyglot.zobrist_hash(board)]


def test_castling_in_the_kings_two_steps_is_understood():
    state = CHESS.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    numbers = actions_of(CHESS, state)
    for text, rook in (("e1g1", 7), ("e1c1", 0)):
        action = uci_action(CHESS, state, text)
        assert numbers[4 << 6 | rook] == numbers[4 << 6 | chess.parse_square(text[2:])] == action


def test_in_chess960_a_kings_step_is_no_castling():
    """The king on f1 may go to g1, and castle with the rook on h1: two moves."""
    state = CHESS960.parse("5k2/8/8/8/8/8/8/5K1R w H - 0 1")
    numbers = actions_of(CHESS960, state)
    assert uci_text(CHESS960, state, numbers[5 << 6 | 6]) == "f1g1"
    assert uci_text(CHESS960, state, numbers[5 << 6 | 7]) == "f1h1"


entries = st.builds(
    Entry,
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**15 - 1),
    st.integers(0, 2**16 - 1),
    st.integers(0, 2**32 - 1),
)


@given(st.lists(entries, min_size=1, max_size=40))
def test_what_is_written_python_chess_reads(tmp_path_factory, listed):
    path = tmp_path_factory.mktemp("books") / "book.bin"
    assert write(path, listed) == len(listed)
    with chess.polyglot.open_reader(path) as reader:
        read = [Entry(e.key, e.raw_move, e.weight, e.learn) for e in reader]
    assert sorted(read) == sorted(listed)
    assert [e.key for e in read] == sorted(e.key for e in listed)
    with open_book(path) as book:
        assert book.size == len(listed)
        assert book.positions == len({e.key for e in listed})


@given(st.integers(0, 2**32), st.data())
def test_moves_come_back_with_their_weights(tmp_path_factory, seed, data):
    path = tmp_path_factory.mktemp("books") / "book.bin"
    game = data.draw(st.sampled_from([CHESS, CHESS960]))
    state = game.initial()
    for _ in range(data.draw(st.integers(0, 12))):
        legal = sorted(game.actions(state))
        if not legal:
            break
        state = game.result(state, data.draw(st.sampled_from(legal)))
    legal = sorted(game.actions(state))
    weights = {a: data.draw(st.integers(0, 65535)) for a in legal[::3]}
    if not weights:
        return
    write(path, [Entry(key(state), number_of(a), w, a) for a, w in weights.items()])
    with open_book(path) as book:
        found = book.moves(game, state)
        assert {m.action: m.weight for m in found} == weights
        assert all(m.learn == m.action for m in found)
        assert [m.weight for m in found] == sorted(weights.values(), reverse=True)
        best = book.choose(game, state)
        assert (best is None) == (max(weights.values()) == 0)
        assert best is None or best.weight == max(weights.values())
        drawn = book.choose(game, state, random.Random(seed))
        assert drawn is None or drawn.weight > 0
        assert drawn == book.choose(game, state, random.Random(seed))


def book_of(path, texts):
    state = CHESS.initial()
    numbered = {t: number_of(CHESS.parse_action(state, t)) for t in texts}
    write(path, [Entry(key(state), numbered[t], w) for t, w in texts.items()])
    return open_book(path)


def test_choosing_by_weight(tmp_path):
    with book_of(tmp_path / "b.bin", {"e4": 3, "d4": 1, "a4": 0}) as book:
        state, rng = CHESS.initial(), random.Random(1)
        counts = {}
        for _ in range(2000):
            move = CHESS.action_text(state, book.choose(CHESS, state, rng).action)
            counts[move] = counts.get(move, 0) + 1
        assert set(counts) == {"e4", "d4"}
        assert 1400 < counts["e4"] < 1600  # three quarters; five standard deviations are 97
        d4 = CHESS.parse_action(state, "d4")
        assert book.choose(CHESS, state, rng, among=[d4]).action == d4
        assert book.choose(CHESS, state, rng, among=[]) is None
        assert book.moves(CHESS, CHESS.result(state, d4)) == []


def test_moves_that_are_not_legal_are_none(tmp_path):
    state = CHESS.initial()
    e4 = number_of(CHESS.parse_action(state, "e4"))
    write(tmp_path / "b.bin", [Entry(key(state), e4, 1), Entry(key(state), 60 << 6 | 4, 9)])
    with open_book(tmp_path / "b.bin") as book:
        assert [CHESS.action_text(state, m.action) for m in book.moves(CHESS, state)] == ["e4"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "16 bytes"),
        (b"x" * 15, "16 bytes"),
        (bytes(range(255, 31, -1)), "not in the order"),
    ],
)
def test_other_files_are_refused(tmp_path, content, words):
    path = tmp_path / "b.bin"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=words):
        open_book(path)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadInput, match="There is no file"):
        open_book(tmp_path / "none.bin")
    with pytest.raises(BadInput, match="cannot be read"):
        open_book(tmp_path)


def test_numbers_that_do_not_fit_write_nothing(tmp_path):
    path = tmp_path / "b.bin"
    write(path, [Entry(5, 1, 1)])
    before = path.read_bytes()
    for wrong in (Entry(1 << 64, 1, 1), Entry(1, 1 << 16, 1), Entry(1, 1, 1 << 16), Entry(1, 1, 1, 1 << 32)):
        with pytest.raises(ValueError, match="does not fit"):
            write(path, [wrong])
    with pytest.raises(ValueError, match="larger key"):
        write_sorted(path, [Entry(2, 1, 1), Entry(1, 1, 1)])
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]
    with pytest.raises(BadInput, match="cannot be written"):
        write(tmp_path / "none" / "b.bin", [Entry(1, 1, 1)])


@pytest.mark.skipif(not POLYGLOT.exists(), reason="Debian's polyglot is not installed")
def test_the_program_polyglot_reads_it(tmp_path):
    """It follows the book from the initial position, through castling on either wing."""
    lines = ["e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O", "e4 c5 Nf3", "d4 d5 c4 Nc6 Nc3 Bf5 Qb3 Qd7 Bd2 O-O-O"]
    listed = {}
    for line in lines:
        at = CHESS.initial()
        for text in line.split():
            action = CHESS.parse_action(at, text)
            listed[key(at), number_of(action)] = Entry(key(at), number_of(action), 100)
            at = CHESS.result(at, action)
    write(tmp_path / "book.bin", listed.values())
    told = ""
    for colour in ("white", "black"):  # each ends with a move of its own
        polyglot(tmp_path, "dump-book", "-color", colour, "-out", "dump.txt")
        told += re.sub(r"\{\d+%\}|\d+\.", " ", (tmp_path / "dump.txt").read_text())
    for line in lines:
        assert line in " ".join(told.split()), told
    assert re.search(r"Isolated positions\s*: *0\n", polyglot(tmp_path, "info-book"))


def polyglot(folder, *arguments):
    """What the program says."""
    done = subprocess.run(
        [POLYGLOT, *arguments, "-bin", "book.bin"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        timeout=20,
        env={"HOME": str(folder)},
    )
    return done.stdout


@pytest.mark.skipif(not GNU_CHESS.exists(), reason="GNU Chess is not installed")
def test_the_book_of_gnu_chess_as_python_chess_reads_it():
    """The same moves with the same weights in the first positions of the book, breadth first."""
    with open_book(GNU_CHESS) as book, chess.polyglot.open_reader(GNU_CHESS) as reader:
        assert book.size == len(reader)
        todo, compared = [chess.Board()], 0
        for board in todo:
            state = CHESS.parse(board.fen())
            ours = {uci_text(CHESS, state, m.action): m.weight for m in book.moves(CHESS, state)}
            theirs = {e.move.uci(): e.weight for e in reader.find_all(board, minimum_weight=0)}
            assert ours == theirs, board.fen()
            compared += bool(ours)
            if len(todo) < 300:
                for uci in theirs:
                    todo.append(board.copy(stack=False))
                    todo[-1].push_uci(uci)
    assert compared > 100

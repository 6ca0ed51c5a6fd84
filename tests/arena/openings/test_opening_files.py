"""Openings read from files of every kind: the good, the broken, the empty, those of another game."""

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_suites import suite

import halfmove as hm
from halfmove.arena.job import Opening
from halfmove.arena.openings import load_book, parse_source
from halfmove.arena.plan import OpeningSource
from halfmove.core.errors import BadInput

pytestmark = pytest.mark.one_speed

CHESS = hm.game("chess")
CONNECT4 = hm.game("connect4")
GO9 = hm.game("go", size=9)

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.fixture
def read(tmp_path):
    """Write a file, and read it as the openings of a game."""

    def reading(name, content, game, **options):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        found = load_book(parse_source(str(file), **options), game, seed=1)
        return [found[k] for k in range(found.length)]

    return reading


@pytest.fixture
def refused(read, tmp_path):
    """What is said of a file that cannot be used, without its folder; it is one sentence in one line."""

    def sentence(name, content, game, **options):
        with pytest.raises(BadInput) as error:
            read(name, content, game, **options)
        said = str(error.value)
        assert "\n" not in said
        return said.replace(f"{tmp_path}/", "")

    return sentence


# ---- plain files
def test_moves_comments_and_blank_lines(read):
    found = read("book.txt", "# head\n\n4 4 3   # centre\r\n1,2\n4 4 3\n", CONNECT4)
    assert [one.moves for one in found] == [("4", "4", "3"), ("1", "2")]
    assert [one.name for one in found] == ["4 4 3", "1,2"]
    assert all(one.position is None for one in found)


def test_positions_and_both(read):
    board = CONNECT4.position_text(Opening(("4", "4")).open(CONNECT4).state)
    found = read("book.moves", f"{board}\n{board} | 3\n | 1 2\n", CONNECT4)
    assert found == [
        Opening((), board, board),
        Opening(("3",), board, f"{board} | 3"),
        Opening(("1", "2"), None, "| 1 2"),
    ]
    assert found[1].open(CONNECT4).state == Opening(("4", "4", "3")).open(CONNECT4).state


def test_a_mark_of_order_and_old_line_ends(read):
    assert [one.moves for one in read("book.txt", b"\xef\xbb\xbf4 4\r3\n", CONNECT4)] == [("4", "4"), ("3",)]


def test_a_saved_game_is_an_opening(read):
    text = "# Halfmove game: connect4\n# set width=7\n# set height=6\n4\n4\n\n3\n"
    assert [one.moves for one in read("saved.txt", text, CONNECT4)] == [("4", "4", "3")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4 4\n4 9\n", "book.txt: line 2: Move 2, '9', cannot be played: "),
        ("\n# no\n4 4 4 4 4 4 4\n", "book.txt: line 3: Move 7, '4', cannot be played: "),
        ("1 2 1 2 1 2 1\n", "book.txt: line 1: It leaves nothing to play: the game is over."),
        ("x | 4\n", "book.txt: line 1: "),
        ("", "The file 'book.txt' has no opening in it."),
        ("# only\n\n   # words\n", "The file 'book.txt' has no opening in it."),
        ("# Halfmove game: nim\n1\n", "book.txt: game 1 (line 1): it is a game of nim, not of connect4."),
        (
            "# Halfmove game: connect4\n# set width=8\n1\n",
            "book.txt: game 1 (line 1): it was played with --set width=8; this one is not.",
        ),
        ("# Halfmove game: connect4\n4\n9\n", "book.txt: game 1 (line 1): Move 2, '9', cannot be played: "),
    ],
)
def test_plain_files_refused(refused, text, sentence):
    assert refused("book.txt", text, CONNECT4).startswith(sentence)


def test_files_that_are_none(tmp_path, refused):
    for name, sentence in (
        ("nowhere.txt", "There is no file"),
        (".", "cannot be read: Is a directory"),
    ):
        with pytest.raises(BadInput, match=sentence):
            parse_source(str(tmp_path / name))
    assert refused("book.txt", b"4 4 \xff\n", CONNECT4) == (
        "The file 'book.txt' is not text in UTF-8, so it holds no openings."
    )


def test_a_file_that_has_changed(tmp_path):
    file = tmp_path / "book.txt"
    file.write_text("4 4\n")
    planned = parse_source(str(file))
    file.write_text("4 3\n")
    with pytest.raises(BadInput, match="has changed since the contest was planned"):
        load_book(planned, CONNECT4, 0)
    file.write_bytes(b"4 4\r\n")  # what is in it is the same
    assert load_book(planned, CONNECT4, 0)[0].moves == ("4", "4")


def test_so_many_plies_of_each_line(read):
    found = read("book.txt", "4 4 3\n4 4 5\n1 2 1 2 1 2 1\n", CONNECT4, plies=2)
    assert [one.moves for one in found] == [("4", "4"), ("1", "2")]  # each once; the last is over only later


def test_the_order(read):
    lines = [f"{a} {b}" for a in range(1, 8) for b in range(1, 8)]
    moves = [tuple(line.split()) for line in lines]
    text = "\n".join(lines)
    assert [one.moves for one in read("book.txt", text, CONNECT4)] == moves
    shuffled = [one.moves for one in read("book.txt", text, CONNECT4, shuffled=True)]
    assert shuffled != moves
    assert sorted(shuffled) == sorted(moves)
    assert shuffled == [one.moves for one in read("book.txt", text, CONNECT4, shuffled=True)]


def test_round_and_round(read, tmp_path):
    read("book.txt", "1\n2\n3\n", CONNECT4)
    found = load_book(parse_source(str(tmp_path / "book.txt")), CONNECT4, 0)
    assert found.length == 3
    assert [found[k].moves[0] for k in range(7)] == ["1", "2", "3", "1", "2", "3", "1"]


# ---- FEN and EPD
def test_fen_with_and_without_its_clocks(read):
    fields = SICILIAN.rsplit(" ", 2)[0]
    found = read("book.fen", f"{SICILIAN}\n{fields}\n# none\n{fields} 3 9 # later\n", CHESS)
    assert [one.position for one in found] == [SICILIAN, f"{fields} 0 1", f"{fields} 3 9"]
    assert found[0].name == fields
    assert found[0].open(CHESS).state == CHESS.parse(SICILIAN)


def test_epd_with_operations(read):
    fields = SICILIAN.rsplit(" ", 2)[0]
    text = f'{fields} bm Nf3; id "Sicilian; open";\n{fields} hmvc 7; fmvn 12; c0 "hmvc 9";\n{fields};\n'
    found = read("book.epd", text, CHESS)
    assert [one.position for one in found] == [f"{fields} 0 1", f"{fields} 7 12"]
    assert [one.name for one in found] == ["Sicilian; open", fields]


def test_positions_of_a_published_suite(read):
    found = read("suite.epd", suite("chess/bratko_kopec.epd").read_bytes(), CHESS)
    assert len(found) == 24
    for one in found:
        assert CHESS.parse(one.position) == CHESS.parse(chess.Board(one.position).fen())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8/8/8/8 w\n", "book.epd: line 1: '8/8/8/8 w' is no FEN or EPD; it needs four fields at least."),
        (f"{SICILIAN}\nrnbqkbnr/9/8/8/8/8/8/8 w - -\n", "book.epd: line 2: "),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -\n", "book.epd: line 1: It leaves nothing to play: the game is over."),
        ("", "The file 'book.epd' has no opening in it."),
    ],
)
def test_epd_refused(refused, text, sentence):
    assert refused("book.epd", text, CHESS).startswith(sentence)


# ---- PGN
GAMES = """[Event "One"]
[White "A \\"quoted\\""]
[ECO "B20"]

1. e4 {best by test} c5 $1 (1... e5 2. Nf3 (2. f4)) 2. Nf3 ; to the end of the line
d6 *

[Event "Two"]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O O-O-O 1/2-1/2
"""


def test_pgn_with_comments_variations_and_a_position(read):
    one, other = read("book.pgn", GAMES, CHESS)
    assert one == Opening(("e4", "c5", "Nf3", "d6"), None, "B20")
    assert other.moves == ("O-O", "O-O-O")
    assert other.position == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert other.name == "game 2"


def test_pgn_by_what_it_looks_like_and_in_latin_1(read):
    assert len(read("book", GAMES, CHESS)) == 2
    assert len(read("book.pgn", GAMES.replace("One", "Düsseldorf").encode("latin-1"), CHESS)) == 2


def test_pgn_of_chess960(read):
    fischer = hm.game("chess", chess960=True, start=0)
    board = chess.Board.from_chess960_pos(0)
    told = chess.pgn.Game()
    told.setup(board)
    told.add_line([board.parse_san("e4"), chess.Move.from_uci("e7e5")])
    elsewhere = chess.pgn.Game()
    elsewhere.setup(chess.Board(chess960=True))
    elsewhere.add_line([chess.Move.from_uci("e2e4")])
    first, second = read("book.pgn", f"{told}\n\n{elsewhere}\n", fischer)
    assert first.position is None
    assert first.moves == ("e4", "e5")
    # the initial position of chess is not that of the match
    assert second.open(fischer).start == hm.game("chess").initial()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            f'{GAMES}\n[Event "Three"]\n\n1. e4 e5 2. Ke3 *\n',
            "book.pgn: game 3 (line 16): 2. 'Ke3' is not legal.",
        ),
        (
            '[Event "x"]\n[FEN "nonsense"]\n[SetUp "1"]\n\n*\n',
            "book.pgn: game 1 (line 5): its FEN cannot be read",
        ),
        (
            '[Event "x"]\n\n*\n',
            "book.pgn: game 1 (line 1): it has neither moves nor a position (FEN) to begin with.",
        ),
        (
            '[Event "x"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n',
            "book.pgn: game 1 (line 1): It leaves nothing to play: the game is over.",
        ),
        ("", "The file 'book.pgn' has no opening in it."),
        (
            '[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n\n'
            "1. e4 *\n",
            "book.pgn: game 1 (line 1): These castling rights are of Chess960; set chess960=true as well.",
        ),
    ],
)
def test_pgn_refused(refused, caplog, text, sentence):
    assert refused("book.pgn", text, CHESS).startswith(sentence)
    assert not caplog.records  # python-chess writes its errors to the log, unless it is told otherwise


# ---- SGF
def test_sgf_games_of_one_file(read):
    text = "(;GM[1]FF[4]SZ[9]GN[first (of two)];B[ee];W[cc](;B[gg];W[])(;B[aa]))\n(;SZ[9];B[ee];C[a \\] b])"
    one, other = read("book.sgf", text, GO9)
    assert one == Opening(("E5", "C7", "G3", "pass"), None, "first (of two)")
    assert other == Opening(("E5",), None, "game 2")


def test_sgf_that_begins_with_stones(read):
    handicap = hm.game("go", size=9, handicap=2)
    text = "(;SZ[9]HA[2]AB[gc][cg];W[ee])"
    assert read("book.sgf", text, handicap)[0].position is None  # the match's own stones
    [one] = read("book.sgf", text, GO9)
    assert one.open(GO9).start == GO9.parse("9/9/6X2/9/9/9/2X6/9/9 W")
    assert one.moves == ("E5",)
    [other] = read("book.sgf", "(;SZ[9]AB[ee]AW[aa]PL[W])", GO9)
    assert other.open(GO9).state == GO9.parse("O8/9/9/9/4X4/9/9/9/9 W")


def test_sgf_of_a_large_board(read):
    [one] = read("book.sgf", "(;SZ[21];B[uu];W[aa])", hm.game("go", size=21))
    assert one.moves == ("V1", "A21")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;SZ[19];B[ee])", "book.sgf: game 1 (line 1): it is on 19×19, the match on 9×9."),
        ("(;SZ[9];B[ee];B[cc])", "book.sgf: game 1 (line 1): move 2 is Black's, but it is not Black's turn."),
        ("(;SZ[9];B[ee];W[cc]AB[dd])", "book.sgf: game 1 (line 1): after move 1 it sets up stones"),
        ("(;SZ[9];B[ee])(;SZ[9];B[zz])", "book.sgf: game 2 (line 1): 'zz' is not a point"),
        ("(;SZ[nine];B[ee])", "book.sgf: game 1 (line 1): its size, 'nine', is none"),
        ("(;SZ[9];B[ee]", "book.sgf: game 1 (line 1): it is cut off; a bracket is not closed."),
        ("(;SZ[9];B[ee];W[ee])", "book.sgf: game 1: Move 2, 'E5', cannot be played: E5 is taken"),
        ("(;SZ[9];B[];W[])", "book.sgf: game 1: It leaves nothing to play: the game is over."),
        ("no game", "The file 'book.sgf' has no opening in it."),
    ],
)
def test_sgf_refused(refused, text, sentence):
    assert refused("book.sgf", text, GO9).startswith(sentence)


# ---- the wrong game
@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("book.pgn", GAMES, "book.pgn: .pgn files are for chess; give openings of connect4 as a .txt file."),
        (
            "book.epd",
            SICILIAN,
            "book.epd: .epd files are for chess; give openings of connect4 as a .txt file.",
        ),
        (
            "book.sgf",
            "(;SZ[9];B[ee])",
            "book.sgf: .sgf files are for backgammon, go and hex; give openings of connect4 as a .txt file.",
        ),
    ],
)
def test_files_of_another_game(refused, name, text, sentence):
    assert refused(name, text, CONNECT4) == sentence


# ---- round trips
@given(st.lists(st.lists(st.integers(1, 7), min_size=1, max_size=6), min_size=1, max_size=8))
def test_moves_come_back(tmp_path_factory, games):
    """Openings that end the game are refused, so they are left out."""
    playable = [tuple(map(str, moves)) for moves in games if not over(moves)]
    if not playable:
        return
    file = tmp_path_factory.mktemp("books") / "book.txt"
    file.write_text("\n".join(" ".join(moves) for moves in playable))
    found = load_book(parse_source(str(file)), CONNECT4, 0)
    assert [found[k].moves for k in range(found.length)] == list(dict.fromkeys(playable))


def over(moves):
    state = CONNECT4.initial()
    for move in moves:
        state = CONNECT4.result(state, CONNECT4.parse_action(state, str(move)))
    return CONNECT4.is_terminal(state)


@given(st.lists(st.randoms(use_true_random=False), min_size=1, max_size=3))
def test_chess_games_come_back_from_pgn_and_fen(tmp_path_factory, randoms):
    folder = tmp_path_factory.mktemp("books")
    boards = []
    for random in randoms:
        board = chess.Board()
        for _ in range(random.randrange(1, 9)):
            if not board.is_game_over():
                board.push(random.choice(list(board.legal_moves)))
        if not board.is_game_over():
            boards.append(board)
    if not boards:
        return
    (folder / "book.pgn").write_text("\n\n".join(str(chess.pgn.Game.from_board(board)) for board in boards))
    (folder / "book.fen").write_text("\n".join(board.fen() for board in boards))
    states = [CHESS.parse(board.fen()) for board in boards]
    for name in ("book.pgn", "book.fen"):
        found = load_book(parse_source(str(folder / name)), CHESS, 0)
        assert {found[k].open(CHESS).state for k in range(found.length)} == set(states)


# ---- what a person may mean
def test_sources():
    assert parse_source() == OpeningSource()
    assert parse_source(plies=6) == OpeningSource(plies=6)
    assert parse_source("random") == OpeningSource(plies=4)
    assert parse_source("random", plies=6, margin=1.0) == OpeningSource(plies=6, margin=1.0)
    initial = load_book(parse_source(), CONNECT4, 0)
    assert (initial[0], initial[99], initial.length) == (Opening(), Opening(), 1)

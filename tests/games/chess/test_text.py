"""Chess on paper: FEN and what it refuses, SAN as books and people write it, UCI; against python-chess."""

import random

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.games.chess import Chess, uci_action, uci_text
from halfmove.games.reference import position

pytestmark = pytest.mark.one_speed

GAME, GAME960 = interpreted(Chess()), interpreted(Chess(chess960=True))
SHARP = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/N3N3/8/N3N1K1/8/8/8 w - - 0 1",
]


@st.composite
def boards(draw: st.DrawFn, chess960: bool = False) -> chess.Board:
    """A position some random moves after a sharp one."""
    if chess960:
        board = chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
    else:
        board = chess.Board(draw(st.sampled_from(SHARP)))
    rng = random.Random(draw(st.integers(0, 1 << 30)))
    for _ in range(draw(st.integers(0, 60))):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


# ---- positions
@given(boards())
def test_fen_is_python_chess_s(board: chess.Board) -> None:
    s = GAME.parse(board.fen())
    assert GAME.position_text(s) == board.fen()
    assert GAME.parse(" ".join(board.fen().split()[:4])) == s._replace(quiet=0, number=1)
    assert GAME.parse(board.fen(en_passant="fen")) == s  # a square where nobody can take says nothing
    assert GAME.parse(board.shredder_fen()) == s


@given(boards(chess960=True))
def test_castling_rights_in_three_ways(board: chess.Board) -> None:
    s = GAME960.parse(board.shredder_fen())
    assert GAME960.position_text(s) == board.shredder_fen()
    assert GAME960.parse(board.fen()) == s  # X-FEN: K and Q are the outermost rooks
    assert {uci_text(GAME960, s, a) for a in GAME960.actions(s)} == {board.uci(m) for m in board.legal_moves}


def test_an_inner_rook_is_named_by_its_file() -> None:
    s = GAME960.parse("4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1")
    assert GAME960.position_text(s) == "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"
    assert s.castling == chess.BB_B1 | chess.BB_G1
    outer = GAME960.parse("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1")
    assert outer.castling == chess.BB_A1 | chess.BB_H1


@given(boards(), st.data())
def test_a_fen_with_a_slip_is_refused_or_means_what_python_chess_reads(
    board: chess.Board, data: st.DataObject
) -> None:
    fen = board.fen()
    place = data.draw(st.integers(0, len(fen) - 1))
    letter = data.draw(st.sampled_from("pnbrqkPNBRQK12345678/wb- KQkqaehx9"))
    wrong = fen[:place] + letter + fen[place + data.draw(st.integers(0, 1)) :]
    said = refusal(wrong)
    if said:
        assert said.endswith(".")
        assert "\n" not in said
        assert refused_rightly(wrong), wrong
        return
    s = GAME.parse(wrong)
    theirs = chess.Board(wrong)
    assert GAME.position_text(s) == theirs.fen()
    assert {uci_text(GAME, s, a) for a in GAME.actions(s)} == {theirs.uci(m) for m in theirs.legal_moves}


def refusal(fen: str) -> str:
    """Why it is refused, if it is."""
    try:
        GAME.parse(fen)
    except BadInput as error:
        return str(error)
    return ""


def refused_rightly(fen: str) -> bool:
    """Whether python-chess too finds something wrong, or it is what only we look at: how much has promoted,
    a field that is missing, a right said twice or without its rook."""
    try:
        board = chess.Board(fen)
    except ValueError:
        return True
    fields = fen.split()
    if len(fields) < 4 or len(set(fields[2])) < len(fields[2]) or not board.is_valid():
        return True
    if chess.popcount(board.clean_castling_rights()) < len(fields[2].replace("-", "")):
        return True
    for side in chess.COLORS:
        extra = sum(
            max(0, len(board.pieces(kind, side)) - had)
            for kind, had in ((chess.QUEEN, 1), (chess.ROOK, 2), (chess.KNIGHT, 2))
        )
        bishops = board.pieces(chess.BISHOP, side)
        extra += max(0, len(bishops & chess.BB_LIGHT_SQUARES) - 1)
        extra += max(0, len(bishops & chess.BB_DARK_SQUARES) - 1)
        if extra + len(board.pieces(chess.PAWN, side)) > 8:
            return True
    return False


REFUSED = {
    "8/8/8/8/8/8/8/8 w - -": "White has no king",
    "4k3/8/8/8/8/8/8/4KK2 w - -": "White has 2 kings",
    "4k3/8/8/8/8/8/8 w - -": "8 ranks",
    "4k3/44/8/8/8/8/8/4K3 w - -": "Rank 7 of the FEN, '44', has two numbers one after the other",
    "4k3/8/8/8/8/8/8/4K4 w - -": "Rank 1 of the FEN, '4K4', has 9 squares",
    "4k2/8/8/8/8/8/8/4K3 w - -": "Rank 8 of the FEN, '4k2', has 7 squares",
    "4k3/8/8/3x4/8/8/8/4K3 w - -": "'x' in rank 5",
    "4k3/8/8/8/8/8/8/4K3 white - -": "w or b, not 'white'",
    "4k3/8/8/8/8/8/8/4K3": "six fields",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2": "six fields",
    "4k3/8/8/8/8/8/8/4K3 w - - x 1": "plies since a capture",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 -1": "number of the move",
    "4k3/8/8/8/8/8/8/4K2P w - -": "a pawn on h1",
    "4k3/pppp4/pppp4/p7/8/8/8/4K3 w - -": "9 pawns",
    "4k3/8/8/8/4Q3/8/8/4K3 w - -": "Black is in check, but it is White's turn",
    "4k3/8/3N1N2/8/4R3/8/8/4K3 b - -": "check from 3 pieces",
    "qqqqkqqq/q7/qq6/8/8/8/8/4K3 b - -": "9 pieces that must have been pawns",
    "4k3/pppppppp/8/8/8/2q1q3/7K/8 b - -": "1 pieces that must have been pawns",
    "4k3/8/8/8/8/8/8/4K3 w K -": "castling right 'K'",
    "4k3/8/8/8/8/8/4K3/7R w K -": "castling right 'K'",
    "4k3/8/8/8/8/8/8/4K2R w KK -": "castling right 'K'",
    "4k3/8/8/8/8/8/8/4K2R w X -": "'X' in the castling rights",
    "4k3/8/8/8/8/8/8/4K3 w - e9": "square such as e3",
    "4k3/8/8/8/8/8/8/4K3 w - e6": "No pawn can just have passed",
    "4k3/8/8/8/4P3/8/8/4K3 w - e3": "No pawn can just have passed",
    "4k3/8/8/8/4P3/8/4N3/4K3 b - e3": "No pawn can just have passed",
    "4k3/8/8/8/8/8/8/1K3R2 w F - 0 1": "are of Chess960",
}


@pytest.mark.parametrize("fen", REFUSED)
def test_impossible_positions_are_refused_with_what_is_wrong(fen: str) -> None:
    with pytest.raises(BadInput) as error:
        GAME.parse(fen)
    assert REFUSED[fen] in str(error.value)


def test_promotions_that_may_be_are_accepted() -> None:
    fen = "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"  # the most moves: 218 (Nenad Petrovic, 1964)
    assert GAME.count_actions(GAME.parse("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")) == 218
    assert len(list(GAME.actions(GAME.parse(fen)))) == 218


# ---- moves
@given(boards(), st.randoms(use_true_random=False))
def test_moves_as_python_chess_writes_them(board: chess.Board, rng: random.Random) -> None:
    s = GAME.parse(board.fen())
    assume(not GAME.is_terminal(s))  # python-chess goes on where nobody can win any more
    moves = sorted(board.legal_moves, key=str)
    for move in rng.sample(moves, min(4, len(moves))):
        a = uci_action(GAME, s, move.uci())
        san = board.san(move)
        assert GAME.action_text(s, a) == san
        for text in (san, san.rstrip("+#"), f"{san}!?", f" {move.uci()} ", move.uci().upper()):
            assert GAME.parse_action(s, text) == a
        if "=" in san:
            assert GAME.parse_action(s, san.replace("=", "")) == a
            assert GAME.parse_action(s, san[: san.index("=") + 1] + san[san.index("=") + 1].lower()) == a
        if san[0] in "NBRQK":
            assert GAME.parse_action(s, san.replace("x", "")) == a
            assert GAME.parse_action(s, board.lan(move)) == a


@given(boards(), st.text("abcdefgh12345678NBRQKOx-+=#0 .!", max_size=8))
def test_any_text_is_a_move_or_refused_in_a_sentence(board: chess.Board, text: str) -> None:
    s = GAME.parse(board.fen())
    assume(not GAME.is_terminal(s))
    try:
        a = GAME.parse_action(s, text)
    except BadInput:
        with pytest.raises(ValueError):
            board.parse_san(text.strip())
    else:
        assert a in list(GAME.actions(s))


@given(boards(chess960=True))
def test_moves_of_chess960(board: chess.Board) -> None:
    s = GAME960.parse(board.shredder_fen())
    for move in board.legal_moves:
        a = uci_action(GAME960, s, board.uci(move))
        assert GAME960.action_text(s, a) == board.san(move)
        assert GAME960.parse_action(s, board.san(move)) == a
        assert GAME960.parse_action(s, board.uci(move)) == a


CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize("text", ["O-O", "0-0", "o-o", "O-O+", "e1g1", "e1h1", "Kg1", "OO"])
def test_castling_in_many_ways(text: str) -> None:
    s = GAME.parse(CASTLES)
    if text in ("Kg1", "OO"):
        with pytest.raises(BadInput):
            GAME.parse_action(s, text)
    else:
        assert GAME.action_text(s, GAME.parse_action(s, text)) == "O-O"


def test_what_could_be_several_moves_is_refused_with_the_choice() -> None:
    s = GAME.parse("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1")
    with pytest.raises(BadInput, match="'Nb3' could be any of these moves: Nab3, Ncb3"):
        GAME.parse_action(s, "Nb3")
    s = GAME.parse("8/P3k3/8/8/8/8/8/4K3 w - - 0 1")
    with pytest.raises(BadInput, match="'a8' could be any of these moves: a8=B, a8=N, a8=Q, a8=R"):
        GAME.parse_action(s, "a8")


def test_a_line_with_numbers_comments_and_a_result() -> None:
    line = "1. e4 e5 2.Nf3 {the usual} Nc6 3. Bb5 a6 4. O-O 1/2-1/2"
    s, moves = position(GAME, moves=line.replace("4. O-O", "4. Ba4 Nf6 5. O-O"))
    assert len(moves) == 9
    assert GAME.position_text(s) == "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5"
    assert GAME.split_moves("12...Qxd4+ 13. Kh1, e8=Q#") == ["Qxd4+", "Kh1", "e8=Q#"]

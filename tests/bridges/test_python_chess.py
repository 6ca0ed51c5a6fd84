"""Boards of python-chess as histories and back: random games, Chess960, castling, en passant, promotions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.nim import Nim

pytest.importorskip("chess", reason="python-chess is not installed")

import chess
from chess import variant

from halfmove.bridges.python_chess import from_board, to_action, to_board, to_move

pytestmark = pytest.mark.one_speed

POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
    "8/8/8/2k5/3Pp3/8/8/4K2Q b - d3 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
]


def played(board, plies, seed):
    draw = random.Random(seed)
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [m for m in legal if board.is_castling(m) or board.is_en_passant(m) or m.promotion]
        board.push(draw.choice(special or legal))
    return board


@st.composite
def boards(draw):
    if draw(st.booleans()):
        board = chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
    else:
        board = chess.Board(draw(st.sampled_from(POSITIONS)))
    return played(board, draw(st.integers(0, 60)), draw(st.integers(0, 10**6)))


@settings(max_examples=60)
@given(boards())
def test_a_board_goes_there_and_back(board):
    history = from_board(board)
    again = to_board(history)
    assert again == board
    assert again.root() == board.root()
    assert again.chess960 == board.chess960
    assert [board.uci(m) for m in again.move_stack] == [again.uci(m) for m in board.move_stack]
    state = history.state
    ours = {to_move(history, a) for a in history.game.actions(state)}
    assert ours == {board.parse_uci(board.uci(m)) for m in board.legal_moves}
    assert {to_action(history, m) for m in board.legal_moves} == set(history.game.actions(state))


def test_repetitions_are_counted_in_the_moves_of_the_stack():
    board = chess.Board()
    for word in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        board.push_san(word)
    history = from_board(board)
    assert history.repeated
    assert to_board(history).is_repetition(3)


@pytest.mark.parametrize("uci", ["e1g1", "e1h1"])
def test_castling_is_read_in_both_ways(uci):
    history = from_board(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
    action = to_action(history, chess.Move.from_uci(uci))
    assert history.game.action_text(history.state, action) == "O-O"


def null_moved():
    board = chess.Board()
    board.push(chess.Move.null())
    return board


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: from_board(variant.AtomicBoard()), "Halfmove has no Atomic"),
        (lambda: from_board(null_moved()), "'0000' is not a legal move here"),
        (lambda: from_board(chess.Board("8/8/8/8/8/8/8/K7 w - - 0 1")), "king"),
        (lambda: to_board(History(Nim())), "has a game of chess, not of nim"),
    ],
)
def test_what_cannot_cross_is_one_sentence(made, said):
    with pytest.raises(BadInput, match=f"(?i){said}"):
        made()

"""Static exchange evaluation against swaps carried out one by one on python-chess's board."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfmove.core.compile import interpreted, kernel
from halfmove.games.chess import Chess, uci_action
from halfmove.games.chess.knowledge import PAWN

GAME = interpreted(Chess())
WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 325, chess.ROOK: 500, chess.QUEEN: 900}
KING = 100_000


def worth(board: chess.Board, square: int) -> int:
    kind = board.piece_type_at(square)
    return 0 if kind is None else WORTH.get(kind, KING)


def swapped(board: chess.Board, square: int, side: chess.Color) -> int:
    """What `side` wins at best by capturing on a square, pins and promotions aside."""
    takers = list(board.attackers(side, square))
    if not takers:
        return 0
    taker = min(takers, key=lambda s: worth(board, s))
    if worth(board, taker) == KING and board.attackers(not side, square):
        return 0
    won = worth(board, square)
    after = board.copy(stack=False)
    after.set_piece_at(square, after.remove_piece_at(taker))
    return max(0, won - swapped(after, square, not side))


def exchanged(board: chess.Board, move: chess.Move) -> int:
    """The first capture or move, whatever comes of it."""
    if board.is_castling(move):
        return 0
    won = 100 if board.is_en_passant(move) else worth(board, move.to_square)
    if move.promotion:
        won += WORTH[move.promotion] - 100
    after = board.copy(stack=False)
    after.push(move)
    return won - swapped(after, move.to_square, after.turn)


def ours(board: chess.Board, move: str) -> int:
    s = GAME.parse(board.fen())
    return GAME.exchange(s, uci_action(GAME, s, move)) * 100 // PAWN


KNOWN = [
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),  # nobody looks after the pawn
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 300),  # a knight for a pawn
    ("4k3/8/3p4/4p3/8/4R3/4R3/4K3 w - - 0 1", "e3e5", 100 - 500 + 100),  # the pawn behind takes back
    ("4r1k1/8/8/4p3/8/4R3/4R3/6K1 w - - 0 1", "e3e5", 100),  # the second rook looks through the first
    ("4r1k1/4r3/8/4p3/8/4R3/4R3/6K1 w - - 0 1", "e3e5", 100 - 500),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),  # en passant: a pawn for a pawn at worst
    ("4k3/4p3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),  # promoted for good
    ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),  # and lost at once
    ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 800 - 900),
    ("4k3/8/8/8/8/1p6/8/R3K3 w - - 0 1", "a1a2", -500),  # a move onto an attacked square
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
    ("8/8/8/2k5/3p4/4K3/8/3R4 w - - 0 1", "d1d4", 100),  # the king may not take: the other king is by
    ("8/8/8/2k5/3p4/8/5K2/3R4 w - - 0 1", "d1d4", 100 - 500),  # it may
]


@pytest.mark.parametrize(("fen", "move", "value"), KNOWN)
def test_known_exchanges(fen: str, move: str, value: int) -> None:
    assert ours(chess.Board(fen), move) == value


STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
]


@pytest.mark.slow_interpreted
@given(st.sampled_from(STARTS), st.integers(0, 1 << 30), st.integers(0, 60))
def test_every_move_of_random_positions(start: str, seed: int, plies: int) -> None:
    board, rng = chess.Board(start), random.Random(seed)
    for _ in range(plies):
        if board.is_game_over():
            return
        captures = sorted(board.generate_legal_captures(), key=str)
        moves = captures if captures and rng.random() < 0.2 else sorted(board.legal_moves, key=str)
        board.push(rng.choice(moves))
    for move in board.legal_moves:
        found, truth = ours(board, move.uci()), exchanged(board, move)
        assert (found < 0) == (truth < 0), (board.fen(), move)
        sure = worth(board, move.to_square) - worth(board, move.from_square)
        if found < 0 or (sure < 0 and not move.promotion and not board.is_en_passant(move)):
            assert found == truth, (board.fen(), move)
        else:
            assert found <= truth, (board.fen(), move)


@kernel
def exchange(game, s, a: int) -> int:
    return game.exchange(s, a)


@pytest.mark.slow_interpreted
def test_compiled_alike() -> None:
    game = Chess()
    for start in STARTS:
        s = game.parse(start)
        for a in GAME.actions(s):
            assert exchange(game, s, a) == GAME.exchange(s, a)

"""Our rules and notations against python-chess's, move by move through random games."""

import random

import chess
import pytest

from halfmove.core.history import History
from halfmove.games.chess import Chess, uci_action, uci_text


def follow(game: Chess, board: chess.Board, seed: int, plies: int) -> None:
    """Play a random game on both and compare everything after each move."""
    rng = random.Random(seed)
    history = History(game, game.parse(board.fen()))
    for _ in range(plies):
        s = history.state
        ours = {uci_text(game, s, a): a for a in game.actions(s)}
        theirs = {board.uci(m) for m in board.legal_moves}
        assert set(ours) == theirs, board.fen()
        assert game.count_actions(s) == len(theirs)
        assert game.in_check(s) == board.is_check()
        assert game.position_text(s) == (board.shredder_fen() if game.chess960 else board.fen())
        assert game.parse(game.position_text(s)) == s
        outcome = board.outcome(claim_draw=False)
        drawn = board.is_repetition(3) or board.is_fifty_moves()
        assert history.over == (outcome is not None or drawn), board.fen()
        if history.over:
            winner = None if outcome is None else outcome.winner
            assert history.utility(0) == (0 if winner is None else 1 if winner else -1)
            return
        move = rng.choice(sorted(board.legal_moves, key=str))
        a = uci_action(game, s, board.uci(move))
        assert game.action_text(s, a) == board.san(move)
        assert game.parse_action(s, board.san(move)) == a
        assert game.parse_action(s, board.uci(move)) == a
        history.play(a)
        board.push(move)


@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed: int) -> None:
    follow(Chess(), chess.Board(), seed, 120)


@pytest.mark.parametrize("seed", range(12))
def test_random_games_of_chess960(seed: int) -> None:
    number = random.Random(seed).randrange(960)
    game = Chess(chess960=True, start=number)
    board = chess.Board.from_chess960_pos(number)
    assert game.initial() == game.parse(board.fen())
    follow(game, board, seed, 90)


ENDINGS = [
    "8/8/8/4k3/8/3K4/4P3/8 w - - 0 1",
    "8/8/4k3/8/8/3K1B2/8/6r1 w - - 90 100",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K2Q b - d3 0 1",
    "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
]


@pytest.mark.parametrize("fen", ENDINGS)
def test_random_games_from_sharp_corners_of_the_rules(fen: str) -> None:
    for seed in range(4):
        follow(Chess(), chess.Board(fen), seed, 80)


@pytest.mark.slow_interpreted
def test_all_starting_positions_of_chess960() -> None:
    for number in range(960):
        ours = Chess(chess960=True, start=number).initial()
        assert (
            Chess(chess960=True).position_text(ours) == chess.Board.from_chess960_pos(number).shredder_fen()
        )

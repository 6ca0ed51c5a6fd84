"""Endings that must be won: mates against a bare king, and king and pawn.

The starting positions are random, by seed, with the stronger side to move and none of its pieces attacked,
White and Black in turn; the winner has 20,000 nodes a move. The defender is Stockfish at 20,000 nodes a move
if it is installed, because its endgame knowledge is the best defence available; otherwise it is our own
engine. Fifty moves without a capture or a pawn move are a draw, and so is the third occurrence of a position;
python-chess checks that the last position is mate. For king and pawn against king only won positions are
played (the tests check our table of them). Queen against rook is also won, in up to 31 moves, but hard: its
wins are counted, not required.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import mean
from typing import Any

from benchmarks.answers import expect
from benchmarks.peers import find_program, peer
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.algorithms import analyze
from halfmove.search.alphabeta.threads import Engine

ENDINGS = {
    "queen": "KQ K",
    "rook": "KR K",
    "two bishops": "KBB K",
    "bishop and knight": "KBN K",
    "pawn": "KP K",
    "queen against rook": "KQ KR",
}
NOT_ASKED = ("queen against rook",)
NODES = 20_000
STARTS, FEW = 40, 4

Defence = Callable[[Game, History], int]
"""Chooses the weaker side's action."""


def run(section: Section, settings: Settings) -> None:
    """Play them, and report."""
    chess = peer(section, "python-chess", "chess")
    if chess is None:
        return
    rules = game("chess")
    number = settings.positions.get("endings", FEW if settings.quick else STARTS)
    with_stockfish = find_program("stockfish")
    rows = []
    defence, close = stockfish(with_stockfish) if with_stockfish else ours(rules)
    try:
        for title, pieces in ENDINGS.items():
            lengths = []
            for start in starts(chess, rules, pieces, number):
                board, moves = play(chess, rules, start, defence)
                won = board.is_checkmate() and board.turn != chess.Board(start).turn
                if won:
                    lengths.append(moves)
                if title not in NOT_ASKED:
                    expect(f"{title}, {start} to {board.fen()}: won", won, True)
            average = f"{mean(lengths):.1f}" if lengths else ""
            rows.append([title, str(number), str(len(lengths)), average, str(max(lengths, default=""))])
    finally:
        close()
    section.table(["ending", "starts", "won", "moves on average", "at most"], rows)
    section.say(f"The defence: {'Stockfish' if with_stockfish else 'the same engine'}.")


def starts(chess: Any, rules: Game, pieces: str, number: int) -> Iterator[str]:
    """Positions, as FEN."""
    dice = Random(pieces)
    strong, weak = pieces.split()
    for n in range(number):
        while True:
            board = chess.Board.empty()
            squares = dice.sample(range(64), len(strong + weak))
            white = n % 2 == 0
            for square, letter in zip(squares, strong + weak.lower(), strict=True):
                piece = chess.Piece.from_symbol(letter)
                if not white:
                    piece.color = not piece.color
                board.set_piece_at(square, piece)
            board.turn = white
            if fair(chess, rules, board):
                yield board.fen()
                break


def fair(chess: Any, rules: Game, board: Any) -> bool:
    """Whether it is legal, nothing of the stronger side attacked, and won by its material."""
    if not board.is_valid() or board.is_check() or board.is_stalemate():
        return False
    own = board.occupied_co[board.turn]
    if any(board.attacks(square) & own for square in chess.SquareSet(board.occupied_co[not board.turn])):
        return False
    bishops = board.bishops & own
    if bishops.bit_count() == 2 and (bishops & chess.BB_LIGHT_SQUARES).bit_count() != 1:
        return False
    return not board.pawns or rules.evaluate(rules.parse(board.fen()), 0) != 0


def play(chess: Any, rules: Game, start: str, defence: Defence) -> tuple[Any, int]:
    """The last position as python-chess has it, and the moves made by the side that began."""
    history = History(rules, rules.parse(start))
    board = chess.Board(start)
    engine = Engine(rules, megabytes=16)
    first = history.mover
    moves = 0
    while not history.over and moves < 150:
        if history.mover == first:
            action = analyze(rules, history.state, Limit(nodes=NODES), memory=engine, history=history).best
            moves += 1
        else:
            action = defence(rules, history)
        board.push_san(rules.action_text(history.state, action))
        history.play(action)
    return board, moves


def ours(rules: Game) -> tuple[Defence, Callable[[], None]]:
    """Our own engine as the defence."""
    engine = Engine(rules, megabytes=16)

    def choose(rules: Game, history: History) -> int:
        found = analyze(rules, history.state, Limit(nodes=NODES), memory=engine, history=history)
        return int(found.best)

    return choose, lambda: None


def stockfish(program: str) -> tuple[Defence, Callable[[], None]]:
    """Stockfish as the defence, and how to end it."""
    import chess
    import chess.engine

    process = chess.engine.SimpleEngine.popen_uci(program)
    limit = chess.engine.Limit(nodes=NODES)

    def choose(rules: Game, history: History) -> int:
        board = chess.Board(rules.position_text(history.start))
        for state, action in zip(history.states, history.actions, strict=False):
            board.push_san(rules.action_text(state, action))
        move = process.play(board, limit).move
        return int(rules.parse_action(history.state, str(move)))

    return choose, process.quit

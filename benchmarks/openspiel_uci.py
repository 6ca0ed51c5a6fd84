"""OpenSpiel's MCTSBot as a chess engine over UCI, so that a match can be played against it.

    python -m benchmarks.openspiel_uci

It counts simulations, not time; so many are asked for as its speed in the moves before fits into the time of
a move. Random playouts to the end of the game, UCT's constant 2, as in OpenSpiel's own examples.
"""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from typing import Any

import chess
import pyspiel

UCT = 2.0
MEMORY = 1000
"""Megabytes of its tree."""
OF_THE_TIME = 0.9


class Bot:
    """The bot, and how fast it is here."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("chess")
        self.rate = 200.0
        """Simulations a second."""

    def choose(self, board: chess.Board, seconds: float) -> chess.Move:
        """The bot's move."""
        state = self.game.new_initial_state(board.fen(en_passant="fen"))
        simulations = max(int(self.rate * seconds * OF_THE_TIME), 2)
        evaluator = pyspiel.RandomRolloutEvaluator(1, board.ply())
        bot = pyspiel.MCTSBot(self.game, evaluator, UCT, simulations, MEMORY, True, board.ply(), False)
        began = time.perf_counter()
        action = bot.step(state)
        rate = simulations / max(time.perf_counter() - began, 1e-6)
        self.rate = 0.5 * self.rate + 0.5 * min(rate, 4 * self.rate)
        return board.parse_san(state.action_to_string(state.current_player(), action))


def seconds_of(words: list[str], board: chess.Board) -> float:
    """The time for a move that a `go` allows."""
    given: dict[str, Any] = {key: int(value) for key, value in pairwise(words) if value.lstrip("-").isdigit()}
    if "movetime" in given:
        return float(given["movetime"]) / 1000
    own = "w" if board.turn else "b"
    return float(given.get(f"{own}time", 4000) / 30 + 0.8 * given.get(f"{own}inc", 0)) / 1000


def position_of(words: list[str]) -> chess.Board:
    """The board that a `position` sets up."""
    cut = words.index("moves") if "moves" in words else len(words)
    board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:cut]))
    for move in words[cut + 1 :]:
        board.push_uci(move)
    return board


def main() -> None:
    """Answer lines until `quit`."""
    bot, board = Bot(), chess.Board()
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                print("id name OpenSpiel MCTSBot\nid author the authors of OpenSpiel\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position"]:
                board = position_of(words)
            case ["go"]:
                print(f"bestmove {bot.choose(board, seconds_of(words, board)).uci()}", flush=True)
            case ["quit"]:
                return


if __name__ == "__main__":
    main()

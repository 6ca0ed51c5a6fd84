"""Gomoku against the programs of PyPI that play it, and against our own search of all lines.

    pip install --target PEERS open_spiel gmpy2 gomoku gomokubench
    python -m benchmarks.gomoku_peers openspiel --peers PEERS [--pairs 10] [--seconds 0.1]

Each pair of games begins with the same three random stones in the middle of the board, each side once with
each colour.  Peers that count time get `--seconds` a move, as our engine does; the others play their best
level and take what time they take.  Reported: our points, a draw half a point, with the interval of 95 % that
the pairs' results give, moves a game, and what either side took a move (seconds on the clock, one thread
each).

    openspiel   MCTS in C++, random playouts, its own clock
    threats     gomoku 0.1.0: Allis's threat-space search, then a rule of thumb
    bench       gomokubench's "hard": alpha-beta, three plies
    lines       this package's plain alpha-beta, which counts the open lines anew and looks at all squares

`nodes` instead of a peer: nodes a second of processor time, ours and those of `lines`, in five positions.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from halfmove import Engine, Limit, analyze, game
from halfmove.games.reference import position

SIDE = 15
MIDDLE = [SIDE * r + c for r in range(5, 10) for c in range(5, 10)]
STONES = 3
MOST = 1_000_000
"""Simulations of OpenSpiel's: its clock ends them."""

Choose = Callable[[list[int]], int]
"""A player: the square after the moves so far."""


def openspiel(seconds: float) -> Choose:
    import pyspiel

    rules = pyspiel.load_game(f"mnk(m={SIDE},n={SIDE},k=5)")

    def choose(moves: list[int]) -> int:
        there = rules.new_initial_state()
        for move in moves:
            there.apply_action(move)
        evaluator = pyspiel.RandomRolloutEvaluator(1, len(moves))
        bot = pyspiel.MCTSBot(
            rules, evaluator, 2.0, MOST, 1000, True, len(moves), False, max_wall_clock_time=seconds
        )
        return int(bot.step(there))

    return choose


def threats(seconds: float) -> Choose:
    from gomoku.board import Board
    from gomoku.player.threat_space import ThreatSpace

    player = ThreatSpace()

    def choose(moves: list[int]) -> int:
        board = Board()
        for move in moves:
            board.move(*divmod(move, SIDE))
        player.winning_line = []  # it is asked anew each time
        with contextlib.redirect_stdout(io.StringIO()):
            found = player.make_move(board)
        return SIDE * found[0] + found[1] if isinstance(found, tuple) else int(found)

    return choose


def bench(seconds: float) -> Choose:
    from libs import piece
    from libs.ai import get_best_move, resolve_ai_settings
    from libs.board import BoardState

    settings = resolve_ai_settings("hard")
    del settings["level"]

    def choose(moves: list[int]) -> int:
        state = BoardState(SIDE)
        for number, move in enumerate(moves):
            state[divmod(move, SIDE)] = piece.BLACK if number % 2 == 0 else piece.WHITE
            state.last_move = divmod(move, SIDE)
        black = len(moves) % 2 == 0
        state.color = piece.WHITE if black else piece.BLACK  # of the last stone
        (row, column), _ = get_best_move(state, is_max_state=black == (piece.BLACK == 1), **settings)
        return int(SIDE * row + column)

    return choose


def engine(name: str, seconds: float) -> Choose:
    """This package's engine, of the game by this name."""
    rules = game(name, width=SIDE, height=SIDE, k=5)
    memory = Engine(rules, megabytes=64)
    memory.prepare(rules.initial())
    memory.warm()

    def choose(moves: list[int]) -> int:
        if len(moves) <= STONES + 1:
            memory.clear()
        state = rules.initial()
        for move in moves:
            state = rules.result(state, move)
        return int(analyze(rules, state, Limit(seconds=seconds), memory=memory).best)

    return choose


PEERS: dict[str, Callable[[float], Choose]] = {
    "openspiel": openspiel,
    "threats": threats,
    "bench": bench,
    "lines": lambda seconds: engine("mnk", seconds),
}


POSITIONS = (
    "h8",
    "h8 i9",
    "h8 i9 g9 i7",
    "h8 i8 h7 h9 i7 g7 j6",
    "h8 g9 i9 g7 j10 k11 i8 i10",
)


def speeds() -> None:
    """Print nodes a second and depths in the positions, without making machine code and tables."""
    for name, nodes in (("gomoku", 1_000_000), ("mnk", 100_000)):
        rules = game(name, width=SIDE, height=SIDE, k=5)
        entered, seconds = 0, 0.0
        for moves in POSITIONS:
            state = position(rules, moves=moves)[0]
            memory = Engine(rules, megabytes=32)
            analyze(rules, state, Limit(depth=2), memory=memory)
            memory.clear()
            began = time.process_time()
            found = analyze(rules, state, Limit(nodes=nodes), memory=memory)
            took = time.process_time() - began
            entered, seconds = entered + memory.nodes, seconds + took
            print(f"{name} {moves!r}: depth {found.depth}, {memory.nodes / took / 1e6:.3f} M/s", flush=True)
        print(f"{name}: {entered / seconds / 1e6:.3f} M nodes/s", flush=True)


def play(rules: Any, moves: list[int], players: list[Choose], clocks: list[list[float]]) -> tuple[int, int]:
    """The utility of X of a game after these moves, between players 0 and 1, and how many stones it took."""
    moves, state = list(moves), rules.initial()
    for move in moves:
        state = rules.result(state, move)
    while not rules.is_terminal(state):
        side = rules.to_move(state)
        began = time.perf_counter()
        move = players[side](moves)
        clocks[side].append(time.perf_counter() - began)
        if move not in set(rules.actions(state)):
            raise RuntimeError(f"{move} is no legal move in {rules.position_text(state)}")
        moves.append(move)
        state = rules.result(state, move)
    return int(rules.utility(state, 0)), len(moves)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("peer", choices=[*PEERS, "nodes"])
    parser.add_argument("--peers", type=Path, action="append", default=[], help="a folder they are in")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.1)
    typed = parser.parse_args()
    if typed.peer == "nodes":
        speeds()
        return
    sys.path += map(str, typed.peers)
    rules = game("gomoku")
    ours, peer = engine("gomoku", typed.seconds), PEERS[typed.peer](typed.seconds)
    rng = random.Random(3)
    points: list[float] = []
    lengths: list[int] = []
    wins = [0, 0, 0]
    our_clock: list[float] = []
    their_clock: list[float] = []
    for number in range(1, typed.pairs + 1):
        opening = rng.sample(MIDDLE, STONES)
        results = []
        for side in (0, 1):
            players, clocks = [ours, peer], [our_clock, their_clock]
            if side == 1:
                players, clocks = players[::-1], clocks[::-1]
            utility, stones = play(rules, opening, players, clocks)
            results.append(utility if side == 0 else -utility)
            lengths.append(stones)
        for result in results:
            wins[1 - result] += 1
        points.append(sum((1 + result) / 2 for result in results) / 2)
        error = 1.96 * statistics.stdev(points) / number**0.5 if number > 1 else float("nan")
        print(
            f"{typed.peer}: {wins[0]} won, {wins[1]} drawn, {wins[2]} lost: "
            f"{statistics.fmean(points):.1%} ± {error:.1%}, {statistics.fmean(lengths):.0f} stones a game; "
            f"{statistics.fmean(our_clock):.3f} s and {statistics.fmean(their_clock):.3f} s a move",
            flush=True,
        )


if __name__ == "__main__":
    main()

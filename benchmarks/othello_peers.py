"""Othello against the programs of PyPI and Debian that play it, at equal time a move or less.

    pip install --target PEERS open_spiel rust-reversi othellopy cli-othello pyreversi; apt install grhino
    python -m benchmarks.othello_peers openspiel --peers PEERS [--pairs 20] [--seconds 0.1]

Each pair of games begins with the same eight random moves, each side once with each colour.  Peers that
count time or whose simulations can be counted get `--seconds` a move, as our engine does; those with levels
play their best one (`grhino-3`: GRhino's third), and take what time they take.  Reported: our points, a draw
half a point, with the interval of 95 % that the pairs' results give, discs a game, and what either side took
a move (seconds on the clock, one thread each).  `--nodes` bounds our searches whatever else the machine does.

Eight moves at random often decide the game for one colour, and between strong players the pair is then shared
whoever plays better.  `--balance 4` keeps to openings that a search of a million nodes judges within four
discs of even, as tournaments' drawn openings are; pairs that one colour won on both sides are counted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from halfmove import Engine, Limit, analyze
from halfmove.games.othello import Othello

PASS = 64
OPENING = 8
JUDGED = Limit(nodes=1_000_000)
"""The search that says whether an opening is even."""
UCT = 2.0
MOST = 1_000_000
"""Simulations of OpenSpiel's: its clock ends them."""
WEIGHTS = [
    [100, -20, 10, 5, 5, 10, -20, 100],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [10, -2, 5, 1, 1, 5, -2, 10],
    [5, -2, 1, 1, 1, 1, -2, 5],
    [5, -2, 1, 1, 1, 1, -2, 5],
    [10, -2, 5, 1, 1, 5, -2, 10],
    [-20, -50, -2, -2, -2, -2, -50, -20],
    [100, -20, 10, 5, 5, 10, -20, 100],
]
"""The usual table of squares, for the peer whose search is given its evaluation."""

Choose = Callable[[Any, list[int]], int]
"""A player: the square for a state and the moves that led to it."""


def letters(state: Any) -> str:
    """The 64 squares from a1, row by row, X for Black."""
    black, white = (state.own, state.other) if state.mover == 0 else (state.other, state.own)
    return "".join("X" if black >> n & 1 else "O" if white >> n & 1 else "-" for n in range(64))


def openspiel(seconds: float) -> Choose:
    """Its MCTS in C++, random playouts, its own clock."""
    import pyspiel

    game = pyspiel.load_game("othello")

    def choose(state: Any, moves: list[int]) -> int:
        there = game.new_initial_state()
        for move in moves:
            there.apply_action(move)
        evaluator = pyspiel.RandomRolloutEvaluator(1, len(moves))
        bot = pyspiel.MCTSBot(
            game, evaluator, UCT, MOST, 1000, True, len(moves), False, max_wall_clock_time=seconds
        )
        return int(bot.step(there))

    return choose


def rust_board(state: Any) -> Any:
    import rust_reversi

    turn = rust_reversi.Turn.BLACK if state.mover == 0 else rust_reversi.Turn.WHITE
    board = rust_reversi.Board()
    board.set_board_str(letters(state), turn)
    return board


def rust_alphabeta(seconds: float) -> Choose:
    """rust-reversi's alpha-beta, deepening until time is up, with the table of squares."""
    import rust_reversi

    search = rust_reversi.AlphaBetaSearch(rust_reversi.MatrixEvaluator(WEIGHTS), 60, 1 << 10)
    return lambda state, moves: int(search.get_move_with_timeout(rust_board(state), int(seconds * 1000)))


def rust_mcts(seconds: float) -> Choose:
    """rust-reversi's Monte Carlo tree search, with the numbers that its page recommends."""
    import rust_reversi

    search = rust_reversi.MctsSearch(100_000_000, 1.0, 10)
    return lambda state, moves: int(search.get_move_with_timeout(rust_board(state), int(seconds * 1000)))


def othellopy(seconds: float) -> Choose:
    """othellopy's advanced player: alpha-beta, three plies deep, as it comes."""
    from othellopy.core import Cell
    from othellopy.players.advanced import AdvancedPlayer

    cells = {"X": Cell.BLACK, "O": Cell.WHITE, "-": Cell.EMPTY}

    def choose(state: Any, moves: list[int]) -> int:
        text = letters(state)
        board = [[cells[text[8 * r + c]] for c in range(8)] for r in range(8)]
        player = AdvancedPlayer(Cell.BLACK if state.mover == 0 else Cell.WHITE, depth=3)
        row, column = player.next_move(board)
        return int(8 * row + column)

    return choose


def cli_othello(seconds: float) -> Choose:
    """cli-othello's fifth level, its highest: four plies, the last ten squares exactly."""
    from cli_othello import ai, board

    def choose(state: Any, moves: list[int]) -> int:
        there = board.Board()
        numbers = {"X": board.BLACK, "O": board.WHITE, "-": board.EMPTY}
        there.cells = [numbers[letter] for letter in letters(state)]
        move = ai.OthelloAI(board.BLACK if state.mover == 0 else board.WHITE, 5).choose_move(there)
        assert move is not None
        return int(8 * move[0] + move[1])

    return choose


def pyreversi(seconds: float) -> Choose:
    """pyreversi's fifth level, its highest: rules of thumb, two plies.

    It reads its command line anew for each line that it may print, which takes two seconds a move; here once.
    """
    sys.argv = sys.argv[:1]
    from pyreversi import bot, display, plateau

    options = display.compute_args()
    bot.compute_args = display.compute_args = lambda: options

    def choose(state: Any, moves: list[int]) -> int:
        signs = {"X": plateau.BLACK, "O": plateau.WHITE, "-": plateau.VIDEE}
        text = letters(state)
        board = [[signs[text[8 * r + c]] for c in range(8)] for r in range(8)]
        move = bot.calcul_bot(board, plateau.BLACK if state.mover == 0 else plateau.WHITE, 5)
        return 8 * (int(move[1]) - 1) + ord(move[0]) - ord("A")

    return choose


def grhino(seconds: float, level: int = 5) -> Choose:
    """GRhino, Debian's, over GTP, at its fifth level, the highest, without its book."""
    process = subprocess.Popen(
        ["/usr/games/gtp-rhino", "-l", str(level), "-b", "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def ask(command: str) -> str:
        print(command, file=process.stdin, flush=True)
        answer = ""
        while not answer.strip():
            answer = process.stdout.readline()  # type: ignore[union-attr]
        if not answer.startswith("="):
            raise RuntimeError(f"gtp-rhino: {command}: {answer.strip()}")
        return answer[1:].strip()

    ask("set_game Othello")

    def choose(state: Any, moves: list[int]) -> int:
        ask("clear_board")
        for number, move in enumerate(moves):
            if move != PASS:  # for which it has no word: who plays next is said
                name = f"{'abcdefgh'[move % 8]}{move // 8 + 1}"
                ask(f"play {('black', 'white')[number % 2]} {name}")
        found = ask(f"genmove {('black', 'white')[state.mover]}")
        return 8 * (int(found[1]) - 1) + ord(found[0].upper()) - ord("A")

    return choose


PEERS: dict[str, Callable[[float], Choose]] = {
    "openspiel": openspiel,
    "rust-alphabeta": rust_alphabeta,
    "rust-mcts": rust_mcts,
    "othellopy": othellopy,
    "cli-othello": cli_othello,
    "pyreversi": pyreversi,
    "grhino": grhino,
    **{f"grhino-{level}": partial(grhino, level=level) for level in (1, 2, 3, 4)},
}


class Played:
    """Games so far: what each pair brought us, and the clocks."""

    def __init__(self, rules: Any, limit: Limit) -> None:
        self.engine = Engine(rules, megabytes=64)
        self.engine.prepare(rules.initial())
        self.engine.warm()
        self.limit = limit
        self.clocks: tuple[list[float], list[float]] = ([], [])

    def game(self, rules: Any, moves: list[int], side: int, peer: Choose) -> int:
        """What a game after these moves brings us, who have the colour `side`, in discs."""
        self.engine.clear()
        moves, state = list(moves), rules.initial()
        for move in moves:
            state = rules.result(state, move)
        while not rules.is_terminal(state):
            legal = list(rules.actions(state))
            ours = state.mover == side
            if legal == [PASS]:
                move = PASS
            else:
                began = time.perf_counter()
                move = (
                    analyze(rules, state, self.limit, memory=self.engine).best if ours else peer(state, moves)
                )
                self.clocks[not ours].append(time.perf_counter() - began)
            if move not in legal:
                raise RuntimeError(f"{move} is no legal move in {rules.position_text(state)}")
            moves.append(move)
            state = rules.result(state, move)
        return int(rules.utility(state, side))


class Openings:
    """Random openings, those within `balance` discs of even where that is asked for."""

    def __init__(self, rules: Any, balance: int | None) -> None:
        self.rules, self.balance = rules, balance
        self.rng = random.Random(3)
        self.judge = None if balance is None else Engine(rules, megabytes=64)

    def draw(self) -> list[int]:
        while True:
            moves, state = [], self.rules.initial()
            for _ in range(OPENING):
                moves.append(self.rng.choice(list(self.rules.actions(state))))
                state = self.rules.result(state, moves[-1])
            if self.judge is None or self.balance is None:
                return moves
            value = analyze(self.rules, state, JUDGED, memory=self.judge).value
            if value is not None and abs(value) <= self.balance:
                return moves


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("--peers", type=Path, help="the folder that they are installed in")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--nodes", type=int, help="of each of our searches, in place of seconds")
    parser.add_argument("--balance", type=int, help="openings judged within so many discs of even")
    typed = parser.parse_args()
    if typed.peers:
        sys.path.append(str(typed.peers))
    rules: Any = Othello(score="discs")
    limit = Limit(nodes=typed.nodes) if typed.nodes else Limit(seconds=typed.seconds)
    peer, played = PEERS[typed.peer](typed.seconds), Played(rules, limit)
    openings, decided = Openings(rules, typed.balance), 0
    points: list[float] = []
    discs: list[float] = []
    wins = [0, 0, 0]
    for number in range(1, typed.pairs + 1):
        moves = openings.draw()
        results = [played.game(rules, moves, side, peer) for side in (0, 1)]
        for result in results:
            wins[0 if result > 0 else 1 if result == 0 else 2] += 1
        decided += results[0] * results[1] < 0
        points.append(sum((r > 0) + 0.5 * (r == 0) for r in results) / 2)
        discs.append(sum(results) / 2)
        error = 1.96 * statistics.stdev(points) / number**0.5 if number > 1 else float("nan")
        ours, theirs = (statistics.fmean(clock) for clock in played.clocks)
        print(
            f"{typed.peer}: {wins[0]} won, {wins[1]} drawn, {wins[2]} lost: "
            f"{statistics.fmean(points):.1%} ± {error:.1%}, {statistics.fmean(discs):+.1f} discs a game; "
            f"{decided} of {number} openings won by one colour twice; {ours:.3f} s and {theirs:.3f} s a move",
            flush=True,
        )


if __name__ == "__main__":
    main()

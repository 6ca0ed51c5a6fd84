"""Perft of checkers to depth 12, checked against the published counts, and beside pydraughts (PyPI).

    python -m benchmarks.checkers_perft [--depth 12] [--peer-depth 6]

Sequences a second of processor time on one thread.  pydraughts, in plain Python, plays the same rules as its
variant `english`; where it is not installed it is left out.
"""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec
from typing import Any

from benchmarks.answers import expect
from halfmove.games.checkers import Checkers
from halfmove.search.perft import perft

COUNTS = (
    *(1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564),
    *(85_242_128, 388_623_673),
)
"""A. Bik, *Checkers perft*."""


def theirs(board: Any, depth: int) -> int:
    """pydraughts' sequences."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves():
        board.push(move)
        count += theirs(board, depth - 1)
        board.pop()
    return count


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--peer-depth", type=int, default=6)
    typed = parser.parse_args()
    game = Checkers()
    state = game.initial()
    perft(game, state, 1)
    for depth in range(1, typed.depth + 1):
        began = time.process_time()
        nodes = perft(game, state, depth)
        seconds = time.process_time() - began
        expect(f"perft of checkers to depth {depth}", nodes, COUNTS[depth])
    ours = nodes / seconds
    print(f"depth {typed.depth}: {nodes:,} in {seconds:.2f} s, {ours / 1e6:.1f} million a second")
    if find_spec("draughts") is None:
        print("pydraughts is not installed here and was left out.")
        return
    from draughts import Board

    began = time.process_time()
    nodes = theirs(Board(variant="english"), typed.peer_depth)
    rate = nodes / (time.process_time() - began)
    expect(f"pydraughts' perft to depth {typed.peer_depth}", nodes, COUNTS[typed.peer_depth])
    print(f"pydraughts, depth {typed.peer_depth}: {rate:,.0f} a second; ours {ours / rate:,.0f} times that")


if __name__ == "__main__":
    main()

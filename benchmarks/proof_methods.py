"""df-pn, PN and PN² side by side: nodes, memory that was used, and seconds of the processor.

Three sets: the problems of mate in shogi (tests/games/mates.txt) and the threats in gomoku of
`proof_numbers`, each begun with an empty memory; and Connect Four on 5 × 4 and 5 × 5 from the start, with the
two questions that make a value, "does the first player win?" and "does he get a draw?".  Memory is what the
tables and trees hold at the end, the most of all problems, not what is set aside for them.

    python -m benchmarks.proof_methods
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.proof_numbers import MATES, gomoku_problems
from halfmove.core.contract import Game
from halfmove.games.registry import game as open_game
from halfmove.games.shogi import Shogi
from halfmove.search.proof import pn
from halfmove.search.proof.numbers_table import WORDS
from halfmove.search.proof.prover import METHODS, Prover, Question

MEGABYTES = 256
LIMIT = 5_000_000
"""Nodes for a question."""

Problem = tuple[Any, Question]


def mates(game: Game) -> list[Problem]:
    """Each asked whether the player to move mates by checks."""
    lines = [line.split(" ", 1)[1] for line in MATES.read_text().splitlines() if line[0] != "#"]
    states = [game.parse(sfen) for sfen in lines]
    return [(state, Question(game.to_move(state), checks=True)) for state in states]


def values(game: Game) -> list[Problem]:
    """The two questions about the start."""
    return [(game.initial(), Question(0, least)) for least in (1, 0)]


def used(prover: Prover) -> float:
    """Megabytes of the entries and nodes that are written."""
    entries = np.count_nonzero(prover.table.array.reshape(-1, WORDS)[:, 2])
    nodes = prover.tree_nodes if prover.tree is not None else 0
    return float(8 * (WORDS * entries + pn.NODE_WORDS * nodes)) / 2**20


def compare(name: str, game: Game, problems: list[Problem], *, apart: bool = False) -> None:
    """Print what each method needs; with `apart` every problem begins with an empty memory."""
    for method in METHODS:
        prover, answered, most, seconds = Prover(game, megabytes=MEGABYTES, method=method), 0, 0.0, 0.0
        prover.prepare(problems[0][0])
        prover.table.clear()  # brings its pages into memory, before the clock starts
        if prover.tree is not None:
            prover.tree.words.clear()
        for state, question in problems:
            if apart:
                prover.clear()
            began = time.process_time()
            answered += prover.prove(state, question, nodes=LIMIT) is not None
            seconds += time.process_time() - began
            most = max(most, used(prover))
        print(
            f"{name}: {method} answers {answered} of {len(problems)}, {prover.nodes:,} nodes, {most:.2f} MB, "
            f"{seconds:.2f} s",
            flush=True,
        )


def main() -> None:
    shogi = Shogi()
    compare("mates in shogi", shogi, mates(shogi), apart=True)
    for height in (4, 5):
        game = open_game("connect4", width=5, height=height)
        compare(f"Connect Four 5x{height}", game, values(game))
    gomoku = open_game("gomoku")
    threats = [(state, Question(gomoku.to_move(state), checks=True)) for state, _ in gomoku_problems(gomoku)]
    compare("threats in gomoku", gomoku, threats, apart=True)


if __name__ == "__main__":
    main()

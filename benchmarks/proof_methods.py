"""df-pn, PN, PN² and alpha-beta side by side: nodes, memory that was used, and seconds of the processor.

Two sets begin each problem with an empty memory: the mates in shogi (tests/games/mates.txt) and the threats
in gomoku of `proof_numbers`; alpha-beta, which has no list of checks, is not asked these.  The others are
small boards from the start (Connect Four, k in a row, gomoku), with the two questions that make a value,
"does the first player win?" and "does he get a draw?".  Memory is what the tables and trees hold at the end,
the most of all problems, not what is set aside for them.

    python -m benchmarks.proof_methods                          all
    python -m benchmarks.proof_methods "mnk 5x4 k=4" pn2        one board, by one method
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from benchmarks.proof_numbers import MATES, gomoku_problems
from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.games.registry import game as open_game
from halfmove.games.shogi import Shogi
from halfmove.search.alphabeta.memory import MAX_PLY, STOP
from halfmove.search.alphabeta.plain import root
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.proof import pn
from halfmove.search.proof.numbers_table import WORDS
from halfmove.search.proof.prover import METHODS, Prover, Question

MEGABYTES = 256
LIMIT = 20_000_000
"""Nodes for a question."""

ALPHA_BETA = "alpha-beta"
BOARDS: dict[str, tuple[str, dict[str, int]]] = {
    **{f"Connect Four {w}x{h}": ("connect4", {"width": w, "height": h}) for w, h in ((4, 4), (5, 4), (5, 5))},
    **{
        f"{name} {w}x{h} k={k}": (name, {"width": w, "height": h, "k": k})
        for name, w, h, k in (
            ("mnk", 4, 3, 3),
            ("mnk", 5, 4, 4),
            ("mnk", 5, 5, 4),
            ("mnk", 6, 5, 4),
            ("gomoku", 6, 6, 5),
        )
    },
}

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
    entries = np.count_nonzero(prover.searcher.table.array.reshape(-1, WORDS)[:, 2])
    nodes = prover.tree_nodes if prover.searcher.tree is not None else 0
    return float(8 * (WORDS * entries + pn.NODE_WORDS * nodes)) / 2**20


def by_numbers(game: Game, problems: list[Problem], method: str, *, apart: bool) -> str:
    """What a method by proof numbers needs; with `apart` every problem begins with an empty memory."""
    prover, answered, most, seconds = Prover(game, megabytes=MEGABYTES, method=method), 0, 0.0, 0.0
    prover.prepare(problems[0][0])
    prover.searcher.table.clear()  # brings its pages into memory, before the clock starts
    if prover.searcher.tree is not None:
        prover.searcher.tree.words.clear()
    for state, question in problems:
        if apart:
            prover.clear()
        began = time.process_time()
        answered += prover.prove(state, question, nodes=LIMIT) is not None
        seconds += time.process_time() - began
        most = max(most, used(prover))
    return report(answered, problems, prover.nodes, most, seconds)


def by_alphabeta(game: Game, problems: list[Problem]) -> str:
    """What alpha-beta needs, with a null window for each question and the table kept from one to the next."""
    engine, answered, seconds = Engine(game, megabytes=MEGABYTES, selective=False), 0, 0.0
    engine.table.words.clear()
    memory, nodes = engine.memories[0], 0
    root.prepare(engine.subject, problems[0][0], 0, 1, MAX_PLY, memory)
    for state, question in problems:
        goal = question.least * WIN - (MAX_PLY + 2 if question.least > 0 else 0)
        engine.begin()
        engine.limit_nodes(LIMIT)
        began = time.process_time()
        root(engine.subject, state, goal - 1, goal, MAX_PLY, memory)
        seconds += time.process_time() - began
        answered += not memory.counters[STOP]
        nodes += engine.nodes
    entries = np.count_nonzero(engine.table.words.array.reshape(-1, 2)[:, 1])
    return report(answered, problems, nodes, float(16 * entries) / 2**20, seconds)


def report(answered: int, problems: list[Problem], nodes: int, megabytes: float, seconds: float) -> str:
    """One line of results."""
    return f"answers {answered} of {len(problems)}, {nodes:,} nodes, {megabytes:.2f} MB, {seconds:.3f} s"


def problems_of(name: str) -> tuple[Game, list[Problem], bool]:
    """The problems of a set, and whether each begins with an empty memory."""
    if name in BOARDS:
        which, parameters = BOARDS[name]
        game = open_game(which, **parameters)
        return game, values(game), False
    if name == "mates in shogi":
        game = Shogi()
        return game, mates(game), True
    game = open_game("gomoku")
    return game, [(s, Question(game.to_move(s), checks=True)) for s, _ in gomoku_problems(game)], True


def main() -> None:
    sets = ("mates in shogi", "threats in gomoku", *BOARDS)
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sets", nargs="?", choices=sets, help="one set; else all")
    parser.add_argument("method", nargs="?", choices=(*METHODS, ALPHA_BETA), help="one method; else all")
    asked = parser.parse_args()
    for name in (asked.sets,) if asked.sets else sets:
        game, problems, apart = problems_of(name)
        for method in (asked.method,) if asked.method else (*METHODS, ALPHA_BETA):
            if method == ALPHA_BETA and apart:
                continue
            found = by_alphabeta(game, problems) if method == ALPHA_BETA else ""
            found = found or by_numbers(game, problems, method, apart=apart)
            print(f"{name}: {method} {found}", flush=True)


if __name__ == "__main__":
    main()

"""Pac-Man: nodes a second, the time of a decision, and beside an independent implementation.

The search is the textbooks' minimax, with the score as evaluation; a depth is a round, one move of Pac-Man
and of every ghost. Interpreted and compiled searches enter the same nodes and find the same values. The other
implementation is `tests/naive_pacman.py`: Berkeley's rules with coordinates and fractions, written to check
ours without regard to speed; so its ratio shows the cost of a plain implementation, not of an optimised one.
No package from PyPI was measured. The time of a decision is the median wall-clock time of a search of one
position with compiled code; "under way" is after 20 rounds of random moves. The classic maze with two ghosts
is ours without the other two.
"""

from __future__ import annotations

import copy
import math
import random
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import figures
from benchmarks.answers import WrongAnswer, expect
from benchmarks.measure import alternate, medians, on_thread, on_wall
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.games.pacman.mazes import maze_text
from halfmove.games.registry import game
from halfmove.search.textbook.alphabeta import alphabeta
from halfmove.search.textbook.expectiminimax import expectiminimax
from halfmove.search.textbook.minimax import minimax

NODES = (("small", 3, 2), ("medium", 3, 2), ("classic", 2, 1))
"""Mazes, rounds compiled, and rounds interpreted."""
DEPTH, DEEPER = 4, 6
MOST = 0.100
"""Seconds within which a decision at depth 4 with two ghosts must fall in the classic maze."""
NAIVE = Path(__file__).parents[1] / "tests"


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    rows = []
    for maze, deep, shallow in NODES:
        rules = game("pacman", maze=maze, evaluation="score")
        expect(
            f"{maze}: nodes at both speeds",
            minimax(rules, depth=shallow),
            minimax(interpreted(rules), depth=shallow),
        )
        compiled = rate(rules, deep, settings.runs)
        plain = rate(interpreted(rules), shallow, settings.runs)
        naive, theirs = naive_rate(maze, shallow, settings.runs)
        known = minimax(rules, depth=shallow)
        expect(f"{maze}: the naive value and nodes", naive, (known.value, known.nodes))
        rows.append(
            [
                f"{maze}, {rules.depth_plies - 1} ghosts",
                *(figures.rate(*of) for of in (compiled, plain, theirs)),
                figures.digits(ratio(compiled, theirs)) + " ×",
                figures.digits(ratio(plain, theirs)) + " ×",
            ]
        )
    section.table(
        [
            "minimax, nodes a second",
            "compiled",
            "interpreted",
            "naive",
            "compiled : naive",
            "interpreted : naive",
        ],
        rows,
    )
    decisions(section, settings)


def rate(rules: Game, depth: int, runs: int) -> tuple[int, float]:
    """Nodes of a minimax, and the median of its seconds."""
    nodes = minimax(rules, depth=depth).nodes
    times = alternate({"": lambda: on_thread(lambda: minimax(rules, depth=depth))[1]}, runs)
    return nodes, medians(times)[""]


def ratio(ours: tuple[int, float], theirs: tuple[int, float]) -> float:
    """By how much one rate is above another."""
    return ours[0] / ours[1] * theirs[1] / theirs[0]


# ---- the naive implementation


def naive_rate(maze: str, rounds: int, runs: int) -> tuple[tuple[Any, ...], tuple[int, float]]:
    """Its value and nodes, and the nodes with the median of its seconds."""
    if str(NAIVE) not in sys.path:
        sys.path.append(str(NAIVE))
    start = import_module("naive_pacman").Pacman.of(maze_text(maze))
    found: list[Any] = []

    def once() -> float:
        count = [0]
        value, seconds = on_thread(lambda: naive_minimax(start, rounds * (1 + len(start.ghosts)), count))
        found.append((value, count[0]))
        return seconds

    median = medians(alternate({"": once}, min(runs, 3)))[""]
    return found[0], (found[0][1], median)


def naive_minimax(state: Any, depth: int, count: list[int]) -> float:
    """Minimax, a copy of the state for each successor."""
    count[0] += 1
    if state.over() or depth == 0:
        return float(state.score)
    best: Callable[..., float] = max if state.agent == 0 else min
    value = -math.inf if state.agent == 0 else math.inf
    for action in state.legal():
        child = copy.deepcopy(state)
        child.play(action)
        value = best(value, naive_minimax(child, depth - 1, count))
    return value


# ---- decisions


def decisions(section: Section, settings: Settings) -> None:
    """A table of seconds; `WrongAnswer` where the decision asked for takes too long."""
    maze, rows = two_ghosts(maze_text("classic")), []
    for evaluation in ("score", "features"):
        rules = game("pacman", maze=maze, evaluation=evaluation)
        nature = game("pacman", maze=maze, evaluation=evaluation, ghosts="random")
        for where, state in (("at the start", rules.initial()), ("under way", under_way(rules))):
            for name, search, fitted in (
                ("alpha-beta", alphabeta, rules),
                ("expectimax", expectiminimax, nature),
            ):
                nodes, seconds = decision(search, fitted, state, DEPTH, settings.runs)
                if seconds > MOST:
                    raise WrongAnswer(f"{name} {where} with {evaluation} took {figures.seconds(seconds)}.")
                row = [f"{name}, {evaluation}, {where}", figures.count(nodes), figures.seconds(seconds)]
                if search is alphabeta:
                    nodes, seconds = decision(search, fitted, state, DEEPER, settings.runs)
                    row += [figures.count(nodes), figures.seconds(seconds)]
                rows.append(row + ["–"] * (5 - len(row)))
    head = [
        "classic maze, two ghosts",
        f"nodes, depth {DEPTH}",
        "decision",
        f"nodes, depth {DEEPER}",
        "decision",
    ]
    section.table(head, rows)


def decision(search: Any, rules: Game, state: Any, depth: int, runs: int) -> tuple[int, float]:
    """Nodes of a search, and the median of its seconds on the wall."""
    nodes = search(rules, state, depth=depth).nodes
    times = alternate({"": lambda: on_wall(lambda: search(rules, state, depth=depth))[1]}, runs)
    return nodes, medians(times)[""]


def under_way(rules: Game) -> Any:
    """A state after 20 rounds of random moves, with the first seed for which nobody was caught."""
    for seed in range(1000):
        state, dice = rules.initial(), random.Random(seed)
        for _ in range(20 * rules.depth_plies):
            if not rules.is_terminal(state):
                state = rules.result(state, dice.choice(list(rules.actions(state))))
        if not rules.is_terminal(state):
            return state
    raise WrongAnswer("Pac-Man was caught within 20 rounds of every seed.")


def two_ghosts(text: str) -> str:
    """The maze with its first two ghosts only."""
    head, first, rest = text.partition("G")
    middle, second, tail = rest.partition("G")
    return head + first + middle + second + tail.replace("G", " ")

"""Monte Carlo tree search at Connect Four: how many of its moves are perfect, by the exact solver.

The positions are spread evenly over each of Pascal Pons's sets (L3 near the end of the game, L1 near its
beginning; R1 easy, R3 hard), with ten seconds a move on one thread and a new tree for each position. A move
keeps the result if the position is still won, drawn or lost as before; it is optimal if it also wins as early
or loses as late as possible, which is not the objective of Monte Carlo tree search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.connect4_sets import SUITES, read, wanted
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.games.registry import game
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.searching import search
from halfmove.search.proof.solver import Solver

SECONDS = 10.0
POSITIONS = 10
"""Of each set."""


class Move(NamedTuple):
    """What a search chose."""

    keeps: bool
    best: bool
    proven: bool
    simulations: int


def run(section: Section, settings: Settings) -> None:
    """Search, judge, and report."""
    folder = settings.suites / "connect4"
    if not folder.is_dir():
        section.say("The position sets are not here, so that this benchmark was left out.")
        return
    connect4 = game("connect4")
    solver = Solver(connect4, megabytes=256)
    seconds = 0.2 if settings.quick else SECONDS
    rows, everything = [], []
    for suite in SUITES:
        lines = read(folder / f"Test_{suite.name}", 1 << 30)
        most = min(settings.positions.get(suite.name, settings.positions.get("", POSITIONS)), len(lines))
        if settings.quick:
            most = min(wanted(suite, settings), 2)
        moves = [judged(connect4, solver, lines[i * len(lines) // most][0], seconds) for i in range(most)]
        everything += moves
        if moves:
            rows.append([f"{suite.name} {suite.what}", *told(moves)])
    rows.append(["together", *told(everything)])
    section.table(["set", "positions", "keep the result", "best", "proven", "simulations a move"], rows)


def judged(connect4: Game, solver: Solver, columns: str, seconds: float) -> Move:
    """What the search plays in a position, beside what the solver says."""
    state = connect4.initial()
    for column in columns:
        state = connect4.result(state, int(column) - 1)
    memory = MonteCarlo(connect4)
    *_, found = search(connect4, state, Limit(seconds=seconds), memory=memory)
    scores = {a: after(connect4, solver, state, a) for a in connect4.actions(state)}
    chosen, best = scores[found.best], max(scores.values())
    return Move(sign(chosen) == sign(best), chosen == best, found.proven, found.nodes)


def after(connect4: Game, solver: Solver, state: Any, action: int) -> int:
    """What an action is worth to who plays it: the larger the sooner it wins, or the later it loses."""
    child = connect4.result(state, action)
    if connect4.is_terminal(child):
        return (1 << 20) * int(connect4.utility(child, connect4.to_move(state)))
    return -solver.score(child)


def sign(score: int) -> int:
    """1, 0 or -1."""
    return (score > 0) - (score < 0)


def told(moves: list[Move]) -> list[str]:
    """The cells of a row."""
    n = len(moves)
    shares = (sum(getattr(m, name) for m in moves) / n for name in ("keeps", "best", "proven"))
    return [str(n), *(f"{share:.0%}" for share in shares), f"{sum(m.simulations for m in moves) / n:,.0f}"]

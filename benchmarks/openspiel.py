"""OpenSpiel, driven from Python as its users drive it: perft here, exact solving in a process of its own.

    python -m benchmarks.openspiel alpha-beta "connect_four(rows=5,columns=4)"

prints the value to the first player and the seconds.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

from benchmarks.settings import ROOT


def perft(state: Any, depth: int) -> int:
    """Halfmove's perft kernel in OpenSpiel's words; `child` copies and moves in one call, the quickest."""
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def solved(search: str, game: str, limit: float) -> tuple[float, float] | None:
    """The value to the first player and the seconds on the wall; None if not done within the limit."""
    command = [sys.executable, "-m", "benchmarks.openspiel", search, game]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    value, seconds = found.stdout.split()
    return float(value), float(seconds)


def main(search: str, name: str) -> None:
    """The child's work."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    start = time.perf_counter()
    if search == "alpha-beta":
        value, _ = alpha_beta_search(pyspiel.load_game(name))
    else:
        solver = MinimaxSolver(name)
        value = solver.solve()[str(pyspiel.load_game(name).new_initial_state())].value
    print(value, time.perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])

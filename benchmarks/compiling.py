"""The child of `session`: compiles one search for one game, and says what each kernel took.

    python -m benchmarks.compiling engine connect4

With HALFMOVE_CACHE_DIR at an empty folder that is the cold compile.  Prints JSON: kernels with their seconds,
and the seconds of everything from the import on.
"""

from __future__ import annotations

import json
import sys
import time

_STARTED = time.perf_counter()


def main(search: str, name: str) -> None:
    """Run the search as little as it can be run, with an ear to the compiler."""
    from benchmarks.positions import near_end
    from halfmove.core.compile import announce_with
    from halfmove.core.limit import Limit
    from halfmove.games.registry import game
    from halfmove.operations import perft
    from halfmove.search.algorithms import analyze
    from halfmove.search.proof.solver import Solver, solve

    kernels: dict[str, float] = {}
    running: list[tuple[str, float]] = []

    def listen(what: str, kernel: str, _: str) -> None:
        if what == "start":
            running.append((kernel, time.perf_counter()))
        else:
            kernel, began = running.pop()
            kernels[kernel] = kernels.get(kernel, 0.0) + time.perf_counter() - began

    announce_with(listen)
    rules = game(name)
    if search == "perft":
        perft(rules, rules.initial(), 1)
    elif search == "solver":
        solve(rules, near_end(rules), megabytes=1)
    elif search == "solver, many positions":
        Solver(rules, megabytes=1).score(near_end(rules))
    else:
        analyze(rules, None, Limit(depth=1), algorithm=search)
    print(json.dumps({"kernels": kernels, "seconds": time.perf_counter() - _STARTED}))


if __name__ == "__main__":
    main(*sys.argv[1:])

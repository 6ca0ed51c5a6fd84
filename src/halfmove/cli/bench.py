"""`halfmove bench`: how fast this machine is with Halfmove."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from halfmove.cli import options


def bench(json: options.Json = False) -> None:
    """Measure this machine in about half a minute: start-up, compiling, counting moves, searching."""
    if json:
        from halfmove.cli.terminal import print_json

        print_json(everything())
    else:
        show(everything())


_PERFT = {"connect4": 8, "tictactoe": 9, "gomoku": 3}
"""Depths that take a few tenths of a second compiled."""

_PERFT_INTERPRETED = {"connect4": 4, "tictactoe": 5, "gomoku": 2}

_SEARCHED = ("connect4", "gomoku")  # tic-tac-toe is over before it can be timed

_SECONDS = 1.0


def everything() -> dict[str, Any]:
    """All measurements as data."""
    from halfmove.cli.progress import Progress

    with Progress("measuring start-up") as progress:
        _run(*_ANALYZE)  # so that the next one is warm
        start_up = {"help_seconds": _run("--help"), "analyze_seconds": _run(*_ANALYZE)}
        progress.say("measuring compiling, from an empty cache")
        start_up["cold_analyze_seconds"] = _run_cold(*_ANALYZE)
        progress.say("measuring perft")
        perft = [_perft(name) for name in _PERFT]
        progress.say("measuring the search")
        search = [_search(name) for name in _SEARCHED]
    return {"machine": machine(), "start_up": start_up, "perft": perft, "search": search}


def machine() -> dict[str, Any]:
    """Versions, and what they run on."""
    from halfmove import __version__
    from halfmove.core.compile import jit_enabled
    from halfmove.core.computer import processor

    return {
        "halfmove": __version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiled": jit_enabled(),
    }


def show(found: dict[str, Any]) -> None:
    """The measurements for a person."""
    from halfmove.cli.terminal import console
    from halfmove.presentation import words

    out = console()
    about = found["machine"]
    out.print(f"Halfmove {about['halfmove']} on {about['processor']}, {about['cores']} cores", style="bold")
    speeds = "compiled" if about["compiled"] else "interpreted (HALFMOVE_JIT=0)"
    out.print(
        f"Python {about['python']}, Numba {about['numba']}, NumPy {about['numpy']}; {speeds}\n", style="dim"
    )
    start = found["start_up"]
    out.print(f"start-up   halfmove --help                  {start['help_seconds']:>9.2f} s")
    out.print(f"           analyze connect4 to depth 1      {start['analyze_seconds']:>9.2f} s")
    out.print(f"           the same, compiling first        {start['cold_analyze_seconds']:>9.2f} s\n")
    for row in found["perft"]:
        rate = words.speed(row["nodes"], row["seconds"])
        out.print(
            f"perft      {row['game']:<12} depth {row['depth']:<2} {words.count(row['nodes']):>21} {rate:>12}"
        )
    out.print()
    for row in found["search"]:
        rate = words.speed(row["nodes"], row["seconds"])
        out.print(
            f"search     {row['game']:<12} depth {row['depth']:<2} {words.count(row['nodes']):>21} {rate:>12}"
        )


_ANALYZE = ("analyze", "connect4", "--depth", "1", "--json")


def _run(*arguments: str, **environment: str) -> float:
    """Wall-clock seconds of one `halfmove` process."""
    command = [sys.executable, "-m", "halfmove.cli.main", *arguments]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    return round(time.perf_counter() - start, 3)


def _run_cold(*arguments: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return _run(*arguments, HALFMOVE_CACHE_DIR=folder)


def _best_of_three(work: Callable[[], int]) -> tuple[int, float]:
    best, result = float("inf"), 0
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return result, best


def _perft(name: str) -> dict[str, Any]:
    from halfmove.cli.progress import in_background
    from halfmove.core.compile import jit_enabled
    from halfmove.games.registry import game
    from halfmove.search.perft import count_sequences

    chosen = game(name)
    depth = (_PERFT if jit_enabled() else _PERFT_INTERPRETED)[name]
    start = chosen.initial()
    count_sequences(chosen, start, 0)
    nodes, seconds = _best_of_three(lambda: in_background(lambda: count_sequences(chosen, start, depth)))
    return {"game": name, "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}


def _search(name: str) -> dict[str, Any]:
    from halfmove.core.limit import Limit
    from halfmove.games.registry import game
    from halfmove.presentation import words
    from halfmove.search.algorithms import analyze

    chosen = game(name)
    analyze(chosen, None, Limit(depth=1))
    found = analyze(chosen, None, Limit(seconds=_SECONDS))
    return {
        "game": name,
        "algorithm": found.algorithm,
        "depth": found.depth,
        "nodes": words.finite(found.nodes),
        "seconds": round(found.seconds, 6),
    }

"""The operation `bench`: how fast this machine is with Halfmove."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, TypedDict

from halfmove.core.figures import count, speed
from halfmove.core.naming import open_game
from halfmove.core.operation import LOCAL_FACES, Request, Work, operation
from halfmove.core.progress import at
from halfmove.core.results import Table, finite

PERFT = {"connect4": 8, "tictactoe": 9, "gomoku": 3}
"""Depths that take a few tenths of a second compiled."""
PERFT_INTERPRETED = {"connect4": 4, "tictactoe": 5, "gomoku": 2}
SEARCHED = ("connect4", "gomoku")  # tic-tac-toe is over before it can be timed
SECONDS = 1.0
ANALYZE = ("analyze", "connect4", "--depth", "1", "--json")


class MachineData(TypedDict):
    """Versions, and what they run on."""

    halfmove: Annotated[str, "The version of Halfmove."]
    python: Annotated[str, "The version of Python."]
    numba: Annotated[str, "The version of Numba."]
    numpy: Annotated[str, "The version of NumPy."]
    processor: Annotated[str, "The processor's name."]
    cores: Annotated[int | None, "The processor's cores."]
    system: Annotated[str, "The operating system and the kind of processor."]
    compiled: Annotated[bool, "Whether machine code is made."]


class StartUpData(TypedDict):
    """What a command takes from its start to its end."""

    help_seconds: Annotated[float, "`halfmove --help`."]
    analyze_seconds: Annotated[float, "A search to depth 1, with machine code that is there."]
    cold_analyze_seconds: Annotated[float, "The same where none is kept yet."]


class PerftSpeedData(TypedDict):
    """How fast moves are made and counted."""

    game: Annotated[str, "The game."]
    depth: Annotated[int, "The moves of a sequence."]
    nodes: Annotated[int, "The sequences."]
    seconds: Annotated[float, "The best time of three."]


class SearchSpeedData(TypedDict):
    """How fast a second's search is."""

    game: Annotated[str, "The game."]
    algorithm: Annotated[str, "The search."]
    depth: Annotated[int, "The depth that it completed."]
    nodes: Annotated[int, "The positions that it visited."]
    seconds: Annotated[float, "How long it took."]


class BenchData(TypedDict):
    """How fast a machine is."""

    machine: Annotated[MachineData, "Versions, and what they run on."]
    start_up: Annotated[StartUpData, "What a command takes from its start to its end."]
    perft: Annotated[list[PerftSpeedData], "How fast moves are made and counted, by game."]
    search: Annotated[list[SearchSpeedData], "How fast a second's search is, by game."]


@dataclass(frozen=True)
class Speeds(Table):
    """How fast a machine is."""

    data: BenchData

    def to_dict(self) -> BenchData:
        return self.data

    def to_rows(self) -> list[dict[str, Any]]:
        return [{"measured": name, **row} for name, row in self._counted()]

    def _counted(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for name in ("perft", "search"):
            for row in self.data[name]:
                yield name, {key: row[key] for key in ("game", "depth", "nodes", "seconds")}

    def to_text(self) -> str:
        about, start = self.data["machine"], self.data["start_up"]
        code = "compiled" if about["compiled"] else "interpreted (HALFMOVE_JIT=0)"
        lines = [
            f"Halfmove {about['halfmove']} on {about['processor']}, {about['cores']} cores",
            f"Python {about['python']}, Numba {about['numba']}, NumPy {about['numpy']}; {code}",
            "",
            f"start-up   halfmove --help                  {start['help_seconds']:>9.2f} s",
            f"           analyze connect4 to depth 1      {start['analyze_seconds']:>9.2f} s",
            f"           the same, with an empty cache   {start['cold_analyze_seconds']:>9.2f} s",
        ]
        before = ""
        for name, row in self._counted():
            lines += [] if name == before else [""]
            before, rate = name, speed(row["nodes"], row["seconds"])
            depth, nodes = row["depth"], count(row["nodes"])
            lines.append(f"{name:<10} {row['game']:<12} depth {depth:<2} {nodes:>21} {rate:>12}")
        return "\n".join(lines)


@operation("bench", "Measure this machine.", doing="measuring", faces=LOCAL_FACES)
@dataclass(frozen=True, kw_only=True)
class Bench(Request):
    """Measure this machine in about half a minute: start-up, compiling, counting moves, searching."""

    def run(self, work: Work) -> Iterator[Speeds]:
        at(what="measuring start-up")
        _run(*ANALYZE)  # so that the next one is warm
        help_seconds, warm = _run("--help"), _run(*ANALYZE)
        at(what="measuring compiling, from an empty cache")
        with tempfile.TemporaryDirectory() as folder:
            cold = _run(*ANALYZE, HALFMOVE_CACHE_DIR=folder)
        at(what="measuring perft")
        perft = [_perft(work, name) for name in PERFT]
        at(what="measuring the search")
        yield Speeds(
            {
                "machine": machine(),
                "start_up": {
                    "help_seconds": help_seconds,
                    "analyze_seconds": warm,
                    "cold_analyze_seconds": cold,
                },
                "perft": perft,
                "search": [_search(name) for name in SEARCHED],
            }
        )


def machine() -> MachineData:
    """Versions, and what they run on."""
    from importlib.metadata import version

    from halfmove.core.compile import jit_enabled
    from halfmove.core.computer import processor

    return {
        "halfmove": import_module(__name__.partition(".")[0]).__version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "compiled": jit_enabled(),
    }


def _run(*arguments: str, **environment: str) -> float:
    """Wall-clock seconds of one `halfmove` process."""
    command = [sys.executable, "-m", "halfmove.cli.main", *arguments]
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    return round(time.perf_counter() - start, 3)


def _best_of_three(work: Callable[[], int]) -> tuple[int, float]:
    best, result = float("inf"), 0
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return result, best


def _perft(work: Work, name: str) -> PerftSpeedData:
    from halfmove.core.compile import jit_enabled
    from halfmove.search.perft import count_sequences

    game = open_game(name)
    depth = (PERFT if jit_enabled() else PERFT_INTERPRETED)[name]
    start = game.initial()
    count_sequences(game, start, 0)
    nodes, seconds = _best_of_three(lambda: work.call(lambda: count_sequences(game, start, depth)))
    return {"game": name, "depth": depth, "nodes": nodes, "seconds": round(seconds, 6)}


def _search(name: str) -> SearchSpeedData:
    from halfmove.core.limit import Limit
    from halfmove.search.algorithms import analyze

    game = open_game(name)
    analyze(game, None, Limit(depth=1))
    found = analyze(game, None, Limit(seconds=SECONDS))
    return {
        "game": name,
        "algorithm": found.algorithm,
        "depth": found.depth,
        "nodes": finite(found.nodes),
        "seconds": round(found.seconds, 6),
    }

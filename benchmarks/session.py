"""What a session costs.

Whole processes, as a person starts them: time on the wall from the command to its end, and the most
memory it held; medians. Warm means that the machine code is in the cache on disk, as after the first use;
cold, that the cache is empty and everything must be compiled, which the terminal shows while it happens.
"Of it compiling" is the compiler's own part.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.processes import HALFMOVE, Finished, size
from benchmarks.processes import run as run_process
from benchmarks.report import Section
from benchmarks.settings import Settings

PYTHON = (sys.executable, "-c")
ANALYZE = (*HALFMOVE, "analyze", "connect4", "--depth", "8")
COMMANDS: dict[str, tuple[str, ...]] = {
    "python (nothing imported)": (*PYTHON, "pass"),
    "`import halfmove`": (*PYTHON, "import halfmove"),
    "`halfmove --help`": (*HALFMOVE, "--help"),
    "`halfmove games`": (*HALFMOVE, "games"),
    "`halfmove analyze connect4 --depth 8`": ANALYZE,
    "`halfmove perft connect4 --depth 8`": (*HALFMOVE, "perft", "connect4", "--depth", "8"),
    "`halfmove solve connect4`, 4 × 4": (
        *(*HALFMOVE, "solve", "connect4"),
        *("--set", "width=4", "--set", "height=4"),
    ),
}
SEARCHES = ("perft", "minimax", "alphabeta", "engine", "solver", "solver, many positions")
GAMES = ("connect4", "tictactoe", "gomoku")


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    with tempfile.TemporaryDirectory() as folder:
        cache = {"HALFMOVE_CACHE_DIR": folder}
        check(cache)
        rows = [warm(title, command, cache, settings.runs) for title, command in COMMANDS.items()]
        section.table([f"warm, medians of {settings.runs}", "time", "range", "peak memory"], rows)
        section.say(f"The cache then holds {figures.megabytes(size(Path(folder)))} for these commands.")
    games = GAMES[:1] if settings.quick else GAMES
    runs = 1 if settings.quick else min(settings.runs, 3)
    rows = [cold(search, game, runs) for game in games for search in SEARCHES if fits(search, game)]
    section.table([f"cold, medians of {runs}", "process", "of it compiling", "its kernels"], rows)


def check(cache: Mapping[str, str]) -> None:
    """The commands measured do what they say."""
    found = json.loads(run_process([*ANALYZE, "--json"], cache).out)
    expect("analyze connect4 --depth 8: its depth", found["depth"], 8)


def warm(title: str, command: Sequence[str], cache: Mapping[str, str], runs: int) -> list[str]:
    """A command that has been run before."""
    run_process(command, cache)
    found = [run_process(command, cache) for _ in range(runs)]
    times = [process.seconds for process in found]
    return [
        title,
        figures.seconds(median(times)),
        figures.spread(times),
        figures.megabytes(median(process.peak for process in found)),
    ]


def fits(search: str, game: str) -> bool:
    """Whether this one is measured: a game of Gomoku can last too long for the solver."""
    return game != "gomoku" or not search.startswith("solver")


def cold(search: str, game: str, runs: int) -> list[str]:
    """A search that has never been run, with what each of its kernels takes to compile."""
    found = [_cold_process(search, game) for _ in range(runs)]
    said = [json.loads(process.out) for process in found]
    kernels = {name: median(each["kernels"][name] for each in said) for name in said[0]["kernels"]}
    return [
        f"{search}, {game}",
        figures.seconds(median(process.seconds for process in found)),
        figures.seconds(sum(kernels.values())),
        ", ".join(f"{name} {figures.seconds(time)}" for name, time in kernels.items()),
    ]


def _cold_process(search: str, game: str) -> Finished:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.compiling", search, game]
        return run_process(command, {"HALFMOVE_CACHE_DIR": folder})

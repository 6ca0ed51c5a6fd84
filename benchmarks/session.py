"""What a session costs.

The commands run as whole processes, as a user starts them: wall-clock time from the command to its end,
processor time, and peak memory, as medians. Warm means that the compiled code is in the cache on disk, as
after the first use or after `halfmove prepare`. First use means that the cache is empty: the answer is
computed interpreted, while another process compiles. Compilation is measured separately, in a process that
does nothing else, from an empty cache; "of it compiling" is the compiler's own share.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
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
UCI = "`halfmove uci`: `uci`, `isready`, `quit`"
ANALYZE = (*HALFMOVE, "analyze", "connect4", "--depth", "8")
COMMANDS: dict[str, tuple[str, ...]] = {
    "python (nothing imported)": (*PYTHON, "pass"),
    "`import halfmove`": (*PYTHON, "import halfmove"),
    "`halfmove --help`": (*HALFMOVE, "--help"),
    "`halfmove games`": (*HALFMOVE, "games"),
    "`halfmove analyze connect4 --depth 8`": ANALYZE,
    "`halfmove perft connect4 --depth 8`": (*HALFMOVE, "perft", "connect4", "--depth", "8"),
    "`halfmove solve connect4`, 4 × 5": (
        *(*HALFMOVE, "solve", "connect4"),
        *("--set", "width=4", "--set", "height=5"),
    ),
    "`halfmove analyze chess --depth 6`": (*HALFMOVE, "analyze", "chess", "--depth", "6"),
    UCI: (*HALFMOVE, "uci"),
}
TOLD = {UCI: "uci\nisready\nquit\n"}
FIRST: dict[str, tuple[str, ...]] = {
    "`halfmove analyze connect4 --depth 6`": (*HALFMOVE, "analyze", "connect4", "--depth", "6"),
    "`halfmove analyze chess --depth 3`": (*HALFMOVE, "analyze", "chess", "--depth", "3"),
    "`halfmove analyze examples/pig.py --depth 2`": (*HALFMOVE, "analyze", "examples/pig.py", "--depth", "2"),
}
"""Commands that are answered before the machine code is there."""
SEARCHES = ("perft", "minimax", "alphabeta", "engine", "solver", "solver, many positions")
GAMES = ("connect4", "tictactoe", "gomoku", "chess")
SLOW = {"chess": ("perft", "engine"), "gomoku": ("perft", "minimax", "alphabeta", "engine")}
"""What is measured of the games that would take long."""


PATIENCE = 3.0
"""Seconds without news after which a cache is left alone: a process starts to compile within one."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    with tempfile.TemporaryDirectory() as folder:
        cache = {"HALFMOVE_CACHE_DIR": folder}
        check(cache)
        rows = [warm(title, command, cache, settings.runs) for title, command in COMMANDS.items()]
        section.table(
            [f"warm, medians of {settings.runs}", "time", "range", "processor", "peak memory"], rows
        )
        section.say(f"The cache then holds {figures.megabytes(size(Path(folder)))} for these commands.")
    first = [first_use(title, command, min(settings.runs, 3)) for title, command in FIRST.items()]
    section.table(
        [f"first use, medians of {min(settings.runs, 3)}", "time", "processor", "peak memory"], first
    )
    games = GAMES[:1] if settings.quick else GAMES
    runs = 1 if settings.quick else min(settings.runs, 3)
    rows = [cold(search, game, runs) for game in games for search in SEARCHES if fits(search, game)]
    titles = [
        f"compiling, medians of {runs}",
        "processor",
        "process",
        "peak memory",
        "of it compiling",
        "its kernels",
    ]
    section.table(titles, rows)


def check(cache: Mapping[str, str]) -> None:
    """The commands measured do what they say."""
    found = json.loads(run_process([*ANALYZE, "--json"], cache).out)
    expect("analyze connect4 --depth 8: its depth", found["depth"], 8)


def warm(title: str, command: Sequence[str], cache: Mapping[str, str], runs: int) -> list[str]:
    """A command that has been run before."""
    told = TOLD.get(title, "")
    run_process(command, {**cache, "HALFMOVE_COMPILE": "here"}, told=told)
    found = [run_process(command, cache, told=told) for _ in range(runs)]
    times = [process.seconds for process in found]
    return [
        title,
        figures.seconds(median(times)),
        figures.spread(times),
        figures.seconds(median(process.processor for process in found)),
        figures.megabytes(median(process.peak for process in found)),
    ]


def first_use(title: str, command: Sequence[str], runs: int) -> list[str]:
    """A command in an empty cache, where another process compiles and goes on after its end."""
    found = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            found.append(run_process(command, {"HALFMOVE_CACHE_DIR": folder}))
            settled(Path(folder))
    return [
        title,
        figures.seconds(median(process.seconds for process in found)),
        figures.seconds(median(process.processor for process in found)),
        figures.megabytes(median(process.peak for process in found)),
    ]


def settled(folder: Path) -> None:
    """Wait until nobody compiles into a cache any more: `PATIENCE` without a lock or a new file."""
    quiet, seen = 0.0, -1
    while quiet < PATIENCE:
        files = len(list(folder.rglob("*.code")))
        busy = files != seen or any(folder.rglob("*.lock"))
        quiet, seen = (0.0 if busy else quiet + 0.1), files
        time.sleep(0.1)


def fits(search: str, game: str) -> bool:
    """Whether this one is measured."""
    return search in SLOW.get(game, SEARCHES)


def cold(search: str, game: str, runs: int) -> list[str]:
    """A search that has never been run, with what each of its kernels takes to compile."""
    found = [_cold_process(search, game) for _ in range(runs)]
    said = [json.loads(process.out) for process in found]
    kernels = {name: median(each["kernels"][name] for each in said) for name in said[0]["kernels"]}
    return [
        f"{search}, {game}",
        figures.seconds(median(process.processor for process in found)),
        figures.seconds(median(process.seconds for process in found)),
        figures.megabytes(median(process.peak for process in found)),
        figures.seconds(sum(kernels.values())),
        ", ".join(f"{name} {figures.seconds(time)}" for name, time in kernels.items()),
    ]


def _cold_process(search: str, game: str) -> Finished:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.compiling", search, game]
        return run_process(command, {"HALFMOVE_CACHE_DIR": folder})

"""Whole commands of the laboratory.

Times are for whole commands, warm (as after the first use); medians. `explain` runs the engine, whose machine
code it loads with the compiler's library; the others need neither. The first lines show the share of Python
alone and of the command line's own libraries (Typer, Rich).
"""

from __future__ import annotations

import json
import sys
from statistics import median

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as run_process
from benchmarks.report import Section
from benchmarks.settings import Settings

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
COMMANDS: dict[str, tuple[str, ...]] = {
    "python (nothing imported)": (sys.executable, "-c", "pass"),
    "`halfmove --help`": (*HALFMOVE, "--help"),
    f"`halfmove tree '{AIMA}'`": (*HALFMOVE, "tree", AIMA),
    f"`halfmove tree '{AIMA}' --json`": (*HALFMOVE, "tree", AIMA, "--json"),
    "`halfmove tree tictactoe --depth 2 --merge`": (
        *HALFMOVE,
        "tree",
        "tictactoe",
        "--depth",
        "2",
        "--merge",
    ),
    "`halfmove quiz --seed 7 --json`": (*HALFMOVE, "quiz", "--seed", "7", "--json"),
    "`halfmove orderings '…'`": (*HALFMOVE, "orderings", AIMA),
    "`halfmove growth -b 3 -d 6`": (*HALFMOVE, "growth", "-b", "3", "-d", "6"),
    "`halfmove explain tictactoe`": (*HALFMOVE, "explain", "tictactoe"),
}


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    found = json.loads(run_process([*HALFMOVE, "tree", AIMA, "--json"]).out)
    expect("fig. 5.2: value, action, leaves", (found["value"], found["leaf_count"]), (3, 7))
    runs = max(settings.runs, 2 if settings.quick else 10)
    for command in COMMANDS.values():
        run_process(command)
    processes: dict[str, list[tuple[float, int]]] = {title: [] for title in COMMANDS}
    for _ in range(runs):
        for title, command in COMMANDS.items():
            process = run_process(command)
            processes[title].append((process.seconds, process.peak))
    rows = []
    for title, ended in processes.items():
        times = [seconds for seconds, _ in ended]
        peak = figures.megabytes(median(peak for _, peak in ended))
        rows.append([title, figures.seconds(median(times)), figures.spread(times), peak])
    section.table([f"warm, medians of {runs}", "time", "range", "peak memory"], rows)

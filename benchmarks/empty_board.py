"""The empty 7 × 6 board, solved without a book.

`halfmove solve connect4` runs in a process of its own, as a user would start it: the first player wins by the
middle column on move 41, score 1. Seconds are wall-clock time from the first question to the line of best
play; memory is the peak of the process, including the table (`--memory`).
"""

from __future__ import annotations

import json

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import on_wall
from benchmarks.peers import peer
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as run_process
from benchmarks.report import Section
from benchmarks.settings import Settings

THREADS = (1, 2)
MOVES = 41
"""The first player's last stone, with best play."""


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    rows = [ours(threads, settings.megabytes) for threads in THREADS]
    section.table(["", "seconds", "nodes", "nodes a second", "peak memory"], rows)
    section.say(
        "Asked for: under 140 s on two threads. The best specialised solver we know of needs 32 s, "
        "94 M nodes and 1 GB on one (on another machine)."
    )
    if settings.slow_peers:
        theirs(section)


def ours(threads: int, megabytes: int) -> list[str]:
    """One run of the command line."""
    options = ["--threads", str(threads), "--memory", str(megabytes), "--json"]
    warm = [*HALFMOVE, "solve", "connect4", "--moves", "4 4 4 4 4 4 3 3 3 3 3 3 5 5 5 5 5 5", *options]
    run_process(warm)
    process = run_process([*HALFMOVE, "solve", "connect4", *options])
    found = json.loads(process.out)
    answer = (found["best"], found["value"], found["proven"], found["distance"])
    expect("the empty board: best column, value, proven, plies", answer, ("4", 1, True, MOVES))
    return [
        f"Halfmove, {threads} thread{'s' if threads > 1 else ''}, table of {megabytes} MB",
        f"{found['seconds']:.1f} s",
        figures.count(found["nodes"]),
        figures.rate(found["nodes"], found["seconds"]),
        figures.megabytes(process.peak),
    ]


def theirs(section: Section) -> None:
    """BitBully, on one thread and without a book."""
    bitbully = peer(section, "BitBully", "bitbully")
    if bitbully is None:
        return
    agent = bitbully.BitBully(opening_book=None)
    score, seconds = on_wall(lambda: agent.mtdf(bitbully.Board()))
    expect("BitBully's score of the empty board", score, 1)
    nodes = agent.get_node_counter()
    section.table(
        ["", "seconds", "nodes", "nodes a second"],
        [["BitBully, mtdf", f"{seconds:.1f} s", figures.count(nodes), figures.rate(nodes, seconds)]],
    )

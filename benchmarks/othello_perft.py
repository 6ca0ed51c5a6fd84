"""Perft of Othello from the start, beside the same algorithm in C++.

    python -m benchmarks othello

Both count the same sequences (A. Bik, *Reversi perft*: passes counted as moves), in processor time; the
ratio is that of the medians.
"""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks import figures, native
from benchmarks.answers import expect
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.games.registry import game
from halfmove.operations import perft

COUNTS = {10: 24_571_284, 11: 212_258_800, 12: 1_939_886_636}


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    rules = game("othello")
    depth = 10 if settings.quick else 11
    perft(rules, rules.initial(), 2)
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = native.compiled("othello_perft.cpp", Path(folder))
        for _ in range(settings.runs):
            began = time.process_time()
            nodes = perft(rules, rules.initial(), depth)
            ours.append(time.process_time() - began)
            expect("perft", nodes, COUNTS[depth])
            if program is not None:
                answer = subprocess.run(
                    [str(program), str(depth)], capture_output=True, text=True, check=True
                )
                count, seconds = answer.stdout.split()
                expect("perft in C++", int(count), COUNTS[depth])
                theirs.append(float(seconds))
    mine = statistics.median(ours)
    rows = [["Halfmove", f"{COUNTS[depth] / mine / 1e6:.0f}", "1.00"]]
    if theirs:
        peer = statistics.median(theirs)
        rows.append(["the same in C++", f"{COUNTS[depth] / peer / 1e6:.0f}", f"{mine / peer:.2f}"])
    section.table(
        [
            f"Othello, {depth} plies, {figures.count(COUNTS[depth])} sequences",
            "million a second",
            "our time in theirs",
        ],
        rows,
    )

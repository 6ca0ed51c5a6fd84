"""Training, Connect Four with 1, 4 and 14 processes that play, three minutes each at most.

What more processes bring, and who waits for whom: where the learner holds the run up, more of them change
nothing.  Where there is no GPU, with one and two.
"""

from __future__ import annotations

from benchmarks.pace.runs import QUICK, WORKERS, has_gpu, measure, report
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.computer import usable_cores

COUNTS = (1, 4, 14)
SECONDS = 170.0


def run(section: Section, settings: Settings) -> None:
    """Train with each number of processes, and report."""
    seconds = settings.seconds or (QUICK if settings.quick else SECONDS)
    counts = [n for n in COUNTS if n <= usable_cores()] if has_gpu() else [1, WORKERS]
    options = {"games": "512"} if has_gpu() else {}
    report(section, [(f"{n} playing", measure("connect4", seconds, n, options, settings)) for n in counts])

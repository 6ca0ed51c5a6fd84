"""Training, Connect Four for three minutes: positions and steps a second, and where time goes.

A network of 5 blocks of 64 filters, 512 games at once in each process on a GPU, batches of 256, each position
learnt from four times.  "Steady" is the second half of the run.  The arithmetic counts two operations for
each weight at each point of the board, for the states that self-play evaluated; that the card is busy says
only that some kernel ran.
"""

from __future__ import annotations

from benchmarks.pace.runs import QUICK, has_gpu, measure, report, usual_workers
from benchmarks.report import Section
from benchmarks.settings import Settings

SECONDS = 180.0


def run(section: Section, settings: Settings) -> None:
    """Train, and report."""
    seconds = settings.seconds or (QUICK if settings.quick else SECONDS)
    options = {"games": "512"} if has_gpu() else {}
    report(section, [("Connect Four", measure("connect4", seconds, usual_workers(), options, settings))])

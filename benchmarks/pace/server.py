"""Training, Connect Four with a server of leaves and without one, for four minutes each.

One process that evaluates for all that play, in large batches, beside what each does by itself: on a GPU
PyTorch in each process, without one eight bits.  The same seed and settings; who waits for whom is said.
"""

from __future__ import annotations

from benchmarks.pace.runs import QUICK, has_gpu, measure, report, usual_workers
from benchmarks.report import Section
from benchmarks.settings import Settings

SECONDS = 240.0


def run(section: Section, settings: Settings) -> None:
    """Train both ways, and report."""
    seconds = settings.seconds or (QUICK if settings.quick else SECONDS)
    alone = {"games": "512", "backend": "torch"} if has_gpu() else {}
    ways = {"a server of leaves": {**alone, "backend": "server"}, "each by itself": alone}
    report(
        section,
        [
            (name, measure("connect4", seconds, usual_workers(), options, settings))
            for name, options in ways.items()
        ],
    )

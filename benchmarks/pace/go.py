"""Training, Go 9×9 for eight minutes: positions and steps a second, and where time goes.

A network of 5 blocks of 64 filters; on a GPU 512 games at once in each process and batches of 1,024, each
position learnt from twice.  On a processor 32 games at once, or none would end in eight minutes.
"""

from __future__ import annotations

from benchmarks.pace.runs import QUICK, has_gpu, measure, report, usual_workers
from benchmarks.report import Section
from benchmarks.settings import Settings

SECONDS = 480.0
ON_GPU = {"games": "512", "batch": "1024", "reuse": "2"}
ON_PROCESSOR = {"games": "32", "reuse": "2"}


def run(section: Section, settings: Settings) -> None:
    """Train, and report."""
    seconds = settings.seconds or (QUICK if settings.quick else SECONDS)
    options = ON_GPU if has_gpu() else ON_PROCESSOR
    report(section, [("Go 9×9", measure("go", seconds, usual_workers(), options, settings, size=9))])

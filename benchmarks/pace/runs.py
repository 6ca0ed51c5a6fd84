"""Runs of training, measured by what they write into their logs."""

from __future__ import annotations

import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

import halfmove as hm
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.computer import usable_cores
from halfmove.core.extras import is_installed
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.play import find_gpu
from halfmove.learn.runs.report import Report
from halfmove.learn.trained import Trained
from halfmove.presentation.bottleneck import find_time, list_shares, name_bottleneck
from halfmove.presentation.runs import read

SPARED = 2
"""Cores that a GPU's learner and the system keep."""
WORKERS = 2
"""Processes that play where there is no GPU."""
QUICK = 10.0
"""Seconds of a run with `--quick`;"""
SMALLER = {"games": "16", "simulations": "8", "blocks": "1", "filters": "8", "first": "32", "batch": "32"}
"""and its settings."""


@dataclass(frozen=True)
class Measured:
    """A run, and what a GPU did meanwhile."""

    settings: Any
    workers: int
    reports: tuple[Report, ...]
    busy: tuple[float, ...] = ()
    """Per cent of time in which some kernel ran, each second;"""
    watts: tuple[float, ...] = ()

    @property
    def last(self) -> Report:
        """The run's end."""
        return self.reports[-1]

    @property
    def steady(self) -> tuple[Report, Report] | None:
        """Where its second half begins and ends, if the learner was at work by then."""
        half = [one for one in self.reports if one.seconds >= self.last.seconds / 2 and one.steps]
        return (half[0], half[-1]) if len(half) > 1 and half[-1].seconds > half[0].seconds else None

    def rate(self, attribute: str) -> float | None:
        """By how much a count grew in a second of the steady half."""
        if self.steady is None:
            return None
        begin, end = self.steady
        grown = getattr(end, attribute) - getattr(begin, attribute)
        return float(grown / (end.seconds - begin.seconds))

    def mean(self, attribute: str) -> float | None:
        """The mean of a rate over the reports of the second half."""
        found = [getattr(one, attribute) for one in self.reports if one.seconds >= self.last.seconds / 2]
        found = [number for number in found if number is not None]
        return mean(found) if found else None

    def first(self, attribute: str) -> float | None:
        """The second at which there was one of these."""
        return next((one.seconds for one in self.reports if getattr(one, attribute)), None)


def describe_device() -> str:
    """What computes: the GPU, or the processor, and the versions of what uses it."""
    parts = [f"{usable_cores()} cores"]
    if is_installed("torch"):
        import torch

        parts.append(f"PyTorch {torch.__version__}")
        if gpu := find_gpu():
            parts = [gpu, f"CUDA {torch.version.cuda}", *parts]
    else:
        parts.append("NumPy learns, as PyTorch is not installed")
    if is_installed("onnxruntime"):
        import onnxruntime

        parts.append(f"ONNX Runtime {onnxruntime.__version__}")
    return ", ".join(parts)


def has_gpu() -> bool:
    """Whether PyTorch has a GPU here."""
    return is_installed("torch") and bool(find_gpu())


def usual_workers() -> int:
    """Processes that play here."""
    return max(usable_cores() - SPARED, 1) if has_gpu() else WORKERS


def measure(
    game: str, seconds: float, workers: int, options: dict[str, str], settings: Settings, **parameters: Any
) -> Measured:
    """A run of so many seconds."""
    chosen = {"rating_games": "0", "generations": "4", **options, **(SMALLER if settings.quick else {})}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "run"
        watch = GpuWatch()
        try:
            trained = hm.train(
                game, folder=folder, minutes=seconds / 60, workers=workers, seed=1, options=chosen,
                parameters=parameters,
            )  # fmt: skip
        finally:
            watch.close()
        assert isinstance(trained, Trained), "a run by self-play"
        return Measured(
            trained.settings, workers, read(RunFolder(folder).path).reports, watch.busy, watch.watts
        )


class GpuWatch:
    """Reads a GPU's load and power each second, where `nvidia-smi` is there."""

    def __init__(self) -> None:
        self._rows: list[list[float]] = []
        self._process: subprocess.Popen[str] | None = None
        if not has_gpu():
            return
        query = "--query-gpu=utilization.gpu,power.draw"
        command = ["nvidia-smi", query, "--format=csv,noheader,nounits", "-l", "1"]
        try:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        except OSError:
            return
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                self._rows.append([float(word) for word in line.split(",")])
            except ValueError:
                continue

    @property
    def busy(self) -> tuple[float, ...]:
        """Per cent, each second."""
        return tuple(row[0] for row in self._rows)

    @property
    def watts(self) -> tuple[float, ...]:
        """Watts, each second."""
        return tuple(row[1] for row in self._rows if len(row) > 1)

    def close(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def report(section: Section, runs: Sequence[tuple[str, Measured]]) -> None:
    """The table of some runs, and what held each up."""
    section.say(f"Device: {describe_device()}.")
    head = ["", *(name for name, _ in runs)]
    rows = [[label, *(cell(run) for _, run in runs)] for label, cell in ROWS]
    section.table(head, [row for row in rows if any(text != "–" for text in row[1:])])
    for name, run in runs:
        spent = find_time(run.reports)
        section.say(
            f"{name}: {name_bottleneck(spent) or 'nothing was measured.'} "
            f"Learner: {list_shares(spent.learner)}. Self-play: {list_shares(spent.play) or 'no game ended'}."
            f"{f' Server: {list_shares(spent.server)}.' if spent.server else ''}"
        )


def _number(value: float | None, digits: int = 0) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _teraflops(run: Measured) -> str:
    rate = run.mean("teraflops")
    return "–" if rate is None else f"{rate:.3g}"


def _busy(run: Measured) -> str:
    half = run.busy[len(run.busy) // 2 :]
    return f"{mean(half):.0f} % ({median(half):.0f} %)" if half else "–"


def _size(run: Measured) -> str:
    settings = run.settings
    return (
        f"{settings.network.title}, {run.workers}, {settings.play.games}, {settings.learning.batch}, "
        f"{settings.learning.reuse:g}"
    )


ROWS = (
    ("network, processes, games each, batch, reuse", _size),
    ("computed by", lambda run: run.last.backend or "–"),
    ("seconds", lambda run: _number(run.last.seconds)),
    ("positions", lambda run: _number(run.last.positions)),
    ("games", lambda run: _number(run.last.games)),
    ("steps", lambda run: _number(run.last.steps)),
    ("networks published", lambda run: _number(run.last.published)),
    ("positions a second, steady", lambda run: _number(run.rate("positions"))),
    ("positions a second, whole run", lambda run: _number(run.last.positions / run.last.seconds)),
    ("steps a second, steady", lambda run: _number(run.rate("steps"), 1)),
    ("positions learnt a second", lambda run: _number(run.mean("learnt_per_second"))),
    ("evaluations a second", lambda run: _number(run.mean("evaluated_per_second"))),
    ("TFLOP/s of self-play", _teraflops),
    ("first game, s", lambda run: _number(run.first("games"))),
    ("first step, s", lambda run: _number(run.first("steps"))),
    ("card busy, mean (median)", _busy),
    ("watts", lambda run: _number(mean(run.watts)) if run.watts else "–"),
)

"""Training, the learner alone: what a step takes, part by part, and a profiler's trace of it.

Batches of drawn positions of Connect Four, 5 blocks of 64 filters.  A step with its losses read each time is
how it was before losses were read seldom; both learn the same.  With PyTorch its profiler says which
operations take the time, and writes a trace for chrome://tracing into `.cache`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pace.runs import describe_device
from benchmarks.report import Section
from benchmarks.settings import ROOT, Settings
from halfmove.core.extras import is_installed
from halfmove.games.reference import GameReference
from halfmove.learn.batch import Batch, Batches
from halfmove.learn.runs.learners import make_learner
from halfmove.learn.runs.run import READ, SETTLED
from halfmove.learn.samples import Samples
from halfmove.learn.selfplay import Options, SelfPlay
from halfmove.learn.train import make_settings
from halfmove.search.encoding import Encoding

SECONDS = 60.0
BATCHES = (256, 1024)
QUICK = (32,)
"""Positions of a batch; with `--quick`."""
PROFILED = 20
"""Steps in the trace."""
TRACE = ROOT / ".cache" / "learner-trace.json"


def run(section: Section, settings: Settings) -> None:
    """Time the parts, and profile."""
    seconds = settings.seconds or (2.0 if settings.quick else SECONDS)
    options = {"blocks": "1", "filters": "8"} if settings.quick else {}
    run_settings = make_settings(GameReference("connect4"), {"minutes": 1.0}, None, options, None)
    encoding = Encoding(run_settings.game.open())
    samples = play_samples(encoding)
    section.say(f"Device: {describe_device()}.")
    rows = []
    for size in QUICK if settings.quick else BATCHES:
        learner = make_learner(run_settings, is_installed("torch"))
        random = np.random.default_rng(1)
        made = Batches(encoding)

        def draw(size: int = size, made: Batches = made, random: Any = random) -> Batch:
            return made.make(samples.take(random.integers(0, len(samples), size)), random)

        parts = time_parts(learner, draw, seconds / 5 / len(BATCHES))
        rows.append([f"{learner.name}, batch {size}", *(f"{1000 * part:.2f}" for part in parts.values())])
    heads = [f"{name}, ms" for name in parts]
    section.table(["", *heads], rows)
    if is_installed("torch"):
        section.say(f"Operations of {PROFILED} steps with a batch of {size}, by their own time:")
        section.say(f"```text\n{profile(learner, draw(), TRACE)}\n```")
        section.say(f"The trace is in `{TRACE.relative_to(ROOT)}`.")


def play_samples(encoding: Encoding) -> Samples:
    """Positions of games that a network of random numbers plays."""
    random = np.random.default_rng(0)

    def evaluate(planes: Any) -> Any:
        count = len(planes)
        values = random.uniform(-0.1, 0.1, (count, 1)).astype(np.float32)
        return random.standard_normal((count, encoding.policy)).astype(np.float32), values

    play = SelfPlay(encoding, evaluate, Options(games=64, simulations=8), seed=1)
    found: list[Samples] = []
    while sum(map(len, found)) < 2000:
        found += [game.samples for game in play.step()]
    return Samples.concatenate(found)


def time_parts(learner: Any, draw: Callable[[], Batch], seconds: float) -> dict[str, float]:
    """Seconds of each part, the mean over so long."""
    batch = draw()
    for _ in range(3):
        learner.step(batch, 1e-4)
    learner.read_losses()

    def step_and_read() -> None:
        learner.step(batch, 1e-4)
        learner.read_losses()

    def steps() -> None:
        for _ in range(READ):
            learner.step(batch, 1e-4)
        learner.read_losses()

    return {
        "a batch made": repeat(draw, seconds),
        "a step, losses read": repeat(step_and_read, seconds),
        f"a step, losses read every {READ}": repeat(steps, seconds) / READ,
        "norms settled": repeat(lambda: learner.settle([batch] * SETTLED), seconds),
        "parameters copied": repeat(learner.parameters, seconds),
    }


def repeat(work: Callable[[], object], seconds: float) -> float:
    """The mean time of doing it again and again for so long."""
    work()
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds or count < 2:
        work()
        count += 1
    return (time.perf_counter() - began) / count


def profile(learner: Any, batch: Batch, trace: Path) -> str:
    """A table of PyTorch's profiler; the whole trace goes into a file."""
    import torch
    from torch.profiler import ProfilerActivity

    activities = [ProfilerActivity.CPU]
    if torch.cuda.is_available():
        activities.append(ProfilerActivity.CUDA)
    with torch.profiler.profile(activities=activities) as profiler:
        for _ in range(PROFILED):
            learner.step(batch, 1e-4)
        learner.read_losses()
    trace.parent.mkdir(parents=True, exist_ok=True)
    profiler.export_chrome_trace(str(trace))
    order = "self_cuda_time_total" if torch.cuda.is_available() else "self_cpu_time_total"
    return str(profiler.key_averages().table(sort_by=order, row_limit=15, max_name_column_width=40))

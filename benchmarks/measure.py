"""Clocks, alternation and medians.

Work of one thread is measured in its processor time, which other programs on the machine lengthen less than
the time on the wall; what a person waits for, and work of several threads, on the wall.  Contestants take
turns, so that a machine that slows down for a while slows all of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import TypeVar

T = TypeVar("T")

Contestant = Callable[[], float]
"""Does the work once, checks the answer, and returns the seconds it took."""


def on_thread(work: Callable[[], T]) -> tuple[T, float]:
    """The result of `work`, and the processor time of this thread that it took."""
    start = time.thread_time()
    result = work()
    return result, time.thread_time() - start


def on_wall(work: Callable[[], T]) -> tuple[T, float]:
    """The result of `work`, and the time on the wall that it took."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


def alternate(contestants: Mapping[str, Contestant], runs: int) -> dict[str, list[float]]:
    """Every contestant's times in `runs` rounds; each round starts with another one."""
    names = list(contestants)
    times: dict[str, list[float]] = {name: [] for name in names}
    for number in range(runs):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            times[name].append(contestants[name]())
    return times


def medians(times: Mapping[str, list[float]]) -> dict[str, float]:
    """The median of each contestant's times."""
    return {name: median(values) for name, values in times.items()}

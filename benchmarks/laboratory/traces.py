"""Traces: events a second, memory, and the price of watching.

A uniform tree with ten branches is searched by minimax with every step reported: stored as a `Trace`, passed
to a function and dropped (`stream`), or written as lines of JSON. Each run is a process of its own. Peak
memory is that of the process; Python's own is the peak of its allocations during the search (by tracemalloc,
in a separate run, which it slows down). A stream stores only the path to the current node: a hundred times as
many nodes must not take more than a tenth more memory.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import Contestant, alternate, medians, on_thread
from benchmarks.processes import Finished
from benchmarks.processes import run as run_process
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.core.compile import interpreted
from halfmove.core.watch import Silent, Watcher
from halfmove.games.registry import game
from halfmove.search.textbook.alphabeta import alphabeta, alphabeta_value
from halfmove.search.trace import Recorder
from halfmove.search.watch import Counter, Follower

BRANCHING, PLIES = 10, (4, 6)
NODES = 18_297
"""Those alpha-beta enters in tic-tac-toe."""
INFINITY = float("inf")


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    streams(section, settings)
    watchers(section, settings)


def streams(section: Section, settings: Settings) -> None:
    """Ten thousand nodes beside a million."""
    sizes = (3, 5) if settings.quick else PLIES
    rows, held = [], {}
    for way in ("stream", "json", "trace"):
        for plies in sizes if way != "trace" else sizes[:1]:
            runs = 1 if settings.quick or plies == sizes[-1] else settings.runs  # a million takes minutes
            found = [child(way, plies) for _ in range(runs)]
            said = [json.loads(process.out) for process in found]
            nodes = sum(BRANCHING**k for k in range(plies + 1))
            expect("nodes streamed", said[0]["nodes"], nodes)
            traced = way if way == "trace" else f"{way}-traced"
            python = 0 if way == "trace" else json.loads(child(traced, plies).out)["python"]
            held[way, plies] = python
            peak = median(process.peak for process in found)
            seconds = median(each["seconds"] for each in said)
            events = said[0]["events"]
            rows.append(
                [
                    f"{WAYS[way]}, {nodes:,} nodes",
                    figures.count(events),
                    figures.seconds(seconds),
                    figures.rate(events, seconds),
                    figures.megabytes(peak),
                    f"{python / 1024:,.0f} kB" if python else "–",
                ]
            )
    section.table(["", "events", "time", "events a second", "peak memory", "Python's own"], rows)
    for way in ("stream", "json"):
        small, large = (held[way, plies] for plies in sizes)
        expect(f"{way}: memory bounded, {small} and {large} bytes", large < 1.1 * small + 2**16, True)


WAYS = {"stream": "handed on", "json": "as lines of JSON", "trace": "kept as a trace"}


def child(way: str, plies: int) -> Finished:
    """The search in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.laboratory.streaming", way, str(BRANCHING), str(plies)]
    return run_process(command)


def watchers(section: Section, settings: Settings) -> None:
    """Alpha-beta through tic-tac-toe under each watcher."""
    fast = game("tictactoe")
    slow = interpreted(fast)
    contestants = {
        "compiled, `Silent`: nobody watches": kernel(fast, Silent),
        "compiled, `Counter`": kernel(fast, Counter),
        "compiled, `Follower` (counts and variation): the default": kernel(fast, Follower),
        "interpreted, `Silent`": kernel(slow, Silent),
        "interpreted, `Follower`: the default": kernel(slow, Follower),
        "interpreted, `Recorder`: every step kept": recorded(slow, None),
        "interpreted, `Recorder`, every step handed on": recorded(slow, lambda event: None),
    }
    times = medians(alternate(contestants, settings.runs))
    least = times["compiled, `Silent`: nobody watches"]
    rows = [
        [name, figures.seconds(seconds), figures.rate(NODES, seconds), figures.ratio(seconds, least)]
        for name, seconds in times.items()
    ]
    section.table(["alpha-beta, tic-tac-toe", "median", "nodes a second", "× nobody watching"], rows)


def kernel(rules: Any, watcher: Callable[[], Watcher]) -> Contestant:
    """The bare search under one watcher."""
    start = rules.initial()

    def once() -> float:
        watch = watcher()
        (value, _), seconds = on_thread(
            lambda: alphabeta_value(rules, start, -1, -INFINITY, INFINITY, False, watch)
        )
        expect("the value of tic-tac-toe", value, 0)
        if isinstance(watch, Counter):
            expect("the nodes of tic-tac-toe", watch.nodes, NODES)
        return seconds

    once()
    return once


def recorded(rules: Any, sink: Callable[[Any], object] | None) -> Contestant:
    """The whole search with a recorder."""

    def once() -> float:
        outcome, seconds = on_thread(lambda: alphabeta(rules, watch=Recorder(sink)))
        expect("the nodes of tic-tac-toe", outcome.nodes, NODES)
        return seconds

    return once

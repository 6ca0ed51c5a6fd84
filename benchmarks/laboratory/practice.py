"""Exercises: how many a second, by what is asked for, and a hundred sheets.

Exercises are made from seeds 0, 1, 2, …; the options of each are checked on its own trace. Times are
processor time; the slowest seed is shown beside the mean, because a user may have to wait for it. The sheets
are a hundred exercises of the hardest kind, each on a separate page with its solution on another, as
`halfmove quiz --count 100 --each` writes them.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks import figures
from benchmarks.answers import expect
from benchmarks.measure import on_thread, on_wall
from benchmarks.processes import HALFMOVE
from benchmarks.processes import run as run_process
from benchmarks.report import Section
from benchmarks.settings import Settings
from halfmove.teach.quiz import exercise, exercises, mark, sheet

COURSE: dict[str, Any] = {
    "depth": 4,
    "branching": (1, 3),
    "leaves": (12, 20),
    "min_cuts": 4,
    "deep_cut": True,
}
OPTIONS = (
    *("--seed", "0", "--depth", "4", "--branching", "1-3"),
    *("--leaves", "12-20", "--min-cuts", "4", "--deep-cut"),
)
"""The same on the command line."""
WISHES: dict[str, dict[str, Any]] = {
    "nothing: depth 2, three children": {},
    "depth 3, irregular": {"depth": 3, "branching": (1, 4)},
    "at least 3 cuts": {"depth": 3, "branching": (2, 3), "min_cuts": 3},
    "no ties": {"depth": 3, "branching": (2, 3), "ties": False},
    "ties": {"depth": 3, "branching": (2, 3), "ties": True},
    "9 to 11 evaluations": {"depth": 3, "branching": (2, 3), "evaluations": (9, 11)},
    "one best move, the same in all dialects": {"depth": 3, "unique_best": True, "dialect_free": True},
    "12 to 20 leaves, 4 cuts, a deep one": COURSE,
    "chance nodes": {"depth": 3, "chance": True},
    "payoff vectors of three players": {"depth": 3, "players": 3},
    "NegaScout, 2 cuts": {"depth": 3, "algorithm": "negascout", "min_cuts": 2},
}


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    count = 10 if settings.quick else 100
    section.table(
        [f"{count} exercises each", "a second", "median", "slowest", "marked a second"],
        [made(title, wish, count) for title, wish in WISHES.items()],
    )
    papers(section, count)


def made(title: str, wish: dict[str, Any], count: int) -> list[str]:
    """One wish, from many seeds."""
    exercise(10_000, **wish)
    times, marks = [], []
    for seed in range(count):
        found, seconds = on_thread(partial(exercise, seed, **wish))
        times.append(seconds)
        fulfilled(found, wish)
        marking, seconds = on_thread(partial(mark, found, found.solution()))
        expect(f"points for the solution of '{title}', seed {seed}", marking.points, marking.most)
        marks.append(seconds)
    return [
        title,
        figures.digits(1 / mean(times)),
        figures.seconds(median(times)),
        figures.seconds(max(times)),
        figures.digits(1 / mean(marks)),
    ]


def fulfilled(found: Any, wish: dict[str, Any]) -> None:
    """The exercise has what was asked for."""
    leaves = sum(1 for _ in found.trace.outline.leaves())
    low, high = wish.get("leaves", (0, leaves))
    expect("the number of leaves is in the range", low <= leaves <= high, True)
    expect("cuts enough", len(found.findings.cuts) >= wish.get("min_cuts", 0), True)
    expect("a deep cut", not wish.get("deep_cut") or bool(found.findings.deep), True)
    low, high = wish.get("evaluations", (0, found.trace.counts.evaluations))
    expect("evaluations in the range", low <= found.trace.counts.evaluations <= high, True)


def papers(section: Section, count: int) -> None:
    """A hundred sheets, in one file and in a folder."""
    rows = []
    made, seconds = on_wall(lambda: exercises(count, **COURSE))
    rows.append([f"{count} exercises of the course's kind, made", figures.seconds(seconds), ""])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for form in ("pdf", "html", "tex"):
            path = folder / f"all.{form}"
            sheet(made[:1], path)  # loads what it needs
            _, seconds = on_wall(partial(sheet, made, path, solution=True))
            size = f"{path.stat().st_size / 1024:,.0f} kB"
            rows.append([f"their solutions in one .{form}", figures.seconds(seconds), size])
        process = run_process(
            [*HALFMOVE, "quiz", *OPTIONS, "--count", str(count), "--each", "--output", str(folder / "sheets")]
        )
        files = [*(folder / "sheets").glob("*.pdf")]
        expect("files written", len(files), 2 * count)
        size = f"{sum(file.stat().st_size for file in files) / 1024:,.0f} kB"
        title = f"`halfmove quiz … --count {count} --each`: {count} sheets and {count} solutions as PDF"
        rows.append([title, figures.seconds(process.seconds), size])
    section.table(["", "time", "size"], rows)

"""Curves as data: named series of counts by depth, to be read, plotted, or taken along as CSV or JSON."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from halfmove.core.atomic_file import check_writable, whole_bytes
from halfmove.core.errors import BadInput
from halfmove.core.results import Table
from halfmove.teach.growth.formulas import effective_branching

Kind = Literal["worst", "mean", "best", "measured"]


class PointData(TypedDict):
    """One place of a curve."""

    depth: Annotated[int, "Plies."]
    count: Annotated[float, "How many static evaluations, or nodes."]
    error: Annotated[float, "The standard error of a mean; 0 for an exact count."]
    seconds: Annotated[float | None, "How long the search took, where one was timed."]


class SeriesData(TypedDict):
    """One curve."""

    name: Annotated[str, "The search or the formula."]
    kind: Annotated[Kind, "worst, mean and best come from a formula, measured from real searches."]
    note: Annotated[str, "Why it ends where it ends, or what else there is to know."]
    growth: Annotated[float | None, "By how much the count grows with a ply."]
    effective_branching: Annotated[float | None, "Nilsson's effective branching factor of the last point."]
    points: Annotated[list[PointData], "By depth."]


class CurvesData(TypedDict):
    """Several curves on the same axes."""

    title: Annotated[str, "What was counted."]
    unit: Annotated[str, "static evaluations or nodes."]
    series: Annotated[list[SeriesData], "The curves."]


@dataclass(frozen=True)
class Point:
    """One place of a series."""

    depth: int
    """Plies."""
    count: float
    """How many static evaluations, or nodes (see `Curves.unit`)."""
    error: float = 0.0
    """The standard error of a mean; 0 for an exact count."""
    seconds: float | None = None
    """How long the search took, where one was timed."""


@dataclass(frozen=True)
class Series:
    """One curve."""

    name: str
    kind: Kind
    """"worst", "mean" and "best" come from a formula, "measured" from real searches."""
    points: tuple[Point, ...]
    note: str = ""
    """Why it ends where it ends, or what else there is to know."""

    def at(self, depth: int) -> Point | None:
        """The point at a depth."""
        return next((point for point in self.points if point.depth == depth), None)

    @property
    def growth(self) -> float | None:
        """By how much the count grows with a ply: the square root of the growth over the last two plies.

        Two, because odd and even depths differ; None for fewer than three points.
        """
        if len(self.points) < 3 or self.points[-3].count <= 0:
            return None
        return math.sqrt(self.points[-1].count / self.points[-3].count)

    @property
    def branching(self) -> float | None:
        """Nilsson's effective branching factor of the last point; None without one."""
        if not self.points or self.points[-1].depth < 1 or self.points[-1].count <= 0:
            return None
        return effective_branching(self.points[-1].count, self.points[-1].depth)


@dataclass(frozen=True, repr=False)
class Curves(Table):
    """Several series on the same axes."""

    title: str
    unit: str
    """What is counted: "static evaluations" or "nodes"."""
    series: tuple[Series, ...]
    turned: bool = False
    """Whether the question is how deep one comes with a `count`, not what a `depth` costs (see `reach`)."""
    ratio: bool = False
    """Whether the counts are multiples of others, which do not grow as costs do."""

    @property
    def depths(self) -> tuple[int, ...]:
        """All depths that some series has a point at."""
        return tuple(sorted({point.depth for series in self.series for point in series.points}))

    def __getitem__(self, name: str) -> Series:
        """The series of that name."""
        for series in self.series:
            if series.name == name:
                return series
        raise BadInput(f"There is no curve '{name}'; there are: {', '.join(s.name for s in self.series)}.")

    def only(self, *names: str) -> Curves:
        """These series alone."""
        return replace(self, series=tuple(self[name] for name in names))

    # ---- numbers
    def to_rows(self) -> list[dict[str, Any]]:
        """One row a point: `series, kind, depth, count, error, seconds`."""
        return [
            {"series": series.name, "kind": series.kind, **asdict(point)}
            for series in self.series
            for point in series.points
        ]

    def csv(self) -> str:
        """The rows as CSV with a heading; what is not known is empty."""
        out = io.StringIO()
        writer = csv.DictWriter(
            out, ["series", "kind", "depth", "count", "error", "seconds"], lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(self.to_rows())
        return out.getvalue()

    def to_dict(self) -> CurvesData:
        data: Any = {
            "title": self.title,
            "unit": self.unit,
            "series": [
                {
                    "name": series.name,
                    "kind": series.kind,
                    "note": series.note,
                    "growth": series.growth,
                    "effective_branching": series.branching,
                    "points": [asdict(point) for point in series.points],
                }
                for series in self.series
            ],
        }
        return data  # type: ignore[no-any-return]

    # ---- pictures
    def to_text(self) -> str:
        """The numbers as a table, and the curves drawn with characters."""
        from halfmove.teach.growth.plot import bars, table

        return f"{self.title}\n\n{table(self)}\n\n{bars(self)}"

    def svg(self) -> str:
        """The plot as an SVG document; needs the extra `halfmove[pictures]`."""
        from halfmove.teach.growth.plot import image

        return image(self, "svg").decode()

    def save(self, path: str | Path) -> None:
        """Write a plot (`.svg`, `.png`, `.pdf`) or the numbers (`.csv`, `.json`), as the name ends.

        `BadInput` for another ending or a folder that does not exist; then nothing is written.
        """
        write(path, self)

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_svg_(self) -> str | None:
        from halfmove.teach.growth.plot import available

        return self.svg() if available() else None


def write(path: str | Path, curves: Curves) -> None:
    """`Curves.save`: the content is made whole before the file is opened."""
    content = _writer(Path(path))(curves)
    with whole_bytes(path) as out:
        out.write(content)


def check_target(path: str | Path) -> None:
    """`BadInput` if a file of this name could not be written, before long work is begun for it."""
    _writer(Path(path))
    check_writable(path)


def _writer(path: Path) -> Callable[[Curves], bytes]:
    ending = path.suffix.lower().lstrip(".")
    if ending == "csv":
        return lambda curves: curves.csv().encode()
    if ending == "json":
        import json

        return lambda curves: (json.dumps(curves.to_dict(), indent=2, ensure_ascii=False) + "\n").encode()
    if ending in ("svg", "png", "pdf"):
        from halfmove.teach.growth.plot import image, require

        require()
        return lambda curves: image(curves, ending)
    raise BadInput(f"Curves are written as .svg, .png, .pdf, .csv or .json, not '{path.name}'.")


def depth_reached(curves: Curves, budgets: Sequence[float] | None = None) -> Curves:
    """For each budget the depth that every search up to there stays within it, 0 if none does.

    A point has the budget as its `count` and the depth reached as its `depth`; the curves are `turned`.
    Without `budgets`: 10, 100, 1,000, …  A curve ends where the budget would take it deeper than was counted.
    """
    if budgets is not None and not all(budget > 0 for budget in budgets):
        raise BadInput("A budget is a number of evaluations or nodes above zero.")
    most = max((point.count for series in curves.series for point in series.points), default=1)
    tried = budgets or [10.0**k for k in range(1, math.floor(math.log10(max(most, 10))) + 1)]
    series = tuple(replace(s, points=tuple(_find_depths(s, tried))) for s in curves.series)
    return replace(curves, title=f"{curves.title}: depth reached", series=series, turned=True)


def _find_depths(series: Series, budgets: Sequence[float]) -> Iterator[Point]:
    for budget in sorted(budgets):
        depth = 0
        for point in series.points:
            if point.count > budget:
                yield Point(depth, budget)
                break
            depth = point.depth
        else:
            return  # deeper than this nothing was counted

"""The curves turned round: how deep a search comes with so many evaluations or nodes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from halfmove.core.errors import BadInput
from halfmove.teach.growth.curves import Curves, Point, Series


def depth_reached(curves: Curves, budgets: Sequence[float] | None = None) -> Curves:
    """For each budget the depth that every search up to there stays within it, 0 if none does.

    A point has the budget as its `count` and the depth reached as its `depth`; the curves are `turned`.
    Without `budgets`: 10, 100, 1,000, …  A curve ends where the budget would take it deeper than was counted.
    """
    if budgets is not None and not all(budget > 0 for budget in budgets):
        raise BadInput("A budget is a number of evaluations or nodes above zero.")
    most = max((point.count for series in curves.series for point in series.points), default=1)
    tried = budgets or [10.0**k for k in range(1, math.floor(math.log10(max(most, 10))) + 1)]
    series = tuple(replace(s, points=tuple(_reached(s, tried))) for s in curves.series)
    return replace(curves, title=f"{curves.title}: depth reached", series=series, turned=True)


def _reached(series: Series, budgets: Sequence[float]) -> Iterator[Point]:
    for budget in sorted(budgets):
        depth = 0
        for point in series.points:
            if point.count > budget:
                yield Point(depth, budget)
                break
            depth = point.depth
        else:
            return  # deeper than this nothing was counted

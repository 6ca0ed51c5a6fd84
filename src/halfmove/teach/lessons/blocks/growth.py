"""What alpha-beta costs by depth in uniform trees, by formula: best case, random order, worst case.

Settings: `branching`, `depth`, `count: evaluations` or `nodes`, `caption`.
Figures at the last depth: worst, mean, best; branching, depth.
"""

from __future__ import annotations

from typing import Any

from halfmove.teach.lessons.blocks.compare import as_text
from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.blocks.subject import attempt
from halfmove.teach.lessons.lesson import Exhibit, Table
from halfmove.teach.lessons.settings import Block


def made(block: Block, known: Known, place: int) -> Exhibit:
    """The exhibit; `LessonError` says what is wrong."""
    from halfmove.teach.growth.plot import available, figure
    from halfmove.teach.growth.theory import uniform_curves

    block.know(("branching", "depth", "count", "caption"))
    branching = block.number("branching", 1, 1000) or 10
    depth = block.number("depth", 1, 40) or 8
    count = block.get("count", "evaluations")
    curves = attempt(block, lambda: uniform_curves(branching, depth, count=count))
    found: dict[str, Any] = {"branching": branching, "depth": depth}
    for series in curves.series:
        last = series.at(depth)
        if last is not None:
            found[series.kind] = last.count if series.kind == "mean" else int(last.count)
    rows = tuple(
        (str(d), *(figure(p.count) if (p := series.at(d)) else "" for series in curves.series))
        for d in curves.depths
    )
    table = Table(("depth", *(series.name for series in curves.series)), rows)
    return Exhibit(
        block.kind,
        block.name,
        f"{curves.title}: {curves.unit}",
        block.get("caption"),
        as_text(table),
        f"hm.growth.uniform_curves({branching}, {depth}, count={count!r})",
        found,
        curves.svg() if available() else "",
        table=table,
    )

"""The edges between two levels: straight where their labels have room beside each other, else bent.

A straight edge is broken where its label stands.  Where a straight edge would come too near to a neighbour's
label (wide trees have flat edges), all edges of the level run straight to just above the child and then down
its own column, where nothing else is; the label stands there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.scene import Line, Mark, Point, Word, width

LABEL_HEIGHT = 15.0
EXTENDED_GAP = 3.0


@dataclass(slots=True)
class Ends:
    """Where an edge begins and ends, and where the free space between the two levels does."""

    start: Point
    end: Point
    top: float
    bottom: float
    wide: float
    """The room its label needs; 0 without one."""


def label_width(item: Item) -> float:
    """The room an edge's label needs, with a mark of extension beside it."""
    extra = width(item.extended, "extended") + EXTENDED_GAP if item.extended else 0.0
    return (width(item.label, "label") if item.label else 0.0) + extra


def route(level: Sequence[Ends]) -> float | None:
    """How the edges of one level run, given from left to right: straight, with the labels so far down, or
    bent (None)."""
    for share in (0.56, 0.64, 0.48):
        if _clear(level, share):
            return share
    return None


def edge(item: Item, ends: Ends, share: float | None) -> list[Mark]:
    """The edge that leads to `item`, with its label and the bars of a cut; `share` as `route` says."""
    return _bent(item, ends) if share is None else _straight(item, ends, share)


def _middle(ends: Ends, share: float) -> Point:
    """The point of the free part of a straight edge so far down."""
    (x, _), (to, _) = ends.start, ends.end
    return x + share * (to - x), ends.top + share * (ends.bottom - ends.top)


def _clear(level: Sequence[Ends], share: float) -> bool:
    """Whether no label on straight edges would touch another label or edge; edges do not cross."""
    for i, ends in enumerate(level):
        if not ends.wide:
            continue
        x, y = _middle(ends, share)
        for j in (i - 1, i + 1):
            if not 0 <= j < len(level):
                continue
            other = level[j]
            near = [_at(other, y + dy) for dy in (-LABEL_HEIGHT / 2, 0.0, LABEL_HEIGHT / 2)]
            reach = ends.wide / 2 + 2.5
            if min(near) - reach < x < max(near) + reach:
                return False
            if abs(_middle(other, share)[0] - x) < (ends.wide + other.wide) / 2 + 4:
                return False
    return True


def _at(ends: Ends, y: float) -> float:
    """Where a straight edge passes at a height."""
    share = (y - ends.top) / max(ends.bottom - ends.top, 1e-9)
    return ends.start[0] + min(max(share, 0.0), 1.0) * (ends.end[0] - ends.start[0])


def _straight(item: Item, ends: Ends, share: float) -> list[Mark]:
    upper, lower = (ends.start[0], ends.top), (ends.end[0], ends.bottom)
    if not label_width(item):
        bars = _between(upper, lower, 0.64)
        return _marks(item, [_route(ends.start, upper, lower, ends.end)], bars, None)
    x, y = _middle(ends, share)
    before, after = _gap_in(upper, lower, (x, y), label_width(item))
    pieces = [_route(ends.start, upper, before), _route(after, lower, ends.end)]
    return _marks(item, pieces, _between(after, lower, 0.5), (x, y))


def _bent(item: Item, ends: Ends) -> list[Mark]:
    upper = (ends.start[0], ends.top)
    x, y = ends.end[0], ends.bottom - LABEL_HEIGHT / 2 - 3
    knee, after = (x, y - LABEL_HEIGHT / 2 - 2), (x, y + LABEL_HEIGHT / 2)
    bars = _between(upper, knee, 0.86)
    if not label_width(item):
        return _marks(item, [_route(ends.start, upper, knee, ends.end)], bars, None)
    return _marks(item, [_route(ends.start, upper, knee), _route(after, ends.end)], bars, (x, y))


def _route(*points: Point) -> tuple[Point, ...]:
    """The points, each once."""
    kept = [points[0]]
    for point in points[1:]:
        if math.dist(point, kept[-1]) > 0.01:
            kept.append(point)
    return tuple(kept)


def _gap_in(upper: Point, lower: Point, middle: Point, wide: float) -> tuple[Point, Point]:
    """Where a straight line enters and leaves the room of a label."""
    dx, dy = lower[0] - upper[0], lower[1] - upper[1]
    half = min((wide / 2 + 2) / max(abs(dx), 1e-9), (LABEL_HEIGHT / 2) / max(abs(dy), 1e-9))
    x, y = middle
    return (x - half * dx, y - half * dy), (x + half * dx, y + half * dy)


Spot = tuple[Point, Point]
"""A place on an edge, and the direction that the edge has there."""


def _between(upper: Point, lower: Point, share: float) -> Spot:
    dx, dy = lower[0] - upper[0], lower[1] - upper[1]
    length = math.hypot(dx, dy) or 1.0
    return (upper[0] + share * dx, upper[1] + share * dy), (dx / length, dy / length)


def _marks(item: Item, pieces: list[tuple[Point, ...]], bars: Spot, label: Point | None) -> list[Mark]:
    marks: list[Mark] = [Line(points, _role(item)) for points in pieces if len(points) > 1]
    if item.cut:
        marks.extend(double_bar(*bars))
    if label is not None:
        marks.extend(_words(item, label))
    return marks


def _role(item: Item) -> str:
    if item.variation:
        return "edge-variation"
    return _FAINT.get(item.status, "edge")


_FAINT = {
    "pruned": "edge-faint",
    "beyond": "edge-faint",
    "passed": "edge-passed",
    "waiting": "edge-waiting",
}
"""How edges are drawn that no search went along."""


def double_bar(middle: Point, along: Point) -> Iterator[Mark]:
    """The sign of a cut: two bars across an edge that runs in the direction `along`."""
    across = (-along[1], along[0])
    for side in (-2.2, 2.2):
        x, y = middle[0] + side * along[0], middle[1] + side * along[1]
        ends = tuple((x + half * across[0], y + half * across[1]) for half in (-5.5, 5.5))
        yield Line(ends, "bar")


def _words(item: Item, label: Point) -> Iterator[Mark]:
    x, y = label
    left = x - label_width(item) / 2
    if item.label:
        yield Word(left, y + 4, item.label, "label" if item.drawn else "label-faint", "start")
        left += width(item.label, "label") + EXTENDED_GAP
    if item.extended:
        yield Word(left, y + 4, item.extended, "extended", "start")

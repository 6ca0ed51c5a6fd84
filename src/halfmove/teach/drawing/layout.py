"""Tidy trees: where each node stands from left to right.

Every subtree is laid out by itself, then siblings are pushed together as far as their outlines allow, once
towards the first and once towards the last; the mean of the two is symmetric, and still without overlaps,
because both are.  So a parent stands over the middle of its first and last child, children keep their order,
identical subtrees have identical shapes, mirrored trees mirrored pictures, and with all that no row of
siblings could be narrower.

Sources: E. M. Reingold and J. S. Tilford, "Tidier drawings of trees", *IEEE Transactions on Software
Engineering* 7(2), 1981 (the aims, and outlines that are compared level by level); A. J. Kennedy, "Drawing
trees", *Journal of Functional Programming* 6(3), 1996 (the mean of the two ways).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.scene import Line, Mark, Point, Word, width


@dataclass(slots=True)
class Box:
    """A node to be placed: how much room it takes on either side of its middle, and the boxes below it."""

    left: float
    right: float
    below: list[Box] = field(default_factory=list)
    x: float = 0.0
    """Set by `tidy`: where its middle is."""


Outline = list[tuple[float, float]]
"""The leftmost and rightmost reach of a subtree level by level from its root down, as seen from its root."""


def tidy(root: Box, gap: float = 8.0, cousins: float = 8.0) -> float:
    """Place every box below `root`, itself included, and return the width; the leftmost edge is at 0.

    `gap` is kept between siblings, and so much besides between boxes of one level that are none: `cousins`.
    """
    order = [root]
    for box in order:  # a list that grows: parents come before their children, without recursion
        order.extend(box.below)
    outlines: dict[int, Outline] = {}
    shift: dict[int, float] = {id(root): 0.0}
    for box in reversed(order):
        below = [outlines.pop(id(child)) for child in box.below]
        outline, places = _row(below, gap, cousins)
        outlines[id(box)] = [(-box.left, box.right), *outline]
        shift.update((id(child), place) for child, place in zip(box.below, places))
    whole = outlines[id(root)]
    root.x = -min(left for left, _ in whole)
    for box in order:
        for child in box.below:
            child.x = box.x + shift[id(child)]
    return root.x + max(right for _, right in whole)


def _row(outlines: list[Outline], gap: float, cousins: float) -> tuple[Outline, list[float]]:
    """Siblings side by side: the outline of them all and the place of each, as seen from their middle."""
    if not outlines:
        return [], []
    to_left = _push_apart(outlines, gap, cousins)
    mirrored = [[(-right, -left) for left, right in outline] for outline in reversed(outlines)]
    to_right = [-x for x in reversed(_push_apart(mirrored, gap, cousins))]
    places = [(a + b) / 2 for a, b in zip(to_left, to_right)]
    middle = (places[0] + places[-1]) / 2
    places = [x - middle for x in places]
    return _union(outlines, places), places


def _push_apart(outlines: Sequence[Outline], gap: float, cousins: float) -> list[float]:
    """Each sibling as far to the left as those before it allow, the first at 0."""
    places = [0.0]
    reach = [right for _, right in outlines[0]]
    for outline in outlines[1:]:
        place = max(
            edge - left + (gap if level == 0 else gap + cousins)
            for level, (edge, (left, _)) in enumerate(zip(reach, outline))
        )
        places.append(place)
        reach[: len(outline)] = [place + right for _, right in outline]
    return places


def _union(outlines: Sequence[Outline], places: Sequence[float]) -> Outline:
    """The outline of siblings taken together: on each level the first that gets there, and the last."""
    first: list[float] = []
    last: list[float] = []
    for outline, x in zip(outlines, places):
        first.extend(x + left for left, _ in outline[len(first) :])
        last[: len(outline)] = [x + right for _, right in outline]
    return list(zip(first, last))


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

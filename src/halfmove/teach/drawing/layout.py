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

from collections.abc import Sequence
from dataclasses import dataclass, field


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
    to_left = _pushed(outlines, gap, cousins)
    mirrored = [[(-right, -left) for left, right in outline] for outline in reversed(outlines)]
    to_right = [-x for x in reversed(_pushed(mirrored, gap, cousins))]
    places = [(a + b) / 2 for a, b in zip(to_left, to_right)]
    middle = (places[0] + places[-1]) / 2
    places = [x - middle for x in places]
    return _union(outlines, places), places


def _pushed(outlines: Sequence[Outline], gap: float, cousins: float) -> list[float]:
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

"""An explicit tree to touch: the children of the node at the top, one level further down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from halfmove.core.surface import Point, Surface
from halfmove.games.tree.node import path_text
from halfmove.games.tree.picture import placed, title

WIDTH, ABOVE, UNDER = 52, 18, 20
"""Of a point: siblings stand 56 apart or more, whatever is written in them."""


class Children(Surface):
    """A child is called as a position is, by the way to it from the root: `a1/0`."""

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        places, _ = placed(s)
        points = []
        for i, (_, child) in enumerate(s.children):
            x, y = places[(i,)]
            points.append(Point(path_text(child), x - WIDTH / 2, y - ABOVE, WIDTH, ABOVE + UNDER))
        return points

    def touches(self, s: Any, a: Any) -> tuple[str, ...]:
        return (path_text(s.child(a)),)

    def occupied(self, s: Any) -> Mapping[str, str]:
        """What each child is: `MIN A`, or a leaf's value."""
        return {path_text(child): title(child, self.game.players) for _, child in s.children}

"""The value over the game as a graph (`assets/value_graph.js`): a point a position, marks at moves that lost
something; a click, a drag or the arrow keys go there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element

from halfmove.core.contract import CHANCE
from halfmove.web.board.record import Node
from halfmove.web.board.table import Table
from halfmove.web.pages import ASSETS, versioned

NAMES = {"??": "blunder", "?": "mistake", "?!": "inaccuracy"}
"""What the field calls a move that has such a mark."""


class ValueGraph(Element, component=ASSETS / "value_graph.js"):
    """The graph; there is nothing to see while fewer than two values are known."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._props["names"] = table.names[:2]
        self._props["points"] = []
        self.on("go", lambda event: self._go(event.args))
        table.readers.append(self.refresh)
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("analysis.css")}">')

    def _go(self, place: Any) -> None:
        line = self._line()
        if isinstance(place, int) and 0 <= place < len(line):
            self.table.go(line[place])

    def _line(self) -> list[Node]:
        return [self.table.record.root, *self.table.record.line()]

    def refresh(self) -> None:
        """Draw what is known."""
        line, here = self._line(), self.table.record.here
        known = [(i, node.chance) for i, node in enumerate(line) if node.chance is not None]
        if known and self.refresh not in self.table.watchers:
            self.table.watchers.append(self.refresh)  # from now on there is something to draw
        if len(known) < 2:
            content: dict[str, Any] = {"points": [], "areas": [], "at": 0}
        else:
            content = {
                "points": [self._point(i, line) for i in range(len(line))],
                "areas": ["".join(trace_areas(known, max(len(line) - 1, 1), edge)) for edge in (100, 0)],
                "at": line.index(here) if here in line else 0,
            }
        if any(self._props.get(key) != value for key, value in content.items()):
            self._props.update(content)
            self.update()

    def _point(self, place: int, line: Sequence[Node]) -> dict[str, Any]:
        """A position: the move that led there, its mark, the first player's share, who moves next."""
        node = line[place]
        text = "Start" if not node.text else f"{self.table.move_number(node.ply)} {node.text}"
        turn = line[place + 1].mover if place + 1 < len(line) else CHANCE
        mark = node.mark if node.mark in NAMES else ""
        return {
            "text": text + node.mark,
            "mark": mark,
            "said": NAMES.get(mark, ""),
            "share": node.chance,
            "turn": turn,
        }


def trace_areas(known: Sequence[tuple[int, float]], last: int, edge: int) -> Iterator[str]:
    """A path for each run of positions whose values are known, between the values and an edge: at the bottom
    (100) is the first player's part, at the top the second's.  A position takes half the way to its
    neighbours; where nothing is known there is a gap."""
    run: list[tuple[int, float]] = []
    for i, chance in [*known, (10**9, 0.0)]:
        if run and i != run[-1][0] + 1:
            left, right = (
                max(0.0, min(1000 * j / last, 1000.0)) for j in (run[0][0] - 0.5, run[-1][0] + 0.5)
            )
            points = [(left, run[0][1]), *((1000 * j / last, c) for j, c in run), (right, run[-1][1])]
            top = "".join(f"L{x:.1f} {100 - 100 * c:.1f}" for x, c in points)
            yield f"M{left:.1f} {edge}{top}L{right:.1f} {edge}z"
            run = []
        run.append((i, chance))

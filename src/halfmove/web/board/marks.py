"""Marks drawn by hand on points, kept in the record where its format has such (Go: SGF's `TR`, `SQ`, `MA`,
`CR` and `LB`): a palette, and what is drawn over the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from nicegui import ui

from halfmove.core.markup import LABEL, SHAPES, Mark
from halfmove.core.surface import Point
from halfmove.web.board.overlay import choose_readable
from halfmove.web.board.table import Table
from halfmove.web.widgets import button, press

TOOLS = {
    "triangle": "△", "square": "□", "cross": "✕", "circle": "○", "letter": "A", "number": "1"
}  # fmt: skip
HALO = "#ffffffb0"
"""Around a label on an empty point, whose lines would cross it."""


class Marks:
    """The palette: with a tool chosen a touch marks a point and plays no move."""

    def __init__(self, table: Table, redraw: Callable[[], None]) -> None:
        """`redraw` shows board and link after a change."""
        self.table, self._redraw = table, redraw
        self.tool = ""
        """What a touch draws; nothing where it plays."""
        self._buttons: dict[str, Any] = {}
        if table.markup is None:
            return
        with ui.element("div").classes("hm-tools").props('role="group" aria-label="marks on points"'):
            for tool, sign in TOOLS.items():
                title = f"Mark points with a {tool}: click them; once more takes it away"
                made = button(sign, partial(self._choose, tool), title=title, name=f"mark-{tool}")
                self._buttons[tool] = made.props(f'aria-pressed=false aria-label="mark with a {tool}"')

    def _choose(self, tool: str) -> None:
        self.tool = "" if tool == self.tool else tool
        for name, made in self._buttons.items():
            press(made, name == self.tool)
        self._redraw()

    def draw(self, point: str, tool: str) -> None:
        """Mark a point; what stands there already is taken away, another mark gives way."""
        table, markup = self.table, self.table.markup
        if markup is None or table.surface is None or tool not in TOOLS:
            return
        if point not in {cell.name for cell in table.surface.cells(table.state)}:
            return
        said = table.record.here.paper
        marks = markup.read(said.properties)
        there = [mark for mark in marks if mark.point == point]
        wanted = _wanted(tool, point, marks)
        again = any(_tool(mark) == tool for mark in there)
        said.properties = markup.put(said.properties, point, None if again else wanted)
        self._redraw()


def _tool(mark: Mark) -> str:
    """What draws such a mark."""
    if mark.kind != LABEL:
        return mark.kind
    return "number" if mark.text.isdecimal() else "letter"


def _wanted(tool: str, point: str, marks: list[Mark]) -> Mark:
    """What a tool draws: of letters and numbers the next that is free."""
    if tool in SHAPES:
        return Mark(tool, point)
    used = {mark.text for mark in marks}
    numbers = map(str, count(1))
    labels = chain(ascii_uppercase, ascii_lowercase, numbers) if tool == "letter" else numbers
    return Mark(LABEL, point, next(text for text in labels if text not in used))


# ---- over the picture
def words(table: Table) -> dict[str, str]:
    """What a screen reader is told of each point that is marked."""
    found: dict[str, str] = {}
    for mark in _here(table):
        said = f"label {mark.text}" if mark.kind == LABEL else mark.kind
        found[mark.point] = ", ".join(filter(None, (found.get(mark.point), said)))
    return found


def signs(table: Table) -> tuple[dict[str, Any], ...]:
    """The marks of the position shown, in the coordinates of the picture."""
    marks = list(_here(table))
    if not marks or table.surface is None:
        return ()
    cells = {cell.name: cell for cell in table.surface.cells(table.state, below=table.below)}
    there = table.surface.arrangement(table.state).pieces
    symbols = list(table.surface.pieces)
    drawn = []
    for mark in marks:
        if mark.point not in cells:
            continue
        symbol = there.get(mark.point)
        colour = None if symbol is None else table.colours[symbols.index(symbol)]
        drawn.append(_sign(mark, cells[mark.point], colour))
    return tuple(drawn)


def _here(table: Table) -> Iterator[Mark]:
    if table.markup is not None:
        yield from table.markup.read(table.record.here.paper.properties)


def _sign(mark: Mark, cell: Point, colour: str | None) -> dict[str, Any]:
    """On a piece of a colour, or on an empty point."""
    x, y, side = cell.x + cell.width / 2, cell.y + cell.height / 2, min(cell.width, cell.height)
    ink = "#000000" if colour is None else choose_readable(colour)
    halo = HALO if colour is None else "none"
    about = {"kind": mark.kind, "point": mark.point, "x": x, "y": y, "ink": ink, "width": side * 0.07}
    if mark.kind == LABEL:
        text = mark.text[:3]
        return {**about, "text": text, "size": side * (0.62, 0.62, 0.5, 0.38)[len(text)], "halo": halo}
    return {**about, "path": _path(mark.kind, x, y, side * 0.27)}


def _path(kind: str, x: float, y: float, r: float) -> str:
    if kind == "triangle":
        return f"M{x} {y - r * 1.1}L{x + r} {y + r * 0.7}L{x - r} {y + r * 0.7}Z"
    if kind == "circle":
        return f"M{x - r} {y}A{r} {r} 0 1 0 {x + r} {y}A{r} {r} 0 1 0 {x - r} {y}Z"
    s = r * 0.85
    if kind == "square":
        return f"M{x - s} {y - s}H{x + s}V{y + s}H{x - s}Z"
    return f"M{x - s} {y - s}L{x + s} {y + s}M{x + s} {y - s}L{x - s} {y + s}"

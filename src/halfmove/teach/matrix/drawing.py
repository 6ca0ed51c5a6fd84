"""A matrix game's table drawn, as it looks after each step: struck out, being tried, in equilibrium.

What is struck out is faint with a bar through its name; what is being tried has a frame; the cells that an
equilibrium reaches are filled, and its shares stand beside the names.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.teach.drawing.page import PAGE, STYLE, THEMES
from halfmove.teach.drawing.palette import LIGHT
from halfmove.teach.drawing.player import SCRIPT, controls
from halfmove.teach.drawing.scene import Group, Line, Mark, Scene, Word, rectangle, width
from halfmove.teach.drawing.svg import Painter, draw
from halfmove.teach.matrix.trace import said

if TYPE_CHECKING:
    from halfmove.teach.matrix.trace import MatrixTrace

CELL, HIGH, MARGIN = 64.0, 34.0, 16.0
STOP = "next equilibrium", "i"


class Drawing:
    """Where everything stands, and how it looks after each step."""

    def __init__(self, trace: MatrixTrace) -> None:
        self.trace = trace
        names = trace.names
        self.side = max(*(width(name, "name") for name in names[0]), 40.0) + 60.0
        cells = [trace.cell(i, j) for i in range(len(names[0])) for j in range(len(names[1]))]
        heads = [width(name, "name") for name in names[1]]
        self.wide = max(CELL, *(width(text, "value") + 20 for text in cells), *(w + 14 for w in heads))
        self.top = MARGIN + 62.0
        self.size = (
            max(MARGIN * 2 + self.side + self.wide * len(names[1]), 420.0),
            self.top + HIGH * len(names[0]) + MARGIN,
        )

    def _x(self, j: int) -> float:
        return MARGIN + self.side + self.wide * (j + 0.5)

    def _y(self, i: int) -> float:
        return self.top + HIGH * (i + 0.5)

    def groups(self, steps: int) -> list[Group]:
        """All that there is, as it looks after so many steps."""
        trace = self.trace
        step = trace.steps[steps - 1] if steps else None
        rows, columns = trace.left(steps)
        made = []
        for i, row in enumerate(trace.names[0]):
            made.append(self._name(f"r{i}", row, 0, i, i in rows, step))
            for j in range(len(trace.names[1])):
                made.append(self._cell(i, j, i in rows and j in columns, step))
        for j, column in enumerate(trace.names[1]):
            made.append(self._name(f"c{j}", column, 1, j, j in columns, step))
        return made

    def _name(self, group: str, name: str, player: int, action: int, left: bool, step: Any) -> Group:
        tried = step is not None and action in step.support[player]
        role = "name" if left else "name-faint"
        x, y = (MARGIN, self._y(action) + 5) if player == 0 else (self._x(action), self.top - 12)
        anchor: Any = "start" if player == 0 else "middle"
        marks: list[Mark] = [Word(x, y, name, role, anchor)]
        long = width(name, role)
        start = x if player == 0 else x - long / 2
        if not left:
            marks.append(Line(((start - 3, y - 5), (start + long + 3, y - 5)), "bar"))
        elif tried:
            marks.append(Line(((start - 3, y + 4), (start + long + 3, y + 4)), "set-now"))
        if step is not None and step.mixed is not None and (share := step.mixed[player][action]):
            place = (MARGIN + self.side - 8, y) if player == 0 else (x, self.top - 30)
            marks.append(Word(*place, said(share), "value", "end" if player == 0 else "middle"))
        told = f"{self.trace.players[player]}'s {name}{'' if left else ', struck out'}"
        return Group(group, marks, told)

    def _cell(self, i: int, j: int, left: bool, step: Any) -> Group:
        x, y, text = self._x(j), self._y(i), self.trace.cell(i, j)
        role = "waiting" if left else "faint"
        if left and step is not None and i in step.support[0] and j in step.support[1]:
            role = "chance" if step.mixed is not None else "player"
        box = rectangle(x, y, self.wide - 4, HIGH - 4, role)
        return Group(f"x{i}-{j}", [box, Word(x, y + 5, text, "value" if left else "static-faint")], text)

    def scene(self, steps: int) -> Scene:
        """The picture after so many steps."""
        one, other = self.trace.players
        what = f"{one} earns" if self.trace.game.zero_sum else f"{one} earns, {other} earns"
        head = Group("head", [Word(MARGIN, MARGIN + 10, f"in each cell: {what}", "legend", "start")])
        title = f"{self.trace.game.title()} solved by hand"
        told = f"A table of {len(self.trace.names[0])} rows and {len(self.trace.names[1])} columns."
        return Scene(*self.size, [head, *self.groups(steps)], title, told, (0.0, 0.0))


def picture(trace: MatrixTrace, steps: int) -> str:
    """The table after so many steps, as an SVG document."""
    return draw(Drawing(trace).scene(steps))


def player_data(trace: MatrixTrace) -> tuple[Scene, dict[str, Any]]:
    """The first scene and the data for `drawing.player.SCRIPT`, from step 0 on."""
    made, painter = Drawing(trace), Painter(LIGHT, classes=True)
    changes: dict[str, list[tuple[int, Any]]] = {}
    at = []
    for steps in range(len(trace.steps) + 1):
        for group in made.groups(steps):
            known = changes.setdefault(group.name, [])
            inner = painter.inside(group)
            if not known or known[-1][1] != inner:
                known.append((steps, inner))
        step = trace.steps[steps - 1] if steps else None
        struck = step.dominated if step is not None else None
        tried = step.support[0] if step is not None else ()
        at.append(f"{'rc'[struck[0]]}{struck[1]}" if struck else f"r{tried[0]}" if tried else "r0")
    return made.scene(0), {
        "first": 0,
        "start": 0,
        "changes": changes,
        "sentences": [trace.sentence(steps) for steps in range(len(trace.steps) + 1)],
        "at": at,
        "stops": [k for k, step in enumerate(trace.steps, 1) if step.mixed is not None],
        "stopKey": STOP[1],
        "stopName": STOP[0],
    }


def page(trace: MatrixTrace) -> str:
    """A page to step through, in one file."""
    scene, told = player_data(trace)
    values = {
        "TITLE": escape(scene.title),
        "PICTURE": draw(scene),
        "STYLE": STYLE + THEMES["auto"],
        "DATA": json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": SCRIPT + _START,
        "CONTROLS": controls(len(trace.steps), STOP),
    }
    return re.sub(r"@([A-Z]+)@", lambda found: values[found.group(1)], PAGE)


_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const player = halfmovePlayer(document.querySelector("main"), data);
player.show(Number(location.hash.slice(1)) || data.start);
"""

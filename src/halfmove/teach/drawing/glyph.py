"""One node's sign with everything written at it, around (0, 0): △ MAX, ▽ MIN, ○ chance, □ a leaf.

Under the sign lies the box of a static value, on its right the value and what belongs to it, on its left the
name; a board stands on top.  Edges come in at the top and leave at the bottom.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.scene import Board, Disc, Line, Mark, Point, Word, rectangle, width

RADIUS = 15.0
LEAF_HEIGHT = 24.0
LINE = 13.5
"""From one line of small text to the next."""
FILL_IN = (46.0, 20.0)
"""The box to write a value into; one for a window is twice as wide."""


@dataclass(slots=True)
class Glyph:
    """The marks of a node and the room they take on each side of (0, 0)."""

    marks: list[Mark] = field(default_factory=list)
    left: float = 0.0
    right: float = 0.0
    up: float = 0.0
    down: float = 0.0

    def add(self, mark: Mark) -> None:
        """Add a mark, and the room for it."""
        self.marks.append(mark)
        left, top, right, bottom = mark.bounds
        self.left, self.right = max(self.left, -left), max(self.right, right)
        self.up, self.down = max(self.up, -top), max(self.down, bottom)


def glyph(item: Item, board_size: float = 0.0) -> Glyph:
    """The sign of a node; `board_size` is the longer side of its board, if it has one."""
    made = Glyph()
    if item.kind == "leaf":
        _leaf(item, made)
    else:
        _inner(item, made)
        _beside(item, made)
    if item.board:
        _board(item, made, board_size)
    if item.current:
        made.marks.insert(0, Disc(0, 0, RADIUS + 4.5, "ring"))
    return made


def _pen(item: Item) -> str:
    if item.status == "waiting":
        return "waiting"
    return item.kind if item.drawn else "faint"


def _tone(item: Item, role: str) -> str:
    return role if item.drawn else f"{role}-faint"


def _leaf(item: Item, made: Glyph) -> None:
    """A box with the value, under it the name and the order."""
    role = _tone(item, "static")
    if item.compact:
        _compact_leaf(item, made, role)
        return
    across = max(LEAF_HEIGHT + 2, width(item.static, role) + 12)
    made.add(rectangle(0, 0, across, LEAF_HEIGHT, _pen(item)))
    made.add(Word(0, 4.7, item.static, role))
    y = LEAF_HEIGHT / 2 + 12
    if item.name:
        made.add(Word(0, y, item.name, _tone(item, "name")))
        y += LINE
    if item.order:
        made.add(Word(0, y - 1, item.order, "order"))


def _compact_leaf(item: Item, made: Glyph, role: str) -> None:
    """The same in little room: value and name read upwards, from the top of the row down."""
    long = width(item.static, role)
    tall = max(LEAF_HEIGHT, item.upright + 9, long + 9)
    across, down = (16.0, tall) if item.upright else (max(16.0, long + 5), LEAF_HEIGHT)
    top = -LEAF_HEIGHT / 2
    made.add(rectangle(0, top + down / 2, across, down, _pen(item)))
    middle = top + down / 2
    made.add(
        Word(4.7, middle, item.static, role, turned=True)
        if item.upright
        else Word(0, middle + 4.7, item.static, role)
    )
    y = top + down + 4
    for text, kind in ((item.name, _tone(item, "name")), (item.order, "order")):
        if text:
            made.add(Word(4, y, text, kind, "end", turned=True))
            y += width(text, kind) + 4


def _inner(item: Item, made: Glyph) -> None:
    """The sign, the number in it, the name and order on its left, a static value under it."""
    role = _pen(item)
    for mark in signs(item.kind, item.rank, role):
        made.add(mark)
    if item.rank is not None:
        lower = {"max": 8.5, "min": -0.5}.get(item.kind, 4.3)
        lower = 8.0 if item.kind == "player" and item.rank == 0 else lower
        made.add(Word(0, lower, str(item.rank), _tone(item, "rank")))
    edge = -made.left - 5
    if item.name:
        made.add(Word(edge, -1.5 if item.order else 4.5, item.name, _tone(item, "name"), "end"))
    if item.order:
        made.add(Word(edge, 12 if item.name else 4, item.order, "order", "end"))
    if item.static:
        words = _tone(item, "static")
        top = made.down + 3
        across = max(26.0, width(item.static, words) + 10)
        made.add(rectangle(0, top + 10, across, 20, "leaf" if item.drawn else _pen(item)))
        made.add(Word(0, top + 14.7, item.static, words))
        if item.horizon:
            half = across / 2 + 9
            made.add(Line(((-half, top + 25), (half, top + 25)), "horizon"))


def _beside(item: Item, made: Glyph) -> None:
    """On the right: the value, and under it the notes; or the boxes to fill in."""
    x = (
        max(
            RADIUS,
            *(
                m.bounds[2]
                for m in made.marks
                if isinstance(m, (Line, Disc)) and m.role not in ("leaf", "horizon")
            ),
        )
        + 5
    )
    if item.to_fill:
        _to_fill(item, made, x)
        return
    lines = [(item.value, "value")] if item.value else []
    lines += [(note, "note") for note in item.notes]
    y = 4.6 - LINE * (len(lines) - 1) / 2
    for text, role in lines:
        made.add(Word(x, y, text, role, "start"))
        y += LINE


def _to_fill(item: Item, made: Glyph, x: float) -> None:
    across, down = FILL_IN
    y = -(down + 3) * (len(item.to_fill) - 1) / 2
    for what in item.to_fill:
        wide = across * 2 if what == "window" else across
        made.add(rectangle(x + wide / 2, y, wide, down, "fill-in"))
        if what == "window":
            for at, letter in ((0.08, "("), (0.5, ","), (0.92, ")")):
                made.add(Word(x + at * wide, y + 4, letter, "fill-in"))
        y += down + 3


def _board(item: Item, made: Glyph, size: float) -> None:
    across, down = fitted(item.board, size)
    top = -made.up - 4 - down
    made.add(Board(-across / 2, top, across, down, item.board, item.text_board, faint=not item.drawn))


_VIEW = re.compile(r'viewBox="\s*([-\d.e]+)[ ,]+([-\d.e]+)[ ,]+([-\d.e]+)[ ,]+([-\d.e]+)\s*"')


def view_box(svg: str) -> tuple[float, float, float, float]:
    """The rectangle that an SVG document shows: left, top, width, height."""
    opening = svg[: svg.find(">", svg.find("<svg")) + 1]
    found = _VIEW.search(opening)
    if found:
        left, top, across, down = map(float, found.groups())
        return left, top, across, down
    sizes = [re.search(rf'\b{side}="([\d.]+)(?:px)?"', opening) for side in ("width", "height")]
    across, down = (float(found.group(1)) if found else 100.0 for found in sizes)
    return 0.0, 0.0, across, down


def fitted(svg: str, size: float) -> tuple[float, float]:
    """Width and height of an SVG document whose longer side is `size`."""
    _, _, across, down = view_box(svg)
    factor = size / max(across, down, 1e-9)
    return across * factor, down * factor


def signs(kind: str, rank: int | None, role: str) -> list[Mark]:
    """The sign of a kind of node: several of one kind differ by their outlines, too."""
    if kind == "chance":
        return [Disc(0, 0, RADIUS, role)]
    if kind == "leaf":
        return [rectangle(0, 0, LEAF_HEIGHT + 2, LEAF_HEIGHT, role)]
    points = _corners(kind, rank)
    made: list[Mark] = [Line(points, f"{role}-thick" if kind != "player" and rank in (3, 4) else role, True)]
    if kind != "player" and rank in (2, 4):
        middle = sum(y for _, y in points) / len(points)
        outer = tuple((1.36 * x, middle + 1.36 * (y - middle)) for x, y in points)
        made.insert(0, Line(outer, f"{role}-outer", True))
    return made


def _corners(kind: str, rank: int | None) -> tuple[Point, ...]:
    if kind == "max" or (kind == "player" and rank == 0):
        return (-17.0, 13.0), (17.0, 13.0), (0.0, -15.0)
    if kind == "min":
        return (-17.0, -13.0), (17.0, -13.0), (0.0, 15.0)
    sides = {1: 4, 2: 5, 3: 6}.get(rank or 0, 8)
    turn = -math.pi / 2 if sides < 8 else -math.pi / 2 + math.pi / 8
    ring = [turn + 2 * math.pi * i / sides for i in range(sides)]
    radius = RADIUS + (2 if sides == 4 else 1)
    return tuple((round(radius * math.cos(a), 2), round(radius * math.sin(a), 2)) for a in ring)

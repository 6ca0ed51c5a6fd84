"""A picture as what stands where: lines, discs, words and boards in pixels, x to the right and y down.

SVG and TikZ are written from it; neither measures or places anything of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from halfmove.teach.drawing.metrics import ASCENT, DESCENT, text_width
from halfmove.teach.drawing.palette import TYPES

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Line:
    """Straight pieces from point to point; `closed` ones have an area."""

    points: tuple[Point, ...]
    role: str
    closed: bool = False

    def moved(self, x: float, y: float) -> Line:
        return replace(self, points=tuple((px + x, py + y) for px, py in self.points))

    @property
    def bounds(self) -> Bounds:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    role: str

    def moved(self, x: float, y: float) -> Disc:
        return replace(self, x=self.x + x, y=self.y + y)

    @property
    def bounds(self) -> Bounds:
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius


@dataclass(frozen=True, slots=True)
class Word:
    """A text in one line; `y` is its baseline."""

    x: float
    y: float
    text: str
    role: str
    anchor: Literal["start", "middle", "end"] = "middle"
    turned: bool = False
    """Whether it reads upwards: turned about its place by a quarter, against the clock."""

    def moved(self, x: float, y: float) -> Word:
        return replace(self, x=self.x + x, y=self.y + y)

    @property
    def width(self) -> float:
        return width(self.text, self.role)

    @property
    def bounds(self) -> Bounds:
        size = TYPES[self.role].size
        if self.turned:
            end = self.y + {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.width
            return self.x - ASCENT * size, end - self.width, self.x + DESCENT * size, end
        left = self.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.width
        return left, self.y - ASCENT * size, left + self.width, self.y + DESCENT * size


@dataclass(frozen=True, slots=True)
class Board:
    """A game's own picture of a state, fitted into a rectangle."""

    x: float
    y: float
    width: float
    height: float
    svg: str
    text: str
    """The same in lines of text, for formats that cannot hold an SVG."""
    faint: bool = False

    def moved(self, x: float, y: float) -> Board:
        return replace(self, x=self.x + x, y=self.y + y)

    @property
    def bounds(self) -> Bounds:
        return self.x, self.y, self.x + self.width, self.y + self.height


Mark = Line | Disc | Word | Board


@dataclass(slots=True)
class Group:
    """What belongs together: a node, an edge, the legend."""

    name: str
    """Unlike any other in the scene: n0 is the root, n7 the eighth node, e7 the edge that leads to it."""
    marks: list[Mark] = field(default_factory=list)
    told: str = ""
    """The sentence that it says when pointed at."""


@dataclass(slots=True)
class Scene:
    """The whole picture."""

    width: float
    height: float
    groups: list[Group]
    """In the order in which they are painted."""
    title: str
    told: str
    """The picture in words, for those who cannot see it."""
    origin: Point = (0.0, 0.0)
    """Where the tree's own upper left corner lies."""
    most: float | None = None
    """How wide it is shown at most; all in it is made smaller then."""

    def words(self) -> Iterator[Word]:
        """Every text in the picture."""
        return (mark for group in self.groups for mark in group.marks if isinstance(mark, Word))


def width(text: str, role: str) -> float:
    """How wide a text of that role is."""
    kind = TYPES[role]
    return text_width(text, kind.size, kind.bold)


def rectangle(x: float, y: float, across: float, down: float, role: str) -> Line:
    """A box around (x, y), so wide and so high."""
    dx, dy = across / 2, down / 2
    corners = ((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))
    return Line(corners, role, closed=True)

"""A picture as what stands where: lines, discs, words and boards in pixels, x to the right and y down; the
colours and pens by role; and how wide a text is, by the advance widths of DejaVu Sans.

SVG and TikZ are written from a scene; neither measures or places anything of its own.  The pictures ask for
that font first; PNG and PDF are always set in it.  The fonts that stand in for it in a browser (Verdana, then
the system's sans-serif) are as wide or narrower, so what is apart here is apart there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, NamedTuple
from unicodedata import combining, east_asian_width

FONTS = "'DejaVu Sans', Verdana, 'Bitstream Vera Sans', sans-serif"

_BY_WIDTH = {
    275: "'", 278: "ijl", 295: "IJ", 318: " ,.·’", 337: "/:;\\|", 352: "f", 361: "-", 390: "()[]", 392: "t",
    401: "!", 411: "r", 460: '"', 500: "*_`–", 521: "sz", 531: "?", 541: "ε", 550: "c", 557: "L", 579: "Fk",
    592: "vxyγ", 613: "PTYoaäöe", 636: "Ehnuübdgpqß$0123456789{}Sβ", 659: "Kα", 685: "AVXZB", 698: "RC",
    732: "U", 752: "NH", 775: "DG", 787: "O&Q△▽", 818: "w", 838: "#+<=>^~−≤≥×✓→∞", 863: "M", 873: "○",
    945: "□", 974: "%m½", 989: "W", 1000: "@…—",
}  # fmt: skip
"""Characters by their width, in thousandths of the font size (rounded up a little where they share a row)."""

_WIDTH = {letter: width / 1000 for width, letters in _BY_WIDTH.items() for letter in letters}
_BOLD = 1.13
"""No common character of DejaVu Sans Bold is wider than that, compared with the regular one."""
ASCENT, DESCENT = 0.76, 0.24
"""How far letters reach above and below the baseline, in font sizes."""


@lru_cache(maxsize=20_000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of `text` set in one line at `size`, in the same unit."""
    return size * (_BOLD if bold else 1.0) * sum(map(_advance, text))


def _advance(letter: str) -> float:
    known = _WIDTH.get(letter)
    if known is not None:
        return known
    if combining(letter):
        return 0.0
    return 1.05 if east_asian_width(letter) in "WF" else 0.8


def shorten(text: str, most: int) -> str:
    """`text` in at most so many characters, the rest left out as `…`; control characters become blanks."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean if len(clean) <= most else clean[: most - 1].rstrip() + "…"


LIGHT = {
    "paper": "#ffffff", "ink": "#1b1f24", "soft": "#57606a", "faint": "#98a1ab", "line": "#7d8590",
    "max": "#d5e8f7", "max-line": "#005a94", "min": "#fde3d0", "min-line": "#a84300",
    "chance": "#d8efe4", "chance-line": "#006b4a", "player": "#eadcf0", "player-line": "#7a3f80",
    "leaf": "#f6f8fa", "bar": "#b3261e", "ring": "#e69f00", "none": "none",
}  # fmt: skip
DARK = {
    "paper": "#14171c", "ink": "#e8ebef", "soft": "#aab3be", "faint": "#69727d", "line": "#8b949e",
    "max": "#123a57", "max-line": "#6cb6ee", "min": "#57290c", "min-line": "#f59a5c",
    "chance": "#0c4331", "chance-line": "#4cc79c", "player": "#43264a", "player-line": "#cf9ad6",
    "leaf": "#1f242b", "bar": "#ff7b72", "ring": "#f0b429", "none": "none",
}  # fmt: skip
"""The colours by name, on light and on dark paper."""


class Pen(NamedTuple):
    """How a line or an area is drawn."""

    stroke: str
    """Both colours by name."""
    width: float
    fill: str = "none"
    dash: tuple[float, float] | None = None


class Type(NamedTuple):
    """How a text is set."""

    size: float
    colour: str
    bold: bool = False
    italic: bool = False


PENS = {
    "edge": Pen("line", 1.4),
    "edge-variation": Pen("ink", 3.6),
    "edge-faint": Pen("faint", 1.2, dash=(4, 3)),
    "edge-waiting": Pen("faint", 1.2),
    "edge-passed": Pen("faint", 1.4, dash=(1.2, 3.2)),
    "bar": Pen("bar", 2.2),
    "max": Pen("max-line", 1.7, "max"),
    "min": Pen("min-line", 1.7, "min"),
    "chance": Pen("chance-line", 1.7, "chance"),
    "player": Pen("player-line", 1.7, "player"),
    "leaf": Pen("soft", 1.4, "leaf"),
    "faint": Pen("faint", 1.2, "paper", dash=(3, 2.5)),
    "waiting": Pen("faint", 1.3, "paper"),
    "fill-in": Pen("soft", 1.1, "paper"),
    "ring": Pen("ring", 3),
    "frame": Pen("faint", 1.0),
    "horizon": Pen("soft", 1.3, dash=(9, 4)),
    "set-0": Pen("max-line", 1.5, dash=(5, 4)),
    "set-1": Pen("min-line", 1.5, dash=(5, 4)),
    "set-2": Pen("player-line", 1.5, dash=(5, 4)),
    "set-now": Pen("ring", 2.8, dash=(7, 4)),
}
"""The lines and areas by role; "max-outer", "max-thick" and so on are made of these, see `pen`."""

TYPES = {
    "static": Type(13, "ink"),
    "static-faint": Type(13, "faint"),
    "value": Type(13, "ink", bold=True),
    "note": Type(10.5, "soft"),
    "name": Type(13, "ink", bold=True),
    "name-faint": Type(13, "faint", bold=True),
    "order": Type(10, "soft", italic=True),
    "rank": Type(12, "ink", bold=True),
    "rank-faint": Type(12, "faint"),
    "label": Type(11, "ink"),
    "label-faint": Type(11, "faint"),
    "extended": Type(10.5, "bar", bold=True),
    "fill-in": Type(9, "faint"),
    "horizon": Type(10, "soft", italic=True),
    "title": Type(15, "ink", bold=True),
    "legend": Type(11, "soft"),
}
"""The texts by role; sizes in pixels, as all lengths in a scene."""


def pen(role: str) -> Pen:
    """The pen of a role; `…-outer` is a second, thin outline, `…-thick` a heavy one."""
    base, _, variant = role.rpartition("-")
    if variant == "outer":
        return PENS[base]._replace(fill="none", width=1.2)
    if variant == "thick":
        return PENS[base]._replace(width=3.6)
    return PENS[role]


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

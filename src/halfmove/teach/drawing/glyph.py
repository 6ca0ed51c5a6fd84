"""One node's sign with everything written at it, around (0, 0): △ MAX, ▽ MIN, ○ chance, □ a leaf.

Under the sign lies the box of a static value, on its right the value and what belongs to it, on its left the
name; a board stands on top.  Edges come in at the top and leave at the bottom.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from halfmove.core.errors import BadInput
from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.layout import double_bar
from halfmove.teach.drawing.scene import (
    Board,
    Disc,
    Group,
    Line,
    Mark,
    Point,
    Word,
    rectangle,
    shorten,
    width,
)
from halfmove.teach.drawing.subject import Style, Subject
from halfmove.teach.naming import MISSING, figure
from halfmove.teach.trace import Trace

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
        _place_beside(item, made)
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


def _place_beside(item: Item, made: Glyph) -> None:
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
    across, down = fit_size(item.board, size)
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


def fit_size(svg: str, size: float) -> tuple[float, float]:
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


LONGEST = 200


def title_of(subject: Subject, style: Style) -> str:
    """The title asked for, or one made from the search; empty where there is nothing to say."""
    if style.title is not None:
        return shorten(style.title, LONGEST)
    trace = subject.trace
    if trace is None:
        return ""
    name = describe_search(trace)
    if style.blank:
        return f"{name}: fill in the values, and cross out what is never visited"
    replay = subject.replay
    if replay is None or replay.finish is None:
        step = replay.steps + 1 if replay and replay.start else 0
        return f"{name}: step {step} of {len(trace.events)}"
    return f"{name}: {_answer(trace)}"


def describe_search(trace: Trace) -> str:
    """What was run: the algorithm, with the options that are not the defaults."""
    told = []
    for option, choice in trace.lesson.options.items():
        given = trace.options[option]
        if given != choice[0]:
            told.append(option if given is True else f"{option} {given}")
    if trace.depth is not None:
        told.append(f"depth {trace.depth}")
    return trace.algorithm.name + (f" ({', '.join(map(str, told))})" if told else "")


def _answer(trace: Trace) -> str:
    outcome = trace.outcome
    by = ""
    if outcome.action is not None:
        move = trace.game.action_text(trace.state, outcome.action)
        by = f" by move {move}" if move.isdigit() else f" by {move}"
    return f"{figure(outcome.value)}{by}{_leaves(trace)}"


def _leaves(trace: Trace) -> str:
    try:
        whole = sum(1 for _ in trace.outline.leaves(trace.plies))
    except BadInput:  # too many to draw, so nothing is drawn either
        return ""
    counts = trace.counts
    seen = whole - (counts.removed_leaves or 0)
    if counts.leaves > seen:  # inner nodes were evaluated, too
        return f", {counts.evaluations} evaluations"
    return f", {seen} of {whole} leaves evaluated"


ROW = 22.0
SAMPLE = 26.0
APART = 20.0
Entry = tuple[list[Mark], str]
"""A sample around (0, 0), and what it means."""


def entries(items: Iterable[Item], style: Style, horizon: bool) -> list[Entry]:
    """One for each sign that occurs."""
    seen = list(items)
    return [*_nodes(seen), *_edges(seen), *_list_note_entries(seen, style, horizon)]


def _nodes(items: list[Item]) -> Iterator[Entry]:
    kinds = {(item.kind, item.rank) for item in items}
    for kind, rank in sorted(kinds, key=lambda k: (_ORDER.index(k[0]), k[1] or 0)):
        sample = [_smaller(mark) for mark in signs(kind, rank, kind)]
        if rank is not None:
            sample.append(Word(0, {"max": 5.0, "min": 2.0}.get(kind, 4.0), str(rank), "legend"))
        yield sample, _MEANING[kind] + ("" if rank is None else f" {rank}")


_ORDER = ("max", "min", "player", "chance", "leaf")
_MEANING = {"max": "MAX", "min": "MIN", "player": "player", "chance": "chance", "leaf": "end of the game"}


def _smaller(mark: Mark) -> Mark:
    """A sign at half its size."""
    if isinstance(mark, Line):
        return Line(tuple((x * 0.6, y * 0.6) for x, y in mark.points), mark.role, mark.closed)
    assert isinstance(mark, Disc), "a sign is made of lines and discs"
    return Disc(0, 0, 0.6 * mark.radius, mark.role)


def _edges(items: list[Item]) -> Iterator[Entry]:
    def stroke(role: str) -> Mark:
        return Line(((-12.0, 0.0), (12.0, 0.0)), role)

    if any(item.variation for item in items):
        yield [stroke("edge-variation")], "principal variation"
    if any(item.cut for item in items):
        yield [stroke("edge-faint"), *double_bar((0.0, 0.0), (1.0, 0.0))], "cut off, never visited"
    elif any(item.status in ("pruned", "beyond") for item in items):
        yield [stroke("edge-faint")], "never visited"
    if any(item.status == "passed" for item in items):
        yield [stroke("edge-passed")], "passed over"
    if any(item.status == "waiting" for item in items):
        yield [stroke("edge-waiting")], "not visited yet"
    if any(item.extended for item in items):
        yield [Word(0, 4, "+1", "extended")], "searched so many plies deeper"


def _list_note_entries(items: list[Item], style: Style, horizon: bool) -> Iterator[Entry]:
    values = [item.value for item in items if item.value]
    if any(value[0] == "[" for value in values):
        yield [Word(0, 4, "[2, 5]", "value")], "what is proven: worth 2 to 5"
    elif any(value[0] in "≤≥" for value in values):
        yield [Word(0, 4, "≥ 3", "value")], "the value it returned, exact or a bound"
    elif values:
        yield [Word(0, 4, "= 3", "value")], "the value"
    if any(note.startswith("(") for item in items for note in item.notes):
        when = "entered" if style.windows == "entered" else "left"
        yield [Word(0, 4, "(α, β)", "note")], f"the window when it was {when}"
    if any(item.static and item.kind != "leaf" for item in items):
        yield [rectangle(0, 0, 22, 16, "leaf")], "evaluation"
    if any(item.static.endswith(MISSING) for item in items):
        yield [Word(0, 4.7, f"0{MISSING}", "static")], "no evaluation: 0 stands for one"
    if any(note.startswith("true") for item in items for note in item.notes):
        yield [Word(0, 4, "true", "note")], "the minimax value"
    if any(note.startswith("stand") for item in items for note in item.notes):
        yield [Word(0, 4, "stand", "note")], "what stopping here is worth"
    for sample, meaning in dict.fromkeys(entry for item in items for entry in item.legends):
        yield [Word(0, 4, sample, "note")], meaning
    if any(item.order for item in items):
        yield [Word(0, 4, "7", "order")], "order of the visits"
    if any(item.current for item in items):
        yield [Line(((-8.0, -6.0), (8.0, -6.0), (8.0, 6.0), (-8.0, 6.0)), "ring", True)], "here the search is"
    if any(item.to_fill for item in items):
        yield [rectangle(0, 0, 24, 15, "fill-in")], "fill in the value"
    if horizon or any(item.horizon for item in items):
        yield [Line(((-12.0, 0.0), (12.0, 0.0)), "horizon")], "horizon"


def legend(entries: list[Entry], left: float, top: float, wide: float) -> tuple[Group, float]:
    """The entries in rows no wider than `wide`, and how far down they reach."""
    group = Group("legend")
    x, y = left, top + ROW / 2
    for sample, meaning in entries:
        # a sample may be a word, wider than a sign
        half = max(SAMPLE / 2, *(mark.bounds[2] for mark in sample), *(-mark.bounds[0] for mark in sample))
        need = 2 * half + 6 + width(meaning, "legend")
        if x > left and x + need > left + wide:
            x, y = left, y + ROW
        group.marks.extend(mark.moved(x + half, y) for mark in sample)
        group.marks.append(Word(x + 2 * half + 6, y + 4, meaning, "legend", "start"))
        x += need + APART
    return group, y + ROW / 2


def widest(entries: list[Entry]) -> float:
    """The least width in which every entry has room."""
    return max((2 * SAMPLE + 30 + width(meaning, "legend") for _, meaning in entries), default=0.0)

"""From what is said of the nodes to a scene: levels, places, edges, title, legend.

A `Plan` says where everything stands.  One picture has a plan of its own; the frames of a trace share one, in
which every node has the room that any frame needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from halfmove.teach.drawing.content import Item, contents
from halfmove.teach.drawing.glyph import Entry, Glyph, entries, glyph, legend, title_of, widest
from halfmove.teach.drawing.layout import Box, Ends, edge, label_width, route, tidy
from halfmove.teach.drawing.scene import Board, Group, Line, Scene, Word, width
from halfmove.teach.drawing.subject import Style, Subject

MARGIN = 14.0
GAP = 36.0
"""Between two levels, at the least."""
LABEL_GAP = 24.0
"""More where edges have labels."""
STEEP = 0.15, 110.0
"""Between two levels, so much for each pixel that an edge goes aside, up to so much: wide trees grow tall."""
HORIZON_GAP = 14.0
TITLE_LINE = 20.0


@dataclass(frozen=True, slots=True)
class Room:
    """How much room a node takes on each side of its middle, and the label above it from side to side."""

    left: float
    right: float
    up: float
    down: float
    label: float
    head: float
    foot: float
    """Where edges arrive above the middle, and leave below it."""

    def __or__(self, other: Room) -> Room:
        """Room for both."""
        return Room(
            max(self.left, other.left),
            max(self.right, other.right),
            max(self.up, other.up),
            max(self.down, other.down),
            max(self.label, other.label),
            self.head,
            self.foot,
        )


def room(item: Item, sign: Glyph) -> Room:
    """The room that a node takes as it is now."""
    middle = [m for m in sign.marks if not isinstance(m, Word) and m.bounds[0] < 0 < m.bounds[2]]
    solid = [mark.bounds for mark in middle if isinstance(mark, Board) or mark.role != "ring"]
    head, foot = min(top for _, top, _, _ in solid), max(bottom for *_, bottom in solid)
    half = label_width(item) / 2 + 1.5
    left, right = max(sign.left, half), max(sign.right, half)
    return Room(left, right, sign.up, sign.down, label_width(item), head, foot)


@dataclass(slots=True)
class Level:
    """All nodes at one depth, from left to right."""

    items: list[Item] = field(default_factory=list)
    board_size: float = 0.0
    y: float = 0.0
    """The height of the signs' middles."""
    top: float = 0.0
    bottom: float = 0.0
    share: float | None = 0.5
    """How the edges that lead here run (see `edges.route`)."""


@dataclass(slots=True)
class Plan:
    """Where everything stands, before title and legend are put around it."""

    levels: list[Level]
    rooms: dict[int, Room]
    """By the item's number, as all below."""
    xs: dict[int, float]
    depths: dict[int, int]
    parents: dict[int, int]
    width: float
    horizon: float | None
    """The height of its line."""

    @property
    def height(self) -> float:
        return max(self.levels[-1].bottom, self.horizon or 0.0)

    def node(self, item: Item) -> Group:
        """A node where it stands."""
        level = self.levels[self.depths[item.number]]
        marks = glyph(item, level.board_size).marks
        x = self.xs[item.number]
        return Group(f"n{item.number}", [mark.moved(x, level.y) for mark in marks], item.told)

    def edge(self, item: Item) -> Group:
        """The edge that leads to a node."""
        level = self.levels[self.depths[item.number]]
        return Group(f"e{item.number}", edge(item, self.ends(item), level.share))

    def ends(self, item: Item) -> Ends:
        """Where the edge to a node begins and ends."""
        depth, above = self.depths[item.number], self.parents[item.number]
        upper, lower = self.levels[depth - 1], self.levels[depth]
        top = upper.bottom
        if self.horizon is not None and upper.y < self.horizon < lower.y:
            top = self.horizon + 3
        own = self.rooms[item.number]
        start = self.xs[above], upper.y + self.rooms[above].foot
        return Ends(start, (self.xs[item.number], lower.y + own.head), top, lower.top, own.label)


def compose(subject: Subject, style: Style) -> Scene:
    """The scene of a subject."""
    root = contents(subject, style)
    made = plan(root, subject, style)
    items = list(root.walk())
    return assemble(made, items, entries(items, style, made.horizon is not None), subject, style)


# ---- places


def plan(root: Item, subject: Subject, style: Style, rooms: Mapping[int, Room] | None = None) -> Plan:
    """Place all nodes; `rooms` is what they need at the least."""
    levels = levels_of(root, style)
    needed: dict[int, Room] = {}
    for level in levels:
        for item in level.items:
            own = room(item, glyph(item, level.board_size))
            needed[item.number] = own | rooms[item.number] if rooms else own
    boxes = {number: Box(own.left, own.right) for number, own in needed.items()}
    parents: dict[int, int] = {}
    for item in root.walk():
        boxes[item.number].below = [boxes[child.number] for child in item.children]
        parents.update((child.number, item.number) for child in item.children)
    wide = tidy(boxes[root.number], 2.0, 4.0) if style.compact else tidy(boxes[root.number])
    xs = {number: box.x for number, box in boxes.items()}
    depths = {item.number: depth for depth, level in enumerate(levels) for item in level.items}
    made = Plan(levels, needed, xs, depths, parents, wide, None)
    _heights(made, subject, style)
    for level in levels[1:]:
        level.share = route([made.ends(item) for item in level.items])
    return made


def levels_of(root: Item, style: Style) -> list[Level]:
    """The levels from the root down, with the size of boards on each."""
    levels = []
    row = [root]
    while row:
        levels.append(Level(row))
        row = [child for item in row for child in item.children]
    most = max(len(level.items) for level in levels)
    for level in levels:
        level.board_size = style.board_size or _board_size(len(level.items), most)
    return levels


def _board_size(count: int, most: int) -> float:
    """Large boards where few stand side by side, small ones where many do; `most` do so on some level."""
    return min(104.0, max(44.0, max(1300.0, 50.0 * most) / count - 40))


def _heights(made: Plan, subject: Subject, style: Style) -> None:
    """Set each level's height from the top down, and that of the horizon's line, if there is one."""
    y = 0.0
    for depth, level in enumerate(made.levels):
        level.top = y
        level.y = y + max(made.rooms[item.number].up for item in level.items)
        y = level.bottom = level.y + max(made.rooms[item.number].down for item in level.items)
        at_horizon = style.horizon and not style.blank and subject.depth == depth
        if at_horizon and any(item.kind != "leaf" for item in level.items):
            made.horizon = y + 9
            y += HORIZON_GAP
        if depth + 1 < len(made.levels):
            y += _gap(made, made.levels[depth + 1])


def _gap(made: Plan, below: Level) -> float:
    spans = (abs(made.xs[item.number] - made.xs[made.parents[item.number]]) for item in below.items)
    labels = LABEL_GAP if any(made.rooms[item.number].label for item in below.items) else 0.0
    each, most = STEEP
    return max(GAP, min(max(spans) * each + 18, most)) + labels


# ---- the whole picture


def assemble(
    made: Plan,
    items: list[Item],
    meanings: list[Entry],
    subject: Subject,
    style: Style,
) -> Scene:
    """The scene of a plan, with title and legend around it; `items[0]` is the root."""
    title = title_of(subject, style)
    meanings = meanings if style.legend else []
    aside = width("horizon", "horizon") + 10 if made.horizon is not None else 0.0
    inner = max(made.width + 2 * aside, min(460.0, widest(meanings) * 2.2), widest(meanings))
    lines = _wrap_title(title, max(inner, 420.0))
    inner = max([inner, *(width(line, "title") for line in lines)])
    groups = []
    top = MARGIN
    if lines:
        groups.append(_title(lines))
        top += TITLE_LINE * len(lines) + 12
    left = MARGIN + (inner - made.width) / 2
    if made.horizon is not None:
        groups.append(_horizon(made.horizon + top, inner))
    groups += [_move_group(group, left, top) for group in _tree(made, items)]
    bottom = top + made.height
    if meanings:
        signs, bottom = legend(meanings, MARGIN, bottom + 16, inner)
        groups.append(signs)
    told = _describe(items)
    return Scene(inner + 2 * MARGIN, bottom + MARGIN, groups, title or "A game tree", told, (left, top))


def _title(lines: list[str]) -> Group:
    places = (MARGIN + 14 + TITLE_LINE * i for i in range(len(lines)))
    return Group("title", [Word(MARGIN, y, line, "title", "start") for y, line in zip(places, lines)])


def _horizon(y: float, inner: float) -> Group:
    line = Line(((MARGIN, y), (MARGIN + inner, y)), "horizon")
    return Group("horizon", [line, Word(MARGIN, y - 4, "horizon", "horizon", "start")])


def _tree(made: Plan, items: Iterable[Item]) -> list[Group]:
    """Edges below, the principal variation's above the others, then the nodes."""
    listed = list(items)
    below = [item for item in listed if item.number in made.parents]
    edges = [made.edge(item) for item in sorted(below, key=lambda item: item.variation)]
    return [*edges, *(made.node(item) for item in listed)]


def _move_group(group: Group, x: float, y: float) -> Group:
    return Group(group.name, [mark.moved(x, y) for mark in group.marks], group.told)


def _wrap_title(text: str, wide: float) -> list[str]:
    """A title in lines no wider than that, broken at blanks."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, "title") <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _describe(items: list[Item]) -> str:
    """The picture in a sentence or two."""
    leaves = sum(1 for item in items if not item.children)
    told = f"A game tree of {len(items)} nodes, {leaves} of them leaves. {items[0].told}."
    cut = sum(1 for item in items if item.cut)
    return f"{told} Edges cut: {cut}." if cut else told

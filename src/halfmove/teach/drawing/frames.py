"""A trace as frames: the same tree after every event, each thing in the same place, only what changed anew.

The frames are made in one pass: after an event only the nodes it can have changed are looked at again, so a
search of thousands of steps takes about as long as its events, not as its events times its nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from halfmove.core.errors import BadInput
from halfmove.search.trace import Again, Cutoff, Enter, Event, Finish, PassOver, Path, Start
from halfmove.teach.drawing.compose import Plan, Room, assemble, levels_of, plan, room
from halfmove.teach.drawing.content import Contents, Item, contents
from halfmove.teach.drawing.glyph import Entry, entries, glyph
from halfmove.teach.drawing.scene import Group, Scene
from halfmove.teach.drawing.subject import Style, of_trace
from halfmove.teach.frames.recording import Frame, Frames
from halfmove.teach.naming import MISSING, is_stop, next_stop
from halfmove.teach.replay import Replay
from halfmove.teach.sentences import Teller
from halfmove.teach.trace import Trace

MOST_STEPS = 20_000
"""A longer search is refused: nobody steps through it."""


class _ItemsByStep:
    """The items of a trace as they change from event to event."""

    def __init__(self, trace: Trace, style: Style) -> None:
        self.replay = Replay()
        self.subject = of_trace(trace, self.replay)
        self.writer = Contents(self.subject, style)
        self.root = self.writer.items()
        self.items: dict[Path, Item] = {item.vertex.path: item for item in self.root.walk()}

    def apply(self, event: Event) -> list[Item]:
        """Let one event happen; the items that it changed, made anew in their places."""
        line, at = self.writer.variation, self.replay.current
        self.replay.apply(event)
        self.writer.update()
        if isinstance(event, (Start, Finish)) or (isinstance(event, Again) and event.action is None):
            touched: Iterable[Path] = [item.vertex.path for item in self.root.walk()]
        else:
            moved = line ^ self.writer.variation
            touched = self._list_touched(event, {*moved, at, self.replay.current})
            if self.writer.style.intervals:  # what one leaf proves may rise to the root
                touched = [*touched, *(event.path[:length] for length in range(len(event.path)))]
        changed = []
        for path in sorted((p for p in set(touched) if p in self.items), key=len):  # parents first
            old = self.items[path]
            new = self._renew(path, old)
            if new != old:
                changed.append(new)
        return changed

    def _list_touched(self, event: Event, others: set[Path | None]) -> Iterator[Path]:
        assert not isinstance(event, (Start, Finish)), "these touch everything"
        yield event.path
        yield from (path for path in others if path is not None)
        roots: list[Path] = [event.path] if isinstance(event, Enter) else []
        if isinstance(event, Cutoff):
            roots = [(*event.path, action) for action in event.remaining]
        elif isinstance(event, PassOver):
            roots = [(*event.path, event.action)]
        for path in roots:  # with what lies below: cut off, or no longer
            if path in self.items:
                item = self.items[path]
                yield from (below.vertex.path for below in (item.walk() if path else [item]))

    def _renew(self, path: Path, old: Item) -> Item:
        """The item made anew, in the place of the old one, with the same children."""
        above = self.items[path[:-1]] if path else None
        new = self.writer.item(old.vertex, old.number, above)
        new.children = old.children
        if above is not None:
            above.children[next(i for i, child in enumerate(above.children) if child is old)] = new
        else:
            self.root = new
        self.items[path] = new
        return new


class TreeFrames(Frames):
    """All frames of a trace, over one plan; `BadInput` for a trace that is too long."""

    first = 1

    def __init__(self, trace: Trace, style: Style) -> None:
        if len(trace.events) > MOST_STEPS:
            raise BadInput(
                f"This search has {len(trace.events):,} steps, too many to step through (at most "
                f"{MOST_STEPS:,}); give a smaller tree or depth, or a picture of the end."
            )
        self.trace, self.look = trace, replace(style, unvisited="faint")
        self.stop = next_stop(trace.lesson)
        subject = of_trace(trace, trace.replay)
        root = contents(subject, self.look)
        rooms, items = self._needs(root)
        self.plan: Plan = plan(root, subject, self.look, rooms)
        self.meanings: list[Entry] = entries(items, self.look, self.plan.horizon is not None)

    def _needs(self, root: Item) -> tuple[dict[int, Room], list[Item]]:
        """The room each node needs in any frame, and one item of every sort that occurs, for the legend."""
        sizes = {i.number: level.board_size for level in levels_of(root, self.look) for i in level.items}
        rooms: dict[int, Room] = {}
        sorts: dict[object, Item] = {}
        for changed in self._changes():
            for item in changed:
                own = room(item, glyph(item, sizes[item.number]))
                rooms[item.number] = own | rooms[item.number] if item.number in rooms else own
                sorts.setdefault(_sort(item), item)
        return rooms, list(sorts.values())

    def _changes(self) -> Iterator[list[Item]]:
        """The nodes that the first, second, … event changed, as they are then; of the first, every node."""
        current = _ItemsByStep(self.trace, self.look)
        for step, event in enumerate(self.trace.events, 1):
            changed = current.apply(event)
            yield list(current.root.walk()) if step == 1 else changed

    def frames(self) -> Iterator[Frame]:
        trace = self.trace
        teller = Teller(trace.lesson, trace.true_value if trace.maximisers else None)
        origin = self.scene(1).origin
        at: int | None = None
        for step, (event, items) in enumerate(zip(trace.events, self._changes(), strict=True), 1):
            here = [item.number for item in items if item.current]
            if here or any(item.number == at for item in items):
                at = here[0] if here else None
            groups = [
                replace(group, marks=[mark.moved(*origin) for mark in group.marks])
                for item in items
                for group in self.groups(item)
            ]
            yield Frame(step, groups, None if at is None else f"n{at}", teller.tell(event), is_stop(event))

    def scene(self, steps: int) -> Scene:
        """The whole picture after so many events."""
        subject = of_trace(self.trace, self.trace.after(steps))
        items = list(contents(subject, self.look).walk())
        return assemble(self.plan, items, self.meanings, subject, self.look)

    def groups(self, item: Item) -> list[Group]:
        """What a changed node is drawn with: itself and the edge above it, from the tree's corner."""
        edges = [self.plan.edge(item)] if item.number in self.plan.parents else []
        return [*edges, self.plan.node(item)]


def _sort(item: Item) -> object:
    """Items of the same sort need the same entries in a legend."""
    signs = (item.kind, item.rank, item.status, item.cut, item.variation, item.current)
    notes = tuple(note[:4] for note in item.notes)
    static = bool(item.static), item.static.endswith(MISSING)
    return signs, static, bool(item.value), notes, bool(item.extended), bool(item.order), item.to_fill

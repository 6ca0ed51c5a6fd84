"""The tree of a Monte Carlo search as a picture that grows, as in AIMA's figure 5.10.

    trace.svg(0)             # the beginning
    trace.save("page.html")  # to step through

Each node has its wins/playouts, in the colour of the player whose wins they are: whoever made the move.
Every node keeps its place from the first step to the last, and appears when the search first goes there.
The path of the iteration under way is thick; a ring is where its step happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.search.montecarlo.memory import ROOT
from halfmove.teach.drawing.layout import Box, tidy
from halfmove.teach.drawing.scene import Group, Line, Mark, Scene, Word, shorten, width
from halfmove.teach.frames.recording import Frame, Frames
from halfmove.teach.montecarlo.text import move, proof_text, ratio, root_is_opponents, root_label, sentence
from halfmove.teach.montecarlo.trace import EXPANSION, SIMULATION, Sketch, Step, sketch

if TYPE_CHECKING:
    from halfmove.teach.montecarlo.trace import SimulationTrace

MOST_DRAWN = 90
"""Nodes; where the tree has more, those visited most."""
HIGH, LEVEL, MARGIN = 36.0, 92.0, 16.0
"""A node's height, from level to level, and around it all."""
PLAYOUT = 24.0
"""The length of the line that stands for a playout."""
ROOT_PART = "n0"
BEGINNING = "The beginning: nothing has happened yet."


@dataclass(slots=True)
class Place:
    """One node that is drawn, and the edge that leads to it (None: the root)."""

    edge: int | None
    label: str
    """The move that leads to it."""
    role: str
    depth: int
    parent: Place | None
    below: list[Place] = field(default_factory=list)
    wide: float = 0.0
    x: float = 0.0

    @property
    def part(self) -> str:
        return ROOT_PART if self.edge is None else f"n{self.edge + 1}"

    @property
    def y(self) -> float:
        return self.depth * LEVEL + HIGH / 2

    def walk(self) -> Iterator[Place]:
        """This place and all below it, parents first."""
        waiting = [self]
        while waiting:
            place = waiting.pop()
            yield place
            waiting.extend(reversed(place.below))


class Drawing(Frames):
    """Where everything stands, and how it looks after each step."""

    def __init__(self, trace: SimulationTrace, most: int = MOST_DRAWN) -> None:
        self.trace = trace
        last = trace.after(len(trace.steps))
        self.nodes = sum(1 for edge in last.edges.values() if edge.visits)
        self.root = self._places(last, _chosen(last, most))
        self.places = {place.edge: place for place in self.root.walk() if place.edge is not None}
        self._measure()
        boxes = {id(p): Box(p.wide / 2, p.wide / 2) for p in self.root.walk()}
        for place in self.root.walk():
            boxes[id(place)].below = [boxes[id(child)] for child in place.below]
        self.width = tidy(boxes[id(self.root)], gap=12.0, cousins=10.0)
        for place in self.root.walk():
            place.x = boxes[id(place)].x
        self.height = max(p.y for p in self.root.walk()) + HIGH / 2 + PLAYOUT + 4

    # ---- what is drawn
    def _places(self, tree: Sketch, drawn: set[int]) -> Place:
        trace = self.trace
        mover = trace.game.to_move(trace.state)
        root = Place(None, "", self._role(1 - mover if root_is_opponents(trace) else mover), 0, None)
        seen: set[int] = set()
        waiting: list[tuple[Place, int, Any]] = [(root, ROOT, trace.state)]
        while waiting:
            above, node, state = waiting.pop()
            if node in seen:  # in a graph a node is drawn where it is met first
                continue
            seen.add(node)
            for number in tree.below.get(node, ()):
                if number not in drawn:
                    continue
                edge = tree.edges[number]
                label = shorten(move(trace, state, edge.action), 12)
                place = Place(number, label, self._role(tree.movers[node]), above.depth + 1, above)
                above.below.append(place)
                if edge.node:
                    waiting.append((place, edge.node, trace.game.result(state, edge.action)))
        return root

    def _role(self, player: int) -> str:
        if player == CHANCE:
            return "chance"
        return ("max", "min")[player] if self.trace.game.players == 2 else "player"

    def _measure(self) -> None:
        """The width of each node: of the widest text that ever stands in it."""
        for _, tree, touched in self._frames():
            for place in touched:
                texts = [width(place.label, "legend"), width(self._ratio(place, tree), "value")]
                texts.append(width(self._proof(place, tree), "note") - 14)
                place.wide = max(place.wide, *(text + 18 for text in texts))

    # ---- step by step
    def _frames(self) -> Iterator[tuple[Step | None, Sketch, Iterable[Place]]]:
        """Before the first step and after each: the tree, and the places that may look another way now."""
        tree = sketch(self.trace.beginning, ())
        yield None, tree, list(self.root.walk())
        before: set[int] = set()
        for step in self.trace.steps:
            tree.apply(step)
            now = set(tree.way)
            touched = before | now | {change.edge for change in step.iteration.backup}
            if step.phase == EXPANSION:
                touched |= {proof.edge for proof in step.iteration.proofs}
            before = now
            yield step, tree, [self.root, *(self.places[n] for n in sorted(touched) if n in self.places)]

    def frames(self) -> Iterator[Frame]:
        for number, (step, tree, touched) in enumerate(self._frames()):
            groups = [_move_group(group) for place in touched for group in self._groups(place, tree, step)]
            said = sentence(self.trace, step) if step else BEGINNING
            stop = step is not None and step.begins
            yield Frame(number, groups, self.here(step), said, stop)

    def facts(self) -> dict[str, Any]:
        """How many nodes are drawn, and of how many."""
        return {"drawn": len(self.places), "nodes": self.nodes}

    def here(self, step: Step | None) -> str:
        """The part of the node that a step is about."""
        way = [choice.chosen.edge for choice in step.way] if step else []
        known = [number for number in way if number in self.places]
        return self.places[known[-1]].part if known else ROOT_PART

    def _groups(self, place: Place, tree: Sketch, step: Step | None) -> Iterator[Group]:
        yield Group(f"e{place.part[1:]}", self._edge(place, tree, step))
        yield Group(place.part, self._node(place, tree, step), self._told(place, tree))

    def _shown(self, place: Place, tree: Sketch) -> bool:
        if place.edge is None:
            return True
        known = tree.edges.get(place.edge)
        return known is not None and (known.visits > 0 or place.edge in tree.way)

    def _edge(self, place: Place, tree: Sketch, step: Step | None) -> list[Mark]:
        made: list[Mark] = []
        if not self._shown(place, tree):
            return made
        if place.parent is not None:
            up = (place.parent.x, place.parent.y + HIGH / 2)
            role = "edge-variation" if place.edge in tree.way else "edge"
            made.append(Line((up, (place.x, place.y - HIGH / 2)), role))
        if step is not None and step.phase == SIMULATION and self.here(step) == place.part:
            foot = place.y + HIGH / 2
            made.append(Line(((place.x, foot), (place.x, foot + PLAYOUT)), "edge-faint"))
            made.append(Line(((place.x - 5, foot + PLAYOUT), (place.x + 5, foot + PLAYOUT)), "bar"))
        return made

    def _node(self, place: Place, tree: Sketch, step: Step | None) -> list[Mark]:
        if not self._shown(place, tree):
            return []
        on_way = place.edge in tree.way or (place.edge is None and bool(tree.way))
        made: list[Mark] = []
        if step is not None and self.here(step) == place.part:
            made.append(_pill(place.x, place.y, place.wide + 9, HIGH + 9, "ring"))
        made.append(_pill(place.x, place.y, place.wide, HIGH, place.role + ("-thick" if on_way else "")))
        if place.label:
            made.append(Word(place.x, place.y - 4, place.label, "legend"))
        made.append(Word(place.x, place.y + (11 if place.label else 5), self._ratio(place, tree), "value"))
        if proof := self._proof(place, tree):
            made.append(Word(place.x, place.y + HIGH / 2 + 12, proof, "note"))
        return made

    def _ratio(self, place: Place, tree: Sketch) -> str:
        if place.edge is None:
            return root_label(self.trace, tree) if tree.below else "0/0"
        known = tree.edges.get(place.edge)
        return ratio(known.wins, known.visits) if known else ""

    def _proof(self, place: Place, tree: Sketch) -> str:
        known = None if place.edge is None else tree.edges.get(place.edge)
        return proof_text(known) if known and self.trace.plan.solve else ""

    def _told(self, place: Place, tree: Sketch) -> str:
        return f"{place.label or 'the root'}: {self._ratio(place, tree)}" if self._shown(place, tree) else ""

    def scene(self, steps: int) -> Scene:
        groups: dict[str, Group] = {}
        for frame in self.frames():
            if frame.step > steps:
                break
            groups |= {group.name: group for group in frame.groups}
        edges = [group for group in groups.values() if group.name.startswith("e")]
        nodes = [group for group in groups.values() if group.name.startswith("n")]
        told = f"A search tree of {self.nodes} nodes visited in the end."
        size = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        return Scene(*size, [*edges, *nodes], "A Monte Carlo search tree", told, (MARGIN, MARGIN))


def _chosen(tree: Sketch, most: int) -> set[int]:
    """The edges visited most; with each that by which the search came there, which has no fewer visits."""
    depths = {}
    waiting = [(ROOT, 0)]
    seen: set[int] = set()
    while waiting:
        node, depth = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        for number in tree.below.get(node, ()):
            if tree.edges[number].visits:
                depths[number] = depth
                if tree.edges[number].node:
                    waiting.append((tree.edges[number].node, depth + 1))
    return set(sorted(depths, key=lambda n: (-tree.edges[n].visits, depths[n], n))[:most])


def _pill(x: float, y: float, wide: float, high: float, role: str) -> Line:
    """A box with cut corners around a point."""
    dx, dy, cut = wide / 2, high / 2, min(9.0, high / 4)
    points = (
        (x - dx + cut, y - dy), (x + dx - cut, y - dy), (x + dx, y - dy + cut), (x + dx, y + dy - cut),
        (x + dx - cut, y + dy), (x - dx + cut, y + dy), (x - dx, y + dy - cut), (x - dx, y - dy + cut),
    )  # fmt: skip
    return Line(points, role, closed=True)


def _move_group(group: Group) -> Group:
    return Group(group.name, [mark.moved(MARGIN, MARGIN) for mark in group.marks], group.told)

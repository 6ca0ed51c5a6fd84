"""How many: evaluations made, branches cut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.search.trace import Leaf, Path
from halfmove.teach.outline import Vertex
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Blanks
from halfmove.teach.quiz.requirements import another_dialect, dialects
from halfmove.teach.quiz.response import Field, Misconception, numeric
from halfmove.teach.trace import Trace


class Numbers(Blanks):
    """Blanks that numbers fill."""

    def read_one(self, given: Any) -> float:
        return reading.number(given)

    def plain(self, value: Any) -> Any:
        return value

    def said(self, value: Any) -> str:
        return f"{value:g}"

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        return (("", numeric(self.expected[item])),)


class Count(Numbers):
    """How many static evaluations: one point."""

    kind = "count"
    title = "number of evaluations"
    read_again = "what is counted: a static evaluation gives a node its value without expanding it"

    @property
    def expected(self) -> dict[str, int]:
        return {"": self.trace.counts.evaluations}

    def ask(self) -> str:
        return "How many static evaluations does the search make?"

    @property
    def example(self) -> str:
        return "7"

    def solution(self) -> Any:
        return self.expected[""]

    def answer(self) -> str:
        return str(self.expected[""])

    def read(self, given: Any) -> dict[str, Any]:
        if given is None or (isinstance(given, str) and given.strip() in ("", "?")):
            return {}
        return {"": self.read_one(given)}

    def shown(self, value: Any) -> str:
        return f"It is {self.said(value)}"

    def reason(self, item: str) -> str:
        names = [self.names.name(e.path) for e in self.trace.events if isinstance(e, Leaf)]
        return f"They are {', '.join(names)}."

    def hint(self) -> str:
        return f"The tree has {sum(1 for _ in self.names.root.leaves())} leaves; count those visited."

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        counts = self.trace.counts
        yield (
            Misconception(
                "counts-nodes", "You counted all nodes visited; an evaluation is made at a leaf only."
            ),
            {"": counts.visited},
        )
        yield Misconception("counts-removed", "You counted the leaves left out."), {"": counts.removed_leaves}
        every = sum(1 for _ in self.names.root.leaves())
        yield Misconception("no-pruning", "You counted all leaves; some are never visited."), {"": every}
        for name, other in dialects(self.exercise):
            yield another_dialect(name, self.exercise), {"": other.counts.evaluations}


class Cuts(Count):
    """How many branches cuts leave out: one point."""

    kind = "cuts"
    title = "number of cuts"
    read_again = (
        "what is counted: a branch is cut where a child is never visited; a cut after the last child removes "
        "nothing"
    )
    windowed = True

    @property
    def expected(self) -> dict[str, int]:
        return {"": len(self.replay.pruned)}

    def ask(self) -> str:
        return "How many branches are cut off: how many children are left out at nodes that are visited?"

    @property
    def example(self) -> str:
        return "2"

    def reason(self, item: str) -> str:
        names = [self.names.name(v.path) for v in self.names.root.walk() if v.path in self.replay.pruned]
        return (
            f"They lead to {listed(names)}." if names else "No value passes the window before the last child."
        )

    def hint(self) -> str:
        return "Look for the nodes that are given up, and count the children that are left there."

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        counts = self.trace.counts
        if counts.cut_edges:
            thought = "You counted none, as if every node were visited; this search cuts."
            yield Misconception("no-pruning", thought), {"": 0}
        empty = len(self.exercise.findings.empty)
        if empty:
            thought = "You counted a cut after the last child as well; it leaves nothing out."
            yield Misconception("cut-after-last-child", thought), {"": counts.cut_edges + empty}
            yield Misconception("cut-after-last-child", thought), {"": counts.cutoffs}
        yield (
            Misconception(
                "counts-nodes-given-up",
                "You counted the nodes given up; each may leave out several children.",
            ),
            {"": len(self.exercise.findings.cuts)},
        )
        yield (
            Misconception("counts-removed", "You counted the leaves left out, not the branches."),
            {"": counts.removed_leaves},
        )


SIDES = {"left": "from left to right", "right": "from right to left"}
"""The blanks, and the order of children that each is about."""


def missed(search: Trace, vertices: Iterable[Vertex]) -> tuple[Path, ...]:
    """Those of the nodes that a search never comes to, as they are drawn."""
    marks = search.replay.marks
    return tuple(v.path for v in vertices if v.path not in marks)


class PrunedLeaves(Numbers):
    """How many leaves are pruned, from left to right and from right to left: a point each."""

    kind = "leaves"
    title = "number of leaves pruned, both ways"
    read_again = (
        "what is counted: a leaf is pruned where the search never comes to it; how many are depends on the "
        "order of children"
    )
    windowed = True
    counted = "leaves"
    asked = "How many leaves are pruned, that is, never visited"

    @cached_property
    def ways(self) -> dict[str, Exercise]:
        """The exercise searched in each order, by the blank."""
        return {side: replace(self.exercise, order=side) for side in SIDES}

    def vertices(self) -> Iterable[Vertex]:
        """The nodes among which those pruned are counted."""
        return self.names.root.leaves()

    def numbers_missed(self, vertices: Iterable[Vertex]) -> dict[str, int]:
        """How many of the nodes the search never comes to, in each order."""
        among = list(vertices)
        return {side: len(missed(way.trace, among)) for side, way in self.ways.items()}

    @cached_property
    def expected(self) -> dict[str, int]:
        return self.numbers_missed(self.vertices())

    def ask(self) -> str:
        return (
            f"{self.asked}, if the children of every node are searched from left to right? How many if they "
            "are searched from right to left?"
        )

    @property
    def example(self) -> str:
        return "left=2 right=0"

    def item_named(self, text: str) -> str:
        word = text.strip().lower()
        found = [side for side in SIDES if word and side.startswith(word.split()[0].split("-")[0])]
        if len(found) != 1:
            raise BadInput(f"The blanks are left and right, not '{text}'; write left=2 right=0.")
        return found[0]

    def reason(self, item: str) -> str:
        named = [self.names.name(path) for path in missed(self.ways[item].trace, self.vertices())]
        way = SIDES[item].capitalize()
        if not named:
            return f"{way}, no value passes a window before the last child."
        return f"{way}, {listed(named)} {'is' if len(named) == 1 else 'are'} never visited."

    def hint(self) -> str:
        return (
            f"The tree has {sum(1 for _ in self.vertices())} {self.counted}. The second search begins anew, "
            "at the root with (−∞, ∞), and takes the last child of every node first."
        )

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        every = sum(1 for _ in self.vertices())
        right = self.expected
        if any(right.values()):
            thought = "You counted none, as if every node were visited; this search cuts."
            yield Misconception("no-pruning", thought), dict.fromkeys(SIDES, 0)
        yield (
            Misconception("sides-exchanged", "Each number is right for the other order of children."),
            {"left": right["right"], "right": right["left"]},
        )
        yield (
            Misconception(
                "order-forgotten",
                "You gave the same number for both orders. What is pruned depends on which child is first.",
            ),
            dict.fromkeys(SIDES, right["left"]),
        )
        yield (
            Misconception("counts-visited", f"You counted the {self.counted} visited, not those left out."),
            {side: every - number for side, number in right.items()},
        )
        yield (
            Misconception(
                "counts-branches",
                "You counted the branches cut; below one there may be several leaves and nodes.",
            ),
            {side: len(way.trace.replay.pruned) for side, way in self.ways.items()},
        )
        if any(way.findings.empty for way in self.ways.values()):
            yield (
                Misconception(
                    "cut-after-last-child",
                    "You counted a cut after the last child as well; it leaves nothing out.",
                ),
                {side: right[side] + len(way.findings.empty) for side, way in self.ways.items()},
            )
        yield from self._other_counts()
        others: dict[str, dict[str, int]] = {}
        for side, way in self.ways.items():
            for name, search in dialects(way):
                others.setdefault(name, {})[side] = len(missed(search, self.vertices()))
        for name, filled in others.items():
            yield another_dialect(name, self.exercise), filled

    def _other_counts(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        """The nodes counted where leaves are asked for."""
        yield (
            Misconception("counts-nodes", "You counted all nodes left out; the inner ones are no leaves."),
            self.numbers_missed(self.names.root.walk()),
        )


class PrunedNodes(PrunedLeaves):
    """How many nodes are pruned, inner ones among them, both ways: a point each."""

    kind = "nodes"
    title = "number of nodes pruned, both ways"
    read_again = (
        "what is counted: a pruned branch takes its top node and all nodes below it, leaves and inner ones"
    )
    counted = "nodes"
    asked = "How many nodes are pruned, inner nodes and leaves together"

    def vertices(self) -> Iterable[Vertex]:
        return self.names.root.walk()

    def _other_counts(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        yield (
            Misconception(
                "counts-removed", "You counted the leaves left out; inner nodes are nodes as well."
            ),
            self.numbers_missed(self.names.root.leaves()),
        )

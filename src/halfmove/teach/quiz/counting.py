"""How many: evaluations made, branches cut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from halfmove.search.trace import Leaf
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Blanks
from halfmove.teach.quiz.requirements import another_dialect, dialects
from halfmove.teach.quiz.response import Field, Misconception, numeric


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

"""The course of the search: which leaves it evaluates, in which order, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.search.trace import Cutoff, Leaf, Path
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.measure import another_dialect, dialects
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Blanks, Question
from halfmove.teach.quiz.verdict import Misconception, Remark, Verdict, plural, verdict

READ = (
    "the order of a depth-first search: children in turn, a cut goes back to the parent (Russell and "
    "Norvig, 4th ed., fig. 5.7)"
)


class Order(Question):
    """The leaves in the order in which they are evaluated.

    A point for each leaf of the longest common subsequence of the answer and the right order; a leaf too many
    (never evaluated, or named too often) takes a point away, never below zero in all.
    """

    kind = "order"
    title = "order of evaluations"
    read_again = READ

    @cached_property
    def leaves(self) -> tuple[Path, ...]:
        """The leaves evaluated, in order; one that is evaluated again comes again."""
        return tuple(event.path for event in self.trace.events if isinstance(event, Leaf))

    @property
    def items(self) -> tuple[str, ...]:
        return ("",)

    @property
    def points(self) -> int:
        return len(self.leaves)

    def ask(self) -> str:
        return "Which leaves are evaluated, in which order?"

    @property
    def example(self) -> str:
        return " ".join(self.names.name(leaf.path) for leaf in list(self.names.root.leaves())[:2]) + " …"

    def solution(self) -> list[str]:
        return [self.names.name(path) for path in self.leaves]

    def answer(self) -> str:
        return ", ".join(self.solution())

    def reasons(self) -> tuple[str, ...]:
        cuts = [event for event in self.trace.events if isinstance(event, Cutoff) and event.remaining]
        return tuple(map(self.telling.cut, cuts))

    def hint(self) -> str:
        first = self.names.name(self.leaves[0])
        return f"There are {plural(len(self.leaves), 'evaluation')}; the first is {first}."

    def read(self, given: Any) -> tuple[Path, ...] | None:
        if given is None or (isinstance(given, str) and given.strip() in ("", "?")):
            return None
        if isinstance(given, Sequence) and not isinstance(given, str):
            return tuple(self.names.find(str(name)) for name in given)
        return self.names.find_all(str(given))

    def mark(self, given: Any) -> Verdict:
        named = self.read(given)
        if named is None:
            remark = Remark("blank", "", Fraction(0), f"The leaves evaluated are {self.answer()}.")
            return verdict(self.kind, self.points, [remark])
        kept = common(named, self.leaves)
        remarks = [
            Remark("right", "", Fraction(len(kept)), f"{len(kept)} of {self.points} in the right order.")
        ]
        for path in dict.fromkeys(self.leaves):
            if path not in named:
                text = f"{self.names.name(path)} is evaluated: you missed it. {self.telling.visited(path)}"
                remarks.append(Remark("missed", self.names.name(path), Fraction(0), text))
        for path in dict.fromkeys(named):
            often = named.count(path) - self.leaves.count(path)
            if often > 0:
                remarks.append(
                    Remark("excess", self.names.name(path), Fraction(-often), self._too_many(path))
                )
        if not any(r.sort != "right" for r in remarks) and len(kept) < self.points:
            remarks.append(Remark("wrong", "", Fraction(0), f"The order is {self.answer()}."))
        thoughts = [] if named == self.leaves else self._thoughts(named)[:1]
        return verdict(self.kind, self.points, remarks, thoughts)

    def _too_many(self, path: Path) -> str:
        name = self.names.name(path)
        if path in self.leaves:
            return f"{name} is evaluated, but not so often."
        if path in self.board.marks:
            return f"{name} is an inner node: it is expanded, not evaluated."
        return f"{name} is never evaluated. {self.telling.left_out(path)}"

    def _thoughts(self, named: tuple[Path, ...]) -> list[Misconception]:
        found = [
            another_dialect(name, self.exercise)
            for name, other in dialects(self.exercise)
            if tuple(event.path for event in other.events if isinstance(event, Leaf)) == named
        ]
        if named == tuple(leaf.path for leaf in self.names.root.leaves()) and self.board.pruned:
            found.append(
                Misconception(
                    "no-pruning", "These are all leaves, as minimax evaluates them; this search cuts."
                )
            )
        return found


def common(a: Sequence[Any], b: Sequence[Any]) -> list[Any]:
    """A longest common subsequence of two rows."""
    lengths = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            same = lengths[i + 1][j + 1] + 1 if a[i] == b[j] else 0
            lengths[i][j] = max(same, lengths[i + 1][j], lengths[i][j + 1])
    found, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            found.append(a[i])
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


class Next(Blanks):
    """What happens next: which leaf is evaluated after a given one, or none.  A point each."""

    kind = "next"
    title = "the next step"
    read_again = READ
    MOST = 3

    @cached_property
    def steps(self) -> dict[str, tuple[int, Path | None]]:
        """By the leaf just evaluated: the place of its event, and the leaf evaluated next."""
        places = [i for i, event in enumerate(self.trace.events) if isinstance(event, Leaf)]
        paths = [event.path for event in self.trace.events if isinstance(event, Leaf)]
        once = [k for k, path in enumerate(paths) if paths.count(path) == 1]
        after_cut = [k for k in once if self._cut_between(places, k)]
        others = [k for k in once if k not in after_cut]
        chosen = sorted((after_cut + others)[: self.MOST])
        following = [*paths[1:], None]
        return {self.names.name(paths[k]): (places[k], following[k]) for k in chosen}

    def _cut_between(self, places: list[int], k: int) -> bool:
        end = places[k + 1] if k + 1 < len(places) else len(self.trace.events)
        return any(isinstance(e, Cutoff) and e.remaining for e in self.trace.events[places[k] : end])

    @cached_property
    def expected(self) -> dict[str, str]:
        return {
            item: "none" if path is None else self.names.name(path) for item, (_, path) in self.steps.items()
        }

    def ask(self) -> str:
        return (
            f"Which leaf does the search evaluate next after {listed(self.items, 'and after')}? "
            "Write none where the search is over."
        )

    @property
    def example(self) -> str:
        leaf = self.names.name(list(self.names.root.leaves())[-1].path)
        return ", ".join(f"{item}={leaf}" for item in self.items[:2])

    def read_one(self, given: Any) -> str:
        word = str(given).strip().lstrip("=").strip()
        return (
            "none"
            if word.lower() in ("none", "nothing", "end", "-")
            else self.names.name(self.names.find(word))
        )

    def plain(self, value: Any) -> Any:
        return value

    def said(self, value: Any) -> str:
        return str(value)

    def shown(self, value: Any) -> str:
        return f"→ {value}"

    def reason(self, item: str) -> str:
        place, path = self.steps[item]
        end = len(self.trace.events)
        for i in range(place + 1, end):
            if isinstance(self.trace.events[i], Leaf):
                end = i
                break
        cuts = [
            self.telling.sentences[i]
            for i in range(place, end)
            if isinstance(e := self.trace.events[i], Cutoff) and e.remaining
        ]
        return " ".join(cuts) or ("Nothing is cut here." if path else "It is the last one.")

    def hint(self) -> str:
        return "Ask at each node above the leaf, from below: does its value pass the window now?"

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        every = [self.names.name(leaf.path) for leaf in self.names.root.leaves()]
        if self.exercise.order == "right":
            every = every[::-1]
        after = dict(zip(every, [*every[1:], "none"]))
        yield (
            Misconception(
                "no-pruning", "You took the next leaf each time, as minimax does; this search cuts."
            ),
            {item: after[item] for item in self.items},
        )


class Count(Blanks):
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
        return {"": reading.number(given)}

    def read_one(self, given: Any) -> float:
        return reading.number(given)

    def plain(self, value: Any) -> Any:
        return value

    def said(self, value: Any) -> str:
        return f"{value:g}"

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
        return {"": len(self.board.pruned)}

    def ask(self) -> str:
        return "How many branches are cut off: how many children are left out at nodes that are visited?"

    @property
    def example(self) -> str:
        return "2"

    def reason(self, item: str) -> str:
        names = [self.names.name(v.path) for v in self.names.root.walk() if v.path in self.board.pruned]
        return (
            f"They lead to {listed(names)}." if names else "No value passes the window before the last child."
        )

    def hint(self) -> str:
        return "Look for the nodes that are given up, and count the children that are left there."

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        counts = self.trace.counts
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

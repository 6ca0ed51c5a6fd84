"""The course of the search: which leaves it evaluates, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.search.trace import Cutoff, Leaf, Path
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.requirements import another_dialect, dialects
from halfmove.teach.quiz.response import (
    NOTHING,
    Form,
    Misconception,
    Remark,
    Response,
    Row,
    Verdict,
    Word,
    plural,
    told_apart,
    verdict,
)

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
        return tuple(map(self.why.cut, cuts))

    def response(self) -> Response:
        every = sum(1 for _ in self.names.root.leaves())
        right: list[tuple[str, ...]] = [(name,) for name in self.solution()]
        right += [NOTHING] * (every - len(right))  # as many blanks as leaves: their number tells nothing
        rows = tuple(Row(str(n), (("", Word(words)),)) for n, words in enumerate(right, 1))
        return Form(f"{self.ask()} Write one into each blank, and - into those left over.", rows)

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
                text = f"{self.names.name(path)} is evaluated: you missed it. {self.why.visited(path)}"
                remarks.append(Remark("missed", self.names.name(path), Fraction(0), text))
        for path in dict.fromkeys(named):
            often = named.count(path) - self.leaves.count(path)
            if often > 0:
                remarks.append(
                    Remark("excess", self.names.name(path), Fraction(-often), self._too_many(path))
                )
        if not any(r.sort != "right" for r in remarks) and len(kept) < self.points:
            remarks.append(Remark("wrong", "", Fraction(0), f"The order is {self.answer()}."))
        thoughts = [] if named == self.leaves else told_apart(self._thoughts(named))
        return verdict(self.kind, self.points, remarks, thoughts)

    def _too_many(self, path: Path) -> str:
        name = self.names.name(path)
        if path in self.leaves:
            return f"{name} is evaluated, but not so often."
        if path in self.replay.marks:
            return f"{name} is an inner node: it is expanded, not evaluated."
        return f"{name} is never evaluated. {self.why.left_out(path)}"

    def _thoughts(self, named: tuple[Path, ...]) -> list[Misconception]:
        found = [
            another_dialect(name, self.exercise)
            for name, other in dialects(self.exercise)
            if tuple(event.path for event in other.events if isinstance(event, Leaf)) == named
        ]
        if named == tuple(leaf.path for leaf in self.names.root.leaves()) and self.replay.pruned:
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

"""Mark what is pruned: the branches that the search never visits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.search.trace import Cutoff, Path
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.pruned_thoughts import thoughts
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.verdict import Remark, Verdict, verdict


class Pruned(Question):
    """The children that cuts leave out, with all below them.

    Naming a node means all leaves below it, so a subtree may be named by its root or by its leaves.  Each
    branch that is cut off brings a point, in proportion to how many of its leaves are named; each branch
    named in excess (the largest subtree of which every leaf is named and was visited) takes a point away,
    never below zero in all.  Where nothing is pruned, "none" brings one point.
    """

    kind = "pruned"
    title = "pruning"
    read_again = (
        "alpha-beta pruning: a node is given up when its value passes the window inherited from all nodes "
        "above (Russell and Norvig, 4th ed., section 5.2.3, fig. 5.7)"
    )
    windowed = True

    @cached_property
    def branches(self) -> tuple[Path, ...]:
        """The roots of what is pruned, from left to right."""
        pruned = self.board.pruned
        return tuple(v.path for v in self.names.root.walk() if v.path in pruned)

    @cached_property
    def leaves(self) -> frozenset[Path]:
        """The leaves that are never visited."""
        return frozenset(leaf for branch in self.branches for leaf in self.names.leaves(branch))

    @property
    def items(self) -> tuple[str, ...]:
        return ("",)

    @property
    def points(self) -> int:
        return max(1, len(self.branches))

    def ask(self) -> str:
        return "Which nodes are pruned (never visited)? Name the branches, or all their leaves, or none."

    @property
    def example(self) -> str:
        last = list(self.names.root.leaves())[-2:]
        return f"{' '.join(self.names.name(leaf.path) for leaf in last)}, or none"

    def solution(self) -> list[str]:
        return [self.names.name(path) for path in self.branches]

    def answer(self) -> str:
        return ", ".join(self.solution()) or "none"

    def reasons(self) -> tuple[str, ...]:
        cuts: list[Cutoff] = []
        for path in self.branches:
            cut = self.board.pruned[path]
            if all(cut is not other for other in cuts):
                cuts.append(cut)
        return tuple(map(self.telling.cut, cuts)) or ("No value passes the window before the last child.",)

    def hint(self) -> str:
        if not self.branches:
            return "Write down the window (α, β) of every node as you come to it."
        cut = self.board.pruned[self.branches[0]]
        end = "β" if cut.above else "α"
        return f"The first cut is made at {self.names.name(cut.path)}: compare its value with {end}."

    def read(self, given: Any) -> tuple[Path, ...] | None:
        """The nodes named; None for no answer (an empty list says: none)."""
        if given is None or (isinstance(given, str) and given.strip() in ("", "?")):
            return None
        if isinstance(given, str):
            return self.names.find_all(given)
        if isinstance(given, Sequence):
            return tuple(self.names.find(str(name)) for name in given)
        return self.names.find_all(str(given))

    def mark(self, given: Any) -> Verdict:
        named = self.read(given)
        if named is None:
            remark = Remark("blank", "", Fraction(0), f"Pruned: {self.answer()}. {' '.join(self.reasons())}")
            return verdict(self.kind, self.points, [remark])
        marked = frozenset(leaf for path in named for leaf in self.names.leaves(path))
        excess = self.topmost(marked - self.leaves)
        remarks = self._branches(marked)
        remarks += [self._excess(path) for path in excess]
        if not self.branches and not excess:
            remarks.append(Remark("right", "", Fraction(1), "Nothing is pruned."))
        wrong = marked != self.leaves
        return verdict(self.kind, self.points, remarks, thoughts(self, marked, excess) if wrong else [])

    def topmost(self, leaves: Iterable[Path]) -> list[Path]:
        """The largest subtrees that consist of such leaves only, from left to right."""
        wanted = set(leaves)
        found: list[Path] = []
        waiting = [self.names.root]
        while waiting:
            vertex = waiting.pop()
            if wanted.issuperset(self.names.leaves(vertex.path)):
                found.append(vertex.path)
            else:
                waiting.extend(reversed(vertex.children))
        return found

    def _branches(self, marked: frozenset[Path]) -> list[Remark]:
        """A remark on each branch; what one cut leaves out has its reason once."""
        found: list[Remark] = []
        told: list[Cutoff] = []
        for path in self.branches:
            cut = self.board.pruned[path]
            again = any(cut is other for other in told)
            why = (
                f"As above: the cut at {self.names.name(cut.path)}." if again else self.telling.left_out(path)
            )
            found.append(self._branch(path, marked, why))
            if found[-1].sort != "right":
                told.append(cut)
        return found

    def _branch(self, path: Path, marked: frozenset[Path], why: str) -> Remark:
        name, leaves = self.names.name(path), self.names.leaves(path)
        missed = [leaf for leaf in leaves if leaf not in marked]
        if not missed:
            return Remark("right", name, Fraction(1), f"{name} is pruned.")
        part = Fraction(len(leaves) - len(missed), len(leaves))
        if part:
            rest = listed([self.names.name(leaf) for leaf in missed])
            text = f"All of {name} is pruned, {rest} as well. {why}"
            return Remark("half", name, part, text)
        return Remark("missed", name, part, f"{name} is pruned: you missed it. {why}")

    def _excess(self, path: Path) -> Remark:
        name = self.names.name(path)
        return Remark("excess", name, Fraction(-1), f"{name} is not pruned. {self.telling.visited(path)}")

"""Mark what is pruned: the branches that the search never visits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.errors import HalfmoveError
from halfmove.search.trace import Cutoff, Path
from halfmove.teach.quiz.exercise import Exercise, exercise_on
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.requirements import another_dialect, dialects, rerun
from halfmove.teach.quiz.response import (
    Choice,
    Form,
    Misconception,
    Pick,
    Remark,
    Response,
    Row,
    Verdict,
    told_apart,
    verdict,
)
from halfmove.teach.trace import Trace, trace

Leaves = frozenset[Path]


def thoughts(question: Pruned, marked: Leaves, excess: list[Path]) -> list[Misconception]:
    """What a wrong set of pruned leaves shows; `excess` are the branches named that were visited."""
    found = [
        thought for thought, leaves in _whole(question) if leaves == marked and leaves != question.leaves
    ]
    if not marked:
        said = "You named nothing, as if every node were visited; this search cuts."
        found.append(Misconception("no-pruning", said))
    return told_apart([*found, *_cutting_child(question, excess), *_only_shallow(question, marked)])


def unvisited(question: Pruned, search: Trace) -> Leaves:
    """The leaves that another search of the same tree leaves out."""
    marks = search.replay.marks
    return frozenset(leaf.path for leaf in question.names.root.leaves() if leaf.path not in marks)


def _whole(question: Pruned) -> Iterator[tuple[Misconception, Leaves]]:
    """Other searches that could have been meant."""
    exercise = question.exercise
    for name, other in dialects(exercise):
        yield another_dialect(name, exercise), unvisited(question, other)
    other_way, way = ("right", "right to left") if exercise.order == "left" else ("left", "left to right")
    yield (
        Misconception(
            f"{way.replace(' ', '-')}",
            f"This is what a search from {way} leaves out; here it goes the other way.",
        ),
        unvisited(question, rerun(exercise, order=other_way)),
    )
    yield (
        Misconception(
            "window-reset",
            "You began every move at the root with a fresh window (−∞, ∞). What the first moves are worth "
            "stays in the window for the ones after them.",
        ),
        _reset_at_root(question),
    )
    swapped = _swapped(exercise)
    if swapped:
        yield (
            Misconception("max-min-swapped", "This is what would be pruned with MAX and MIN exchanged."),
            unvisited(question, swapped),
        )


def _reset_at_root(question: Pruned) -> Leaves:
    """Every child of the root searched by itself, with the whole window."""
    whole, exercise = question.trace, question.exercise
    visited = set()
    for child in question.names.root.children:
        search = trace(
            exercise.game,
            child.state,
            algorithm=exercise.algorithm,
            order=exercise.order,
            **dict(exercise.options),
        )
        visited |= {(*child.path, *path) for path in search.replay.marks}
    assert whole.state is not None
    return frozenset(leaf.path for leaf in question.names.root.leaves() if leaf.path not in visited)


def _swapped(exercise: Exercise) -> Trace | None:
    """The search of the tree with the players exchanged; None where there are not just two."""
    from halfmove.teach.quiz.values import everywhere, exchanged

    if exercise.game.players > 2:
        return None
    spec = json.loads(exercise.spec)
    everywhere(spec, exchanged)
    try:
        return exercise_on(
            spec, algorithm=exercise.algorithm, order=exercise.order, questions=(), **dict(exercise.options)
        ).trace
    except HalfmoveError:  # a search with bounds stated for the payoffs may refuse
        return None


def _cutting_child(question: Pruned, excess: list[Path]) -> Iterator[Misconception]:
    """The child whose value makes the cut was named as if the cut had left it out."""
    named = set(excess)
    last: list[str] = []
    tried: list[str] = []
    for event in question.trace.events:
        if not isinstance(event, Cutoff):
            continue
        left = set(event.remaining)
        before = [
            a for a in question.trace.game.actions(question.replay.marks[event.path].state) if a not in left
        ]
        child = (*event.path, before[-1])
        if child in named:
            (tried if left else last).append(question.names.name(child))
    if tried:
        yield Misconception(
            "cutting-child",
            f"The value of {listed(tried)} is what makes the cut, so it was looked at; only what comes after "
            "it is left out.",
        )
    if last:
        yield Misconception(
            "cut-after-last-child",
            f"{listed(last)} is the last child: its value passes the window, but a cut after it leaves "
            "nothing out.",
        )


def _only_shallow(question: Pruned, marked: Leaves) -> Iterator[Misconception]:
    """All of the deep cuts missed, and nothing else."""
    deep = {id(cut) for cut in question.exercise.findings.deep}
    branches = [p for p in question.branches if id(question.replay.pruned[p]) in deep]
    missed = {leaf for p in branches for leaf in question.names.leaves(p)}
    if branches and marked == question.leaves - missed:
        yield Misconception(
            "only-shallow-cuts",
            "You found all cuts but the deep ones: α and β come from all nodes above, not from the parent "
            "only.",
        )


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
        pruned = self.replay.pruned
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
            cut = self.replay.pruned[path]
            if all(cut is not other for other in cuts):
                cuts.append(cut)
        return tuple(map(self.why.cut, cuts)) or ("No value passes the window before the last child.",)

    MOST_TICKED = 10
    """Pruned leaves that are ticked in a list; more are asked one by one, as platforms know no smaller share
    of a question's points than a tenth that all of them accept."""

    def response(self) -> Response:
        every = [self.names.name(leaf.path) for leaf in self.names.root.leaves()]
        pruned = [self.names.name(leaf.path) for leaf in self.names.root.leaves() if leaf.path in self.leaves]
        if len(pruned) <= self.MOST_TICKED:
            text = "Which leaves are pruned (never visited)? Tick all of them, or none."
            return Choice(text, (*every, "none"), tuple(pruned) or ("none",), several=True)
        words = ("visited", "pruned")
        rows = tuple(Row(name, (("", Pick(words, words[name in pruned])),)) for name in every)
        return Form("Which leaves are pruned (never visited), and which are visited?", rows)

    def hint(self) -> str:
        if not self.branches:
            return "Write down the window (α, β) of every node as you come to it."
        cut = self.replay.pruned[self.branches[0]]
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
            cut = self.replay.pruned[path]
            again = any(cut is other for other in told)
            why = f"As above: the cut at {self.names.name(cut.path)}." if again else self.why.left_out(path)
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
        return Remark("excess", name, Fraction(-1), f"{name} is not pruned. {self.why.visited(path)}")

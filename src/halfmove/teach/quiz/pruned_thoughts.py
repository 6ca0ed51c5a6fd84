"""The ways of thinking behind wrong marks of pruning, each found by running the real search that way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from halfmove.core.errors import HalfmoveError
from halfmove.search.trace import Cutoff, Path
from halfmove.teach.quiz.exercise import Exercise, exercise_on
from halfmove.teach.quiz.measure import another_dialect, dialects, rerun
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.verdict import Misconception
from halfmove.teach.trace import Trace, trace

if TYPE_CHECKING:
    from halfmove.teach.quiz.pruned import Pruned

Leaves = frozenset[Path]


def thoughts(question: Pruned, marked: Leaves, excess: list[Path]) -> list[Misconception]:
    """What a wrong set of pruned leaves shows; `excess` are the branches named that were visited."""
    found = [
        thought for thought, leaves in _whole(question) if leaves == marked and leaves != question.leaves
    ]
    return [*found, *_cutting_child(question, excess), *_only_shallow(question, marked)]


def unvisited(question: Pruned, search: Trace) -> Leaves:
    """The leaves that another search of the same tree leaves out."""
    marks = search.blackboard.marks
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
        visited |= {(*child.path, *path) for path in search.blackboard.marks}
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
            a for a in question.trace.game.actions(question.board.marks[event.path].state) if a not in left
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
    branches = [p for p in question.branches if id(question.board.pruned[p]) in deep]
    missed = {leaf for p in branches for leaf in question.names.leaves(p)}
    if branches and marked == question.leaves - missed:
        yield Misconception(
            "only-shallow-cuts",
            "You found all cuts but the deep ones: α and β come from all nodes above, not from the parent "
            "only.",
        )

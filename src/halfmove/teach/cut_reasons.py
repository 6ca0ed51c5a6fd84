"""Whose choice makes a node irrelevant: the sentence beside every cut.

Each end of a window was put there by someone: alpha by a node above where MAX already has as much, beta by
one where MIN can hold him to it.  The nearest such node is the one whose player will not let the play come
here ("deep" cutoffs are those where it is not the parent: Knuth and Moore, 1975, section 2).  Where no
node above has it, the window was made narrow on purpose: to ask a question, or at a chance node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core.contract import CHANCE
from halfmove.search.trace import Cutoff, Path
from halfmove.teach.naming import Naming, adjacent, figure, threshold, window
from halfmove.teach.replay import Mark, start_of

LOW, HIGH = 0, 1
"""The ends of a window in MAX's view."""


class BoundSource(NamedTuple):
    """Where an end of a node's window comes from."""

    mark: Mark | None
    """The node that has it, or that gave its child a window of its own; None: it was there from the start."""
    has: bool
    """Whether the player there has attained this value."""
    child: Path
    """The node below it on the line to the one in question."""


def find_bound_source(names: Naming, path: Path, end: int) -> BoundSource:
    """Who made that end (in MAX's view) of the window with which the node at `path` was entered."""
    marks = names.replay.marks
    bound = names.of_max(marks[path], marks[path].entered)[end]
    for length in range(len(path) - 1, -1, -1):
        above = marks[path[:length]]
        if _has_value(names, above, end, bound):
            return BoundSource(above, True, path[: length + 1])
        if names.of_max(above, (above.alpha, above.beta))[end] != bound:
            return BoundSource(above, False, path[: length + 1])
        if names.of_max(above, above.entered)[end] != bound:
            return BoundSource(above, True, path[: length + 1])
    return BoundSource(None, False, ())


def _has_value(names: Naming, mark: Mark, end: int, bound: Any) -> bool:
    """Whether the player at a node has this value, though its window does not say so (as in SCOUT)."""
    if mark.best is None or mark.value is None or mark.player == CHANCE:
        return False
    value = -mark.value if names.flips(mark) else mark.value
    wants_more = (mark.player in names.maximisers) == (end == LOW)
    return bool(value == bound and wants_more)


def has(names: Naming, mark: Mark, end: int, value: Any) -> str:
    """What a player is sure of: `MAX has 3 with a1 at A`; `MIN can hold MAX to 3 with b1 at B`."""
    where = names.node(mark.path)
    how = f" with {names.move(mark.path, mark.best)}" if mark.best is not None else " by stopping"
    who = names.player(mark)
    if names.from_mover:
        sure = figure(-value if names.flips(mark) else value)
        return f"{who} is sure of {sure}{how} at {where}"
    if end == LOW:
        return f"{who} has {figure(value)}{how} at {where}"
    return f"{who} can hold MAX to {figure(value)}{how} at {where}"


def reason(names: Naming, cut: Cutoff) -> str:
    """Why what is left at the node cannot matter: whose choice it is, what he has, what is irrelevant."""
    mark = names.replay.marks[cut.path]
    if mark.entered[0] is None or isinstance(cut.value, tuple):
        return _without_window(names, cut)
    above = cut.above != names.flips(mark)
    value = -cut.value if names.flips(mark) else cut.value
    bound = -cut.bound if names.flips(mark) else cut.bound
    said = f"{_describe_value(names, cut, mark, above)}{_conclude(names, cut, mark, above, value, bound)}"
    return f"{said}{_dismiss_remaining(names, cut)}."


def _describe_value(names: Naming, cut: Cutoff, mark: Mark, above: bool) -> str:
    """What is already certain at the node that is given up."""
    where, value = names.node(cut.path), figure(cut.value)
    if mark.player == CHANCE:
        worst, most = ("worst", "at least") if above else ("best", "at most")
        if not cut.remaining:
            return f"{where} is worth {most} {value}; "
        probes = (names.replay.marks.get((*cut.path, action)) for action in cut.remaining)
        probed = any(child is not None and child.probed for child in probes)
        known = ", as far as the probes allow" if probed else ""
        return (
            f"even with the outcomes left at their {worst} for MAX{known}, {where} is worth {most} {value}; "
        )
    who = names.player(mark)
    if names.from_mover:
        return f"{who} at {where} is already sure of {value}; "
    if above:
        return f"{who} at {where} already has {value}; "
    return f"{who} at {where} can already hold MAX to {value}; "


def _conclude(names: Naming, cut: Cutoff, mark: Mark, above: bool, value: Any, bound: Any) -> str:
    """Who above has better, and what follows."""
    end = HIGH if above else LOW
    source = find_bound_source(names, cut.path, end)
    if source.mark is not None and source.has:
        who = names.player(source.mark)
        direct = len(source.mark.path) == len(cut.path) - 1
        where = names.node(cut.path)
        coming = f"move to {where}" if direct else f"let the play come to {where}"
        if value == bound:
            gain = f"moving to {where}" if direct else f"letting the play come to {where}"
            return f"{has(names, source.mark, end, bound)}, so {who} gains nothing by {gain}"
        return f"{has(names, source.mark, end, bound)}, so {who} will never {coming}"
    if source.mark is not None and source.mark.player == CHANCE:
        if bound == _payoff_bound(names, end):
            return f"no payoff is {'more' if above else 'less'} than {figure(bound)}"
        if names.replay.marks[source.child].visits == 1:  # else a probe may have narrowed its window
            return _through_chance(names, source, end)
    return _answer_question(names, cut.path, source, above)


def _payoff_bound(names: Naming, end: int) -> Any:
    """The least or the largest payoff that there is, where the search was told."""
    bounds = start_of(names.replay).options.get("bounds")
    return bounds[end] if isinstance(bounds, tuple) else None


def _through_chance(names: Naming, source: BoundSource, end: int) -> str:
    """The window that a chance node gives an outcome: what that must be worth for the node to matter."""
    assert source.mark is not None
    chance, outcome = names.node(source.mark.path), names.node(source.child)
    limit = figure(names.of_max(source.mark, source.mark.entered)[end])
    most = "at least" if end == HIGH else "at most"
    said = f"with that for {outcome}, {chance} is worth {most} {limit}, whatever its other outcomes are"
    beyond = find_bound_source(names, source.mark.path, end)
    if beyond.mark is not None and beyond.has:
        bound = names.of_max(source.mark, source.mark.entered)[end]
        return f"{said}, and {has(names, beyond.mark, end, bound)}"
    return f"{said}, and nobody needs to know how much"


def _answer_question(names: Naming, path: Path, source: BoundSource, above: bool) -> str:
    """A window narrowed on purpose: the question it asks is answered."""
    asked = names.replay.marks[source.child]
    low, high = asked.entered
    what = names.node(source.child)
    whose = f" to {names.player(asked)}" if names.flips(asked) else ""
    if adjacent(low, high):
        question = f"the search only asks whether {what} is worth {threshold(low, high)}{whose}"
        return f"{question}, and that settles {names.node(path)}"
    edge = "the most" if above != names.flips(asked) else "the least"
    return f"that is {edge} that the window {window(low, high)} given to {what} asks for"


def _dismiss_remaining(names: Naming, cut: Cutoff) -> str:
    if not cut.remaining:
        return " (no move was left to try, so the cut saves nothing)"
    verb = "is" if len(cut.remaining) == 1 else "are"
    return f", whatever {names.children(cut.path, cut.remaining)} {verb} worth"


def _without_window(names: Naming, cut: Cutoff) -> str:
    """Payoff vectors: what the player has leaves too little for the one above."""
    mark = names.replay.marks[cut.path]
    who, where = names.player(mark), names.node(cut.path)
    said = f"{who} is sure of {figure(cut.value)} at {where}, which leaves too little to who could move there"
    return f"{said}{_dismiss_remaining(names, cut)}."

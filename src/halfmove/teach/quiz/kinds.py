"""The kinds of questions by name, and which of them suit a search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from halfmove.core.errors import BadInput, Unsuitable
from halfmove.search.trace import Leaf
from halfmove.teach.quiz.counting import Count, Cuts, PrunedLeaves, PrunedNodes
from halfmove.teach.quiz.course import Order
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.move import Move
from halfmove.teach.quiz.proofs import MostProving, ProofNumbers
from halfmove.teach.quiz.pruned import Pruned
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.sets import Sets, Sure
from halfmove.teach.quiz.steps import Next
from halfmove.teach.quiz.values import Returned, Values
from halfmove.teach.quiz.when import When
from halfmove.teach.quiz.windows import Dialect, Windows

KINDS: dict[str, type[Question]] = {
    kind.kind: kind
    for kind in (
        Values,
        Returned,
        Move,
        Pruned,
        PrunedLeaves,
        PrunedNodes,
        Order,
        Next,
        Count,
        Cuts,
        Windows,
        When,
        Sets,
        Sure,
        ProofNumbers,
        MostProving,
        Dialect,
    )
}
ALIASES = {
    "best": "move",
    "cut": "pruned",
    "evaluations": "count",
    "windows": "window",
    "returns": "returned",
    "inverse": "when",
    "information": "sets",
    "sure": "unseen",
}


def question(kind: str, exercise: Exercise) -> Question:
    """The question of that kind on an exercise."""
    return KINDS[kind](exercise)


def chosen(wanted: Any, exercise: Exercise) -> tuple[str, ...]:
    """The kinds to ask, in order, each once; what suits the search if nothing is wanted.

    `wanted` is a row of names, or text such as "values, move"; "all" is every kind that fits but "dialect",
    those about hidden moves and those about proof numbers.
    """
    lesson = exercise.trace.lesson
    if lesson.heuristic:
        raise Unsuitable(
            f"{exercise.algorithm} may leave out what matters, so its values are not the right answers of an "
            "exercise; practise with an exact search such as alphabeta."
        )
    if not lesson.practised:
        raise Unsuitable(
            f"{exercise.algorithm} leaves inner nodes open, so that there is nothing to fill in; "
            "practise with a search that returns values, such as alphabeta."
        )
    if any(isinstance(event, Leaf) and not event.terminal for event in exercise.trace.events):
        raise Unsuitable(
            f"{exercise.algorithm} stops at inner nodes on the way, and an exercise's inner nodes have no "
            "evaluation; practise with a search that goes to the leaves, such as alphabeta."
        )
    if wanted is None:
        return ("values", "move", "pruned") if lesson.windowed else ("values", "move")
    words = wanted.replace(",", " ").split() if isinstance(wanted, str) else list(_row(wanted))
    if words == ["all"]:
        fitting = [k for k, kind in KINDS.items() if lesson.windowed or not kind.windowed]
        return tuple(k for k in fitting if KINDS[k].usual and question(k, exercise).fits)
    found = tuple(dict.fromkeys(_kind(word) for word in words))
    for kind in found:
        if KINDS[kind].windowed and not lesson.windowed:
            raise BadInput(
                f"The question '{kind}' asks about cuts and windows, and {exercise.algorithm} has none."
            )
        if not question(kind, exercise).fits:
            why = KINDS[kind].nothing or f"{exercise.algorithm} has one dialect only."
            raise BadInput(f"There is nothing to ask for '{kind}': {why}")
    if "dialect" in found and set(found) - {"dialect", "values"}:
        raise BadInput("The question 'dialect' shows what the search did; ask it alone, or with 'values'.")
    return found


def groups(wanted: Any) -> list[Any]:
    """What to ask in each exercise of a sheet, in turn: "values, move; when" asks two things and then one."""
    if not isinstance(wanted, str) or ";" not in wanted:
        return [wanted]
    found = [part.strip() for part in wanted.split(";") if part.strip()]
    if not found:
        raise BadInput("Between the semicolons of the questions nothing is asked; write values, move; when.")
    return found


def _row(wanted: Any) -> Iterable[Any]:
    if isinstance(wanted, Iterable):
        return wanted
    raise BadInput(f"The questions are names such as values and pruned, not {wanted!r}.")


def _kind(word: Any) -> str:
    name = ALIASES.get(str(word).lower(), str(word).lower())
    if name not in KINDS:
        raise BadInput(f"There is no question '{word}'; there are: {', '.join(KINDS)}.")
    return name

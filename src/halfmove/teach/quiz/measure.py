"""How far an exercise is from the wishes: for each wish not met, by how much."""

from __future__ import annotations

from typing import Any

from halfmove.search.trace import Leaf, Path
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.verdict import Misconception
from halfmove.teach.quiz.wishes import Wishes
from halfmove.teach.trace import Trace, trace


def shortfalls(exercise: Exercise, wanted: Wishes) -> dict[str, int]:
    """The wishes that are not met, each with how much is missing; empty if all are."""
    found: dict[str, int] = {}
    if wanted.min_cuts or wanted.deep_cut is not None or wanted.ties is not None:
        cuts = exercise.findings
        found["min_cuts"] = max(0, wanted.min_cuts - len(cuts.cuts))
        if wanted.deep_cut is not None:
            found["deep_cut"] = 2 * (not cuts.deep) if wanted.deep_cut else 2 * len(cuts.deep)
        if wanted.ties is not None:
            found["ties"] = 2 * (not cuts.ties) if wanted.ties else 2 * len(cuts.ties)
    if wanted.evaluations is not None:
        low, high = wanted.evaluations
        evaluations = sum(isinstance(event, Leaf) for event in exercise.trace.events)
        found["evaluations"] = max(0, low - evaluations, evaluations - high)
    if wanted.unique_best is not None:
        found["unique_best"] = int((len(best_moves(exercise)) == 1) != wanted.unique_best)
    if wanted.dialect_free:
        mine = course(exercise.trace)
        found["dialect_free"] = sum(course(other) != mine for _, other in dialects(exercise))
    return {wish: amount for wish, amount in found.items() if amount}


def best_moves(exercise: Exercise) -> list[Path]:
    """The children of the root that are worth as much as the root, by plain minimax; one for max^n."""
    whole = exercise.trace
    if not whole.maximisers:
        return [(whole.outcome.action,)]
    truth, root = whole.truth, whole.state
    game = whole.game
    best = truth.value(root)
    return [(a,) for a in game.actions(root) if abs(truth.value(game.result(root, a)) - best) < 1e-9]


def course(trace: Trace) -> tuple[Any, ...]:
    """What a search did: the leaves it evaluated, in order, and the move it chose."""
    return (*(event.path for event in trace.events if isinstance(event, Leaf)), trace.outcome.action)


def dialect_option(exercise: Exercise) -> str:
    """The option that names the dialects of the exercise's algorithm."""
    return "dialect" if "dialect" in exercise.trace.lesson.options else "strict"


def dialect_word(option: str, value: Any) -> str:
    """A dialect as it is written: its name, or the test that it cuts with."""
    return str(value) if option == "dialect" else (">" if value else ">=")


def another_dialect(name: str, exercise: Exercise) -> Misconception:
    """The answer is right for another dialect of the search."""
    option = dialect_option(exercise)
    mine = dialect_word(option, exercise.trace.options[option])
    return Misconception(
        "other-dialect", f"This is the answer in the dialect {name}; here the dialect is {mine}."
    )


def dialects(exercise: Exercise) -> list[tuple[str, Trace]]:
    """The same search in the other dialects of its algorithm, by their names."""
    option = dialect_option(exercise)
    mine = exercise.trace.options.get(option)
    values = exercise.trace.lesson.options.get(option, ())
    return [
        (dialect_word(option, value), rerun(exercise, **{"strict": None, option: value}))
        for value in values
        if value != mine
    ]


def rerun(exercise: Exercise, **changes: Any) -> Trace:
    """The exercise's search again, under other options or in another order."""
    given = {"order": exercise.order, **dict(exercise.options), **changes}
    options = {key: value for key, value in given.items() if value is not None}
    return trace(exercise.game, algorithm=exercise.algorithm, **options)

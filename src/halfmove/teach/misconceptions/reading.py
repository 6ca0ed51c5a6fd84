"""What the texts of the gallery read off a trace, and runs that are watched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.search.algorithms import Algorithm, Lesson
from halfmove.search.textbook.outcome import Outcome, conduct
from halfmove.search.trace import Path, Recorder
from halfmove.teach.naming import figure
from halfmove.teach.outline import MinimaxValues
from halfmove.teach.trace import Trace, trace

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class RootMove(NamedTuple):
    """A move of the root, as the search left it."""

    action: Any
    text: str
    returned: Any
    relation: str
    true: Any
    """What it is worth."""


def root_moves(search: Trace) -> list[RootMove]:
    """The moves of the root that were searched, in MAX's view."""
    found = []
    for action in search.game.actions(search.state):
        mark = search.replay.marks.get((action,))
        if mark is not None:
            text = search.game.action_text(search.state, action)
            true = true_value(search.game, mark.state)
            found.append(RootMove(action, text, mark.value, mark.relation or "=", true))
    return found


def best_looking(search: Trace) -> list[RootMove]:
    """The root's moves that returned the root's own value: what seems equal to the best."""
    return [move for move in root_moves(search) if move.returned == search.outcome.value]


def true_value(game: Game, state: Any = None) -> Any:
    """The value of a state (the initial one) by plain minimax or expectiminimax over its whole tree."""
    value = MinimaxValues(game).value(game.initial() if state is None else state)
    return int(value) if float(value).is_integer() else value


def mean(values: Sequence[float]) -> float:
    """The mean of values that are equally likely; whole where it is."""
    found = sum(values) / len(values)
    return int(found) if found == int(found) else found


def evaluations(search: Trace) -> int:
    """Its static evaluations."""
    return search.counts.evaluations


def whole(search: Trace) -> int:
    """The leaves of the whole tree, to the horizon."""
    return sum(1 for _ in search.outline.leaves(search.plies))


def move(search: Trace) -> str:
    """The action chosen, in the game's notation."""
    return search.game.action_text(search.state, search.outcome.action)


def answer(search: Trace) -> str:
    """`3 by a1`."""
    return f"{figure(search.outcome.value)} by {move(search)}"


def describe_return(search: Trace, path: Path) -> str:
    """What a node returned, with its relation: `≤ 2`."""
    mark = search.replay.marks[path]
    return f"{mark.relation} {figure(mark.value)}"


def true_worth(search: Trace) -> Any:
    """What the action that a search chose is really worth."""
    return true_value(search.game, search.game.result(search.state, search.outcome.action))


def cost(search: Trace) -> str:
    """`7 of 9 leaves evaluated, 2 cutoffs, 2 edges cut`; of a search with a horizon its evaluations."""
    counts = search.counts
    if search.depth is None and counts.evaluations == counts.leaves:
        parts = [f"{counts.leaves} of {whole(search)} leaves evaluated"]
    else:
        parts = [plural(counts.evaluations, "static evaluation")]
    if search.lesson.windowed:
        parts += [plural(counts.cutoffs, "cutoff"), f"{plural(counts.cut_edges, 'edge')} cut"]
    return ", ".join(parts)


def plural(number: int, what: str) -> str:
    """`1 cutoff`, `2 cutoffs`, `no cutoffs`; the plural is regular."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def words(number: int) -> str:
    """A small number in a sentence: `three`."""
    return NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"


def join(texts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1]))) if texts else "none"


def trace_both(game: Game) -> tuple[Trace, Trace]:
    """Minimax and alpha-beta on the same tree."""
    return trace(game, algorithm="minimax"), trace(game)


Kernel = Callable[..., tuple[Any, Any]]


def watch_kernel(
    name: str,
    kernel: Kernel,
    game: Game,
    *,
    windowed: bool,
    payoffs: Literal["max", "mover"] = "max",
    sound: bool = True,
) -> Trace:
    """`kernel(game, state, depth, watch)` on the whole tree of a game, as a `Trace`.

    True values are shown beside its own; where it is not `sound`, its cuts are told without a reason.
    """
    view = interpreted(game)
    recorder = Recorder()
    told: dict[str, Any] = {"view": "mover"} if payoffs == "mover" else {}
    if not sound:
        told["sound"] = False

    def unfit(game: Game) -> None:
        return None

    def run(game: Game, state: Any, *, depth: int | None, watch: Recorder) -> Outcome:
        return conduct(name, kernel, game, state, depth, watch, options=told, compiled=False, unfit=unfit)

    def search(*_: Any, **__: Any) -> Any:
        raise NotImplementedError(f"'{name}' is shown, not used.")

    lesson = Lesson(run, windowed=windowed, payoffs=payoffs, heuristic=True)
    algorithm = Algorithm(name, "A wrong procedure.", "classrooms", unfit, search, 0, lesson)
    outcome = run(view, view.initial(), depth=None, watch=recorder)
    return Trace(view, view.initial(), algorithm, None, {}, outcome, tuple(recorder.events))

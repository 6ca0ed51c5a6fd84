"""A procedure that is no algorithm of the house, run under the same recorder as those that are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.search.algorithms import Algorithm, Lesson
from halfmove.search.textbook.outcome import Outcome, conduct
from halfmove.search.trace import Recorder
from halfmove.teach.trace import Trace

Kernel = Callable[..., tuple[Any, Any]]


def watched(
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

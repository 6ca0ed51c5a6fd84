"""One counted search under a budget: of nodes, of seconds, or until Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from halfmove.core.game import Game
from halfmove.search.algorithms import Algorithm
from halfmove.search.watch import Follower, Stopped
from halfmove.teach.trace import with_defaults

T = TypeVar("T")


class Cost(NamedTuple):
    """What one search did."""

    nodes: int
    """States entered."""
    evaluations: int
    """Static evaluations: leaves, and states at the horizon."""
    seconds: float
    complete: bool
    """Whether no state was evaluated at the horizon: the whole game was searched."""


def counted(
    algorithm: Algorithm,
    game: Game,
    state: Any,
    depth: int | None,
    options: dict[str, Any],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Cost | None:
    """The cost of a textbook search, compiled where the game is; None if the budget did not suffice for it.

    KeyboardInterrupt (Ctrl-C) stops the search and is raised again.
    """
    assert algorithm.lesson is not None
    run = algorithm.lesson.run
    settings = with_defaults(algorithm, options)
    follower = Follower(nodes)
    began = time.perf_counter()
    try:
        outcome = supervised(
            lambda: run(game, state, depth=depth, watch=follower, **settings), follower.stop, seconds
        )
    except Stopped:
        return None
    taken = time.perf_counter() - began
    return Cost(outcome.nodes, outcome.leaves + outcome.evaluations, taken, not outcome.evaluations)


def supervised(work: Callable[[], T], stop: Callable[[], None], seconds: float | None) -> T:
    """`work()` in a thread of its own, so that neither the clock nor Ctrl-C waits for machine code."""
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001  raised again below, where the caller is
            failed.append(error)

    thread = Thread(target=run, name="halfmove-growth", daemon=True)
    thread.start()
    try:
        thread.join(seconds)
    finally:
        if thread.is_alive():
            stop()
            thread.join()
    if failed:
        raise failed[0]
    return done[0]

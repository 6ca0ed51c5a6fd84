"""One counted search under a budget: of nodes, of seconds, or until Ctrl-C."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from halfmove.core.game import Game
from halfmove.search.algorithms import Algorithm
from halfmove.search.supervised import supervised
from halfmove.search.watch import Follower, Stopped
from halfmove.teach.trace import with_defaults


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

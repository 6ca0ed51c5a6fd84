"""Wrong ways to hand a window on in negamax; see `faulty`.

A child's values are the parent's with the sign turned, so its window is (−β, −α): negated *and* exchanged.

    NOT_TURNED     (α, β): the child gets its parent's window as it stands
    NOT_EXCHANGED  (−α, −β): the signs are turned, the ends keep their places
    TURNED         (−β, −α): right
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.watch import Watcher
from halfmove.search.textbook.outcome import NULL
from halfmove.teach.misconceptions.reading import watched
from halfmove.teach.trace import Trace


@dataclass(frozen=True)
class ChildWindow:
    """How a node's window becomes its child's."""

    name: str
    window: Callable[[Any, Any], tuple[Any, Any]]
    sound: bool = True


NOT_TURNED = ChildWindow("negamax, window (α, β) handed on", lambda alpha, beta: (alpha, beta))
NOT_EXCHANGED = ChildWindow(
    "negamax, window (−α, −β) handed on", lambda alpha, beta: (-alpha, -beta), sound=False
)
TURNED = ChildWindow("negamax, window (−β, −α) handed on", lambda alpha, beta: (-beta, -alpha))


def run(child_window: ChildWindow, game: Game) -> Trace:
    """The procedure on a game's whole tree, where MAX and MIN move in turn, watched step by step."""

    def search(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
        return value_of(game, state, -math.inf, math.inf, child_window, watch)

    return watched(child_window.name, search, game, windowed=True, payoffs="mover", sound=child_window.sound)


def value_of(
    game: Game, state: Any, alpha: Any, beta: Any, child_window: ChildWindow, watch: Watcher
) -> tuple[Any, Any]:
    """`textbook.negamax`, fail-soft, with the window handed on in this way."""
    watch.enter(state, 0, alpha, beta)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, game.to_move(state))
        watch.leaf(state, v, True)
    else:
        for a in game.actions(state):
            watch.descend(a)
            low, high = child_window.window(alpha, beta)
            v2 = -value_of(game, game.result(state, a), low, high, child_window, watch)[0]
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
                if v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
            if v >= beta:
                watch.cutoff(v, beta, False)
                break
    watch.leave(v)
    return v, move

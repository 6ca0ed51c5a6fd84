"""Fail-hard alpha-beta: the window is all that a node keeps.

MAX raises alpha and returns it, MIN lowers beta and returns it; when alpha ≥ beta the node is given up.  A
node where no action is better than its alpha returns that alpha, whatever its own values were: within the
window the value returned is the minimax value, at its ends a bound.

**Beside fail-soft.**  With the same cutoff test and the same window both visit exactly the same nodes, since
a parent only asks whether a child's value is beyond an end of its own window.  The value that fail-hard
returns from an inner node is the fail-soft value brought into the window the node was entered with: max(α,
min(v, β)).  A leaf's value is its own in both.  (Where a node that was cut returns its own end of the
window, `clip` false, that may be past the other one: but only if a leaf made the cut, or a node of the same
side that a leaf cut so, and then it is that leaf's value.)

Sources: see `dialects`; the two names are J. P. Fishburn's, "Another optimization of alpha-beta search",
*SIGART Newsletter* 84, 1983.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.textbook.outcome import MAX, NULL


@kernel
def failhard_value(
    game: Game, state: Any, depth: int, alpha: float, beta: float, clip: bool, watch: Watcher
) -> tuple[Any, Any]:
    """The value of `state` to MAX as far as the window asks, and the action that reached it (or NULL).

    `clip` says that a node that was cut returns the bound it met, in the place of its own end of the window.
    """
    watch.enter(state, depth, alpha, beta)
    v, move = alpha, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
    elif game.to_move(state) == MAX:
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = failhard_value(game, game.result(state, a), depth - 1, alpha, beta, clip, watch)
            if v2 > alpha:
                watch.improve(alpha, v2)
                watch.raise_alpha(alpha, v2)
                alpha, move = v2, a
            if alpha >= beta:
                watch.cutoff(alpha, beta, False)
                break
        v = min(alpha, beta) if clip else alpha
    else:
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = failhard_value(game, game.result(state, a), depth - 1, alpha, beta, clip, watch)
            if v2 < beta:
                watch.improve(beta, v2)
                watch.lower_beta(beta, v2)
                beta, move = v2, a
            if alpha >= beta:
                watch.cutoff(beta, alpha, False)
                break
        v = max(alpha, beta) if clip else beta
    watch.leave(v)
    return v, move

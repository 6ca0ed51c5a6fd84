"""Wrong ways to prune at chance nodes; see `faulty`.

MEAN_SO_FAR     a chance node is given up as soon as the mean of the outcomes seen is no better
WINDOW_THROUGH  a chance node hands its own window to its outcomes, as MAX and MIN do
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.watch import Watcher
from halfmove.search.textbook.outcome import MAX, NULL
from halfmove.teach.misconceptions.reading import watched
from halfmove.teach.trace import Trace


@dataclass(frozen=True)
class ChanceFault:
    """What is done at a chance node that no bound allows."""

    name: str
    cuts: bool
    """Cut by the mean of the outcomes seen so far."""
    through: bool
    """Search the outcomes with the chance node's own window."""


MEAN_SO_FAR = ChanceFault("chance cut by the mean so far", cuts=True, through=False)
WINDOW_THROUGH = ChanceFault("the window handed through a chance node", cuts=False, through=True)


def run(fault: ChanceFault, game: Game) -> Trace:
    """The procedure on a game's whole tree, watched step by step."""

    def search(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
        return value_of(game, state, -math.inf, math.inf, fault, watch)

    return watched(fault.name, search, game, windowed=True, sound=False)


def value_of(
    game: Game, state: Any, alpha: Any, beta: Any, fault: ChanceFault, watch: Watcher
) -> tuple[Any, Any]:
    """Expectiminimax with alpha-beta at MAX and MIN, which is sound, and a fault at chance nodes."""
    watch.enter(state, 0, alpha, beta)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif game.to_move(state) == CHANCE:
        v = _mean(game, state, alpha, beta, fault, watch)
    else:
        maximises = game.to_move(state) == MAX
        v = -math.inf if maximises else math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = value_of(game, game.result(state, a), alpha, beta, fault, watch)
            if v2 > v if maximises else v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
                if maximises and v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
                elif not maximises and v < beta:
                    watch.lower_beta(beta, v)
                    beta = v
            bound = beta if maximises else alpha
            if v >= bound if maximises else v <= bound:
                watch.cutoff(v, bound, False)
                break
    watch.leave(v)
    return v, move


def _mean(game: Game, state: Any, alpha: Any, beta: Any, fault: ChanceFault, watch: Watcher) -> Any:
    """The fault: what a chance node does with the window."""
    total = seen = 0.0
    low, high = (alpha, beta) if fault.through else (-math.inf, math.inf)
    for a, p in game.outcomes(state):
        watch.descend(a)
        v2, _ = value_of(game, game.result(state, a), low, high, fault, watch)
        watch.weigh(p, total, total + p * v2)
        total, seen = total + p * v2, seen + p
        if fault.cuts and seen > 0 and total / seen <= alpha:
            watch.cutoff(total / seen, alpha, False)
            return total / seen
    return total

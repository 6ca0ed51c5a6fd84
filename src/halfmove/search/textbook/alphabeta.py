"""Alpha-beta: minimax without the branches that cannot matter.

MAX is player 0, and all values and both ends of the window are his.  Within the window (alpha, beta) the
value returned is the minimax value; one that is not above alpha is an upper bound on it, one that is not
below beta a lower bound (fail-soft: the bound may lie outside the window).

Sources: S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), fig. 5.7
(ALPHA-BETA-SEARCH); D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial
Intelligence* 6(4), 1975, whose F2 it is; fail-soft: J. P. Fishburn, "Another optimization of alpha-beta
search", *SIGART Newsletter* 84, 1983.
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.game import Game
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct, unfit


def passes(high: float, low: float, strict: bool) -> bool:
    """The cutoff test: `high` ≥ `low`, or `high` > `low` where `strict`."""
    return high > low if strict else high >= low


@kernel
def alphabeta_value(
    game: Game, state: Any, depth: int, alpha: float, beta: float, strict: bool, watch: Watcher
) -> tuple[Any, Any]:
    """The value of `state` to MAX, as far as the window (alpha, beta) asks, and an action that attains it.

    MAX-VALUE and MIN-VALUE of fig. 5.7 as the two branches of one function, which asks TO-MOVE whose turn it
    is. `depth` plies ahead EVAL, in utility units, stands for the value.
    """
    watch.enter(state, depth, alpha, beta)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
    elif game.to_move(state) == MAX:
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = alphabeta_value(game, game.result(state, a), depth - 1, alpha, beta, strict, watch)
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
                if v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
            if passes(v, beta, strict):
                watch.cutoff(v, beta, strict)
                break
    else:
        v = math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = alphabeta_value(game, game.result(state, a), depth - 1, alpha, beta, strict, watch)
            if v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
                if v < beta:
                    watch.lower_beta(beta, v)
                    beta = v
            if passes(alpha, v, strict):
                watch.cutoff(v, alpha, strict)
                break
    watch.leave(v)
    return v, move


def alphabeta(
    game: Game,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    strict: bool = False,
) -> Outcome:
    """The same value and action as `minimax`, with fewer nodes.

    The search of a state ends when its value v passes the window: v ≥ beta, or v > beta where `strict`
    (for MIN v ≤ alpha, or v < alpha), as lectures differ.  The rest is as for `minimax`.
    """
    arguments = (-math.inf, math.inf, strict)
    return conduct(
        "alphabeta", alphabeta_value, game, state, depth, watch, arguments, options={"strict": strict}
    )


FORM = Form("alphabeta", alphabeta_value, lambda alpha, beta: (alpha, beta, False), windowed=True)

register(
    Algorithm(
        name="alphabeta",
        summary="Alpha-beta as the textbooks write it: no table, no ordering; MAX against one or more MINs.",
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021), fig. 5.7",
        unfit=unfit,
        search=Form(
            "alphabeta", alphabeta_value, lambda alpha, beta: (alpha, beta, False), windowed=True
        ).search,
        strength=20,
        lesson=Lesson(alphabeta, {"strict": (False, True)}, windowed=True),
    )
)

"""Alpha-beta: minimax without the branches that cannot matter.

MAX is player 0, and all values and both ends of the window are his.  Within the window (alpha, beta) the
value returned is the minimax value; one that is not above alpha is an upper bound on it, one that is not
below beta a lower bound (fail-soft: the bound may lie outside the window).  `failhard` is the same search
where it may not; `dialects` says which lecture writes it how.

Sources: S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), fig. 5.7
(ALPHA-BETA-SEARCH); D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial
Intelligence* 6(4), 1975, whose F2 it is but for the bound returned; fail-soft: J. P. Fishburn, "Another
optimization of alpha-beta search", *SIGART Newsletter* 84, 1983.
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.dialects import DIALECTS, dialect_of
from halfmove.search.textbook.failhard import failhard_value
from halfmove.search.textbook.labels import After
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
            if v > beta or (v == beta and not strict):
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
            if v < alpha or (v == alpha and not strict):
                watch.cutoff(v, alpha, strict)
                break
    watch.leave(v)
    return v, move


def alphabeta(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    dialect: str | None = None,
    labels: str = "before",
    strict: bool | None = None,
    alpha: float = -math.inf,
    beta: float = math.inf,
) -> Outcome:
    """The same value and action as `minimax`, with fewer nodes.

    `dialect` is one of `dialects.DIALECTS` ("aima" if it is not said): which cutoff test, and what a node
    returns.  `strict=True` alone means "cs188".  `labels` is "before" or "after": whether the watcher gets
    a raised alpha (lowered beta) before the cutoff test, or only after it, if the node is not cut; the
    search is the same.  `BadInput` for what is unknown or contradicts itself.

    The state is searched with the window (`alpha`, `beta`): inside it the value is the minimax value, and one
    that is not above alpha (not below beta) is an upper (lower) bound on it; a fail-hard dialect then returns
    an end of the window, and where no action reached it the first is named.  The outcome's `relation` says
    which it is.  The rest is as for `minimax`.
    """
    game = open_game(game)
    state = open_state(game, state)
    chosen = dialect_of(dialect, strict)
    if labels not in ("before", "after"):
        raise BadInput(f"The labels are written 'before' the cutoff test or 'after' it, not '{labels}'.")
    for end in (alpha, beta):
        if isinstance(end, bool) or not isinstance(end, (int, float)):
            raise BadInput(f"The ends of a window are numbers, not {end!r}.")
    if not alpha < beta:
        raise BadInput(f"In the window ({alpha}, {beta}) there is no number; alpha must be less than beta.")
    if labels == "after" and watch is not None and not watch.compiled:
        watch = After(watch)
    options: dict[str, Any] = {"dialect": chosen.name, "strict": chosen.strict, "labels": labels}
    if (alpha, beta) != (-math.inf, math.inf):
        options["window"] = alpha, beta
    outcome = conduct(
        "alphabeta",
        failhard_value if chosen.hard else alphabeta_value,
        game,
        state,
        depth,
        watch,
        (alpha, beta, chosen.clipped if chosen.hard else chosen.strict),
        options=options,
    )
    if game.is_terminal(state):
        return outcome
    if -math.inf < alpha and outcome.value <= alpha:
        return outcome._replace(relation="≤")
    if beta < math.inf and outcome.value >= beta:
        return outcome._replace(relation="≥")
    return outcome


FORM = Form("alphabeta", alphabeta_value, lambda alpha, beta: (alpha, beta, False), windowed=True)

register(
    Algorithm(
        name="alphabeta",
        summary="Alpha-beta as the textbooks write it: no table, no ordering; MAX against one or more MINs.",
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021), fig. 5.7",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=20,
        lesson=Lesson(
            alphabeta,
            {
                "dialect": tuple(DIALECTS),
                "labels": ("before", "after"),
                "alpha": (-math.inf,),
                "beta": (math.inf,),
            },
            windowed=True,
        ),
    )
)

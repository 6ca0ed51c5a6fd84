"""Searches that first ask whether an action is better, and only then by how much.

Once one action is known to be worth alpha, the others need only be shown to be no better.  That question is
answered by a search with a window that holds no number, (alpha, alpha + ε), which cuts more than any other;
where the answer is yes, the action is searched again for its value.  Values may be any numbers, so ε is the
step to the next floating-point number.

    negascout   A. Reinefeld's NegaScout: alpha-beta with null windows for all actions but the first
    scout       Pearl's SCOUT: EVAL finds a value, TEST answers the question; EVAL hands no window down

As in `alphabeta`, MAX is player 0 and all values and windows are his.  With distinct leaf values every leaf
that NegaScout evaluates is one that alpha-beta evaluates on the same tree, though some more than once: each
window lies inside the one that alpha-beta has there.

Sources: J. Pearl, "Asymptotic properties of minimax trees and game-searching procedures", *Artificial
Intelligence* 14(2), 1980 (SCOUT); A. Reinefeld, "An improvement to the Scout tree-search algorithm", *ICCA
Journal* 6(4), 1983 (NegaScout); T. A. Marsland and M. Campbell, "Parallel search of strongly ordered game
trees", *Computing Surveys* 14(4), 1982 (principal variation search).
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
from halfmove.search.textbook.failhard import failhard_value
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct, unfit


def is_leaf(game: Game, state: Any, depth: int) -> bool:
    """Whether `state` is a leaf, whose value one look settles."""
    return depth == 0 or game.is_terminal(state)


@kernel
def negascout_value(
    game: Game, state: Any, depth: int, alpha: float, beta: float, narrow: bool, watch: Watcher
) -> tuple[Any, Any]:
    """As `alphabeta_value`, fail-soft; an action that a null window shows to be better is searched again.

    With the window (its value so far, beta) where `narrow`, as Reinefeld does, else with (alpha, beta).
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
        bound = beta  # of the window in which the next action is searched
        for a in game.actions(state):
            watch.descend(a)
            child = game.result(state, a)
            v2, _ = negascout_value(game, child, depth - 1, alpha, bound, narrow, watch)
            # failed high: only a lower bound is known, except of a leaf, whose value is exact
            if bound <= v2 < beta and not is_leaf(game, child, depth - 1):
                low = v2 if narrow else alpha
                watch.again(low, beta)
                watch.descend(a)
                v2, _ = negascout_value(game, child, depth - 1, low, beta, narrow, watch)
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
                if v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
            if v >= beta:
                watch.cutoff(v, beta, False)
                break
            # the null window of real numbers: no float lies between its ends
            bound = math.nextafter(alpha, math.inf)
    else:
        v, bound = math.inf, alpha
        for a in game.actions(state):
            watch.descend(a)
            child = game.result(state, a)
            v2, _ = negascout_value(game, child, depth - 1, bound, beta, narrow, watch)
            if alpha < v2 <= bound and not is_leaf(game, child, depth - 1):
                high = v2 if narrow else beta
                watch.again(alpha, high)
                watch.descend(a)
                v2, _ = negascout_value(game, child, depth - 1, alpha, high, narrow, watch)
            if v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
                if v < beta:
                    watch.lower_beta(beta, v)
                    beta = v
            if v <= alpha:
                watch.cutoff(v, alpha, False)
                break
            bound = math.nextafter(beta, -math.inf)
    watch.leave(v)
    return v, move


@kernel
def scout_value(game: Game, state: Any, depth: int, clip: bool, watch: Watcher) -> tuple[Any, Any]:
    """EVAL: the minimax value of `state` to MAX, and an action that attains it.

    TEST is fail-hard alpha-beta with a null window, which can only answer with one of its two ends; `clip`
    must be true.
    """
    watch.enter(state, depth, -math.inf, math.inf)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
    elif game.to_move(state) == MAX:
        first = True
        for a in game.actions(state):
            watch.descend(a)
            child = game.result(state, a)
            v2 = v
            if not first:  # TEST: is it more than v?
                above = math.nextafter(v, math.inf)
                v2, _ = failhard_value(game, child, depth - 1, v, above, clip, watch)
                if v2 > v and not is_leaf(game, child, depth - 1):
                    watch.again(-math.inf, math.inf)
                    watch.descend(a)
            if first or (v2 > v and not is_leaf(game, child, depth - 1)):
                v2, _ = scout_value(game, child, depth - 1, clip, watch)
            first = False
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
            if v >= math.inf:
                watch.cutoff(v, math.inf, False)
                break
    else:
        v, first = math.inf, True
        for a in game.actions(state):
            watch.descend(a)
            child = game.result(state, a)
            v2 = v
            if not first:  # TEST: is it less than v?
                below = math.nextafter(v, -math.inf)
                v2, _ = failhard_value(game, child, depth - 1, below, v, clip, watch)
                if v2 < v and not is_leaf(game, child, depth - 1):
                    watch.again(-math.inf, math.inf)
                    watch.descend(a)
            if first or (v2 < v and not is_leaf(game, child, depth - 1)):
                v2, _ = scout_value(game, child, depth - 1, clip, watch)
            first = False
            if v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
            if v <= -math.inf:
                watch.cutoff(v, -math.inf, False)
                break
    watch.leave(v)
    return v, move


def negascout(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    form: str = "negascout",
) -> Outcome:
    """The same value and action as `minimax`: alpha-beta with null windows and re-searches.

    `form` is "negascout", where an action that proves better than alpha is searched again from the value it
    has shown, (v, beta), or "pvs" (principal variation search as most programs have it), where it is with the
    whole window (alpha, beta).  The second visits a little more, and its principal variation is exact to the
    end; in the first, a re-search that only confirms its bound leaves the moves after it as likely, not
    proven.  The rest is as for `minimax`.
    """
    game = open_game(game)
    state = open_state(game, state)
    if form not in ("negascout", "pvs"):
        raise BadInput(f"NegaScout has no form '{form}'; there are 'negascout' and 'pvs'.")
    arguments = (-math.inf, math.inf, form == "negascout")
    return conduct("negascout", negascout_value, game, state, depth, watch, arguments, options={"form": form})


def scout(
    game: Game | str, state: Any = None, *, depth: int | None = None, watch: Watcher | None = None
) -> Outcome:
    """The same value and action as `minimax`, by Pearl's SCOUT: EVAL the first action, TEST the others.

    EVAL enters a state with the window (−∞, ∞), TEST with a null window beside the value to beat; a leaf that
    passed its test is not evaluated again.  The rest is as for `minimax`.
    """
    game = open_game(game)
    state = open_state(game, state)
    return conduct("scout", scout_value, game, state, depth, watch, (True,))


NEGASCOUT = Form("negascout", negascout_value, lambda alpha, beta: (alpha, beta, False), windowed=True)
SCOUT = Form("scout", scout_value, lambda alpha, beta: (True,))

register(
    Algorithm(
        name="negascout",
        summary="Alpha-beta that shows all actions but the first to be no better, by null windows.",
        source="Reinefeld, ICCA Journal 6(4), 1983; Marsland and Campbell, Computing Surveys 14(4), 1982",
        unfit=unfit,
        search=NEGASCOUT.search,
        strength=19,
        lesson=Lesson(negascout, {"form": ("negascout", "pvs")}, windowed=True, repeats=True),
    )
)
register(
    Algorithm(
        name="scout",
        summary="Pearl's SCOUT: EVAL the first action, TEST whether another is better before evaluating it.",
        source="Pearl, Artificial Intelligence 14(2), 1980",
        unfit=unfit,
        search=SCOUT.search,
        strength=12,
        lesson=Lesson(scout, windowed=True, repeats=True),
    )
)

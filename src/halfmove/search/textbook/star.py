"""Star1: expectiminimax with windows at chance nodes, from bounds on what any payoff can be.

If every payoff lies from L to U, then with some outcomes searched a chance node is worth at least the sum of
probability × value so far plus the probability left × L, and at most the same with U.  As soon as that
interval lies beyond the window (alpha, beta) the remaining outcomes cannot matter.  Solved for the next
outcome's value, the same says which window it is to be searched with:

    low  = (alpha − sum − left × U) / p        at most low:  the mean is at most alpha, whatever follows
    high = (beta  − sum − left × L) / p        at least high: the mean is at least beta

where p is its probability and `left` that of the outcomes after it.

Without bounds (L = −∞, U = +∞) low and high are infinite but for the last outcome: nothing can be cut at a
chance node, since an outcome not yet seen may be worth any amount, and so tip any mean.

Source: B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes", *Artificial
Intelligence* 21(3), 1983, pp. 327-350.  Values returned are fail-soft, as by T. Hauk, M. Buro and
J. Schaeffer, "Rediscovering *-minimax search", *Computers and Games* 2004.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, OwnStep, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.expectiminimax import unfit
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, Refused, conduct

Bounds = tuple[float, float]
"""The least and the largest payoff that any leaf has for player 0."""


class OutOfBounds(Refused):
    """A leaf's payoff lies outside the bounds that were stated."""

    sentence = (
        "{game} has a payoff outside the bounds from {arguments[2]:g} to {arguments[3]:g}, on which the "
        "search relies; state others, or have the game say so by its utility_limit."
    )


def share(probability: float, payoff: float) -> float:
    """`probability` × `payoff`, which is 0 where the probability is, even if the payoff is infinite."""
    return probability * payoff if probability > 0 else 0.0


@kernel
def star1_value(
    game: Game,
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    least: float,
    most: float,
    watch: Watcher,
) -> tuple[Any, Any]:
    """The expectiminimax value of `state` to MAX, as far as the window (alpha, beta) asks, and an action.

    All payoffs lie from `least` to `most`.  MAX and the MINs do as in alpha-beta; whether a chance node is
    given up is decided by its outcome's own window, which rounding cannot make inconsistent.
    """
    watch.enter(state, depth, alpha, beta)
    v, move = -math.inf, NULL
    mover = game.to_move(state)
    if game.is_terminal(state) or depth == 0:
        over = game.is_terminal(state)
        v = game.utility(state, MAX) if over else game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, over)
        if v < least or v > most or math.isinf(v):
            raise OutOfBounds
    elif mover == CHANCE:
        v, left = 0.0, 1.0
        below, above = most <= alpha, least >= beta
        for a, p in game.outcomes(state):
            if below or above:
                break
            if p <= 0:
                continue
            low = (alpha - v - share(left - p, most)) / p
            high = (beta - v - share(left - p, least)) / p
            below, above = low >= most, high <= least  # what rounding let slip
            if below or above:
                break
            bottom, top = v + share(left, least), v + share(left, most)
            left -= p
            child, inner, outer = game.result(state, a), max(low, least), min(high, most)
            watch.descend(a)
            v2, _ = star1_value(game, child, depth - 1, inner, outer, least, most, watch)
            watch.weigh(p, v, v + p * v2)
            v = v + p * v2
            below, above = v2 <= low, v2 >= high
            bottom = bottom if below else v + share(left, least)  # a value outside its window is a bound
            top = top if above else v + share(left, most)
            watch.tell("mean", (bottom, top))
        if below:
            v = min(v + share(left, most), alpha)
            watch.cutoff(v, alpha, False)
        elif above:
            v = max(v + share(left, least), beta)
            watch.cutoff(v, beta, False)
    elif mover == MAX:
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = star1_value(game, game.result(state, a), depth - 1, alpha, beta, least, most, watch)
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
                if v > alpha:
                    watch.raise_alpha(alpha, v)
                    alpha = v
            if v >= beta:
                watch.cutoff(v, beta, False)
                break
    else:
        v = math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = star1_value(game, game.result(state, a), depth - 1, alpha, beta, least, most, watch)
            if v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
                if v < beta:
                    watch.lower_beta(beta, v)
                    beta = v
            if alpha >= v:
                watch.cutoff(v, alpha, False)
                break
    watch.leave(v)
    return v, move


def star1(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    bounds: Bounds | str | None = None,
) -> Outcome:
    """The same value and action as `expectiminimax`, with fewer nodes: Ballard's Star1.

    `bounds` are the least and the largest payoff that any leaf has for player 0, as a pair of numbers or a
    text such as "-1,1"; by default those of the game's `utility_limit`, within which evaluations lie as well.
    An end may be infinite.  `BadInput` for a leaf outside them, and where none are known.  Values agree with
    expectiminimax to the last digits of a float; the rest is as there.
    """
    game = open_game(game)
    state = open_state(game, state)
    low, high = payoff_bounds(game, bounds)
    arguments = (-math.inf, math.inf, low, high)
    return conduct(
        "star1",
        star1_value,
        game,
        state,
        depth,
        watch,
        arguments,
        options={"bounds": (low, high)},
        unfit=unfit,
    )


def payoff_bounds(game: Game, bounds: Bounds | str | None = None) -> Bounds:
    """The bounds on player 0's payoffs: those stated, or what the game's `utility_limit` says."""
    if bounds is None:
        limit = float(game.utility_limit)
        if not math.isfinite(limit):
            raise Unsuitable(_no_bounds(game))
        return -limit, limit
    try:
        pair = bounds.split(",") if isinstance(bounds, str) else bounds
        low, high = (float(end) for end in pair)
    except (TypeError, ValueError):
        low = high = math.nan
    if not low < high:
        raise BadInput(
            f"Bounds are the least and the largest payoff, the first less than the second, not {bounds!r}."
        )
    return low, high


def star_unfit(game: Game) -> str | None:
    """Why Star1 and Star2 do not fit `game`, as a sentence; None where they do."""
    if not math.isfinite(game.utility_limit):
        return _no_bounds(game)
    return unfit(game)


def _no_bounds(game: Game) -> str:
    return (
        f"{game.title()} does not say how large its payoffs can be; state bounds on them, such as -1 and 1."
    )


def make_form(name: str, kernel: Callable[..., tuple[Any, Any]], *further: Any) -> Form:
    """Star1 or Star2 as `analyze` calls them, with the bounds that the game itself states."""

    def fitted(game: Game, mover: int) -> Form:
        known = (*payoff_bounds(game), *further)
        return Form(name, kernel, lambda alpha, beta: (alpha, beta, *known), windowed=True)

    return Form(name, kernel, windowed=True, fitted=fitted)


STEPS = {
    "mean": OwnStep(
        ("lower", "upper"),
        "mean {node}: {lower} to {upper}",
        "The mean at {node} lies from {lower} to {upper}, whatever the outcomes not yet searched are worth.",
        "mean {lower} to {upper}",
    )
}
"""What is known of a chance node's mean: what a cut there follows from."""

FORM = make_form("star1", star1_value)

register(
    Algorithm(
        name="star1",
        summary="Star1: expectiminimax with windows at chance nodes, from bounds on the payoffs.",
        source="B. W. Ballard, The *-minimax search procedure, Artificial Intelligence 21(3), 1983",
        reckons_with="chance",
        unfit=star_unfit,
        search=FORM.search,
        strength=9,
        lesson=Lesson(star1, {"bounds": (None,)}, windowed=True, steps=STEPS),
        suits=lambda game: False,  # Star2 fits wherever it does
        meant=lambda game: game.has_chance,
    )
)

"""Star2: Star1 that first looks at one action behind each outcome.

Where MIN moves after the dice, one action of his shows an upper bound on that outcome: he may have better,
never worse.  So before any outcome is searched in full, a probe of each (its first action only) may already
show that the mean cannot reach alpha; and where MAX moves, that it cannot stay below beta.  If the probes
decide nothing their bounds remain, in the place of the bounds on all payoffs, and narrow the windows of the
full searches that follow.  The better the actions are ordered, the tighter the bounds; where they come in
random order a probe costs more than it saves (docs/searches.md has the counts).

Ballard probes where nature stands between MAX and MIN.  Here every outcome has an interval of its own, so
that players may follow in any order: a leaf is known as soon as it is met and not visited again, an outcome
where nature moves once more keeps the bounds on all payoffs, and where no probe could decide none is made.

Source: B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes", *Artificial
Intelligence* 21(3), 1983, pp. 327-350; T. Hauk, M. Buro and J. Schaeffer, "Rediscovering *-minimax search",
*Computers and Games* 2004.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.expectiminimax import unfit
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct
from halfmove.search.textbook.star import STEPS, Bounds, OutOfBounds, make_form, payoff_bounds, star_unfit

ALL = 1_000_000_000
"""More actions than any state has."""


def narrow_to_outcome(
    alpha: float, beta: float, lower: float, upper: float, bottom: float, top: float, p: float
) -> tuple[float, float]:
    """The values that decide a chance node by one outcome of probability `p`, known from `bottom` to `top`.

    At most the first: the mean, known from `lower` to `upper`, is at most alpha.  At least the second: the
    mean is at least beta.
    """
    return (alpha - (upper - p * top)) / p, (beta - (lower - p * bottom)) / p


@kernel
def star2_value(
    game: Game,
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    least: float,
    most: float,
    tries: Any,
    watch: Watcher,
) -> tuple[Any, Any]:
    """The expectiminimax value of `state` to MAX, as far as the window (alpha, beta) asks, and an action.

    All payoffs lie from `least` to `most`.  Where a player moves only his first `tries` actions are searched:
    one in a probe.
    """
    watch.enter(state, depth, alpha, beta)
    v, move = -math.inf, NULL
    mover = game.to_move(state)
    if game.is_terminal(state) or depth == 0:
        over = game.is_terminal(state)
        v = game.utility(state, MAX) if over else game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, over)
        if v < least or v > most:
            raise OutOfBounds
    elif mover == CHANCE:
        # The mean lies from lower to upper, outcome i from bottoms[i] to tops[i].
        lower, upper = least, most
        bottoms = [least for _ in game.actions(state)]
        tops = [most for _ in game.actions(state)]
        below, above = upper <= alpha, lower >= beta
        i = -1
        for a, p in game.outcomes(state):  # the probing phase
            i += 1
            if below or above:
                break
            if p <= 0:
                continue
            child = game.result(state, a)
            leaf = depth == 1 or game.is_terminal(child)
            raises = leaf or game.to_move(child) == MAX
            sinks = leaf or game.to_move(child) > MAX
            if not ((raises and upper >= beta) or (sinks and lower <= alpha)):
                continue
            low, high = narrow_to_outcome(alpha, beta, lower, upper, bottoms[i], tops[i], p)
            below, above = low >= tops[i], high <= bottoms[i]  # what rounding let slip
            if below or above:
                break
            inner, outer = max(low, least) if sinks else least, min(high, most) if raises else most
            if not leaf:
                watch.probe(a)
            watch.descend(a)
            v2, _ = star2_value(game, child, depth - 1, inner, outer, least, most, np.int64(1), watch)
            # one action's value bounds the outcome on its mover's side, a leaf's on both
            if raises:
                lower += p * (v2 - bottoms[i])
                bottoms[i] = v2
                above = v2 >= high
            if sinks:
                upper += p * (v2 - tops[i])
                tops[i] = v2
                below = v2 <= low
            watch.tell("mean", (lower, upper))
        v = 0.0
        i = -1
        for a, p in game.outcomes(state):  # the search phase
            i += 1
            if below or above:
                break
            if p <= 0:
                continue
            v2 = tops[i]
            if bottoms[i] < tops[i]:
                low, high = narrow_to_outcome(alpha, beta, lower, upper, bottoms[i], tops[i], p)
                below, above = low >= tops[i], high <= bottoms[i]
                if below or above:
                    break
                child, inner, outer = game.result(state, a), max(low, bottoms[i]), min(high, tops[i])
                watch.descend(a)
                v2, _ = star2_value(game, child, depth - 1, inner, outer, least, most, np.int64(ALL), watch)
                below, above = v2 <= low, v2 >= high
                bottom, top = lower, upper
                lower += p * (v2 - bottoms[i])
                upper += p * (v2 - tops[i])
                watch.tell("mean", (bottom if below else lower, top if above else upper))
            else:
                watch.descend(a)
            watch.weigh(p, v, v + p * v2)
            v = v + p * v2
        if below:
            # fail-soft: the bound on the mean that made the cut
            v = min(upper, alpha)
            watch.cutoff(v, alpha, False)
        elif above:
            v = max(lower, beta)
            watch.cutoff(v, beta, False)
    elif mover == MAX:
        for a in game.actions(state):
            if tries == 0:
                break
            tries -= 1
            child = game.result(state, a)
            watch.descend(a)
            v2, _ = star2_value(game, child, depth - 1, alpha, beta, least, most, np.int64(ALL), watch)
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
            if tries == 0:
                break
            tries -= 1
            child = game.result(state, a)
            watch.descend(a)
            v2, _ = star2_value(game, child, depth - 1, alpha, beta, least, most, np.int64(ALL), watch)
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


def star2(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    bounds: Bounds | str | None = None,
) -> Outcome:
    """The same value and action as `expectiminimax`: Ballard's Star2, with a probing phase at chance nodes.

    As `star1`, but both `bounds` must be finite.  A state that was probed may be entered once more, and is
    counted each time.
    """
    game = open_game(game)
    state = open_state(game, state)
    low, high = payoff_bounds(game, bounds)
    if not (math.isfinite(low) and math.isfinite(high)):
        raise BadInput(f"Star2 needs finite bounds, not {low:g} and {high:g}; Star1 can do without.")
    arguments = (-math.inf, math.inf, low, high, ALL)
    return conduct(
        "star2",
        star2_value,
        game,
        state,
        depth,
        watch,
        arguments,
        options={"bounds": (low, high)},
        unfit=unfit,
    )


FORM = make_form("star2", star2_value, ALL)

register(
    Algorithm(
        name="star2",
        summary="Star2: Star1 that first probes one action behind each outcome.",
        source="B. W. Ballard, The *-minimax search procedure, Artificial Intelligence 21(3), 1983",
        reckons_with="chance",
        unfit=star_unfit,
        search=FORM.search,
        strength=15,
        lesson=Lesson(star2, {"bounds": (None,)}, windowed=True, repeats=True, steps=STEPS),
        suits=lambda game: game.zero_sum or game.utility_limit != Game.utility_limit,
        meant=lambda game: game.has_chance,
    )
)

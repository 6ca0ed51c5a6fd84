"""Singular extensions: alpha-beta that looks deeper along a move with no alternative.

Where one move stands out from all its siblings, play will follow it, and the search had better know where it
leads: it gets a ply more than the others.  Deep Thought finds out by searching the siblings to a reduced
depth; Winston's textbook, for a first idea, compares the static values of the positions they lead to.  Here
`look` says how many plies the comparison looks ahead, 0 being Winston's.  A forced reply, the only legal
move, may be extended for the same reason.

Sources: T. Anantharaman, M. Campbell and F.-h. Hsu, "Singular extensions: adding selectivity to brute-force
searching", *ICCA Journal* 11(4), 1988, and *Artificial Intelligence* 43(1), 1990; P. H. Winston, *Artificial
Intelligence*, 3rd ed. (1992), chapter 6 (the singular-extension heuristic).
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
from halfmove.search.textbook.alphabeta import passes
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.minimax import minimax_value
from halfmove.search.textbook.outcome import MAX, NULL, UNLIMITED, Outcome, conduct, unfit
from halfmove.search.watch import Counter

MARGIN = 0.5
"""How much better than its siblings a move must be, in payoff units, unless it is said otherwise: half of
what lies between a draw and a win."""

BUDGET = 4
"""Plies by which one line of play may be extended in all, unless it is said otherwise."""

NONE = -1
"""The place of a move that does not exist."""


@kernel
def singular_place(game: Game, state: Any, margin: float, look: int, forced: bool, aside: Counter) -> int:
    """The place among ACTIONS of the one that beats all others by `margin`; `NONE` if none does.

    Each is worth what minimax says `look` plies beyond it.  An only action counts where `forced`.
    """
    sign = 1.0 if game.to_move(state) == MAX else -1.0
    best, second, place, count = -math.inf, -math.inf, NONE, 0
    for a in game.actions(state):
        value, _ = minimax_value(game, game.result(state, a), look, aside)
        value = sign * value
        if value > best:
            best, second, place = value, best, count
        else:
            second = max(second, value)
        count += 1
    if count == 1:
        return 0 if forced else NONE
    return place if best > second and best - second >= margin else NONE


@kernel
def singular_value(
    game: Game,
    state: Any,
    depth: int,
    budget: int,
    margin: float,
    look: int,
    forced: bool,
    aside: Counter,
    alpha: float,
    beta: float,
    strict: bool,
    watch: Watcher,
) -> tuple[Any, Any]:
    """The value of `state` to MAX, as far as the window asks, `depth` plies ahead and where extended more.

    `budget` is how many plies the line may still be extended; `aside` counts what comparisons cost.
    """
    watch.enter(state, depth, alpha, beta)
    v, move, index, place = -math.inf, NULL, 0, NONE
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
        watch.leave(v)
        return v, move
    if depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
        watch.leave(v)
        return v, move
    if budget > 0 and depth < UNLIMITED // 2:
        place = singular_place(game, state, margin, look, forced, aside)
    maximises = game.to_move(state) == MAX
    v = -math.inf if maximises else math.inf
    for a in game.actions(state):
        more = 1 if index == place else 0
        index += 1  # noqa: SIM113
        if more > 0:
            watch.extend(more)
        watch.descend(a)
        child, plies, left = game.result(state, a), depth - 1 + more, budget - more
        v2, _ = singular_value(
            game, child, plies, left, margin, look, forced, aside, alpha, beta, strict, watch
        )
        if maximises and v2 > v:
            watch.improve(v, v2)
            v, move = v2, a
            if v > alpha:
                watch.raise_alpha(alpha, v)
                alpha = v
        elif not maximises and v2 < v:
            watch.improve(v, v2)
            v, move = v2, a
            if v < beta:
                watch.lower_beta(beta, v)
                beta = v
        if passes(v, beta, strict) if maximises else passes(alpha, v, strict):
            watch.cutoff(v, beta if maximises else alpha, strict)
            break
    watch.leave(v)
    return v, move


def singular(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    margin: float = MARGIN,
    look: int = 0,
    forced: bool = True,
    budget: int = BUDGET,
    strict: bool = False,
) -> Outcome:
    """Alpha-beta to `depth` plies, and a ply more along every move that beats its siblings by `margin`.

    Moves are compared by their values `look` plies beyond them (0: by the positions they lead to).
    The watcher gets no events of these comparisons, but the outcome counts their nodes and evaluations.
    `margin` is in payoff units. With `forced` the only move of a state is extended too.  No line is extended
    by more than `budget` plies in all. Without a depth there is nothing to extend, and it is the same search
    as `alphabeta`.  `BadInput` for a negative margin, look or budget; the rest is as for `alphabeta`.
    """
    game = open_game(game)
    state = open_state(game, state)
    for name, number in (("margin", margin), ("look", look), ("budget", budget)):
        if number < 0:
            raise BadInput(f"The {name} of singular extensions must not be negative, as {number} is.")
    options = {"margin": margin, "look": look, "forced": forced, "budget": budget, "strict": strict}
    arguments = (budget, float(margin), look, forced, Counter(), -math.inf, math.inf, strict)
    return conduct("singular", singular_value, game, state, depth, watch, arguments, options=options)


FORM = Form(
    "singular",
    singular_value,
    lambda alpha, beta: (BUDGET, MARGIN, 0, True, Counter(), alpha, beta, False),
    windowed=True,
)

register(
    Algorithm(
        name="singular",
        summary="Alpha-beta that looks a ply deeper along a move far better than its siblings.",
        source="Anantharaman, Campbell and Hsu, Artificial Intelligence 43(1), 1990",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=15,
        lesson=Lesson(
            singular,
            {
                "margin": (MARGIN,),
                "look": (0,),
                "forced": (True, False),
                "budget": (BUDGET,),
                "strict": (False, True),
            },
            windowed=True,
            heuristic=True,
        ),
    )
)

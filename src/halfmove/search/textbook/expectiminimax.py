"""Expectiminimax: minimax where nature moves too.

The value of a chance node is the mean of its outcomes' values, each weighted with its probability; MAX and
the MINs do as in minimax.  Nature may move anywhere, at the root too, and is a ply like any player.

No outcome of a chance node can be left out: however good or bad the others were, the last one may still move
the mean to any value at all.  Only who knows how large and how small a payoff can be may cut there, and that
is what Star1 and Star2 do (see `star`).

Sources: D. Michie, "Game-playing and game-learning automata", in *Advances in Programming and Non-Numerical
Computation*, 1966 (expectimaxing); S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*,
4th ed. (2021), section 5.5 (EXPECTIMINIMAX).
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, Refused, conduct, reason_not_open


class NoMean(Refused):
    """An outcome is worth +∞ and another −∞: they have no mean."""

    sentence = "{game} has a chance node with outcomes worth +∞ and −∞, which have no mean."


@kernel
def expectiminimax_value(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
    """The expected value of `state` to MAX under best play, and an action that attains it.

    EVAL, in utility units, stands for the value of a state `depth` plies ahead.  An outcome of probability 0
    is not searched, so that not even an infinite payoff there matters.
    """
    watch.enter(state, depth, None, None)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
    elif game.to_move(state) == CHANCE:
        v = 0.0
        for a, p in game.outcomes(state):
            if p > 0:
                watch.descend(a)
                v2, _ = expectiminimax_value(game, game.result(state, a), depth - 1, watch)
                watch.weigh(p, v, v + p * v2)
                v = v + p * v2
        if math.isnan(v):
            raise NoMean
    elif game.to_move(state) == MAX:
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = expectiminimax_value(game, game.result(state, a), depth - 1, watch)
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
    else:
        v = math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = expectiminimax_value(game, game.result(state, a), depth - 1, watch)
            if v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
    watch.leave(v)
    return v, move


def unfit(game: Game) -> str | None:
    """Why expectiminimax does not fit `game`, as a sentence; None where it does."""
    blind = reason_not_open(game, "expectiminimax")
    if blind:
        return blind
    if game.players == 2 and not game.zero_sum:
        return (
            f"{game.title()} is not zero-sum, and expectiminimax takes it that what one player wins the "
            "other loses: it needs max^n."
        )
    return None


def expectiminimax(
    game: Game | str, state: Any = None, *, depth: int | None = None, watch: Watcher | None = None
) -> Outcome:
    """The expected value of a state (the initial one if none is given) to player 0, who is MAX.

    Everyone else is a MIN; with one player it is expectimax.  `depth` counts nature's plies as well, and at
    the horizon the game's evaluation stands for the value; without it the whole tree is searched.  Where
    nature moves first there is no action to choose, and `action` is None.  Of equally good actions the first
    is chosen.  Games without chance get their minimax value.  `Unsuitable` for two players who are not
    opponents, and for hidden information.
    """
    game = open_game(game)
    state = open_state(game, state)
    return conduct("expectiminimax", expectiminimax_value, game, state, depth, watch, unfit=unfit)


FORM = Form("expectiminimax", expectiminimax_value)

register(
    Algorithm(
        name="expectiminimax",
        summary="Expectiminimax: minimax with chance nodes, each worth the mean of its outcomes.",
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021), section 5.5",
        reckons_with="chance",
        unfit=unfit,
        search=FORM.search,
        strength=8,
        meant=lambda game: game.has_chance,
        lesson=Lesson(expectiminimax),
    )
)

"""Negamax: minimax and alpha-beta in one branch, as what one player wins the other loses.

Every value, and both ends of every window, are those of the player to move; a child's value changes its sign
on the way up, and the window (alpha, beta) is (−beta, −alpha) to the other player.  Where the same player
moves again nothing changes its sign.  At a leaf the player to move is the one whose turn it would be.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6(4),
1975, sections 1 and 2: F (no window) and F2 (the window; at a node where nothing is better than alpha, alpha
is returned).  F3 is F2 made fail-soft: J. P. Fishburn, "Another optimization of alpha-beta search", *SIGART
Newsletter* 84, 1983.
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
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct
from halfmove.search.textbook.outcome import unfit as unfit_for_minimax

FORMS = ("F2", "F3", "F")
"""With a window, fail-hard; with a window, fail-soft; without a window."""


@kernel
def plain_negamax_value(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
    """F: the minimax value of `state` to the player to move, and an action that attains it."""
    watch.enter(state, depth, None, None)
    mover = game.to_move(state)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, mover)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, mover) / WIN
        watch.leaf(state, v, False)
    else:
        for a in game.actions(state):
            watch.descend(a)
            child = game.result(state, a)
            v2, _ = plain_negamax_value(game, child, depth - 1, watch)
            if game.to_move(child) != mover:
                v2 = 0 - v2
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
    watch.leave(v)
    return v, move


@kernel
def negamax_value(
    game: Game, state: Any, depth: int, alpha: float, beta: float, soft: bool, watch: Watcher
) -> tuple[Any, Any]:
    """The value of `state` to the player to move, as far as his window asks, and an action that attains it.

    F2, or F3 where `soft`; NULL for the action where no value was better than what v began with.
    """
    watch.enter(state, depth, alpha, beta)
    mover = game.to_move(state)
    v, move = -math.inf if soft else alpha, NULL
    if game.is_terminal(state):
        v = game.utility(state, mover)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, mover) / WIN
        watch.leaf(state, v, False)
    else:
        for a in game.actions(state):
            watch.descend(a)
            child = game.result(state, a)
            if game.to_move(child) == mover:
                v2, _ = negamax_value(game, child, depth - 1, alpha, beta, soft, watch)
            else:
                v2, _ = negamax_value(game, child, depth - 1, 0 - beta, 0 - alpha, soft, watch)
                v2 = 0 - v2
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


def unfit(game: Game) -> str | None:
    """Why negamax does not fit `game`, as a sentence; None where it does."""
    if game.players > 2:
        return (
            f"{game.title()} has {game.players} players, and negamax takes it that what one wins the other "
            "loses; minimax and alpha-beta know one MAX against several MINs."
        )
    return unfit_for_minimax(game)


def negamax(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    form: str = "F2",
) -> Outcome:
    """The same value and action as `minimax`; the watcher gets values to the player to move.

    `form` is "F2" (alpha-beta, fail-hard), "F3" (alpha-beta, fail-soft) or "F" (no window, every node).  F2
    and F3 visit the same nodes as `alphabeta`.  The outcome's value is player 0's.  The rest is as for
    `minimax`; `Unsuitable` for more than two players.
    """
    game = open_game(game)
    state = open_state(game, state)
    options = {"form": form, "view": "mover"}
    if form == "F":
        outcome = conduct(
            "negamax", plain_negamax_value, game, state, depth, watch, options=options, unfit=unfit
        )
    elif form in FORMS:
        window = (-math.inf, math.inf, form == "F3")
        outcome = conduct(
            "negamax", negamax_value, game, state, depth, watch, window, options=options, unfit=unfit
        )
    else:
        raise BadInput(f"Negamax has no form '{form}'; there are {', '.join(FORMS)}.")
    mover = game.to_move(state)
    return outcome if mover == MAX else outcome._replace(value=0 - outcome.value)


FORM = Form(
    "negamax",
    negamax_value,
    lambda alpha, beta: (alpha, beta, True),
    windowed=True,
    payoffs="mover",
)

register(
    Algorithm(
        name="negamax",
        summary="Alpha-beta in one branch: every value and window is that of the player to move.",
        source="Knuth and Moore, Artificial Intelligence 6(4), 1975, F2",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=18,
        lesson=Lesson(negamax, {"form": FORMS}, windowed=True, payoffs="mover"),
    )
)

"""The paranoid search: one player against all the others, who are taken to have joined against him.

The player to move at the root maximises his payoff and everyone else, whatever he may want for himself,
minimises it.  That makes two sides of any number of players, and so alpha-beta applies.  With n players in
turn, b actions and d plies its best case is about b^(d (n−1)/n) leaves: to show what he can be sure of, one
action is enough at his own nodes, and all are needed at everyone else's.  Max^n takes the others to be
selfish, this search takes them to be enemies.

Source: N. R. Sturtevant and R. E. Korf, "On pruning techniques for multi-player games", *AAAI-2000*,
pp. 201-207.
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
from halfmove.search.textbook.outcome import NULL, Outcome, conduct, reason_not_open


@kernel
def paranoid_value(
    game: Game, state: Any, depth: int, alpha: float, beta: float, player: int, watch: Watcher
) -> tuple[Any, Any]:
    """What `player` can be sure of in `state` if all others play against him, as far as (alpha, beta) asks.

    Alpha-beta, fail-soft, where `player` is MAX.  EVAL for him, in utility units, stands for the value of a
    state `depth` plies ahead.
    """
    watch.enter(state, depth, alpha, beta)
    v, move = -math.inf, NULL
    if game.is_terminal(state):
        v = game.utility(state, player)
        watch.leaf(state, v, True)
    elif depth == 0:
        v = game.evaluate(state, player) / WIN
        watch.leaf(state, v, False)
    elif game.to_move(state) == player:
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = paranoid_value(game, game.result(state, a), depth - 1, alpha, beta, player, watch)
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
            v2, _ = paranoid_value(game, game.result(state, a), depth - 1, alpha, beta, player, watch)
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


def paranoid(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    player: int | None = None,
) -> Outcome:
    """What the player to move (or `player`) can be sure of in a state, whatever all the others do.

    The value is his payoff, in his view, and no more than max^n promises him; the action is the one to
    choose at the root, the first of equals.  `depth` limits the search to that many plies, with his
    evaluation at the horizon.  For any number of players and any payoffs; `Unsuitable` for games of chance
    or hidden information.
    """
    game = open_game(game)
    reason = unfit(game)
    start = open_state(game, state)
    whose = game.to_move(start) if player is None and not reason else player or 0
    if whose not in range(game.players):
        raise BadInput(f"{game.title()} has no player {whose}; they are 0 to {game.players - 1}.")
    return conduct(
        "paranoid",
        paranoid_value,
        game,
        start,
        depth,
        watch,
        (-math.inf, math.inf, whose),
        options={"maximisers": (whose,)},
        unfit=unfit,
    )


def unfit(game: Game) -> str | None:
    """Why the paranoid search does not fit `game`, as a sentence; None where it does."""
    blind = reason_not_open(game, "the paranoid search")
    if blind:
        return blind
    if game.has_chance:
        return (
            f"{game.title()} has chance in it, and the paranoid search only knows players who choose: it "
            "needs max^n or expectiminimax."
        )
    return None


def _fit_form(game: Game, mover: int) -> Form:
    return Form(
        "paranoid",
        paranoid_value,
        lambda alpha, beta: (alpha, beta, mover),
        windowed=True,
        maximiser=mover,
    )


FORM = Form("paranoid", paranoid_value, windowed=True, fitted=_fit_form)

register(
    Algorithm(
        name="paranoid",
        summary="Paranoid search: the player to move against all others, with alpha-beta.",
        source="Sturtevant and Korf, On pruning techniques for multi-player games, AAAI-2000",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=4,
        meant=lambda game: game.players > 2,
        lesson=Lesson(paranoid, windowed=True),
    )
)

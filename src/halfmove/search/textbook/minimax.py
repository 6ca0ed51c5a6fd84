"""Minimax, in the two forms in which textbooks write it.

MAX is player 0 and all values are his: he wants the largest UTILITY(s, MAX), whoever else moves the
smallest.  With more than two players this is one MAX against several MINs in turn, as Pac-Man against the
ghosts; that the MINs have payoffs of their own is for other algorithms.

Sources: S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), fig. 5.3
(MINIMAX-SEARCH with MAX-VALUE and MIN-VALUE) and section 5.3 (H-MINIMAX: IS-CUTOFF and EVAL in the place of
IS-TERMINAL and UTILITY); the idea is C. E. Shannon's, "Programming a computer for playing chess",
*Philosophical Magazine* 41(314), 1950.
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, register
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct, unfit


@kernel
def minimax_value(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
    """The minimax value of `state` to MAX and an action that attains it, looking `depth` plies ahead.

    The dispatch form: one function for MAX and MIN that asks TO-MOVE whose turn it is, so that players need
    not alternate.  EVAL, in utility units, stands for the value of a state at the horizon.
    """
    watch.enter(state, depth, None, None)
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
            v2, _ = minimax_value(game, game.result(state, a), depth - 1, watch)
            if v2 > v:
                watch.improve(v, v2)
                v, move = v2, a
    else:
        v = math.inf
        for a in game.actions(state):
            watch.descend(a)
            v2, _ = minimax_value(game, game.result(state, a), depth - 1, watch)
            if v2 < v:
                watch.improve(v, v2)
                v, move = v2, a
    watch.leave(v)
    return v, move


# ---- the pair form, fig. 5.3 line by line.  Two functions that call each other cannot be kept in the cache
# of machine code (see docs/decisions), so they are plain Python: to be read, stepped through and watched.


def max_value(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
    """MAX-VALUE: as `minimax_value`, for a state where MAX moves and whose successors are MIN's."""
    watch.enter(state, depth, None, None)
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
        watch.leave(v)
        return v, NULL
    if depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
        watch.leave(v)
        return v, NULL
    _expect(game, game.to_move(state) == MAX)
    v, move = -math.inf, NULL
    for a in game.actions(state):
        watch.descend(a)
        v2, _ = min_value(game, game.result(state, a), depth - 1, watch)
        if v2 > v:
            watch.improve(v, v2)
            v, move = v2, a
    watch.leave(v)
    return v, move


def min_value(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
    """MIN-VALUE: as `minimax_value`, for a state where MIN moves and whose successors are MAX's."""
    watch.enter(state, depth, None, None)
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
        watch.leave(v)
        return v, NULL
    if depth == 0:
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
        watch.leave(v)
        return v, NULL
    _expect(game, game.to_move(state) != MAX)
    v, move = math.inf, NULL
    for a in game.actions(state):
        watch.descend(a)
        v2, _ = max_value(game, game.result(state, a), depth - 1, watch)
        if v2 < v:
            watch.improve(v, v2)
            v, move = v2, a
    watch.leave(v)
    return v, move


def _expect(game: Game, turn_is_right: bool) -> None:
    if not turn_is_right:
        raise Unsuitable(
            f"In {game.title()} MAX and MIN do not move in turn, which the pair form of minimax takes for "
            "granted; the dispatch form asks whose turn it is."
        )


def pair_value(game: Game, state: Any, depth: int, watch: Watcher) -> tuple[Any, Any]:
    """MINIMAX-SEARCH, starting with the function of the player to move."""
    if game.is_terminal(state) or game.to_move(state) == MAX:
        return max_value(game, state, depth, watch)
    return min_value(game, state, depth, watch)


def minimax(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    form: str = "dispatch",
) -> Outcome:
    """The minimax value of a state (the initial one if none is given) to player 0, with the action to choose.

    `depth` limits the search to that many plies, with the game's evaluation at the horizon; without it the
    whole tree is searched.  `watch` gets every step and makes the search run interpreted, unless its
    class is compiled. `form` is "dispatch" or "pair" (MAX-VALUE and MIN-VALUE, interpreted); their
    results are the same.  Among equally good actions the first is chosen.  `Unsuitable` for games of chance
    or hidden information.
    """
    game = open_game(game)
    state = open_state(game, state)
    if form == "dispatch":
        return conduct("minimax", minimax_value, game, state, depth, watch, options={"form": form})
    if form == "pair":
        return conduct(
            "minimax", pair_value, game, state, depth, watch, options={"form": form}, compiled=False
        )
    raise BadInput(f"Minimax has no form '{form}'; there are 'dispatch' and 'pair'.")


FORM = Form("minimax", minimax_value)

register(
    Algorithm(
        name="minimax",
        summary="Minimax as the textbooks write it: every node of the tree; MAX against one or more MINs.",
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th ed. (2021), fig. 5.3",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=10,
        lesson=Lesson(minimax, {"form": ("dispatch", "pair")}),
    )
)

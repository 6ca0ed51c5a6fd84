"""Quiescence search: alpha-beta that does not stop in the middle of an exchange.

A search that stops at a fixed depth trusts EVAL in positions in which the next move changes
everything, and so prefers moves that delay a loss beyond its horizon (the *horizon effect*: H. J.
Berliner, "Some necessary conditions for a master chess program", *IJCAI*, 1973).  So at the horizon the
search goes on, with forcing actions only, until the position is quiet.  A player need not force anything: he
may *stand pat*, take what EVAL says and stop.

Sources: C. E. Shannon, "Programming a computer for playing chess", *Philosophical Magazine* 41(314), 1950,
who describes the need; L. R. Harris, "The heuristic search and the game of chess", *IJCAI*, 1975, with the
name; S. Russell and P. Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed. (2021), section 5.3.1;
D. F. Beal, "A generalised quiescence search algorithm", *Artificial Intelligence* 43(1), 1990 (standing pat).
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
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct, unfit

BEYOND = 16
"""Plies beyond the horizon, at most, unless it is said otherwise: longer than exchanges usually are."""


def is_forcing(game: Game, state: Any, action: Any) -> bool:
    """Whether `action` is one of the state's forcing actions."""
    for forcing in game.forcing(state):
        if forcing == action:
            return True
    return False


def is_quiet(game: Game, state: Any) -> bool:
    """Whether the state has no forcing actions."""
    for _ in game.forcing(state):
        return False
    return True


def pass_over_rest(game: Game, state: Any, place: int, watch: Watcher) -> None:
    """Tell of the actions from `place` on that are not forcing: a cutoff is not what leaves them out."""
    index = 0
    for a in game.actions(state):
        if index >= place and not is_forcing(game, state, a):
            watch.pass_over(a)
        index += 1  # noqa: SIM113


@kernel
def quiescence_value(
    game: Game,
    state: Any,
    depth: int,
    beyond: int,
    stand_pat: bool,
    alpha: float,
    beta: float,
    strict: bool,
    watch: Watcher,
) -> tuple[Any, Any]:
    """The value of `state` to MAX, as far as the window asks, `depth` plies ahead and on until it is quiet.

    A depth of -k is k plies beyond the horizon; at -beyond EVAL stands for the value whatever is forcing.
    """
    watch.enter(state, max(depth, 0), alpha, beta)
    v, move, place, calm = -math.inf, NULL, 0, depth <= 0
    if game.is_terminal(state):
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
        watch.leave(v)
        return v, move
    if calm and (depth <= -beyond or is_quiet(game, state)):
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
        watch.leave(v)
        return v, move
    maximises = game.to_move(state) == MAX
    v = -math.inf if maximises else math.inf
    cut = False
    if calm and stand_pat:
        v = game.evaluate(state, MAX) / WIN
        watch.stand(v)
        if maximises and v > alpha:
            watch.raise_alpha(alpha, v)
            alpha = v
        elif not maximises and v < beta:
            watch.lower_beta(beta, v)
            beta = v
        cut = passes(v, beta, strict) if maximises else passes(alpha, v, strict)
    for a in game.actions(state):
        if cut:
            break
        place += 1
        if calm and not is_forcing(game, state, a):
            watch.pass_over(a)
            continue
        watch.descend(a)
        child, plies = game.result(state, a), depth - 1
        v2, _ = quiescence_value(game, child, plies, beyond, stand_pat, alpha, beta, strict, watch)
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
        cut = passes(v, beta, strict) if maximises else passes(alpha, v, strict)
    if cut:
        if calm:
            pass_over_rest(game, state, place, watch)
        watch.cutoff(v, beta if maximises else alpha, strict)
    watch.leave(v)
    return v, move


def quiescence(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    stand_pat: bool = True,
    beyond: int = BEYOND,
    strict: bool = False,
) -> Outcome:
    """Alpha-beta to `depth` plies, and from there on with the game's `forcing` actions only.

    At the horizon the player to move may stop and take EVAL, unless `stand_pat` is false: then a state with
    forcing actions is worth what the best of them brings.  After `beyond` more plies EVAL ends it anyway.
    Of a game without forcing actions, and without a depth, it is the same search as `alphabeta`; at depth 0
    the action is None, as it is where standing pat is best.  `BadInput` for a negative `beyond`; the rest is
    as for `alphabeta`.
    """
    game = open_game(game)
    state = open_state(game, state)
    if beyond < 0:
        raise BadInput(f"The plies beyond the horizon must be a whole number from 0, not {beyond}.")
    return conduct(
        "quiescence",
        quiescence_value,
        game,
        state,
        depth,
        watch,
        (beyond, stand_pat, -math.inf, math.inf, strict),
        options={"stand_pat": stand_pat, "beyond": beyond, "strict": strict},
    )


FORM = Form(
    "quiescence",
    quiescence_value,
    lambda alpha, beta: (BEYOND, True, alpha, beta, False),
    windowed=True,
)

register(
    Algorithm(
        name="quiescence",
        summary="Alpha-beta that beyond the horizon looks at forcing actions until the position is quiet.",
        source="Shannon 1950; Harris 1975; Russell and Norvig, 4th ed. (2021), section 5.3.1",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=16,
        lesson=Lesson(
            quiescence,
            {"stand_pat": (True, False), "beyond": (BEYOND,), "strict": (False, True)},
            windowed=True,
            heuristic=True,
        ),
    )
)

"""Tapered search: the less plausible a move, the fewer of the moves after it are looked at.

A node with w branches has children of rank 1 to w, the most plausible first; the child of rank r gets

    branches(child) = branches(parent) − r

of its own, so that the tree tapers off by itself:

                 4                     w = 4, ranks 1 2 3 4
           ┌───┬─┴─┬───┐
           3   2   1   0               0 branches: EVAL stands for the value
          ┌┼┐  ┌┐  │
          210  10  0

A move's plausibility is the static value, to whoever makes it, of the position it leads to.  Winston counts
ranks from 1, so that the least plausible child is a leaf; with `first_rank=0` the most plausible line keeps
all its branches and only the depth ends it.  *Branches* are those a node really has: with fewer actions than
its share, it passes on less.

A table of `widths` is the older way: so many of the most plausible moves at each ply, whatever led there.

Sources: P. H. Winston, *Artificial Intelligence*, 3rd ed. (1992), chapter 6 (heuristic pruning); R. D.
Greenblatt, D. E. Eastlake and S. D. Crocker, "The Greenblatt chess program", *AFIPS FJCC* 31, 1967: the
*plausible move generator* of Mac Hack, with widths 15, 15, 9, 9, 7 at plies 1 to 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game, open_state
from halfmove.core.score import WIN
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, OwnStep, register
from halfmove.search.textbook.alphabeta import passes
from halfmove.search.textbook.analysis import Form
from halfmove.search.textbook.outcome import MAX, NULL, Outcome, conduct, unfit

MAC_HACK = (15, 15, 9, 9, 7)
"""How many moves Mac Hack considered at plies 1 to 5 in tournaments."""

_LEGEND = "r, b", "rank among the siblings, branches: a child of rank r gets b − r"
STEPS = {
    "root": OwnStep(
        ("branches",),
        "branches {node}: {branches}",
        "The search begins at {node} with {branches} branches.",
        "b = {branches}",
        _LEGEND,
    ),
    "share": OwnStep(
        ("rank", "above", "branches"),
        "branches {node}: rank {rank}, {above} − {rank} = {branches}",
        "{node} has rank {rank} among its siblings: of {above} branches it gets "
        "{above} − {rank} = {branches}.",
        "r = {rank}, b = {branches}",
        _LEGEND,
    ),
    "few": OwnStep(
        ("rank", "share", "branches"),
        "branches {node}: rank {rank}, {branches}, as there are no {share}",
        "{node} has rank {rank} among its siblings and would get {share} branches; it has only {branches}.",
        "r = {rank}, b = {branches}",
        _LEGEND,
    ),
    "ply": OwnStep(
        ("rank", "branches"),
        "branches {node}: rank {rank}, {branches} at this ply",
        "{node} has rank {rank} among its siblings; at this ply {branches} branches are looked at.",
        "r = {rank}, b = {branches}",
        _LEGEND,
    ),
    "rank": OwnStep(
        ("rank",),
        "rank {node}: {rank}",
        "{node} has rank {rank} among its siblings, and the game is over there.",
        "r = {rank}",
        _LEGEND,
    ),
}
"""What stands beside a node as in the lecture's picture: r is its rank among its siblings, b its branches."""

ALL = 1_000_000
"""More branches than any node has."""


def plausibility(game: Game, state: Any, action: Any) -> float:
    """How good `action` looks to the player who makes it: the static value of the state it leads to."""
    child = game.result(state, action)
    value = game.utility(child, MAX) if game.is_terminal(child) else game.evaluate(child, MAX) / WIN
    return 1.0 * value if game.to_move(state) == MAX else -1.0 * value


def rank_of(place: int, values: Sequence[float]) -> int:
    """How many of `values` are larger than the one at `place`, or equal and before it."""
    rank = 0
    for i in range(len(values)):
        if values[i] > values[place] or (values[i] == values[place] and i < place):
            rank += 1
    return rank


def pass_over_rest(
    game: Game, state: Any, place: int, values: Sequence[float], branches: int, watch: Watcher
) -> None:
    """Tell of the implausible actions from `place` on: a cutoff is not what leaves them out."""
    index = 0
    for a in game.actions(state):
        if index >= place and rank_of(index, values) >= branches:
            watch.pass_over(a)
        index += 1  # noqa: SIM113


def tell_share(rank: int, above: int, width: int, branches: int, by_ply: bool, watch: Watcher) -> None:
    """Tell how many branches a state has, and from what they follow."""
    if above == 0:
        watch.tell("root", (branches,))
    elif by_ply:
        watch.tell("ply", (rank, width))
    elif branches < width:
        watch.tell("few", (rank, width, branches))
    else:
        watch.tell("share", (rank, above, branches))


@kernel
def tapered_value(
    game: Game,
    state: Any,
    depth: int,
    ply: int,
    width: int,
    first_rank: int,
    widths: Buffer,
    windowed: bool,
    alpha: float,
    beta: float,
    strict: bool,
    rank: int,
    above: int,
    watch: Watcher,
) -> tuple[Any, Any]:
    """The value of `state` to MAX from its `width` most plausible actions, as far as the window asks.

    `rank` is the state's own among its siblings, `above` how many branches its parent has, 0 at the root.
    `widths` holds how many there are and then the branches at each ply; none leaves them to the rule.
    """
    if windowed:
        watch.enter(state, depth, alpha, beta)
    else:
        watch.enter(state, depth, None, None)
    v, move, place = -math.inf, NULL, 0
    if game.is_terminal(state):
        if above > 0:
            watch.tell("rank", (rank,))
        v = game.utility(state, MAX)
        watch.leaf(state, v, True)
        watch.leave(v)
        return v, move
    if widths[0] > 0:
        width = widths[min(ply + 1, widths[0])]
    if depth == 0 or width <= 0:
        tell_share(rank, above, width, width, widths[0] > 0, watch)
        v = game.evaluate(state, MAX) / WIN
        watch.leaf(state, v, False)
        watch.leave(v)
        return v, move
    values = [plausibility(game, state, a) for a in game.actions(state)]
    branches = min(width, len(values))
    tell_share(rank, above, width, branches, widths[0] > 0, watch)
    maximises = game.to_move(state) == MAX
    v = -math.inf if maximises else math.inf
    for a in game.actions(state):
        own = rank_of(place, values)
        place += 1
        if own >= branches:
            watch.pass_over(a)
            continue
        watch.descend(a)
        child, plies, share = game.result(state, a), depth - 1, branches - own - first_rank
        v2, _ = tapered_value(
            game, child, plies, ply + 1, share, first_rank, widths, windowed, alpha, beta, strict,
            own + first_rank, branches, watch,
        )  # fmt: skip
        if maximises and v2 > v:
            watch.improve(v, v2)
            v, move = v2, a
            if windowed and v > alpha:
                watch.raise_alpha(alpha, v)
                alpha = v
        elif not maximises and v2 < v:
            watch.improve(v, v2)
            v, move = v2, a
            if windowed and v < beta:
                watch.lower_beta(beta, v)
                beta = v
        if windowed and (passes(v, beta, strict) if maximises else passes(alpha, v, strict)):
            pass_over_rest(game, state, place, values, branches, watch)
            watch.cutoff(v, beta if maximises else alpha, strict)
            break
    watch.leave(v)
    return v, move


def tapered(
    game: Game | str,
    state: Any = None,
    *,
    depth: int | None = None,
    watch: Watcher | None = None,
    width: int | None = None,
    first_rank: int = 1,
    widths: Sequence[int] | str = (),
    window: bool = True,
    strict: bool = False,
) -> Outcome:
    """Minimax over plausible moves only: each child gets its parent's branches less its rank.

    `width` is how many branches the first state has (None: one for each action); a state without branches is
    worth its evaluation.  `first_rank` is 1 (Winston's rule) or 0.  `widths`, such as `MAC_HACK` or
    "15,15,9,9,7", are branches for each ply instead, the last for all deeper ones.  With `window` the search
    is alpha-beta's, without it plain minimax's.  Of equally plausible moves the first in order comes first.
    The evaluations that rank the moves are neither reported nor counted; `passed_over` counts the moves left
    out.  The rest is as for `alphabeta`.
    """
    game = open_game(game)
    state = open_state(game, state)
    if width is not None and width < 1:
        raise BadInput(f"The width of a tapered search must be at least 1, not {width}.")
    if first_rank not in (0, 1):
        raise BadInput(f"The first rank of a tapered search is 1 or 0, not {first_rank}.")
    table = _table(widths)
    options = {"width": width, "first_rank": first_rank, "widths": table, "window": window, "strict": strict}
    arguments = (0, width or ALL, first_rank, _words(table), window, -math.inf, math.inf, strict, 0, 0)
    return conduct("tapered", tapered_value, game, state, depth, watch, arguments, options=options)


def _table(widths: Sequence[int] | str) -> tuple[int, ...]:
    """The branches for each ply; `BadInput` if they are not whole numbers from 1."""
    items = widths.replace(",", " ").split() if isinstance(widths, str) else widths
    try:
        table = tuple(int(item) for item in items)
    except (TypeError, ValueError):
        table = (0,)
    if any(number < 1 for number in table):
        raise BadInput(f"Widths are whole numbers from 1, one for each ply, such as 4,3,2,1, not {widths!r}.")
    return table


def _words(table: tuple[int, ...]) -> Buffer:
    words = Buffer(1 + len(table))
    words[0] = len(table)
    for i, width in enumerate(table, 1):
        words[i] = width
    return words


FORM = Form(
    "tapered",
    tapered_value,
    lambda alpha, beta: (0, ALL, 1, _words(()), True, alpha, beta, False, 0, 0),
    windowed=True,
)

register(
    Algorithm(
        name="tapered",
        summary="Alpha-beta over plausible moves: a child gets its parent's branches less its rank.",
        source="Winston, Artificial Intelligence, 3rd ed. (1992), chapter 6; Greenblatt et al. 1967",
        reckons_with="players",
        unfit=unfit,
        search=FORM.search,
        strength=5,
        lesson=Lesson(
            tapered,
            {
                "width": (None,),
                "first_rank": (1, 0),
                "widths": ("",),
                "window": (True, False),
                "strict": (False, True),
            },
            windowed=True,
            heuristic=True,
            steps=STEPS,
        ),
    )
)

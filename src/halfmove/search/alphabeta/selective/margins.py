"""Where the selective search looks less far, further, or not at all: the conditions, and their constants.

Every function says of one step of `search` whether it applies, or by how much.  The forms are the field's,
with sources at each.  How much is in `parameters`, in units of the game (`Game.unit`, a pawn in chess) and
1024ths of a ply; up to which depth is here.  What a step is worth is measured by leaving it out
(`selective.features`, in a match).
"""

from __future__ import annotations

from typing import Any

from halfmove.core.compile import step
from halfmove.core.contract import Game
from halfmove.core.score import ESTIMATE, INFINITY
from halfmove.search.action_numbers import NO_ACTION
from halfmove.search.alphabeta.ordering import HINT_RANK
from halfmove.search.alphabeta.selective import parameters
from halfmove.search.alphabeta.selective.experience import history_score
from halfmove.search.alphabeta.selective.memory import (
    CHECK_EXTENSIONS,
    CUTS,
    EXCHANGES,
    FUTILITY,
    HISTORY,
    HISTORY_LIMIT,
    MOVE_COUNT,
    NULL_FROM,
    REDUCTION_SIDE,
    REDUCTIONS,
    SINGULAR,
    STACK_COLUMNS,
    Memory,
)
from halfmove.search.alphabeta.selective.node import Entry, Node
from halfmove.search.alphabeta.selective.ranking import COUNTER_RANK
from halfmove.search.alphabeta.table import LOWER

PLY = parameters.WHOLE
"""Reductions are reckoned in 1024ths of a ply."""


def units(game: Game, number: int, m: Memory, times: int = 1) -> int:
    """A parameter that is in units, so many times, as the game counts; rounded once, down."""
    return m.parameters[number] * game.unit * times // parameters.WHOLE


# ---- the whole node

STATIC_DEPTH = 8
"""Plies up to which a state whose evaluation is far above beta is taken to hold it."""
RAZOR_DEPTH = 3
"""Plies up to which a state may be so bad that only what is forcing could help."""
NULL_DEPTH = 3
"""The fewest plies for a null move."""
NULL_MOST = 3
"""The search after it is at most so many plies shallower for being above beta."""
VERIFIED_DEPTH = 12
"""Plies from which a null move that fails high is verified by a search without null moves (zugzwang)."""
BLIND_DEPTH = 6
"""Plies from which a state without an action to try first is searched a ply less deep."""


@step
def far_above(game: Game, depth: int, static: int, improving: int, beta: int, m: Memory) -> bool:
    """Static null move, or reverse futility: the evaluation is above beta by more than the plies left could
    take away (Heinz, *ICCA Journal* 21(2), 1998)."""
    margin = units(game, parameters.STATIC_PLY, m, depth - improving)
    return depth <= STATIC_DEPTH and static - margin >= beta and static < ESTIMATE


@step
def far_below(game: Game, depth: int, static: int, alpha: int, m: Memory) -> bool:
    """Razoring: the evaluation is below alpha by more than quiet actions could bring (Birmingham and
    Kent, *Advances in Computer Chess 1*, 1977)."""
    margin = units(game, parameters.RAZOR_BASE, m) + units(game, parameters.RAZOR_PLY, m, depth)
    return depth <= RAZOR_DEPTH and static + margin < alpha


@step
def may_pass(
    game: Game, state: Any, depth: int, ply: int, static: int, beta: int, last_slot: int, m: Memory
) -> bool:
    """Whether a null move may be tried: the state is good enough, the opponent has not just made one himself,
    none is being verified, and the game has nothing against it (no zugzwang near)."""
    return bool(
        depth >= NULL_DEPTH
        and static >= beta
        and ply >= m.counters[NULL_FROM]
        and last_slot != 0
        and game.may_pass(state)
    )


@step
def null_reduction(game: Game, depth: int, static: int, beta: int, m: Memory) -> int:
    """Plies by which the search after a null move is shallower (Donninger, *ICCA Journal* 16(3), 1993; by
    depth and margin: Heinz 1999)."""
    above = (static - beta) // units(game, parameters.NULL_MARGIN, m)
    by_depth = (m.parameters[parameters.NULL_BASE] + depth * m.parameters[parameters.NULL_PLY]) // PLY
    return by_depth + min(above, NULL_MOST)


@step
def blind(depth: int, entry: Entry, wide: bool, cut: int) -> bool:
    """Internal iterative reduction: a deep search that is to find or refute something does not know what to
    try first (Schröder 2020: a ply less, instead of a search to find out)."""
    return depth >= BLIND_DEPTH and entry.action == NO_ACTION and (wide or cut == 1)


# ---- an action before it is searched

MOVE_COUNT_DEPTH = 4
"""Plies of depth up to which the number of quiet actions is bounded."""
FUTILITY_DEPTH = 10
"""Plies that a late action would still be searched, up to which it may be hopeless."""
EXCHANGE_DEPTH = 8
"""Plies that a late quiet action would still be searched, up to which losing material rules it out."""
CAPTURE_DEPTH = 6
"""Plies of depth up to which an action that is not quiet is ruled out by losing a unit a ply."""


@step
def lateness(node: Node, i: int, m: Memory) -> int:
    """How much shallower the i-th action in order would be searched, in 1024ths of a ply (late move
    reductions, by the logarithms of depth and number: T. Romstad, *Late Move Reductions*, 2006)."""
    at = min(node.depth, REDUCTION_SIDE - 1) * REDUCTION_SIDE + min(i + 1, REDUCTION_SIDE - 1)
    return m.reductions[at] + (m.parameters[parameters.REDUCTION_FALLING] if node.improving == 0 else 0)


@step
def too_many(node: Node, quiets: int, best: int, m: Memory) -> bool:
    """Whether so many quiet actions have been searched near the horizon that no other is (Shannon's Type B;
    Greenblatt, Eastlake and Crocker 1967: the "plausible" ones): half as many where the evaluation does not
    rise."""
    depth = node.depth
    most = m.parameters[parameters.COUNT_BASE] + depth * depth * m.parameters[parameters.COUNT_SQUARE]
    return bool(
        node.features & MOVE_COUNT
        and depth <= MOVE_COUNT_DEPTH
        and quiets >= most // parameters.WHOLE // (2 - node.improving)
        and best > -ESTIMATE
        and not node.pressed
    )


@step
def hopeless(
    game: Game, state: Any, node: Node, action: int, quiet: bool, rank: int, late: int, alpha: int, m: Memory
) -> tuple[bool, int]:
    """Whether an action that gives no check is passed over, and a bound on what it would have brought.

    Quiet ones where even so much a ply does not reach alpha (futility: Schaeffer 1986; Heinz 1998), or where
    they lose more material than the plies left are worth; others where they lose so much a ply.
    """
    if quiet:
        reach = max(node.depth - late // PLY, 1)
        hope = node.static + units(game, parameters.FUTILITY_BASE, m)
        hope += units(game, parameters.FUTILITY_PLY, m, reach)
        if node.features & FUTILITY and reach <= FUTILITY_DEPTH and hope <= alpha:
            return True, hope
        lost = -units(game, parameters.EXCHANGE_QUIET, m, reach * reach + reach)
        if node.features & EXCHANGES and reach <= EXCHANGE_DEPTH and game.exchange(state, action) < lost:
            return True, -INFINITY
    elif (
        node.features & EXCHANGES
        and node.depth <= CAPTURE_DEPTH
        and rank < 0
        and game.exchange(state, action) < -units(game, parameters.EXCHANGE_OTHER, m, node.depth)
    ):
        return True, -INFINITY
    return False, -INFINITY


# ---- further than the rest

SINGULAR_DEPTH = 7
"""Plies from which it is asked whether the table's action alone holds the value ..."""
SINGULAR_ENTRY = 3
"""... where the table has searched it to so many plies less."""


@step
def may_be_singular(node: Node, rank: int, entry: Entry) -> bool:
    """Whether to ask if the table's action is the only good one (singular extensions: Anantharaman, Campbell
    and Hsu, *Artificial Intelligence* 43, 1990; by the table's bound: Stockfish)."""
    return bool(
        node.features & SINGULAR
        and node.depth >= SINGULAR_DEPTH
        and node.skipped < 0
        and rank == HINT_RANK
        and entry.bound & LOWER
        and entry.depth >= node.depth - SINGULAR_ENTRY
        and entry.score > -ESTIMATE
        and entry.score < ESTIMATE
    )


@step
def may_extend_check(game: Game, state: Any, node: Node, action: int) -> bool:
    """Whether an action that gives check is looked into a ply deeper: on the principal variation, if it loses
    nothing."""
    return bool(node.features & CHECK_EXTENSIONS and node.wide and game.exchange(state, action) >= 0)


# ---- shallower than the rest

REDUCED_DEPTH = 3
"""The fewest plies at which late actions are searched shallower."""
MANY_CUTS = 3
"""Children cut off at once so far, beyond which the next are expected to be too."""


@step
def reduction(
    game: Game,
    node: Node,
    slot: int,
    quiet: bool,
    checks: bool,
    rank: int,
    late: int,
    tried: int,
    rest: int,
    m: Memory,
) -> int:
    """Plies, up to `rest` less one, by which the action tried as the so manieth is searched shallower: by
    `lateness`, less what speaks for it."""
    if not node.features & REDUCTIONS or node.depth < REDUCED_DEPTH or tried <= (2 if node.wide else 1):
        return rest - rest
    p = m.parameters
    less = late + p[parameters.REDUCTION_CUT] * node.cut
    if m.stack[(node.ply + 3) * STACK_COLUMNS + CUTS] > MANY_CUTS:
        less += p[parameters.REDUCTION_CUTS]
    if quiet:
        if node.features & HISTORY:
            done = history_score(game, node.mover, slot, node.earlier, m)
            less -= done * p[parameters.REDUCTION_HISTORY] // HISTORY_LIMIT
        if rank >= COUNTER_RANK // 2:  # a killer or the counter move
            less -= p[parameters.REDUCTION_KILLER]
    elif rank > 0:
        less -= less // 2
    if node.wide:
        less -= p[parameters.REDUCTION_PRINCIPAL]
    if checks or node.pressed:
        less -= p[parameters.REDUCTION_CHECK]
    return min(max(less // PLY, 0), rest - 1)


@step
def second_look(game: Game, rest: int, less: int, score: int, best: int, m: Memory) -> int:
    """How many plies to look again at an action that beat alpha when searched shallower: the more the more it
    surprised."""
    if less > 1 and score > best + units(game, parameters.LOOK_DEEPER, m):
        return rest + 1
    if score < best + units(game, parameters.LOOK_SHALLOWER, m):
        return rest - 1
    return rest

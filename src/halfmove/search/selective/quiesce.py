"""Quiescence: beyond the horizon only the actions that could change the verdict at once.

The mover may always stand on the static evaluation (somebody who has only bad captures need not capture),
except in check, where every action is looked at.  At the first ply beyond the horizon threats (checks) are
looked at too.  Contract of the value: as `search`'s.  Sources: Shannon,
*Philosophical Magazine* 41, 1950 (the idea); Beal, *Artificial Intelligence* 43, 1990 (standing pat).
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.compile import kernel
from halfmove.core.game import Game
from halfmove.core.score import ESTIMATE, INFINITY, one_ply_back, one_ply_on
from halfmove.search.memory import MAX_PLY
from halfmove.search.negamax import canonical, estimate, final_score
from halfmove.search.ordering import HINT_RANK
from halfmove.search.selective.estimates import remembered_estimate
from halfmove.search.selective.memory import (
    ACTION,
    AGE,
    COLUMNS,
    DEEPEST,
    EXCHANGES,
    FEATURES,
    HORIZON,
    MASK,
    NODE_LIMIT,
    NODES,
    QUIESCENCE,
    RANK,
    STOP,
    TABLE,
    TABLE_HITS,
    Memory,
)
from halfmove.search.table import (
    EXACT,
    LOWER,
    NO_ACTION,
    UPPER,
    action_of,
    bound_of,
    bucket_of,
    depth_of,
    find,
    pack,
    score_of,
    store,
)

GAIN_MARGIN = 2
"""An action is passed over if it cannot bring the evaluation within so many units of alpha."""
THREAT_RANK = -(1 << 30)


@kernel
def quiesce(game: Game, state: Any, alpha: int, beta: int, ply: int, first: int, m: Memory) -> int:
    """The value of a state at the horizon (`first`: 1) or beyond (0), for the player to move."""
    c = m.counters
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT]:
        c[STOP] = 1
    if c[STOP] != 0:
        return alpha
    c[DEEPEST] = max(c[DEEPEST], ply)
    mover = game.to_move(state)
    if game.is_drawn(state):
        return ply - ply
    if not game.stuck_is_over and game.is_terminal(state):
        return final_score(game, state, mover)
    c[HORIZON] += 1
    lower, upper = game.bounds(state)
    if ply >= MAX_PLY or not c[FEATURES] & QUIESCENCE:
        return estimate(game, state, mover, lower, upper)
    # the table
    hint = NO_ACTION
    at = ply - ply
    deeper = False
    key, twin = canonical(game, state)
    if c[FEATURES] & TABLE:
        at = bucket_of(key, c[MASK])
        data = find(m.table, at, key)
        if data != bits.board(0):
            score = score_of(data)
            hint = action_of(data)
            bound = bound_of(data)
            deeper = depth_of(data) > 0
            if (bound & LOWER and score >= beta) or (bound & UPPER and score <= alpha):
                c[TABLE_HITS] += 1
                return score
    # stand pat
    pressed = game.in_check(state)
    best, stand = -INFINITY, -INFINITY
    if not pressed:
        stand = remembered_estimate(game, state, key, mover, lower, upper, m)
        best = stand
        if best >= beta:
            return best
        alpha = max(alpha, best)
    # the actions
    floor = alpha
    best_action = NO_ACTION
    w = m.moves
    ranks = (2 * ply * COLUMNS + RANK) * game.actions_limit
    actions = (2 * ply * COLUMNS + ACTION) * game.actions_limit
    if pressed:
        n = game.list_actions(state, w, actions) - actions
        if n == 0 and game.stuck_is_over:
            return final_score(game, state, mover)
    else:
        n = game.list_forcing(state, w, actions) - actions
    forcing = n
    if first != 0 and not pressed:
        n = game.list_threatening(state, w, actions + n) - actions
    for j in range(n):
        action = w[actions + j]
        rank = game.order(state, action) if j < forcing else THREAT_RANK
        if game.symmetric_action(action, twin) == hint:
            rank = HINT_RANK
        w[ranks + j] = rank
    for i in range(n):
        top = i
        for j in range(i + 1, n):
            if w[ranks + j] > w[ranks + top]:
                top = j
        action, rank = w[actions + top], w[ranks + top]
        w[actions + top] = w[actions + i]
        w[ranks + top] = w[ranks + i]
        if not pressed:
            if rank != THREAT_RANK and rank != HINT_RANK:
                hope = stand + game.gain(state, action) + GAIN_MARGIN * game.unit
                if hope <= alpha and not game.in_check(game.result(state, action)):
                    best = max(best, hope)
                    continue
            if c[FEATURES] & EXCHANGES and game.exchange(state, action) < 0:
                continue
        elif best > -ESTIMATE and i > 2 and game.quiet(state, action):
            continue
        child = game.result(state, action)
        if game.to_move(child) == mover:
            score = one_ply_on(
                quiesce(game, child, one_ply_back(alpha), one_ply_back(beta), ply + 1, ply - ply, m)
            )
        else:
            low, high = -one_ply_back(beta), -one_ply_back(alpha)
            score = one_ply_on(-quiesce(game, child, low, high, ply + 1, ply - ply, m))
        if c[STOP] != 0:
            return alpha
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_action = action
            if score >= beta:
                break
    if c[FEATURES] & TABLE and not deeper:
        bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
        remembered = hint if best_action == NO_ACTION else game.symmetric_action(best_action, twin)
        store(m.table, at, key, pack(best, remembered, ply - ply, bound, ply - ply, c[AGE]), c[AGE])
    return best

"""draft engine"""
from __future__ import annotations
from typing import NamedTuple, Any
from halfmove.core import bits
from halfmove.core.buffer import Buffer, prefetch
from halfmove.core.compile import kernel
from halfmove.core.score import ESTIMATE, INFINITY, one_ply_back, one_ply_on, settled
from halfmove.search.table import (
    COMPLETE, EXACT, LOWER, NO_ACTION, UPPER, action_of, bound_of, bucket_of, depth_of, find, pack, score_of, store, work_of)

STOP, NODES, NODE_LIMIT, HORIZON, AGE, MASK, CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, ETC = range(10)
MAX_PLY = 250

class Memory(NamedTuple):
    table: Buffer
    scratch: Buffer
    counters: Buffer

@kernel
def search(game, state, alpha, beta, depth, ply, m):
    c = m.counters
    c[NODES] += 1
    if c[STOP] != 0:
        return alpha
    mover = game.to_move(state)
    if game.is_terminal(state):
        return settled(game.utility(state, mover))
    lower, upper = game.bounds(state)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    alpha = max(alpha, lower)
    beta = min(beta, upper)
    # table
    key = game.key(state)
    sym = 0
    for k in range(1, game.symmetry_count):
        other = game.key(game.symmetric(state, k))
        if other < key:
            key = other
            sym = k
    key = bits.mix(key)
    at = bucket_of(key, c[MASK])
    data = find(m.table, at, key)
    hint = NO_ACTION
    if data != bits.board(0):
        hint = action_of(data)
        if depth_of(data) >= depth:
            v = score_of(data)
            b = bound_of(data)
            if b & LOWER:
                if v >= beta or b == EXACT:
                    c[TABLE_HITS] += 1
                    return v
                alpha = max(alpha, v)
                lower = max(lower, v)
            if b & UPPER:
                if v <= alpha:
                    c[TABLE_HITS] += 1
                    return v
                beta = min(beta, v)
                upper = min(upper, v)
    if depth <= 0 or ply >= MAX_PLY:
        c[HORIZON] += 1
        return min(max(game.evaluate(state, mover), lower), upper)
    start_nodes = c[NODES]
    start_horizon = c[HORIZON]
    moves = ply * 2 * game.actions_limit
    ranks = moves + game.actions_limit
    n = 0
    # moves, with the children's table entries on their way to the cache
    for action in game.candidates(state):
        child = game.result(state, action)
        ck = game.key(child)
        for k in range(1, game.symmetry_count):
            ck = min(ck, game.key(game.symmetric(child, k)))
        ck = bits.mix(ck)
        m.scratch[moves + n] = action
        rank = game.order(state, action)
        if game.symmetric_action(action, sym) == hint:
            rank = 1 << 40
        i = n
        while i > 0 and m.scratch[ranks + i - 1] < rank:
            m.scratch[ranks + i] = m.scratch[ranks + i - 1]
            m.scratch[moves + i] = m.scratch[moves + i - 1]
            i -= 1
        m.scratch[ranks + i] = rank
        m.scratch[moves + i] = action
        prefetch(m.table, bucket_of(ck, c[MASK]))
        n += 1
    if c[ETC] != 0 and beta - alpha == 1:
        for i in range(n):
            action = m.scratch[moves + i]
            child = game.result(state, action)
            if game.is_terminal(child):
                continue
            lo, up = game.bounds(child)
            ck = game.key(child)
            for k in range(1, game.symmetry_count):
                ck = min(ck, game.key(game.symmetric(child, k)))
            ck = bits.mix(ck)
            d = find(m.table, bucket_of(ck, c[MASK]), ck)
            if d != bits.board(0) and depth_of(d) >= depth - 1 and bound_of(d) & UPPER:
                up = min(up, score_of(d))
            v = one_ply_on(-up)
            if v >= beta:
                c[TABLE_HITS] += 1
                return v
    best = -INFINITY
    best_action = NO_ACTION
    a = alpha
    for i in range(n):
        action = m.scratch[moves + i]
        child = game.result(state, action)
        same = game.to_move(child) == mover
        full = beta if i == 0 else a + 1
        lo, hi = one_ply_back(a), one_ply_back(full)
        if not same:
            lo, hi = -hi, -lo
        v = search(game, child, lo, hi, depth - 1, ply + 1, m)
        v = one_ply_on(v if same else -v)
        if v > a and v < beta and full < beta:
            lo, hi = one_ply_back(a), one_ply_back(beta)
            if not same:
                lo, hi = -hi, -lo
            v = search(game, child, lo, hi, depth - 1, ply + 1, m)
            v = one_ply_on(v if same else -v)
        if c[STOP] != 0:
            return alpha
        if v > best:
            best = v
            best_action = action
            if v > a:
                a = v
                if v >= beta:
                    c[CUTOFFS] += 1
                    if i == 0:
                        c[FIRST_CUTOFFS] += 1
                    break
    best = min(max(best, lower), upper)
    bound = LOWER if best >= beta else (UPPER if best <= alpha else EXACT)
    work = 0
    spent = c[NODES] - start_nodes
    while spent > 0:
        spent >>= 1
        work += 1
    stored = COMPLETE if c[HORIZON] == start_horizon else depth
    store(m.table, at, key, pack(best, game.symmetric_action(best_action, sym), stored, bound, min(work, 31), c[AGE]), c[AGE])
    return best

"""Expectiminimax with windows at chance nodes and a transposition table, for two players.

Contract.  `search(…, alpha, beta, depth, …)` returns v such that, with V the position's value at this depth,
to player 0 and as `core.score` counts it:

    v <= alpha         ->  V <= v          (fail low: an upper bound)
    alpha < v < beta   ->  V == v
    v >= beta          ->  V >= v          (fail high: a lower bound)

Scores are whole numbers; the mean at a chance node is rounded to the next one, a millionth of a utility.
There are no distances in them, as a mean has none.  Where no evaluation at the horizon entered the result,
the counter HORIZON stands still, and the result is a proof.

At a chance node the mean lies between what is known of each outcome: at first the bounds on all payoffs,
which each outcome's search narrows (Star1).  Where players still choose two plies below, each outcome is
probed first: its best-looking action alone is searched, which gives a bound on one side (Star2).  As soon as
the mean must lie beyond the window, the rest is left out.

B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes", *Artificial Intelligence*
21(3), 1983; T. Hauk, M. Buro and J. Schaeffer, "*-Minimax performance in backgammon", *Computers and Games*
2004, with the table and the ordering by the evaluation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.compile import kernel, step
from halfmove.core.contract import CHANCE, Game
from halfmove.core.score import INFINITY, WIN
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta.memory import (
    AGE,
    CUTOFFS,
    FIRST_CUTOFFS,
    HORIZON,
    MASK,
    NODE_LIMIT,
    NODES,
    NOISE,
    SALT,
    STOP,
    TABLE_HITS,
    Memory,
)
from halfmove.search.alphabeta.ordering import effort, index_of, insert, noise, pack_rank
from halfmove.search.alphabeta.table import (
    COMPLETE,
    EXACT,
    LOWER,
    UPPER,
    action_of,
    bucket_of,
    depth_of,
    find,
    pack,
    store,
    tighten_bounds,
)
from halfmove.search.chance.memory import MAX_PLY, PROBES, PRUNED, WIDTH

ALL = 1_000_000_000
"""More actions than any state has."""
RANK_UNIT = 1024
"""Ranks by evaluations count in units of so many millionths."""
FIRST = 1 << 40


def payoff(game: Game, state: Any) -> int:
    """The score of a terminal state to player 0."""
    score: int = math.floor(game.utility(state, 0) * WIN + 0.5)
    return score


def estimate(game: Game, state: Any) -> int:
    """The score at the horizon to player 0, within the bounds of all payoffs."""
    most = game.utility_limit * WIN
    return min(max(game.evaluate(state, 0), -most), most)


def narrow_to_outcome(
    alpha: int, beta: int, lower: float, upper: float, bottom: int, top: int, p: float
) -> tuple[int, int]:
    """The scores that decide a chance node by one outcome of probability `p`, known from `bottom` to `top`:
    at most the first, and the mean, known from `lower` to `upper`, is at most alpha; at least the second, and
    it is at least beta."""
    low = (alpha - (upper - p * top)) / p
    high = (beta - (lower - p * bottom)) / p
    most = float(INFINITY)
    return math.floor(min(max(low, -most), most)), math.ceil(min(max(high, -most), most))


@step
def list_by_rank(
    game: Game, state: Any, sign: int, first: int, depth: int, ply: int, m: Memory
) -> tuple[int, int]:
    """List the actions of `ply` and rank them: the table's first, then by the evaluation of what they lead
    to, best for the mover first.  At the horizon they stay as they are.  Where the list starts, how long it
    is."""
    actions = 2 * ply * game.actions_limit
    ranks = actions + game.actions_limit
    count = game.list_actions(state, m.moves, actions) - actions
    for i in range(count):
        action = m.moves[actions + i]
        rank = 0
        if depth > 1:
            child = game.result(state, action)
            value = payoff(game, child) if game.is_terminal(child) else estimate(game, child)
            rank = sign * value // RANK_UNIT
            if m.counters[NOISE] > 0:
                rank += noise(game.key(child), m.counters[NOISE], m.counters[SALT])
            if first != NO_ACTION and fold(game, action) == first:
                rank = FIRST
        insert(m.moves, ranks, i, pack_rank(rank, i))
    return actions, count


@kernel
def search(game: Game, state: Any, alpha: int, beta: int, depth: int, ply: int, tries: Any, m: Memory) -> int:
    """The score of a state to player 0, see above; where a player moves, of his first `tries` actions."""
    c = m.counters
    c[NODES] += 1
    if c[NODES] >= c[NODE_LIMIT]:
        c[STOP] = 1
    if c[STOP] != 0:
        return alpha
    if game.is_terminal(state):
        return payoff(game, state)
    if depth <= 0 or ply >= MAX_PLY:
        c[HORIZON] += 1
        return estimate(game, state)
    most = game.utility_limit * WIN
    least = -most
    key = bits.mix(game.key(state))
    bucket = bucket_of(key, c[MASK])
    data = find(m.table, bucket, key)
    first = NO_ACTION
    if data != bits.board(0):
        first = action_of(data)
        # just this depth: means over children of unequal depths would be no level's value
        if depth_of(data) == depth or depth_of(data) == COMPLETE:
            lower, upper = tighten_bounds(data, least, most)
            if lower >= beta or upper <= alpha or lower == upper:
                c[TABLE_HITS] += 1
                if depth_of(data) != COMPLETE:
                    c[HORIZON] += 1
                return upper if upper <= alpha else lower
    horizon, nodes = c[HORIZON], c[NODES]
    mover = game.to_move(state)
    best_action = NO_ACTION
    if mover == CHANCE:
        low_sum, high_sum = float(least), float(most)
        bottoms = [least for _ in game.actions(state)]
        tops = [most for _ in game.actions(state)]
        below, above = most <= alpha, least >= beta
        value = alpha
        i = -1
        if depth > 2:
            for a, p in game.outcomes(state):  # each outcome's best-looking action alone
                i += 1
                if below or above:
                    break
                child = game.result(state, a)
                whose = game.to_move(child)
                if p <= 0.0 or game.is_terminal(child) or whose == CHANCE:
                    continue
                raises = whose == 0
                if (raises and high_sum >= beta) or (not raises and low_sum <= alpha):
                    low, high = narrow_to_outcome(alpha, beta, low_sum, high_sum, bottoms[i], tops[i], p)
                    below, above = low >= tops[i], high <= bottoms[i]
                    if below or above:
                        break
                    c[PROBES] += 1
                    # one beyond the bounds, as a value equal to an end of its window is only a bound;
                    # a probe bounds the outcome on the mover's side, so the window's other end stays open
                    inner, outer = max(low, least - 1), min(high, most + 1)
                    inner = least - 1 if raises else inner
                    outer = outer if raises else most + 1
                    v = search(game, child, inner, outer, depth - 1, ply + 1, np.int64(1), m)
                    if c[STOP] != 0:
                        return alpha
                    # Star2: what one action attains is a lower bound for MAX, an upper one for MIN
                    if raises:
                        low_sum += p * (v - bottoms[i])
                        bottoms[i] = v
                        above = v >= high
                    else:
                        high_sum += p * (v - tops[i])
                        tops[i] = v
                        below = v <= low
        total = 0.0
        i = -1
        for a, p in game.outcomes(state):  # each outcome in full
            i += 1
            if below or above:
                break
            if p <= 0.0:
                continue
            v = tops[i]
            if bottoms[i] < tops[i]:
                low, high = narrow_to_outcome(alpha, beta, low_sum, high_sum, bottoms[i], tops[i], p)
                below, above = low >= tops[i], high <= bottoms[i]
                if below or above:
                    break
                inner, outer = max(low, bottoms[i] - 1), min(high, tops[i] + 1)
                v = search(game, game.result(state, a), inner, outer, depth - 1, ply + 1, np.int64(ALL), m)
                if c[STOP] != 0:
                    return alpha
                below, above = v <= low, v >= high
                low_sum += p * (v - bottoms[i])
                high_sum += p * (v - tops[i])
            total += p * v
        if below:
            # the sum of the upper bounds is a bound itself (fail-soft); rounded outwards it stays one
            value = min(math.ceil(high_sum), alpha)
            c[CUTOFFS] += 1
        elif above:
            value = max(math.floor(low_sum), beta)
            c[CUTOFFS] += 1
        else:
            value = math.floor(total + 0.5)
    else:
        sign = 1 if mover == 0 else -1
        floor, ceiling = (alpha, beta) if mover == 0 else (-beta, -alpha)
        best = -INFINITY
        at, count = list_by_rank(game, state, sign, first, depth, ply, m)
        allowed = min(count, tries)
        if depth > 1 and ply > 0 and c[WIDTH] > 0 and allowed > c[WIDTH]:
            allowed = c[WIDTH]
            c[PRUNED] += 1
            c[HORIZON] += 1
        for i in range(allowed):
            action = m.moves[at + index_of(m.moves[at + game.actions_limit + i])]
            child = game.result(state, action)
            inner = max(floor, best)
            if mover == 0:
                v = search(game, child, inner, ceiling, depth - 1, ply + 1, np.int64(ALL), m)
            else:
                v = -search(game, child, -ceiling, -inner, depth - 1, ply + 1, np.int64(ALL), m)
            if c[STOP] != 0:
                return alpha
            if v > best:
                best, best_action = v, fold(game, action)
            if best >= ceiling:
                c[CUTOFFS] += 1
                if i == 0:
                    c[FIRST_CUTOFFS] += 1
                break
        value = sign * best
    # a probe has seen one action only: its value does not belong in the table
    if tries == ALL:
        if value >= beta:
            bound = LOWER
        elif value <= alpha:
            bound = UPPER
        else:
            bound = EXACT
        kept = COMPLETE if c[HORIZON] == horizon else depth
        word = pack(value, best_action, kept, bound, effort(c[NODES] - nodes), c[AGE])
        store(m.table, bucket, key, word, c[AGE])
    return value

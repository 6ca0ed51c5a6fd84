"""The engine's heart: alpha-beta in negamax form for every two-player zero-sum game of perfect information.

Contract.  `search(…, alpha, beta, depth, …)` returns v such that, with V the position's value at this depth:

    v <= alpha         ->  V <= v          (fail low: an upper bound)
    alpha < v < beta   ->  V == v
    v >= beta          ->  V >= v          (fail high: a lower bound)

Scores are those of `core.score`, for the player to move.  Where no evaluation at the horizon entered the
result, the counter HORIZON stands still, and the result is a proof.  The steps:

    1  count, and stop if told to
    2  the table: a bound deep enough may settle the position; otherwise it names the move to try first
       (not where the game is nearly over: `Game.tableless_plies`)
    3  the horizon: evaluate
    4  look at every candidate child without searching it: is it over, what do the game's bounds say
       (a child that these settle is never entered)
    5  look each child up in the table (enhanced transposition cutoffs: Schaeffer and Plaat, 1996)
    6  rank the rest and search it in order: the first with the whole window, the others with an empty one
       and again only if that fails (principal variation search: Marsland and Campbell, *Computing Surveys*
       14(4), 1982)
    7  tell killers, history and table what was found

`search.features` names what of this can be left out; `engine_without` is a constant of the game's, so that
what it asks for is decided when the kernel is compiled.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import prefetch
from halfmove.core.compile import kernel
from halfmove.core.errors import BrokenPromise
from halfmove.core.game import Game
from halfmove.core.score import ESTIMATE, INFINITY, MAX_PLIES, WIN, one_ply_back, one_ply_on, settled
from halfmove.search.features import HINT, KILLERS, NULL_WINDOWS, TRANSPOSITION_CUTOFFS
from halfmove.search.memory import (
    ACTION,
    AGE,
    COLUMNS,
    CUTOFFS,
    FIRST_CUTOFFS,
    HIGH,
    HORIZON,
    KEY,
    LOG_SIZE,
    LOGGED,
    LOW,
    MASK,
    MAX_PLY,
    NODE_LIMIT,
    NODES,
    NOISE,
    RANK,
    RESEARCHES,
    SALT,
    STATIC_CUTS,
    STOP,
    TABLE_HITS,
    TWIN,
    Memory,
)
from halfmove.search.ordering import (
    HINT_RANK,
    HISTORY_SHARE,
    KILLER_BONUS,
    UNIT,
    index_of,
    insert,
    learn,
    logarithm,
    noise,
    packed,
)
from halfmove.search.table import (
    COMPLETE,
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


def canonical(game: Game, state: Any) -> tuple[Bitboard, int]:
    """The table's key for a state and all its symmetric twins, and which twin has given it."""
    key = game.key(state)
    twin = 0
    for k in range(1, game.symmetry_count):
        other = game.symmetric_key(state, k)
        if other < key:
            key = other
            twin = k
    return bits.mix(key), twin


def static_bounds(game: Game, state: Any, mover: int) -> tuple[int, int]:
    """What is known of a state's score without searching: all of it where the game is over."""
    if game.is_terminal(state):
        score = final_score(game, state, mover)
        return score, score
    return game.bounds(state)


def final_score(game: Game, state: Any, player: int) -> int:
    """The score of a state that is over; `BrokenPromise` if the game's traits do not allow its utility."""
    utility = game.utility(state, player)
    whole = int(utility)
    if whole != utility or whole > game.utility_limit or whole < -game.utility_limit:
        raise BrokenPromise(
            "A utility is no whole number or is beyond the game's utility_limit, which is 1 unless the game "
            "says otherwise: set utility_limit to the largest utility, or whole_utilities to False."
        )
    return settled(whole)


def seen_from_parent(same_mover: bool, low: int, high: int) -> tuple[int, int]:
    """A child's bounds as the player sees them who moves one ply earlier."""
    if same_mover:
        return one_ply_on(low), one_ply_on(high)
    return one_ply_on(-high), one_ply_on(-low)


def estimate(game: Game, state: Any, mover: int, lower: int, upper: int) -> int:
    """The game's evaluation, kept within what is proven."""
    most = game.utility_limit * WIN - MAX_PLIES - 1
    value = min(max(game.evaluate(state, mover), -most), most)
    return min(max(value, lower), upper)


@kernel
def root(game: Game, state: Any, alpha: int, beta: int, depth: int, m: Memory) -> int:
    """`search` of a state that may be over and of which nothing is known yet."""
    mover = game.to_move(state)
    lower, upper = static_bounds(game, state, mover)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    key, twin = canonical(game, state)
    ply = depth - depth  # a zero that is no literal
    return search(game, state, key, twin, lower, upper, alpha, beta, depth, ply, m)


@kernel
def search(
    game: Game,
    state: Any,
    key: Bitboard,
    twin: int,
    lower: int,
    upper: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    m: Memory,
) -> int:
    """The score of a state that is not over, with its `canonical` and its bounds (or better ones)."""
    # 1: count
    c = m.counters
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT]:
        c[STOP] = 1
    if c[STOP] != 0:
        return alpha
    # 2: the table
    left = game.plies_left(state)
    at = bucket_of(key, c[MASK])
    data = find(m.table, at, key) if left > game.tableless_plies else bits.board(0)
    hint = NO_ACTION
    if data != bits.board(0):
        hint = action_of(data)
        if depth_of(data) >= depth:
            if depth_of(data) != COMPLETE:
                c[HORIZON] += 1
            if bound_of(data) & LOWER:
                lower = max(lower, score_of(data))
            if bound_of(data) & UPPER:
                upper = min(upper, score_of(data))
            if lower >= beta or lower >= upper or upper <= alpha:
                c[TABLE_HITS] += 1
    if lower >= beta or lower >= upper:  # the parent's alpha may have risen since it looked
        return lower
    if upper <= alpha:
        return upper
    # 3: the horizon
    mover = game.to_move(state)
    if depth <= 0 or ply >= MAX_PLY:
        c[HORIZON] += 1
        return estimate(game, state, mover, lower, upper)
    alpha = max(alpha, lower)
    beta = min(beta, upper)
    floor = alpha
    nodes_before, horizon_before = c[NODES], c[HORIZON]
    best, best_action = -INFINITY, NO_ACTION
    # 4: every child, without searching it
    w = m.moves
    limit = game.actions_limit
    ranks = (ply * COLUMNS + RANK) * limit
    actions = (ply * COLUMNS + ACTION) * limit
    keys = (ply * COLUMNS + KEY) * limit
    twins = (ply * COLUMNS + TWIN) * limit
    lows = (ply * COLUMNS + LOW) * limit
    highs = (ply * COLUMNS + HIGH) * limit
    n = 0
    for action in game.candidates(state):
        child = game.result(state, action)
        child_mover = game.to_move(child)
        low, high = static_bounds(game, child, child_mover)
        worst, most = seen_from_parent(child_mover == mover, low, high)
        if worst >= beta:
            best, best_action = worst, action
            c[STATIC_CUTS] += 1
            break
        if most <= alpha or worst == most:
            if most > best:
                best, best_action = most, action
            if worst == most:
                alpha = max(alpha, worst)
            continue
        child_key, child_twin = bits.board(0), 0
        if left - 1 > game.tableless_plies:
            child_key, child_twin = canonical(game, child)
            prefetch(m.table, bucket_of(child_key, c[MASK]))
        if n == limit or action < 0 or action >= NO_ACTION:
            raise BrokenPromise(
                "A game offers more actions than its actions_limit, or one not from 0 to 65534."
            )
        w[actions + n] = action
        w[keys + n] = bits.number(child_key)
        w[twins + n] = child_twin
        w[lows + n] = low
        w[highs + n] = high
        n += 1
    if n == 0 and best == -INFINITY:
        raise BrokenPromise("A game has no action in a state that is_terminal says is not over.")
    # 5: every child in the table
    lookups = not game.engine_without & TRANSPOSITION_CUTOFFS
    if lookups and best < beta and depth > 1 and left - 1 > game.tableless_plies:
        for j in range(n):
            child_key = bits.board(w[keys + j])
            data = find(m.table, bucket_of(child_key, c[MASK]), child_key)
            if data != bits.board(0) and depth_of(data) >= depth - 1:
                action = w[actions + j]
                same = game.to_move(game.result(state, action)) == mover
                low, high = w[lows + j], w[highs + j]
                if bound_of(data) & LOWER:
                    low = max(low, score_of(data))
                if bound_of(data) & UPPER:
                    high = min(high, score_of(data))
                worst, most = seen_from_parent(same, low, high)
                if depth_of(data) == COMPLETE:
                    w[lows + j], w[highs + j] = low, high
                elif worst >= beta:
                    c[HORIZON] += 1
                if worst >= beta:
                    best, best_action = worst, action
                    c[TABLE_HITS] += 1
                    break
    # 6: search
    if best < beta:
        for j in range(n):
            action = w[actions + j]
            rank = game.order(state, action) * UNIT
            rank += m.history[history_place(game, state, mover, action)] * HISTORY_SHARE // UNIT
            killer = m.killers[2 * ply] == action + 1 or m.killers[2 * ply + 1] == action + 1
            if killer and not game.engine_without & KILLERS:
                rank += KILLER_BONUS
            if c[NOISE] != 0:
                rank += noise(bits.board(w[keys + j]), c[NOISE], c[SALT])
            if game.symmetric_action(action, twin) == hint and not game.engine_without & HINT:
                rank = HINT_RANK
            insert(w, ranks, j, packed(rank, j))
        for i in range(n):
            j = index_of(w[ranks + i])
            action = w[actions + j]
            child = game.result(state, action)
            same = game.to_move(child) == mover
            top = beta if i == 0 or game.engine_without & NULL_WINDOWS else alpha + 1
            while True:
                low, high = one_ply_back(alpha), one_ply_back(top)
                if not same:
                    low, high = -high, -low
                score = search(
                    game,
                    child,
                    bits.board(w[keys + j]),
                    w[twins + j],
                    w[lows + j],
                    w[highs + j],
                    low,
                    high,
                    depth - 1,
                    ply + 1,
                    m,
                )
                score = one_ply_on(score if same else -score)
                if score <= alpha or score >= beta or top == beta:
                    break
                top = beta
                c[RESEARCHES] += 1
            if c[STOP] != 0:
                return alpha
            if score > best:
                best, best_action = score, action
            if score >= beta:
                c[CUTOFFS] += 1
                if i == 0:
                    c[FIRST_CUTOFFS] += 1
                remember_refutation(game, state, mover, ranks, actions, i, ply, c[NODES] - nodes_before, m)
                break
            alpha = max(alpha, score)
    # 7: the table
    bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
    best = min(max(best, lower), upper)
    known = depth
    if c[HORIZON] == horizon_before:
        known = COMPLETE
    elif game.utility_limit == 1:  # then no estimate is as large as a win: half of what was found is a proof
        if best >= ESTIMATE and bound != UPPER:
            known = COMPLETE
            if WIN - best > depth:
                bound = LOWER  # a nearer win may lie beyond the horizon
        elif best <= -ESTIMATE and bound != LOWER:
            known = COMPLETE
            if WIN + best > depth:
                bound = UPPER
    if left > game.tableless_plies:
        work = min(logarithm(c[NODES] - nodes_before), 31)
        data = pack(best, game.symmetric_action(best_action, twin), known, bound, work, c[AGE])
        store(m.table, at, key, data, c[AGE])
        if c[LOGGED] < LOG_SIZE:
            m.log[c[LOGGED]] = at
            c[LOGGED] += 1
    return best


def remember_refutation(
    game: Game, state: Any, mover: int, ranks: int, actions: int, i: int, ply: int, nodes: int, m: Memory
) -> None:
    """The i-th move in order refuted the opponent's last: praise it, and blame those tried before it."""
    action = m.moves[actions + index_of(m.moves[ranks + i])]
    if m.killers[2 * ply] != action + 1:
        m.killers[2 * ply + 1] = m.killers[2 * ply]
        m.killers[2 * ply] = action + 1
    digits = logarithm(nodes)
    bonus = min(digits * digits, 400)
    learn(m.history, history_place(game, state, mover, action), bonus)
    for k in range(i):
        tried = m.moves[actions + index_of(m.moves[ranks + k])]
        learn(m.history, history_place(game, state, mover, tried), -bonus)


def history_place(game: Game, state: Any, mover: int, action: int) -> int:
    """Where `Memory.history` counts for an action; inside it, whatever the game's hook says."""
    return (mover * game.history_slots + game.history_slot(state, action)) % (2 * game.history_slots)

"""Quiescence: beyond the horizon only the actions that could change the verdict at once.

The mover may always stand on the static evaluation (somebody who has only bad captures need not capture),
except in check, where every action is looked at.  At the first ply beyond the horizon threats (checks) are
looked at too.  Contract of the value: as `search`'s.  Sources: Shannon,
*Philosophical Magazine* 41, 1950 (the idea); Beal, *Artificial Intelligence* 43, 1990 (standing pat).
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.compile import kernel, step
from halfmove.core.contract import Game
from halfmove.core.endings import known_bounds
from halfmove.core.score import ESTIMATE, INFINITY, one_ply_on
from halfmove.search.action_numbers import fold
from halfmove.search.alphabeta.memory import MAX_PLY
from halfmove.search.alphabeta.network import judge_within
from halfmove.search.alphabeta.ordering import HINT_RANK
from halfmove.search.alphabeta.plain import canonical, child_window, final_score, play_action
from halfmove.search.alphabeta.selective.estimates import fetch_early, fetch_late, recall_estimate
from halfmove.search.alphabeta.selective.memory import (
    ACTION,
    COLUMNS,
    EXCHANGES,
    FEATURES,
    HORIZON,
    MASK,
    QUIESCENCE,
    RANK,
    STOP,
    TABLE,
    TABLE_HITS,
    Memory,
)
from halfmove.search.alphabeta.selective.node import entry_of, keep, lies_beyond, must_stop, score_if_over
from halfmove.search.alphabeta.selective.parameters import GAIN_MARGIN, WHOLE
from halfmove.search.alphabeta.selective.ranking import bring_best
from halfmove.search.alphabeta.table import bucket_of, find

EVASIONS = 3
"""In check, so many actions are looked at however quiet they are."""
THREAT_RANK = -(1 << 30)


@kernel
def quiesce(game: Game, state: Any, alpha: int, beta: int, ply: int, first: int, m: Memory) -> int:
    """The value of a state at the horizon (`first`: 1) or beyond (0; so many plies less where their number is
    bounded), for the player to move."""
    # 1: count, the rules, the deepest ply
    c = m.counters
    if must_stop(c, ply):
        return alpha
    zero = ply - ply
    mover = game.to_move(state)
    end, score = score_if_over(game, state, mover)
    if end:
        return score
    c[HORIZON] += 1
    lower, upper = known_bounds(game, state)
    features = c[FEATURES]
    if ply >= MAX_PLY or not features & QUIESCENCE:
        return judge_within(game, state, mover, lower, upper, ply, m)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    if game.quiescence_plies > 0 and first <= -game.quiescence_plies:
        return judge_within(game, state, mover, lower, upper, ply, m)
    # 2: the table
    key, twin = canonical(game, state)
    data = bits.board(0)
    if features & TABLE:
        data = find(m.table, bucket_of(key, c[MASK]), key)
    entry = entry_of(data, zero)
    if lies_beyond(entry, alpha, beta):
        c[TABLE_HITS] += 1
        return entry.score
    # 3: stand pat
    pressed = game.in_check(state)
    best, stand = -INFINITY, -INFINITY
    if not pressed:
        stand = recall_estimate(game, state, key, mover, lower, upper, ply, m)
        # not in check the mover need not capture: the evaluation is a lower bound
        best = stand
        if best >= beta:
            return best
        alpha = max(alpha, best)
    # 4: list the actions: all plausible ones in check, else those that force matters, and at first threats
    w = m.moves
    ranks = (2 * ply * COLUMNS + RANK) * game.actions_limit
    actions = (2 * ply * COLUMNS + ACTION) * game.actions_limit
    if pressed:
        n = game.list_plausible(state, w, actions) - actions
        if n == 0 and game.stuck_is_over:
            return final_score(game, state, mover)
    else:
        n = game.list_forcing(state, w, actions) - actions
    forcing = n
    if first > 0 and not pressed:
        n = game.list_threatening(state, w, actions + n) - actions
    rank_forcing(game, state, twin, entry.action, actions, ranks, forcing, n, m)
    # 5: search; where forcing actions win or do nothing, only whether they win is asked
    floor = alpha
    for_a_win = game.forcing_wins and not pressed
    best_action = zero - 1
    for i in range(n):
        bring_best(w, actions, ranks, i, n)
        action, rank = w[actions + i], w[ranks + i]
        if pressed and best > -ESTIMATE and i >= EVASIONS and game.quiet(state, action):
            continue
        child, same = play_action(game, state, action, mover)
        fetch_early(game, child, m)
        if not pressed:
            anyway = rank in (THREAT_RANK, HINT_RANK)
            passed, hope = idle(game, state, action, child, stand, alpha, anyway, features & EXCHANGES, m)
            if passed:
                best = max(best, hope)
                continue
        fetch_late(game, canonical(game, child)[0], m)
        if for_a_win:
            # the window of proven wins: whatever is only an estimate fails low
            low, high = child_window(same, max(alpha, ESTIMATE - 1), max(beta, ESTIMATE))
        else:
            low, high = child_window(same, alpha, beta)
        later = first - 1 if game.quiescence_plies > 0 else zero
        score = quiesce(game, child, low, high, ply + 1, later, m)
        score = one_ply_on(score if same else -score)
        if c[STOP] != 0:
            return alpha
        if for_a_win and score < ESTIMATE:
            continue
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_action = action
            if score >= beta:
                break
    # 6: tell the table, unless it holds a deeper search
    if features & TABLE and entry.depth <= 0:
        keep(game, key, twin, entry.action, best, best_action, floor, beta, zero, zero, m)
    return best


@step
def rank_forcing(
    game: Game, state: Any, twin: int, hint: int, actions: int, ranks: int, forcing: int, n: int, m: Memory
) -> None:
    """Rank the actions: the table's first, then by the game's `order`; threats, after `forcing`, last."""
    w = m.moves
    for j in range(n):
        action = w[actions + j]
        rank = game.order(state, action) if j < forcing else THREAT_RANK
        if fold(game, game.symmetric_action(action, twin)) == hint:
            rank = HINT_RANK
        w[ranks + j] = rank


@step
def idle(
    game: Game,
    state: Any,
    action: int,
    child: Any,
    stand: int,
    alpha: int,
    anyway: bool,
    exchanges: int,
    m: Memory,
) -> tuple[bool, int]:
    """Whether an action is passed over, and a bound on its value: what it wins does not bring the evaluation
    near alpha (unless it is looked at `anyway`, or gives check), or it loses material (delta pruning)."""
    if not anyway:
        hope = stand + game.gain(state, action) + m.parameters[GAIN_MARGIN] * game.unit // WHOLE
        if hope <= alpha and not game.in_check(child):
            return True, hope
    return exchanges != 0 and game.exchange(state, action) < 0, -INFINITY

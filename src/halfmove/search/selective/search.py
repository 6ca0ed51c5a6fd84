"""The selective search: alpha-beta that spends its time where a game's knowledge says that it matters.

Contract.  `search(…, alpha, beta, depth, …)` returns v, the value V that *this* search gives the position,
with v <= alpha -> V <= v, alpha < v < beta -> V == v, v >= beta -> V >= v.  Unlike `negamax.search` it passes
over what looks hopeless, so V is a judgement, not the minimax value of the tree; mates it announces are real.
Scores are those of `core.score`, for the player to move.  The steps, each a feature that can be left out:

    1  count; the game is over or drawn (a position that comes again included); a nearer mate is known
    2  the table
    3  the static evaluation, corrected by how far it was off before, and whether it improves on two plies ago
    4  the whole node may be passed over: far above beta (futility), so bad that only captures could help
       (razoring), or good even if the opponent moves twice (null move: Beal 1989, Donninger 1993)
    5  no move to try first: look a ply less deep (internal iterative reduction: Schröder 2017)
    6  list the actions, ranked as far as needed: the table's, winning exchanges, killers, the counter move,
       history, losing exchanges
    7  for each action: pass over late, quiet or losing ones near the horizon; extend the one that alone holds
       (singular extension: Anantharaman, Campbell and Hsu, *AI* 43, 1990) and checks; search late ones
       shallower, and again at full depth if they surprise (principal variation search)
    8  tell killers, counter moves, history, corrections and table what was found
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.compile import kernel
from halfmove.core.game import Game
from halfmove.core.score import ESTIMATE, INFINITY, one_ply_back, one_ply_on, settled
from halfmove.search.memory import MAX_PLY
from halfmove.search.negamax import canonical, estimate, final_score
from halfmove.search.ordering import HINT_RANK, logarithm
from halfmove.search.selective.estimates import remembered_estimate
from halfmove.search.selective.experience import PASSED_OVER, correction, learn_error, praise, standing
from halfmove.search.selective.memory import (
    ACTION,
    AGE,
    CHECK_EXTENSIONS,
    COLUMNS,
    CUTOFFS,
    CUTS,
    DEEPEST,
    EXCHANGES,
    FEATURES,
    FIRST_CUTOFFS,
    FUTILITY,
    HISTORY,
    HISTORY_LIMIT,
    HORIZON,
    INTERNAL_REDUCTIONS,
    LOSS,
    MASK,
    MOVE_COUNT,
    NO_RULE,
    NODE_LIMIT,
    NODES,
    NULL_FROM,
    NULL_MOVE,
    PLAYED,
    RANK,
    REDUCTION_SIDE,
    REDUCTIONS,
    RESEARCHES,
    RULE,
    SINGULAR,
    SLOT,
    STACK_COLUMNS,
    STATIC,
    STOP,
    TABLE,
    TABLE_HITS,
    Memory,
)
from halfmove.search.selective.quiesce import quiesce
from halfmove.search.selective.ranking import (
    COUNTER_RANK,
    bring_best,
    bring_sound,
    rank_quiet,
    rank_tactical,
    swap,
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

MOVE_COUNT_DEPTH = 4
"""Plies of depth up to which the number of quiet actions is bounded."""
MOVE_COUNT_BASE = 8
"""So many of them, and the square of the depth, where the evaluation rises; half where it does not."""
FUTILITY_DEPTH = 10
"""Plies that a late action would still be searched, up to which it may be hopeless."""
EXCHANGE_DEPTH = 8
"""Plies that a late quiet action would still be searched, up to which losing material rules it out."""
MANY_CUTS = 3


def stands_again(game: Game, state: Any, ply: int, m: Memory) -> bool:
    """Note the state on the path; whether it ends the game, or repeats a position since the root."""
    at = m.counters[PLAYED] + ply
    key = game.repetition_key(state)
    m.path[at] = key
    stood = 0
    back = min(at, game.reversible(state))
    for i in range(2, back + 1):
        if m.path[at - i] == key:
            if i <= ply:
                return True
            stood += 1
    return stood + 1 >= game.repetition_count


@kernel
def search(
    game: Game,
    state: Any,
    key: Bitboard,
    twin: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    cut: int,
    skipped: int,
    m: Memory,
) -> int:
    """The score of a state with its `canonical`; `cut`: 1 where a cutoff is expected; `skipped`: an action
    that is left out (singular extension asks what the others are worth), or -1."""
    c = m.counters
    if depth <= 0:
        return quiesce(game, state, alpha, beta, ply, ply - ply + 1, m)
    # 1: count, the rules
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT]:
        c[STOP] = 1
    if c[STOP] != 0:
        return alpha
    c[DEEPEST] = max(c[DEEPEST], ply)
    zero = ply - ply
    none = zero - 1
    mover = game.to_move(state)
    if skipped < 0:
        if c[RULE] != NO_RULE and stands_again(game, state, ply, m) and ply > 0:
            return settled(game.utility_limit) if c[RULE] == LOSS else zero
        if ply > 0 and game.is_drawn(state):
            return zero
        if not game.stuck_is_over and game.is_terminal(state):
            return final_score(game, state, mover)
    alpha = max(alpha, settled(-game.utility_limit))
    beta = min(beta, one_ply_on(settled(game.utility_limit)))
    if alpha >= beta:
        return alpha
    lower, upper = game.bounds(state)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    features = c[FEATURES]
    wide = beta - alpha > 1
    # 2: the table
    at = bucket_of(key, c[MASK])
    data = bits.board(0)
    if features & TABLE and skipped < 0:
        data = find(m.table, at, key)
    hint = NO_ACTION
    known, known_bound, known_depth = zero, zero, none
    if data != bits.board(0):
        hint = action_of(data)
        known, known_bound, known_depth = score_of(data), bound_of(data), depth_of(data)
        holds = (known_bound & LOWER and known >= beta) or (known_bound & UPPER and known <= alpha)
        if not wide and known_depth >= depth and holds:
            c[TABLE_HITS] += 1
            return known
    if ply >= MAX_PLY:
        c[HORIZON] += 1
        return estimate(game, state, mover, lower, upper)
    # 3: the static evaluation
    pressed = game.in_check(state)
    row = (ply + 2) * STACK_COLUMNS
    static, judged = -INFINITY, -INFINITY
    if not pressed:
        if skipped >= 0:
            static = m.stack[row + STATIC]
        else:
            static = remembered_estimate(game, state, key, mover, lower, upper, m)
            static = min(max(static + correction(game, state, mover, m), 1 - ESTIMATE), ESTIMATE - 1)
            judged = static
            if known_depth >= 0 and (
                (known_bound & LOWER and known > static) or (known_bound & UPPER and known < static)
            ):
                static = known
    m.stack[row + STATIC] = static
    before = m.stack[row - 2 * STACK_COLUMNS + STATIC]
    improving = 1 if not pressed and ply >= 2 and static > before else 0
    last_slot = m.stack[row - STACK_COLUMNS + SLOT]
    unit = game.unit
    c[HORIZON] += 1
    # 4: pass the whole node over
    if not wide and not pressed and skipped < 0 and beta > -ESTIMATE and beta < ESTIMATE:
        if features & FUTILITY:
            if depth <= 8 and static - (depth - improving) * unit >= beta and static < ESTIMATE:
                return static
            if depth <= 3 and static + depth * unit * 5 // 2 + unit < alpha:
                score = quiesce(game, state, alpha, alpha + 1, ply, zero + 1, m)
                if score <= alpha:
                    return score
        if (
            features & NULL_MOVE
            and depth >= 3
            and static >= beta
            and ply >= c[NULL_FROM]
            and (last_slot != 0 or ply == 0)
            and game.may_pass(state)
        ):
            less = 3 + depth // 3 + min((static - beta) // (2 * unit), 3)
            m.stack[row + SLOT] = 0
            child = game.passed(state)
            child_key, child_twin = canonical(game, child)
            score = -search(
                game, child, child_key, child_twin, -beta, 1 - beta, depth - less, ply + 1, 1 - cut, none, m
            )
            if c[STOP] != 0:
                return alpha
            if score >= beta:
                score = min(score, ESTIMATE - 1)
                if depth < 12:
                    return score
                saved = c[NULL_FROM]
                c[NULL_FROM] = ply + (depth - less) * 3 // 4 + 1
                check = search(game, state, key, twin, beta - 1, beta, depth - less, ply, zero, none, m)
                c[NULL_FROM] = saved
                if check >= beta:
                    return score
    # 5: nothing to try first
    if (
        features & INTERNAL_REDUCTIONS
        and depth >= 6
        and hint == NO_ACTION
        and skipped < 0
        and (wide or cut == 1)
    ):
        depth -= 1
    # 6: list the actions
    w = m.moves
    limit = game.actions_limit
    # a search with an action left out goes on at the same ply: its actions lie in rows of their own
    rows = 2 * ply + (1 if skipped >= 0 else 0)
    ranks = (rows * COLUMNS + RANK) * limit
    actions = (rows * COLUMNS + ACTION) * limit
    n = game.list_actions(state, w, actions) - actions
    if n == 0:
        return final_score(game, state, mover)
    # the table's action first, as it often settles the matter: the others are ranked once it has not
    placed = zero
    for j in range(n):
        if game.symmetric_action(w[actions + j], twin) == hint:
            swap(w, actions, ranks, j, zero)
            w[ranks] = HINT_RANK
            placed = zero + 1
            break
    sound, late = none, False  # where those end that are not quiet and lose nothing; whether they are through
    m.stack[row + 2 * STACK_COLUMNS + CUTS] = 0
    # 7: search
    floor = alpha
    best, best_action = -INFINITY, NO_ACTION
    tried = 0
    quiets = 0
    nodes_before = c[NODES]
    for i in range(n):
        if i >= placed:
            if sound < 0:
                sound = rank_tactical(game, state, key, actions, ranks, i, n, m)
            if not late:
                sound = bring_sound(game, state, actions, ranks, i, sound, m)
                if sound == i:
                    rank_quiet(game, state, key, mover, ply, actions, ranks, i, n, m)
                    late = True
            if late:
                bring_best(w, actions, ranks, i, n)
        action, rank = w[actions + i], w[ranks + i]
        if action == skipped:
            continue
        quiet = game.quiet(state, action)
        # how far an action so late would be looked into, in 1024ths of a ply
        late_by = min(depth, REDUCTION_SIDE - 1) * REDUCTION_SIDE + min(i + 1, REDUCTION_SIDE - 1)
        tapered = m.reductions[late_by] + (512 if improving == 0 else 0)
        reach = max(depth - tapered // 1024, 1)
        # near the horizon, what is late, quiet or loses material is passed over
        if (
            quiet
            and features & MOVE_COUNT
            and depth <= MOVE_COUNT_DEPTH
            and quiets >= (MOVE_COUNT_BASE + depth * depth) // (2 - improving)
            and best > -ESTIMATE
            and not pressed
            and ply > 0
        ):
            w[ranks + i] = PASSED_OVER
            continue
        slot = game.history_slot(state, action)
        child = game.result(state, action)
        same = game.to_move(child) == mover
        checks = game.in_check(child)
        if ply > 0 and best > -ESTIMATE and not pressed and not checks:
            if quiet:
                if features & FUTILITY and reach <= FUTILITY_DEPTH and static + unit + reach * unit <= alpha:
                    best = max(best, static + unit + reach * unit)
                    w[ranks + i] = PASSED_OVER
                    continue
                lost = -(reach * reach + reach) * unit // 4
                if features & EXCHANGES and reach <= EXCHANGE_DEPTH and game.exchange(state, action) < lost:
                    w[ranks + i] = PASSED_OVER
                    continue
            elif (
                features & EXCHANGES
                and depth <= 6
                and rank < 0
                and game.exchange(state, action) < -depth * unit
            ):
                w[ranks + i] = PASSED_OVER
                continue
        extension = 0
        if (
            features & SINGULAR
            and depth >= 7
            and ply > 0
            and skipped < 0
            and rank == HINT_RANK
            and known_bound & LOWER
            and known_depth >= depth - 3
            and known > -ESTIMATE
            and known < ESTIMATE
        ):
            target = known - depth * unit // 64
            others = search(game, state, key, twin, target - 1, target, (depth - 1) // 2, ply, cut, action, m)
            if c[STOP] != 0:
                return alpha
            m.stack[row + STATIC] = static
            if others < target:
                extension = 1
            elif target >= beta:
                return target
            elif known >= beta:
                extension = -1
        if (
            features & CHECK_EXTENSIONS
            and extension == 0
            and wide
            and checks
            and game.exchange(state, action) >= 0
        ):
            extension = 1
        m.stack[row + SLOT] = slot + 1
        child_key, child_twin = canonical(game, child)
        rest = depth - 1 + extension
        tried += 1
        less = 0
        if features & REDUCTIONS and depth >= 3 and tried > 1 + (1 if wide else 0):
            less = tapered + 1024 * cut
            if m.stack[row + STACK_COLUMNS + CUTS] > MANY_CUTS:
                less += 1024
            if not quiet:
                less -= less // 2 if rank > 0 else zero
            else:
                if features & HISTORY:
                    done = standing(game, mover, slot, ply, m)
                    less -= done * 1536 // HISTORY_LIMIT
                if rank >= COUNTER_RANK // 2:
                    less -= 1024
            if wide:
                less -= 1024
            if checks or pressed:
                less -= 1024
            less = min(max(less // 1024, 0), rest - 1)
        # 0: shallower, with an empty window; 1: at full depth; 2: with the whole window
        stage = 2 if tried == 1 and wide else (0 if less > 0 else 1)
        while True:
            low, high = one_ply_back(alpha), one_ply_back(beta if stage == 2 else alpha + 1)
            if not same:
                low, high = -high, -low
            expected = 0 if stage == 2 else (1 if stage == 0 else 1 - cut)
            plies = rest - less if stage == 0 else rest
            score = search(game, child, child_key, child_twin, low, high, plies, ply + 1, expected, none, m)
            score = one_ply_on(score if same else -score)
            if score <= alpha or c[STOP] != 0 or stage == 2:
                break
            if stage == 1 and (not wide or score >= beta):
                break
            stage += 1
            if stage == 1 and plies < rest:  # how much it surprised says how far to look again
                if less > 1 and score > best + unit // 3:
                    rest += 1
                elif score < best + unit // 12:
                    rest -= 1
                if rest <= plies:
                    if not wide:
                        break
                    stage = 2
            c[RESEARCHES] += 1
        if c[STOP] != 0:
            return alpha
        if score > best:
            best = score
            if score > alpha:
                best_action = action
                alpha = score
                if score >= beta:
                    c[CUTOFFS] += 1
                    m.stack[row + CUTS] += 1
                    if tried == 1:
                        c[FIRST_CUTOFFS] += 1
                    praise(game, state, mover, actions, ranks, i, depth, ply, m)
                    break
        if quiet:
            quiets += 1
    if best == -INFINITY:  # the only action was the one left out
        return alpha
    # 8: tell what was found
    if not pressed and skipped < 0 and best > -ESTIMATE and best < ESTIMATE:
        better = best_action != NO_ACTION
        calm = not better or game.quiet(state, best_action)
        if calm and ((better and best > judged) or (not better and best < judged) or (floor < best < beta)):
            learn_error(game, state, mover, best - judged, depth, m)
    if features & TABLE and skipped < 0:
        bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
        remembered = hint if best_action == NO_ACTION else game.symmetric_action(best_action, twin)
        work = min(logarithm(c[NODES] - nodes_before), 31)
        store(m.table, at, key, pack(best, remembered, min(depth, 250), bound, work, c[AGE]), c[AGE])
    return best


@kernel
def root(game: Game, state: Any, action: int, alpha: int, beta: int, depth: int, m: Memory) -> int:
    """The score of an action of the root, whose own key `path` holds at `PLAYED`, to the player to move."""
    mover = game.to_move(state)
    zero = depth - depth
    row = 2 * STACK_COLUMNS
    m.stack[row + STATIC] = -INFINITY if game.in_check(state) else game.evaluate(state, mover)
    m.stack[row + SLOT] = game.history_slot(state, action) + 1
    child = game.result(state, action)
    same = game.to_move(child) == mover
    low, high = one_ply_back(alpha), one_ply_back(beta)
    if not same:
        low, high = -high, -low
    if not game.stuck_is_over and game.is_terminal(child):
        score = final_score(game, child, game.to_move(child))
    else:
        key, twin = canonical(game, child)
        cut = zero + 1 if beta - alpha == 1 else zero
        score = search(game, child, key, twin, low, high, depth - 1, zero + 1, cut, zero - 1, m)
    return one_ply_on(score if same else -score)

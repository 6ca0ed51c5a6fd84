"""The selective search: alpha-beta that spends its time where a game's knowledge says that it matters.

Contract.  `search(…, alpha, beta, depth, …)` returns v, the value V that *this* search gives the position,
with v <= alpha -> V <= v, alpha < v < beta -> V == v, v >= beta -> V >= v.  Unlike `plain.search` it passes
over what looks hopeless, so V is a judgement, not the minimax value of the tree; mates it announces are real.
Scores are those of `core.score`, for the player to move.  The steps, each a feature that can be left out:

     1  the horizon: quiescence
     2  count
     3  the rules: the game is over, drawn, a position comes again; a nearer mate is known; the game's bounds
     4  the table
     5  the static evaluation, corrected by how far it was off before; whether it improves on two plies ago
     6  far above beta: the state is passed over (static null move)
     7  far below alpha: only what is forcing is looked at (razoring)
     8  good even if the opponent moves twice: passed over (null move), verified where much depends on it
     9  no action to try first: a ply less (internal iterative reduction: Schröder 2020)
    10  list the plausible actions; the others, too, where those all lose
    11  the next of them, ranked as far as needed: the table's, winning exchanges, killers, the counter move,
        history, losing exchanges
    12  near the horizon: late, hopeless and losing ones are passed over
    13  extensions: the action that alone holds the value, and checks
    14  search it: late ones shallower, again at full depth if they surprise (principal variation search)
    15  the best so far; a refutation is told to killers, counter moves and history
    16  corrections and the table are told what was found

The conditions of 6 to 9 and 12 to 14, with their sources, stand in `margins`, the order of 11 in `ranking`,
what 15 and 16 learn in `experience`.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.compile import kernel, step
from halfmove.core.contract import Game
from halfmove.core.endings import known_bounds
from halfmove.core.score import ESTIMATE, INFINITY, one_ply_on, score_of_utility
from halfmove.search.alphabeta.memory import MAX_PLY
from halfmove.search.alphabeta.network import judge, judge_within
from halfmove.search.alphabeta.plain import canonical, child_window, final_score, play_action
from halfmove.search.alphabeta.selective.estimates import fetch_early, fetch_late, recall_estimate
from halfmove.search.alphabeta.selective.experience import (
    PASSED_OVER,
    correction,
    earlier_actions,
    learn_error,
    praise,
)
from halfmove.search.alphabeta.selective.margins import (
    VERIFIED_DEPTH,
    blind,
    far_above,
    far_below,
    hopeless,
    lateness,
    may_be_singular,
    may_extend_check,
    may_pass,
    null_reduction,
    reduction,
    second_look,
    too_many,
    units,
)
from halfmove.search.alphabeta.selective.memory import (
    ACTION,
    COLUMNS,
    CUTOFFS,
    CUTS,
    FEATURES,
    FIRST_CUTOFFS,
    FUTILITY,
    HORIZON,
    INTERNAL_REDUCTIONS,
    LOSS,
    MASK,
    NO_RULE,
    NODES,
    NULL_FROM,
    NULL_MOVE,
    PLAYED,
    RANK,
    RESEARCHES,
    RULE,
    SLOT,
    STACK_COLUMNS,
    STATIC,
    STOP,
    TABLE,
    TABLE_HITS,
    Memory,
)
from halfmove.search.alphabeta.selective.node import (
    Node,
    entry_of,
    keep,
    lies_beyond,
    must_stop,
    score_if_over,
)
from halfmove.search.alphabeta.selective.parameters import SINGULAR_PLY
from halfmove.search.alphabeta.selective.quiesce import quiesce
from halfmove.search.alphabeta.selective.ranking import bring_hint, bring_next, bring_quiet, list_rest
from halfmove.search.alphabeta.table import bucket_of, find

REDUCED, FULL_DEPTH, WHOLE = range(3)
"""How an action is searched: shallower, at full depth but with a null window, with the whole window."""


def find_repetition(game: Game, state: Any, ply: int, m: Memory) -> int:
    """Note the state on the path; where it ends the game, or repeats a position since the root, how many
    plies ago that stood first, as far as it counts; else 0."""
    at = m.counters[PLAYED] + ply
    key = game.repetition_key(state)
    m.path[at] = key
    stood, first = 0, 0
    back = min(at, game.reversible(state))
    for i in range(2, back + 1):
        if m.path[at - i] == key:
            if i <= ply:
                return i
            stood += 1
            first = i
    return first if stood + 1 >= game.repetition_count else 0


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
    """The score of a state, from ply 1 on, with its `canonical`.

    `cut`: 1 where a cutoff is expected; `skipped`: an action that is left out (singular extension asks what
    the others are worth), or -1.
    """
    # 1: the horizon
    if depth <= 0:
        return quiesce(game, state, alpha, beta, ply, ply - ply + 1, m)
    # 2: count
    c = m.counters
    if must_stop(c, ply):
        return alpha
    # 3: the rules, and a mate nearer than any here
    zero = ply - ply
    none = zero - 1
    mover = game.to_move(state)
    if skipped < 0:
        end, score = score_if_ended(game, state, mover, ply, m)
        if end:
            return score
    # mate distance pruning: no line is worse than a loss here, or better than a win on the next ply
    alpha = max(alpha, score_of_utility(-game.utility_limit))
    beta = min(beta, one_ply_on(score_of_utility(game.utility_limit)))
    if alpha >= beta:
        return alpha
    lower, upper = known_bounds(game, state)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    # 4: the table
    features = c[FEATURES]
    wide = beta - alpha > 1
    at = bucket_of(key, c[MASK])
    data = bits.board(0)
    if features & TABLE and skipped < 0:
        data = find(m.table, at, key)
    entry = entry_of(data, zero)
    # null windows only: on the principal variation a cutoff by the table would cut the line short
    if not wide and entry.depth >= depth and lies_beyond(entry, alpha, beta):
        c[TABLE_HITS] += 1
        return entry.score
    if ply >= MAX_PLY:
        c[HORIZON] += 1
        return judge_within(game, state, mover, lower, upper, ply, m)
    # 5: the static evaluation
    pressed = game.in_check(state)
    row = (ply + 2) * STACK_COLUMNS
    static, judged = -INFINITY, -INFINITY
    if skipped >= 0:
        static = m.stack[row + STATIC]
    elif not pressed:
        judged = correct_estimate(game, state, key, mover, lower, upper, ply, m)
        # a searched bound on the far side of the evaluation is the better estimate
        static = entry.score if lies_beyond(entry, judged - 1, judged + 1) else judged
    m.stack[row + STATIC] = static
    improving = 1 if not pressed and ply >= 2 and static > m.stack[row - 2 * STACK_COLUMNS + STATIC] else 0
    c[HORIZON] += 1
    if not wide and not pressed and skipped < 0 and beta > -ESTIMATE and beta < ESTIMATE:
        # 6: far above beta: it will hold
        if features & FUTILITY and far_above(game, depth, static, improving, beta, m):
            return static
        # 7: far below alpha: only what is forcing could help
        if features & FUTILITY and far_below(game, depth, static, alpha, m):
            score = quiesce(game, state, alpha, alpha + 1, ply, zero + 1, m)
            if score <= alpha:
                return score
        # 8: null move: good even if the opponent moves twice
        last_slot = m.stack[row - STACK_COLUMNS + SLOT]
        if features & NULL_MOVE and may_pass(game, state, depth, ply, static, beta, last_slot, m):
            rest = depth - null_reduction(game, depth, static, beta, m)
            m.stack[row + SLOT] = 0
            child = game.passed(state)
            child_key, child_twin = canonical(game, child)
            low, high = -beta, 1 - beta
            score = -search(game, child, child_key, child_twin, low, high, rest, ply + 1, 1 - cut, none, m)
            if c[STOP] != 0:
                return alpha
            if score >= beta:
                # a mate after a pass is no proof of a mate
                score = min(score, ESTIMATE - 1)
                if depth < VERIFIED_DEPTH:
                    return score
                # verify (zugzwang): the same depth, without null moves in its upper three quarters
                saved = c[NULL_FROM]
                c[NULL_FROM] = ply + rest * 3 // 4 + 1
                check = search(game, state, key, twin, beta - 1, beta, rest, ply, zero, none, m)
                c[NULL_FROM] = saved
                if check >= beta:
                    return score
    # 9: nothing to try first: a ply less
    if features & INTERNAL_REDUCTIONS and skipped < 0 and blind(depth, entry, wide, cut):
        depth -= 1
    # 10: list the actions
    w = m.moves
    # a search with an action left out goes on at the same ply: its actions lie in rows of their own
    rows = (2 * ply + (1 if skipped >= 0 else 0)) * COLUMNS * game.actions_limit
    ranks = rows + RANK * game.actions_limit
    actions = rows + ACTION * game.actions_limit
    n = game.list_plausible(state, w, actions) - actions
    if n == 0:
        return final_score(game, state, mover)
    node = Node(
        key=key,
        twin=twin,
        mover=mover,
        ply=ply,
        depth=depth,
        cut=cut,
        wide=wide,
        pressed=pressed,
        static=static,
        improving=improving,
        skipped=skipped,
        features=features,
        actions=actions,
        ranks=ranks,
        earlier=earlier_actions(game, ply, m),
    )
    placed = bring_hint(game, state, node, entry.action, n, m)
    sound, late, enough = none, False, False
    m.stack[row + 2 * STACK_COLUMNS + CUTS] = 0
    floor = alpha
    best, best_action = -INFINITY, none
    tried = quiets = 0
    nodes_before = c[NODES]
    rest_listed = pressed
    for i in range(game.actions_limit):
        if game.narrowed and i == n and not rest_listed and best <= -ESTIMATE:
            n = list_rest(game, state, node, n, m)
            rest_listed = True
        if i >= n:
            break
        # 11: the next action in order: the table's first, as it often settles the matter
        if i >= placed and not (enough and bring_quiet(game, state, node, i, n, m)):
            sound, late = bring_next(game, state, node, i, n, sound, late, m)
        action, rank = w[actions + i], w[ranks + i]
        if action == skipped:
            continue
        # 12: near the horizon, what is late, quiet or loses material is passed over
        quiet = game.quiet(state, action)
        if quiet and too_many(node, quiets, best, m):
            w[ranks + i] = PASSED_OVER
            enough = late
            continue
        slot = game.history_slot(state, action)
        child, same = play_action(game, state, action, mover)
        fetch_early(game, child, m)
        checks = game.in_check(child)
        lag = lateness(node, i, m)
        if best > -ESTIMATE and not pressed and not checks:
            passed, bound = hopeless(game, state, node, action, quiet, rank, lag, alpha, m)
            if passed:
                best = max(best, bound)
                w[ranks + i] = PASSED_OVER
                continue
        # 13: extend what alone holds the value, and checks that lose nothing
        extension = 0
        if may_be_singular(node, rank, entry):
            target = entry.score - units(game, SINGULAR_PLY, m, depth)
            # half the depth is enough to ask whether any other action comes near
            others = search(game, state, key, twin, target - 1, target, (depth - 1) // 2, ply, cut, action, m)
            if c[STOP] != 0:
                return alpha
            m.stack[row + STATIC] = static
            if others < target:
                extension = 1
            # another action fails high as well: multi-cut (Bjornsson and Marsland 2001)
            elif target >= beta:
                return target
            # the others may be as good, and the table expects a cutoff: a ply less for its action
            elif entry.score >= beta:
                extension = -1
        if extension == 0 and checks and may_extend_check(game, state, node, action):
            extension = 1
        # 14: search: shallower with a null window, at full depth, with the whole window, as far as need be
        m.stack[row + SLOT] = slot + 1
        child_key, child_twin = canonical(game, child)
        fetch_late(game, child_key, m)
        rest = depth - 1 + extension
        tried += 1
        less = reduction(game, node, slot, quiet, checks, rank, lag, tried, rest, m)
        stage = WHOLE if tried == 1 and wide else (REDUCED if less > 0 else FULL_DEPTH)
        while True:
            low, high = child_window(same, alpha, beta if stage == WHOLE else alpha + 1)
            # the children of cut nodes are all nodes, and theirs cut nodes again (Knuth and Moore 1975)
            expected = 0 if stage == WHOLE else (1 if stage == REDUCED else 1 - cut)
            plies = rest - less if stage == REDUCED else rest
            score = search(game, child, child_key, child_twin, low, high, plies, ply + 1, expected, none, m)
            score = one_ply_on(score if same else -score)
            if score <= alpha or c[STOP] != 0 or stage == WHOLE:
                break
            if stage == FULL_DEPTH and (not wide or score >= beta):
                break
            stage += 1
            if stage == FULL_DEPTH and plies < rest:
                # it beat alpha at less depth: look again, deeper or less deep by how far it did
                rest = second_look(game, rest, less, score, best, m)
                if rest <= plies:
                    if not wide:
                        break
                    stage = WHOLE
            c[RESEARCHES] += 1
        if c[STOP] != 0:
            return alpha
        # 15: is it the best so far, or a refutation?
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
                    praise(game, state, node, i, m)
                    break
        if quiet:
            quiets += 1
    if best == -INFINITY:  # the only action was the one left out
        return alpha
    # 16: tell corrections and table what was found
    if skipped < 0:
        if not pressed and best > -ESTIMATE and best < ESTIMATE:
            calm = best_action < 0 or game.quiet(state, best_action)
            # a bound corrects the evaluation only where it contradicts it
            surprising = best > judged if best_action >= 0 else best < judged
            if calm and (surprising or floor < best < beta):
                learn_error(game, state, mover, best - judged, depth, m)
        if features & TABLE:
            nodes = c[NODES] - nodes_before
            keep(game, key, twin, entry.action, best, best_action, floor, beta, depth, nodes, m)
    return best


@step
def score_if_ended(game: Game, state: Any, mover: int, ply: int, m: Memory) -> tuple[bool, int]:
    """Whether the rules end the game in a state, or a repetition does, and its score then."""
    rule = m.counters[RULE]
    if rule != NO_RULE:
        plies = find_repetition(game, state, ply, m)
        if plies > 0 and rule == LOSS:
            return True, score_of_utility(game.utility_limit)
        if plies > 0:
            loser = game.repetition_loser(state, plies)
            score = score_of_utility(game.utility_limit)
            return True, ply - ply if loser < 0 else -score if loser == mover else score
    return score_if_over(game, state, mover)


def correct_estimate(
    game: Game, state: Any, key: Bitboard, mover: int, lower: int, upper: int, ply: int, m: Memory
) -> int:
    """The evaluation, corrected by how far it was off before in states of the same structure."""
    value = recall_estimate(game, state, key, mover, lower, upper, ply, m)
    return min(max(value + correction(game, state, mover, m), 1 - ESTIMATE), ESTIMATE - 1)


@kernel
def root(game: Game, state: Any, action: int, alpha: int, beta: int, depth: int, m: Memory) -> int:
    """The score of an action of the root, whose own key `path` holds at `PLAYED`, to the player to move.

    For -1, where the game has `forcing_wins`: what forcing actions alone, followed to their end, come to.
    """
    mover = game.to_move(state)
    zero = depth - depth
    if game.forcing_wins and action < 0:
        return quiesce(game, state, alpha, beta, zero, zero + MAX_PLY, m)
    row = 2 * STACK_COLUMNS
    m.stack[row + STATIC] = -INFINITY if game.in_check(state) else judge(game, state, mover, zero, m)
    m.stack[row + SLOT] = game.history_slot(state, action) + 1
    child, same = play_action(game, state, action, mover)
    low, high = child_window(same, alpha, beta)
    if not game.stuck_is_over and game.is_terminal(child):
        score = final_score(game, child, game.to_move(child))
    else:
        key, twin = canonical(game, child)
        cut = zero + 1 if beta - alpha == 1 else zero
        score = search(game, child, key, twin, low, high, depth - 1, zero + 1, cut, zero - 1, m)
    return one_ply_on(score if same else -score)

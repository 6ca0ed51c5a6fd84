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
    3  the horizon: evaluate; a search with a null window may be foretold by shallower ones (`Game.probcut`:
       M. Buro, *ProbCut*, ICCA Journal 18(2), 1995; with several of them, *Experiments with Multi-ProbCut*,
       1997)
    4  look at every candidate child without searching it: is it over, what do the game's bounds say
       (a child that these settle is never entered); where its mover has one reply only (`Game.forced`), that
       is played at once, and the state after it stands for the child
    5  look each child up in the table (enhanced transposition cutoffs: Schaeffer and Plaat, 1996)
    6  rank the rest and search it in order: the first with the whole window, the others with a null window
       and again only if that fails (principal variation search: Marsland and Campbell, *Computing Surveys*
       14(4), 1982); what another thread is searching is put off (`sharing`)
    7  tell killers, history and table what was found

`search.alphabeta.features` names what of this can be left out; `engine_without` is a constant of the game's,
so that what it asks for is decided when the kernel is compiled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import prefetch
from halfmove.core.compile import kernel, step
from halfmove.core.contract import Game
from halfmove.core.contract.traits import largest_action
from halfmove.core.endings import known_bounds, known_within
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import ESTIMATE, INFINITY, WIN, one_ply_back, one_ply_on, score_of_utility
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta.features import HINT, KILLERS, NULL_WINDOWS, TRANSPOSITION_CUTOFFS
from halfmove.search.alphabeta.memory import (
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
    SHARING,
    STATIC_CUTS,
    STOP,
    TABLE_HITS,
    TWIN,
    Memory,
)
from halfmove.search.alphabeta.network import judge_within
from halfmove.search.alphabeta.ordering import (
    HINT_RANK,
    HISTORY_SHARE,
    KILLER_BONUS,
    UNIT,
    effort,
    index_of,
    insert,
    learn,
    logarithm,
    noise,
    pack_rank,
)
from halfmove.search.alphabeta.samples import EVERY, note_sample
from halfmove.search.alphabeta.sharing import SHARED_DEPTH, is_searched, mark, put_off, unmark
from halfmove.search.alphabeta.table import (
    COMPLETE,
    LOWER,
    UPPER,
    action_of,
    bound_between,
    bucket_of,
    depth_of,
    find,
    pack,
    store,
    tighten_bounds,
)


def count_sharing_symmetries(game: Game) -> int:
    """How many symmetric positions share an entry of the table."""
    return game.symmetry_count if game.table_symmetries else 1


def canonical(game: Game, state: Any) -> tuple[Bitboard, int]:
    """The table's key for a state and all its symmetric twins, and which twin has given it."""
    key = game.key(state)
    twin = 0
    for k in range(1, count_sharing_symmetries(game)):
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
    return known_bounds(game, state)


def static_within(game: Game, state: Any, mover: int, low: int, high: int) -> tuple[int, int]:
    """The same for a search that asks only how the score lies to `low` and `high`."""
    if game.is_terminal(state):
        score = final_score(game, state, mover)
        return score, score
    return known_within(game, state, low, high)


def final_score(game: Game, state: Any, player: int) -> int:
    """The score of a state that is over; `BrokenPromise` if the game's traits do not allow its utility."""
    utility = game.utility(state, player)
    whole = int(utility)
    if whole != utility or whole > game.utility_limit or whole < -game.utility_limit:
        raise BrokenPromise(
            "A utility is no whole number or is beyond the game's utility_limit, which is 1 unless the game "
            "says otherwise: set utility_limit to the largest utility, or whole_utilities to False."
        )
    return score_of_utility(whole)


def bounds_for_parent(same_mover: bool, low: int, high: int) -> tuple[int, int]:
    """A child's bounds as the player sees them who moves one ply earlier."""
    if same_mover:
        return one_ply_on(low), one_ply_on(high)
    return one_ply_on(-high), one_ply_on(-low)


@step
def play_action(game: Game, state: Any, action: int, mover: int) -> tuple[Any, bool]:
    """The state after an action of `mover`'s, and whether he moves there again."""
    child = game.result(state, action)
    return child, game.to_move(child) == mover


@step
def play_with_replies(game: Game, state: Any, action: int, mover: int, depth: int) -> tuple[Any, bool, int]:
    """The state after an action of `mover`'s and the forced replies to it, at most `depth` plies in all;
    whether he moves there, and how many plies it lies on."""
    child = game.result(state, action)
    plies = 1
    while plies < depth:
        reply = game.forced(child)
        if reply < 0:
            break
        child = game.result(child, reply)
        plies += 1
    return child, game.to_move(child) == mover, plies


@step
def child_window(same_mover: bool, alpha: int, beta: int) -> tuple[int, int]:
    """The window for a child, as whoever moves there sees it."""
    low, high = one_ply_back(alpha), one_ply_back(beta)
    if same_mover:
        return low, high
    return -high, -low


@step
def descendant_window(same_mover: bool, plies: int, alpha: int, beta: int) -> tuple[int, int]:
    """The window for a state so many plies on, as whoever moves there sees it."""
    low, high = child_window(same_mover, alpha, beta)
    for _ in range(1, plies):
        low, high = one_ply_back(low), one_ply_back(high)
    return low, high


@step
def bounds_for_ancestor(same_mover: bool, plies: int, low: int, high: int) -> tuple[int, int]:
    """Bounds of a state so many plies on, as the player sees them who moves before them."""
    low, high = bounds_for_parent(same_mover, low, high)
    for _ in range(1, plies):
        low, high = one_ply_on(low), one_ply_on(high)
    return low, high


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


class Rows(NamedTuple):
    """Where the columns of a ply begin in `Memory.moves`."""

    ranks: int
    actions: int
    keys: int
    twins: int
    lows: int
    highs: int


@step
def rows_of(game: Game, ply: int) -> Rows:
    """The columns of a ply: `actions_limit` rows of each."""
    limit = game.actions_limit
    first = ply * COLUMNS * limit
    return Rows(
        ranks=first + RANK * limit,
        actions=first + ACTION * limit,
        keys=first + KEY * limit,
        twins=first + TWIN * limit,
        lows=first + LOW * limit,
        highs=first + HIGH * limit,
    )


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
            # this bound rests on an evaluation, so what it settles is no proof
            if depth_of(data) != COMPLETE:
                c[HORIZON] += 1
            lower, upper = tighten_bounds(data, lower, upper)
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
        if game.evaluation_words > 0 and m.samples[EVERY] != 0:
            note_sample(state, key, m.samples)
        return judge_within(game, state, mover, lower, upper, ply, m)
    alpha = max(alpha, lower)
    beta = min(beta, upper)
    if left <= game.unranked_plies:
        c[NODES] -= 1
        return min(max(finish(game, state, alpha, beta, m), lower), upper)
    nodes_before, horizon_before = c[NODES], c[HORIZON]
    if game.probcut_checks > 0 and depth < left and may_try_probcut(game, alpha, beta, depth):
        guess = judge_within(game, state, mover, lower, upper, ply, m)
        for check in range(game.probcut_checks):
            above = guess >= beta
            shallow, goal = shallow_goal(game, state, depth, check, above, alpha, beta)
            if shallow > 0:
                guess = search(game, state, key, twin, lower, upper, goal - 1, goal, shallow, ply, m)
                if c[STOP] != 0:
                    return alpha
                if (guess >= goal) == above:
                    # ProbCut cuts on an estimate: no proof
                    c[HORIZON] += 1
                    return beta if above else alpha
        c[HORIZON] = horizon_before  # what failed to foretell the score has no part in it
        data = find(m.table, at, key) if left > game.tableless_plies else bits.board(0)
        if data != bits.board(0) and hint == NO_ACTION:
            hint = action_of(data)
    floor = alpha
    rows = rows_of(game, ply)
    tabled = left - 1 > game.tableless_plies  # whether children may have a place in the table
    # 4: every child, without searching it
    n, alpha, best, best_action = look_ahead(game, state, mover, tabled, rows, alpha, beta, depth, m)
    # 5: every child in the table
    if tabled and depth > 1 and best < beta and not game.engine_without & TRANSPOSITION_CUTOFFS:
        best, best_action = look_up(game, state, mover, rows, n, depth, beta, best, best_action, m)
    # 6: search
    if best < beta:
        rank_children(game, state, mover, twin, hint, rows, n, ply, m)
        w = m.moves
        sharing = c[SHARING] != 0 and depth >= SHARED_DEPTH and tabled
        i, fresh = 0, n  # those from `fresh` on were put off
        while i < n:
            j = index_of(w[rows.ranks + i])
            if sharing:
                if 0 < i < fresh and is_searched(m.marks, w[rows.keys + j]):
                    put_off(w, rows.ranks + i, rows.ranks + n)
                    fresh -= 1
                    continue
                mark(m.marks, w[rows.keys + j])
            action = w[rows.actions + j]
            child, same, plies = play_with_replies(game, state, action, mover, depth)
            # the first action is expected to be best; of the others it is asked only whether one beats it
            top = beta if i == 0 or game.engine_without & NULL_WINDOWS else alpha + 1
            while True:
                low, high = descendant_window(same, plies, alpha, top)
                score = search(
                    game,
                    child,
                    bits.board(w[rows.keys + j]),
                    w[rows.twins + j],
                    w[rows.lows + j],
                    w[rows.highs + j],
                    low,
                    high,
                    depth - plies,
                    ply + plies,
                    m,
                )
                score, _ = bounds_for_ancestor(same, plies, score, score)
                if score <= alpha or score >= beta or top == beta:
                    break
                top = beta
                c[RESEARCHES] += 1
            if sharing:
                unmark(m.marks, w[rows.keys + j])
            if c[STOP] != 0:
                return alpha
            if score > best:
                best, best_action = score, action
            if score >= beta:
                c[CUTOFFS] += 1
                if i == 0:
                    c[FIRST_CUTOFFS] += 1
                remember_refutation(game, state, mover, rows, i, ply, c[NODES] - nodes_before, m)
                break
            alpha = max(alpha, score)
            i += 1
    # 7: the table
    bound = bound_between(best, floor, beta)
    best = min(max(best, lower), upper)
    if left > game.tableless_plies:
        # a result in which no evaluation has a part holds at every depth
        known = depth
        if c[HORIZON] == horizon_before:
            known = COMPLETE
        elif game.utility_limit == 1:
            known, bound = proven_part(best, bound, depth)
        action = fold(game, game.symmetric_action(best_action, twin))
        work = effort(c[NODES] - nodes_before)
        store(m.table, at, key, pack(best, action, known, bound, work, c[AGE]), c[AGE])
        if c[LOGGED] < LOG_SIZE:
            m.log[c[LOGGED]] = at
            c[LOGGED] += 1
    return best


PROBCUT_DEPTH = 3
"""The fewest plies of a search that shallower ones may foretell."""


@step
def may_try_probcut(game: Game, alpha: int, beta: int, depth: int) -> bool:
    """Whether shallower searches may say on which side of the window a search ends: of one that is null,
    and not where a score on one side would pass for proven (`proven_part`)."""
    proof = game.utility_limit == 1 and (beta >= ESTIMATE or alpha <= -ESTIMATE)
    return bool(depth >= PROBCUT_DEPTH and beta - alpha == 1 and not proof)


@step
def shallow_goal(
    game: Game, state: Any, depth: int, check: int, above: bool, alpha: int, beta: int
) -> tuple[int, int]:
    """How many plies a check searches instead of `depth`, as odd or even as that, and the score that it has
    to reach, or if not `above` to stay below; 0 plies where the game foretells nothing by it.

    The last check is about half as deep as the search, the one before a quarter.
    """
    part = depth >> 2 if check == game.probcut_checks - 1 else depth >> 3
    shallow = 2 * part + (depth & 1)
    if shallow == 0 or (part == depth >> 2 and check < game.probcut_checks - 1):
        return shallow - shallow, alpha
    low, high = game.probcut(state, shallow, depth, alpha, beta)
    goal = high if above else low + 1
    if goal <= -INFINITY + 1 or goal >= INFINITY:
        return shallow - shallow, alpha
    return shallow, goal


@kernel
def finish(game: Game, state: Any, alpha: int, beta: int, m: Memory) -> int:
    """`search` where the game is nearly over (`Game.unranked_plies`), to its end: no table, no ranks."""
    c = m.counters
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT]:
        c[STOP] = 1
    if c[STOP] != 0:
        return alpha
    mover = game.to_move(state)
    best = -INFINITY
    for action in game.candidates(state):
        child, same = play_action(game, state, action, mover)
        low, high = child_window(same, max(alpha, best), beta)
        worst, most = game.bounds_within(child, low, high)
        score = worst
        if worst < high and most > low and worst < most:
            score = min(max(finish(game, child, max(low, worst), min(high, most), m), worst), most)
        elif worst < high:
            score = most
        best = max(best, one_ply_on(score if same else -score))
        if best >= beta:
            return best
    if best == -INFINITY:
        return final_score(game, state, mover)
    return best


@step
def look_ahead(
    game: Game,
    state: Any,
    mover: int,
    tabled: bool,
    rows: Rows,
    alpha: int,
    beta: int,
    depth: int,
    m: Memory,
) -> tuple[int, int, int, int]:
    """List the children whose value the rules and the game's `bounds` leave open: how many; alpha as those
    that are settled have raised it; the best of them, and its action.

    A child whose mover has one reply only (`Game.forced`) stands for the state after it, and so on.
    """
    w = m.moves
    best, best_action = -INFINITY, NO_ACTION
    n = 0
    for action in game.candidates(state):
        child = game.result(state, action)
        child_mover = game.to_move(child)
        floor, roof = child_window(child_mover == mover, alpha, beta)
        low, high = static_within(game, child, child_mover, floor, roof)
        plies = 1
        while plies < depth and low < roof and high > floor and low < high:
            reply = game.forced(child)
            if reply < 0:
                break
            child, same = play_action(game, child, reply, child_mover)
            plies += 1
            child_mover = game.to_move(child)
            floor, roof = child_window(same, floor, roof)
            low, high = child_window(same, low, high)
            least, greatest = static_within(game, child, child_mover, floor, roof)
            low, high = max(low, least), min(high, greatest)
        worst, most = bounds_for_ancestor(child_mover == mover, plies, low, high)
        # the rules or the bounds of this child alone refute the last move
        if worst >= beta:
            best, best_action = worst, action
            m.counters[STATIC_CUTS] += 1
            break
        if most <= alpha or worst == most:
            if most > best:
                best, best_action = most, action
            if worst == most:
                alpha = max(alpha, worst)
            continue
        child_key, child_twin = bits.board(0), 0
        if tabled and game.plies_left(child) > game.tableless_plies:
            child_key, child_twin = canonical(game, child)
            prefetch(m.table, bucket_of(child_key, m.counters[MASK]))
        if n == game.actions_limit or action < 0 or action > largest_action(game):
            raise BrokenPromise(
                "A game offers more actions than its actions_limit, or one not from 0 to 65534; "
                "a game with larger ones says so: action_bits = 32."
            )
        w[rows.ranks + n] = game.order(state, action)  # here, where its work is that of `result`
        w[rows.actions + n] = action
        w[rows.keys + n] = bits.number(child_key)
        w[rows.twins + n] = child_twin
        w[rows.lows + n] = low
        w[rows.highs + n] = high
        n += 1
    if n == 0 and best == -INFINITY:
        raise BrokenPromise("A game has no action in a state that is_terminal says is not over.")
    return n, alpha, best, best_action


@step
def look_up(
    game: Game,
    state: Any,
    mover: int,
    rows: Rows,
    n: int,
    depth: int,
    beta: int,
    best: int,
    best_action: int,
    m: Memory,
) -> tuple[int, int]:
    """The best score and action so far, or those of a child that the table, at least so deep, lets reach
    beta; what is proven of the others is noted beside them."""
    w, c = m.moves, m.counters
    for j in range(n):
        child_key = bits.board(w[rows.keys + j])
        if child_key == bits.board(0):  # it has no place in the table
            continue
        data = find(m.table, bucket_of(child_key, c[MASK]), child_key)
        if data == bits.board(0):
            continue
        action = w[rows.actions + j]
        _, same, plies = play_with_replies(game, state, action, mover, depth)
        if depth_of(data) >= depth - plies:
            low, high = tighten_bounds(data, w[rows.lows + j], w[rows.highs + j])
            worst, _ = bounds_for_ancestor(same, plies, low, high)
            if depth_of(data) == COMPLETE:
                w[rows.lows + j], w[rows.highs + j] = low, high
            elif worst >= beta:
                c[HORIZON] += 1
            if worst >= beta:
                c[TABLE_HITS] += 1
                return worst, action
    return best, best_action


@step
def rank_children(
    game: Game, state: Any, mover: int, twin: int, hint: int, rows: Rows, n: int, ply: int, m: Memory
) -> None:
    """Sort the children that are left: the table's first, then by the game's `order`, history and killers."""
    w, c = m.moves, m.counters
    for j in range(n):
        action = w[rows.actions + j]
        rank = w[rows.ranks + j] * UNIT
        rank += m.history[history_place(game, state, mover, action)] * HISTORY_SHARE // UNIT
        killer = m.killers[2 * ply] == action + 1 or m.killers[2 * ply + 1] == action + 1
        if killer and not game.engine_without & KILLERS:
            rank += KILLER_BONUS
        if c[NOISE] != 0:
            rank += noise(bits.board(w[rows.keys + j]), c[NOISE], c[SALT])
        if fold(game, game.symmetric_action(action, twin)) == hint and not game.engine_without & HINT:
            rank = HINT_RANK
        insert(w, rows.ranks, j, pack_rank(rank, j))


@step
def proven_part(best: int, bound: int, depth: int) -> tuple[int, int]:
    """The depth and the bound to keep of a score that evaluations may have entered, where utilities are at
    most 1: no estimate is then as large as a win, and half of what was found is a proof."""
    if best >= ESTIMATE and bound != UPPER:
        return COMPLETE, LOWER if WIN - best > depth else bound  # a nearer win may lie beyond the horizon
    if best <= -ESTIMATE and bound != LOWER:
        return COMPLETE, UPPER if WIN + best > depth else bound
    return depth, bound


def remember_refutation(
    game: Game, state: Any, mover: int, rows: Rows, i: int, ply: int, nodes: int, m: Memory
) -> None:
    """The i-th move in order refuted the opponent's last: praise it, and blame those tried before it."""
    action = m.moves[rows.actions + index_of(m.moves[rows.ranks + i])]
    if m.killers[2 * ply] != action + 1:
        m.killers[2 * ply + 1] = m.killers[2 * ply]
        m.killers[2 * ply] = action + 1
    digits = logarithm(nodes)
    bonus = min(digits * digits, 400)
    learn(m.history, history_place(game, state, mover, action), bonus)
    # those tried before it did not refute: their counters sink, or quiet moves would all end at the top
    for k in range(i):
        tried = m.moves[rows.actions + index_of(m.moves[rows.ranks + k])]
        learn(m.history, history_place(game, state, mover, tried), -bonus)


def history_place(game: Game, state: Any, mover: int, action: int) -> int:
    """Where `Memory.history` counts for an action; inside it, whatever the game's hook says."""
    return (mover * game.history_slots + game.history_slot(state, action)) % (2 * game.history_slots)

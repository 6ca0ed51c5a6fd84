"""Depth-first proof-number search, df-pn: can the attacker get at least so much?

Every position has a proof number, about how much work lies before "yes" is proven, and a disproof number, the
same for "no".  A position is searched until one of them passes the threshold that its parent gives it, the
point from which another child looks easier; a table keeps the numbers (A. Nagai, *Df-pn algorithm for
searching AND/OR trees and its applications*, thesis, University of Tokyo, 2002).  The steps of `search`:

    1  count, and stop if told to, or if the table has the answer meanwhile
    2  list the children; the rules, the game's bounds, the table or a repetition may settle some
    3  make the position's numbers from the children's
    4  unless they pass a threshold, search the child that looks easiest, and go on at 3
    5  keep the numbers

**Thresholds** grow by a share of the second best child's number (1 + ε: J. Pawlewicz and Ł. Lew, *Improving
depth-first PN-search: 1 + ε trick*, 2006), so that the search changes less between children.

**Positions that come by several ways** would be counted once for each in a sum over children.  The number of
a position all of whose children must be settled is the largest of theirs and one more for each other child
still open (T. Ueda et al., *Weak proof-number search*, 2008).

**Repetition.**  A child that stands on the path already is taken for a failure of the attacker.  A proof
needs no failure, so every proof is true on every path: each proven position has a finite number of plies,
`plies`, in which it is won, larger than those of the children that prove it; who follows them repeats nothing
(`docs/proofs.md` has the argument).  A disproof may rest on a repetition, and so on the path; it is not
believed before `confirm` has gone through all that it rests on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel, step
from halfmove.core.contract import Game
from halfmove.core.errors import BrokenPromise
from halfmove.core.score import WIN
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta.ordering import logarithm
from halfmove.search.alphabeta.plain import canonical, static_bounds, static_within
from halfmove.search.alphabeta.sharing import is_searched, mark, unmark
from halfmove.search.proof.numbers_table import (
    CONFIRMED_MASK,
    FAR_PLIES,
    MOST_WORK,
    SETTLED,
    Found,
    bucket_at,
    find,
    store,
)

MAX_PLY = 400
"""Plies from the root beyond which nothing is searched: the attacker is taken to have failed, for now."""

# ---- places in `Memory.counters`
STOP, NODES, NODE_LIMIT, HORIZON, AGE, MASK = range(6)
ATTACKER, LEAST, CHECKS, LIMITED, CYCLIC, SALT, SHARING = range(6, 13)
"""The question, and what follows from it; `SALT` keeps the positions of one question from another's."""
REPEATED, ROUND, WRONG = range(13, 16)
"""Repetitions met; the round of `confirm`, and the disproofs that it found to be wrong."""
PROOF, DISPROOF, PLIES = range(16, 19)
"""What `search` found."""
ENDING, ENDING_FOR_BOTH = range(19, 21)
"""How many words `Memory.ending` has, 0 where no position is in it; whether it counts whoever moves there."""
FOLLOWS = 21
"""Positions that `follow` has come to."""
FREE = 22
"""From here to `CLEAN` the places belong to who else searches with this memory (`pn`)."""
CLEAN = 32
"""For each round whether it has found nothing wrong: what it confirmed is true for good."""
COUNTERS = CLEAN + CONFIRMED_MASK + 1

# ---- the columns of `Memory.rows`: at every ply `actions_limit` rows of each
ACTION, KEY, HELD, TWIN, GOOD, BAD, LEFT = range(7)
"""`GOOD` is the number that the mover wants small, the proof number where the attacker moves; `LEFT` the
plies of a proof."""
COLUMNS = 7

ON_PATH = 1 << 12
"""Words that count the positions on the path by some bits of their keys."""

SHARE = 4
"""ε is one over this."""

FOLLOWED = 200_000
"""Positions that `follow` looks at before it leaves a proof to the plain walk, which goes to none twice."""


class Memory(NamedTuple):
    """One thread's memory; `table` and `marks` are the same for all."""

    table: Buffer
    rows: Buffer
    path: Buffer
    """The positions on the path, by key and what is held."""
    on_path: Buffer
    counters: Buffer
    marks: Buffer
    ending: Buffer
    """By `repetition_key`, the positions of the game so far that may not come once more, in a hash table."""


class Place(NamedTuple):
    """A position as the table knows it."""

    key: Bitboard
    held: Bitboard
    twin: int


class Rows(NamedTuple):
    """Where the columns of a ply begin."""

    actions: int
    keys: int
    held: int
    twins: int
    good: int
    bad: int
    plies: int


@step
def rows_of(game: Game, ply: int) -> Rows:
    """The columns of a ply."""
    limit = game.actions_limit
    first = ply * COLUMNS * limit
    return Rows(
        actions=first + ACTION * limit,
        keys=first + KEY * limit,
        held=first + HELD * limit,
        twins=first + TWIN * limit,
        good=first + GOOD * limit,
        bad=first + BAD * limit,
        plies=first + LEFT * limit,
    )


def place_of(game: Game, state: Any, left: int, m: Memory) -> Place:
    """A position's key for this question, with the plies that are left where they are limited."""
    c = m.counters
    held, twin = bits.board(0), 0
    if c[ENDING] != 0:  # a mirror image, or who holds more, may come upon other positions of the game
        key = bits.mix(game.key(state))
    elif game.dominance:
        key = bits.mix(game.key_without_holdings(state))
        held = game.holdings(state, c[ATTACKER])
    else:
        key, twin = canonical(game, state)
    key = bits.hash_with(key, c[SALT])
    if c[LIMITED] != 0:
        key = bits.hash_with(key, left)
    return Place(key, held, twin)


def stands_on_path(m: Memory, key: Bitboard, held: Bitboard, ply: int) -> bool:
    """Whether a position stands among the first `ply` of the path."""
    name = bits.number(key ^ held)
    if m.on_path[name & (ON_PATH - 1)] == 0:
        return False
    for i in range(ply):
        if m.path[ply - 1 - i] == name:
            return True
    return False


def enter_path(m: Memory, key: Bitboard, held: Bitboard, ply: int) -> None:
    """Put a position on the path."""
    name = bits.number(key ^ held)
    m.path[ply] = name
    m.on_path[name & (ON_PATH - 1)] += 1


def leave_path(m: Memory, ply: int) -> None:
    """Take the last one off."""
    m.on_path[m.path[ply] & (ON_PATH - 1)] -= 1


OPEN, YES, NO = 0, 1, 2
"""What the rules and the game's bounds say of the question."""


def look(game: Game, state: Any, left: int, m: Memory) -> tuple[int, int]:
    """What is known of a position without searching, and if "yes", in how many plies at most."""
    c = m.counters
    mover = game.to_move(state)
    line = (c[LEAST] - 1) * WIN  # the attacker needs a score above
    if c[LIMITED] != 0:
        low, high = static_bounds(game, state, mover)
    elif mover == c[ATTACKER]:
        low, high = static_within(game, state, mover, line, line + 1)
    else:
        low, high = static_within(game, state, mover, -line - 1, -line)
    if mover != c[ATTACKER]:
        low, high = -high, -low
    if high <= line:
        return NO, 0
    quickest = c[LEAST] * WIN - high
    plies = min(max(c[LEAST] * WIN - low, 0), FAR_PLIES)
    if low > line and plies <= left:
        return YES, plies
    if left <= 0 or (c[LIMITED] != 0 and quickest > left and game.utility_limit == c[LEAST]):
        return NO, 0
    return OPEN, 0


def ends_game(game: Game, state: Any, m: Memory) -> bool:
    """Whether a position has stood so often so far that by the rule about repetition it ends the game."""
    mask = m.counters[ENDING] - 1
    key = game.repetition_key(state)
    at = bits.number(key) & mask
    while m.ending[at] != bits.board(0):
        if m.ending[at] == key:
            return True
        at = (at + 1) & mask
    return False


def look_at_child(
    game: Game, state: Any, action: int, child: Any, ours: bool, left: int, m: Memory
) -> tuple[int, int]:
    """`look` at the position that an action leads to, the attacker's if `ours`, who fails where it ends the
    game by repetition."""
    c = m.counters
    if (
        c[ENDING] != 0
        and (ours or c[ENDING_FOR_BOTH] != 0)
        and game.may_repeat(state, action)
        and (c[ENDING_FOR_BOTH] == 0 or not game.is_terminal(child))
        and ends_game(game, child, m)
    ):
        return NO, 0
    return look(game, child, left, m)


@kernel
def root(game: Game, state: Any, left: int, m: Memory) -> int:
    """Search a position until the question is answered: OPEN, if it was stopped, YES or NO."""
    known, plies = look(game, state, left, m)
    m.counters[PLIES] = plies
    if known != OPEN:
        return known
    place = place_of(game, state, left, m)
    found = find(m.table, bucket_at(place.key, m.counters[MASK]), place.key, place.held)
    m.counters[PLIES] = found.plies
    if found.proof == 0:
        return YES
    if found.disproof == 0:
        return NO
    ply = left - left  # a zero that is no literal
    limit = ply + SETTLED
    search(game, state, place.key, place.held, place.twin, limit, limit, left, ply, m)
    if m.counters[STOP] != 0:
        return OPEN
    return YES if m.counters[PROOF] == 0 else NO


@kernel
def search(
    game: Game,
    state: Any,
    key: Bitboard,
    held: Bitboard,
    twin: int,
    good_limit: int,
    bad_limit: int,
    left: int,
    ply: int,
    m: Memory,
) -> int:
    """Search a position that is open until one of its numbers reaches its threshold, that of the number which
    its mover wants small or that of the other; the numbers are left in the counters."""
    # 1: count
    c, w = m.counters, m.rows
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT]:
        c[STOP] = 1
    c[PLIES] = 0
    if c[STOP] != 0:
        c[PROOF] = c[DISPROOF] = 1
        return 0
    if ply >= MAX_PLY:
        c[HORIZON] += 1
        c[PROOF], c[DISPROOF] = SETTLED, 0
        return 0
    if take_over(key, held, m):
        return 0
    started = c[NODES]
    ours = game.to_move(state) == c[ATTACKER]
    rows = rows_of(game, ply)
    if c[CYCLIC] != 0:
        enter_path(m, key, held, ply)
    if c[SHARING] != 0:
        mark(m.marks, bits.number(key))
    # 2: the children
    n, chosen, plies = list_children(game, state, ours, rows, left, ply, m)
    good, bad = 0, SETTLED
    settled, by_another = chosen != NO_ACTION, False
    while not settled:
        # 3: the numbers
        best, good, second, bad = weigh(rows, n, c[SHARING] != 0, m)
        if good == 0 or good >= good_limit or bad >= bad_limit or c[STOP] != 0:
            break
        # 4: the easiest child
        action, child_key = w[rows.actions + best], bits.board(w[rows.keys + best])
        child_held, its_good, its_bad = (
            bits.board(w[rows.held + best]),
            w[rows.good + best],
            w[rows.bad + best],
        )
        child = game.result(state, action)
        # every call goes on from where the child's numbers stand
        for_good = max(min(good_limit, second + 1 + second // SHARE), its_good + 1)
        for_bad = bad_limit if bad_limit >= SETTLED else max(bad_limit - (n - 1), its_bad + 1)
        if (game.to_move(child) == c[ATTACKER]) != ours:
            for_good, for_bad = for_bad, for_good
        search(
            game, child, child_key, child_held, w[rows.twins + best], for_good, for_bad, left - 1, ply + 1, m
        )  # fmt: skip
        if c[STOP] != 0:
            break
        if ours:
            w[rows.good + best], w[rows.bad + best] = c[PROOF], c[DISPROOF]
        else:
            w[rows.good + best], w[rows.bad + best] = c[DISPROOF], c[PROOF]
        w[rows.plies + best] = c[PLIES] + 1
        chosen = action
        if w[rows.good + best] >= SETTLED:  # of no use to the mover
            plies = max(plies, w[rows.plies + best])
            n -= 1
            move_row(rows, n, best, m)
        elif ours and w[rows.good + best] == 0:
            plies = w[rows.plies + best]
        if c[SHARING] != 0 and take_over(key, held, m):
            by_another = True
            break
    if n == 0 and not settled:
        good, bad = SETTLED, 0
    # 5: the table
    if c[CYCLIC] != 0:
        leave_path(m, ply)
    if c[SHARING] != 0:
        unmark(m.marks, bits.number(key))
    if by_another:
        return 0
    c[PROOF], c[DISPROOF] = (good, bad) if ours else (bad, good)
    c[PLIES] = plies if c[PROOF] == 0 else 0
    if c[STOP] == 0:
        if chosen != NO_ACTION:
            chosen = fold(game, game.symmetric_action(chosen, twin))
        found = Found(c[PROOF], c[DISPROOF], min(c[PLIES], FAR_PLIES), chosen, 0)
        store(m.table, bucket_at(key, c[MASK]), key, held, found, logarithm(c[NODES] - started + 1), c[AGE])
    return 0


@step
def take_over(key: Bitboard, held: Bitboard, m: Memory) -> bool:
    """Whether the table has the answer of a position meanwhile, found by another way or another thread.  It
    is left in the counters, and whoever still searched the position writes no open numbers over it."""
    c = m.counters
    found = find(m.table, bucket_at(key, c[MASK]), key, held)
    if found.proof != 0 and found.disproof != 0:
        return False
    c[PROOF], c[DISPROOF], c[PLIES] = found.proof, found.disproof, found.plies
    return True


@step
def list_actions(game: Game, state: Any, ours: bool, rows: Rows, m: Memory) -> int:
    """Write the actions that matter to the ply's rows; how many there are."""
    w = m.rows
    n = 0
    if ours and m.counters[CHECKS] != 0:
        for action in game.checking(state):
            w[rows.actions + n] = action
            n += 1
    else:
        for action in game.candidates(state):
            if n == game.actions_limit:
                raise BrokenPromise("A game offers more actions than its actions_limit.")
            w[rows.actions + n] = action
            n += 1
        if n == 0:
            raise BrokenPromise("A game has no action in a state that is_terminal says is not over.")
    return n


@step
def list_children(
    game: Game, state: Any, ours: bool, rows: Rows, left: int, ply: int, m: Memory
) -> tuple[int, int, int]:
    """List the children that are open, with the numbers that the table has of them: how many; the action that
    settles the position for the mover, or NO_ACTION; and the plies of that, or else of the slowest child that
    is settled against him."""
    w, c = m.rows, m.counters
    count = list_actions(game, state, ours, rows, m)
    n, slowest = 0, 0
    for i in range(count):
        action = w[rows.actions + i]
        child = game.result(state, action)
        known, plies = look_at_child(game, state, action, child, ours, left - 1, m)
        place = Place(bits.board(0), bits.board(0), 0)
        good, bad = 1, 1
        if known == OPEN:
            place = place_of(game, child, left - 1, m)
            found = find(m.table, bucket_at(place.key, c[MASK]), place.key, place.held)
            if found.proof == 0:
                known, plies = YES, found.plies
            elif found.disproof == 0:
                known = NO
            elif c[CYCLIC] != 0 and stands_on_path(m, place.key, place.held, ply + 1):
                known = NO
                c[REPEATED] += 1
            elif ours:
                good, bad = found.proof, found.disproof
            else:
                good, bad = found.disproof, found.proof
            if known == OPEN and found.confirmed < 0 and game.stuck_is_over and (ours or c[CHECKS] == 0):
                good = max(game.count_actions(child), 1)  # as many replies must be refuted
        if known == OPEN:
            w[rows.actions + n] = action
            w[rows.keys + n] = bits.number(place.key)
            w[rows.held + n] = bits.number(place.held)
            w[rows.twins + n] = place.twin
            w[rows.good + n], w[rows.bad + n] = good, bad
            w[rows.plies + n] = 0
            n += 1
        elif (known == YES) == ours:
            return n, action, plies + 1
        elif known == YES:
            slowest = max(slowest, plies + 1)
    return n, NO_ACTION, slowest


@step
def weigh(rows: Rows, n: int, sharing: bool, m: Memory) -> tuple[int, int, int, int]:
    """The child to search, the least of the good numbers, the least of the others, and the position's bad
    number."""
    w = m.rows
    best, good, second, bad = 0, SETTLED, SETTLED, 0
    lightest, its_least = SETTLED + 1, SETTLED
    for i in range(n):
        its = w[rows.good + i]
        weight = its
        if sharing and its > 0 and is_searched(m.marks, w[rows.keys + i]):
            weight = min(its + 1 + its // 2, SETTLED - 1)  # what another thread searches looks harder
        if weight < lightest:
            second = min(second, its_least)
            best, lightest, its_least = i, weight, its
        else:
            second = min(second, its)
        good = min(good, its)
        bad = max(bad, w[rows.bad + i])
    if n > 0:
        bad = min(bad + n - 1, SETTLED)
        if good == 0:
            bad = SETTLED
    return best, good, second, bad


@step
def move_row(rows: Rows, start: int, end: int, m: Memory) -> None:
    """Write the row of one child over another's."""
    w = m.rows
    w[rows.actions + end] = w[rows.actions + start]
    w[rows.keys + end] = w[rows.keys + start]
    w[rows.held + end] = w[rows.held + start]
    w[rows.twins + end] = w[rows.twins + start]
    w[rows.good + end] = w[rows.good + start]
    w[rows.bad + end] = w[rows.bad + start]
    w[rows.plies + end] = w[rows.plies + start]


# ---- disproofs that rest on repetitions


@kernel
def confirm_root(game: Game, state: Any, left: int, m: Memory) -> int:
    """`confirm` of a position."""
    known, _ = look(game, state, left, m)
    if known != OPEN:
        return known
    place = place_of(game, state, left, m)
    ply = left - left  # a zero that is no literal
    return confirm(game, state, place.key, place.held, place.twin, left, ply, m)


@kernel
def confirm(
    game: Game, state: Any, key: Bitboard, held: Bitboard, twin: int, left: int, ply: int, m: Memory
) -> int:
    """Go through all that a disproof rests on: NO once it is whole, YES where it was wrong, OPEN if stopped.

    A set of positions out of which the attacker cannot get, and in which he has not got what he wants, is a
    disproof of each: where he moves all children are in it, elsewhere one is.  What this round has come to
    already is in the set, so a round in which nothing was wrong has shown the whole set.
    """
    c, w = m.counters, m.rows
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT] or ply >= MAX_PLY:
        c[STOP] = 1
    if c[STOP] != 0:
        return OPEN
    if stands_on_path(m, key, held, ply):  # in the set; a small table may have forgotten it
        return NO
    at = bucket_at(key, c[MASK])
    ours = game.to_move(state) == c[ATTACKER]
    rows = rows_of(game, ply)
    limit = ply - ply + SETTLED
    while True:
        found = find(m.table, at, key, held)
        if found.proof != 0 and found.disproof != 0:
            search(game, state, key, held, twin, limit, limit, left, ply, m)
            if c[STOP] != 0:
                return OPEN
            found = Found(c[PROOF], c[DISPROOF], 0, NO_ACTION, 0)
        if found.proof == 0:
            c[WRONG] += 1
            return YES
        if is_confirmed(found, m):
            return NO
        keep(m, at, key, held, Found(SETTLED, 0, 0, found.action, c[ROUND]))
        enter_path(m, key, held, ply)
        count = list_actions(game, state, ours, rows, m)
        if not ours:
            choose_defence(game, state, rows, count, found.action, twin, left, m)
            count = 1
        wrong = False
        for i in range(count):
            action = w[rows.actions + i]
            child = game.result(state, action)
            known, _ = look_at_child(game, state, action, child, ours, left - 1, m)
            if known == OPEN:
                place = place_of(game, child, left - 1, m)
                known = confirm(game, child, place.key, place.held, place.twin, left - 1, ply + 1, m)
            if known != NO:
                wrong = True
                break
        leave_path(m, ply)
        if c[STOP] != 0:
            return OPEN
        if not wrong:
            return NO
        keep(m, at, key, held, Found(1, 1, 0, NO_ACTION, 0))
        c[WRONG] += 1


def is_confirmed(found: Found, m: Memory) -> bool:
    """Whether a disproof has been confirmed, in this round or for good."""
    if found.confirmed <= 0:
        return False
    return found.confirmed == m.counters[ROUND] or m.counters[CLEAN + found.confirmed] != 0


def keep(m: Memory, at: int, key: Bitboard, held: Bitboard, found: Found) -> None:
    """Keep an entry that may not be lost before the round is over."""
    store(m.table, at, key, held, found, MOST_WORK, m.counters[AGE])


@step
def choose_defence(
    game: Game, state: Any, rows: Rows, count: int, named: int, twin: int, left: int, m: Memory
) -> None:
    """Put first the action by which the position is disproven: one that the rules or the table say does it,
    the `named` one before others."""
    w, c = m.rows, m.counters
    best, worth = 0, 0
    for i in range(count):
        action = w[rows.actions + i]
        child = game.result(state, action)
        known, _ = look_at_child(game, state, action, child, False, left - 1, m)
        its = 4 if known == NO else 0
        if known == OPEN:
            place = place_of(game, child, left - 1, m)
            found = find(m.table, bucket_at(place.key, c[MASK]), place.key, place.held)
            if found.disproof == 0:
                its = 3 if is_confirmed(found, m) else 1
                if its == 1 and fold(game, game.symmetric_action(action, twin)) == named:
                    its = 2
        if its > worth:
            best, worth = i, its
    w[rows.actions] = w[rows.actions + best]


# ---- proofs in which no position comes again


@kernel
def follow(game: Game, state: Any, left: int, ply: int, m: Memory) -> int:
    """Go through every play of a proof in the table: YES if in none of them a position comes again, as
    `repetition_key` tells them apart, NO if one does; OPEN where the table lacks a part, or after `FOLLOWED`
    positions."""
    c, w = m.counters, m.rows
    if ply == 0:
        c[FOLLOWS] = 0
    c[FOLLOWS] += 1
    if c[FOLLOWS] > FOLLOWED or ply >= MAX_PLY:
        return OPEN
    m.path[ply] = bits.number(game.repetition_key(state))
    ours = game.to_move(state) == c[ATTACKER]
    rows = rows_of(game, ply)
    count = list_actions(game, state, ours, rows, m)
    if ours:
        count = choose_attack(game, state, rows, count, left, m)
        if count == 0:
            return OPEN
    for i in range(count):
        action = w[rows.actions + i]
        child = game.result(state, action)
        over = game.is_terminal(child)
        if comes_again(game, state, action, child, over, ply, m):
            return NO
        if over:
            answer = look(game, child, left - 1, m)[0]
        else:
            answer = follow(game, child, left - 1, ply + 1, m)
        if answer != YES:
            return OPEN if over else answer
    return YES


def comes_again(game: Game, state: Any, action: int, child: Any, over: bool, ply: int, m: Memory) -> bool:
    """Whether an action brings back a position of the path up to `ply`, and the rule about it speaks."""
    name = bits.number(game.repetition_key(child))
    if not game.may_repeat(state, action) and (over or name == m.path[ply]):
        return False
    for i in range(ply + 1):
        if m.path[i] == name:
            return True
    return False


@step
def choose_attack(game: Game, state: Any, rows: Rows, count: int, left: int, m: Memory) -> int:
    """Put first the attacker's action with the quickest proof that the rules or the table know: 1, or 0 where
    there is none."""
    w, c = m.rows, m.counters
    chosen, least = NO_ACTION, FAR_PLIES + 1
    for i in range(count):
        action = w[rows.actions + i]
        child = game.result(state, action)
        known, plies = look_at_child(game, state, action, child, True, left - 1, m)
        if known == OPEN:
            place = place_of(game, child, left - 1, m)
            found = find(m.table, bucket_at(place.key, c[MASK]), place.key, place.held)
            if found.proof == 0:
                known, plies = YES, found.plies
        if known == YES and plies < least:
            chosen, least = action, plies
    w[rows.actions] = chosen
    return 1 if chosen != NO_ACTION else 0

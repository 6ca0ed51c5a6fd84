"""Proof-number search best first, PN and PN²: the tree stands in memory, and its most-proving node grows.

Every node has a proof number, how many open positions must at least be settled for "yes", and a disproof
number, the same for "no"; where all children must be settled it is their sum (L. V. Allis, M. van der Meulen
and H. J. van den Herik, *Proof-number search*, Artificial Intelligence 66, 1994).  The question, its keys and
the children are those of `dfpn`; what differs is the order of the search:

    1  go to the most-proving node: the child whose number is its parent's own, again and again
    2  expand it: the rules, the game's bounds, a settled position in the table or a repetition may settle it
    3  make the numbers above it again, up to the first node where they stay the same; go on at 1 from there

**PN²** expands a node by a second search of the same kind from there, whose tree is thrown away but for the
node's children (D. M. Breuker, *Memory versus search in games*, thesis, Maastricht, 1998).  Its
tree has at most x · f(x) nodes, where x is the size of the first tree and f(x) = 1 / (1 + exp((a − x) / b)):
none while there is room, as large as the first at the end.

**Repetition.**  Each node is one path, and a child that stands on it is a failure of the attacker.  Who can
win can win without coming to a position twice (`docs/proofs.md`), so the root's "yes" and its "no" are both
true, and nothing has to be confirmed.  A settled position goes into the table, and its subtree's memory to
others; but a "no" below the root may rest on its path, and where positions can come again it is not kept.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel, step
from halfmove.core.contract import Game
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.proof.dfpn import (
    ATTACKER,
    CYCLIC,
    FREE,
    HORIZON,
    MASK,
    MAX_PLY,
    NO,
    NODE_LIMIT,
    NODES,
    OPEN,
    PLIES,
    STOP,
    YES,
    Memory,
    Rows,
    enter_path,
    leave_path,
    list_children,
    look,
    place_of,
    rows_of,
)
from halfmove.search.proof.numbers_table import FAR_PLIES, MOST_WORK, SETTLED, Found, bucket_at, find, store

# ---- places in `Memory.counters`, beside those of `dfpn`
TOP, CAPACITY, FULL, TWO_LEVELS, SECOND_END = range(FREE, FREE + 5)
"""Nodes taken so far, and how many there are; whether they did not suffice; whether it is PN², and at which
node its second tree ends."""

FIRST_ROUND = 1
"""The round of confirmations that stands for "no" of a root, which needs none."""

NUMBERS, CHILDREN, MOVE = range(3)
NODE_WORDS = 3
"""A node's words, from the top bit:

    numbers:   proof number 31 | disproof number 32
    children:  the first one's node 47 | how many there are 16         0: not expanded
    move:      the action that leads here 47 | plies to the end, where it is proven 16
"""

HALF_SHARE, SLOPE = 4, 30
"""In f(x) a is one over this of all nodes, and b one over that: a / b is 7.5, so that f(0) is nearly nothing,
and with a at a quarter of the memory the second tree is as large as the first when both fill it."""


class Tree(NamedTuple):
    """The nodes of a search; node 0 is the root."""

    words: Buffer
    free: Buffer
    """For each number of children the first of a chain of free blocks of as many; 0: there is none."""


def new_tree(game: Game, megabytes: float) -> Tree:
    """Room for as many nodes as so many megabytes hold, one expansion at least."""
    nodes = max(int(megabytes * 2**20) // (8 * NODE_WORDS), game.actions_limit + 2)
    return Tree(Buffer(nodes * NODE_WORDS), Buffer(game.actions_limit + 1))


def numbers_of(t: Tree, node: int) -> int:
    """Both numbers of a node, as one."""
    return t.words[node * NODE_WORDS + NUMBERS]


def proof_of(t: Tree, node: int) -> int:
    """The proof number of a node."""
    return t.words[node * NODE_WORDS + NUMBERS] >> 32


def disproof_of(t: Tree, node: int) -> int:
    """The disproof number of a node."""
    return t.words[node * NODE_WORDS + NUMBERS] & 0xFFFF_FFFF


def first_of(t: Tree, node: int) -> int:
    """The first child of a node; 0 if it has none."""
    return t.words[node * NODE_WORDS + CHILDREN] >> 16


def count_of(t: Tree, node: int) -> int:
    """How many children a node has."""
    return t.words[node * NODE_WORDS + CHILDREN] & 0xFFFF


def action_of(t: Tree, node: int) -> int:
    """The action that leads to a node."""
    return t.words[node * NODE_WORDS + MOVE] >> 16


def plies_of(t: Tree, node: int) -> int:
    """The plies of a node's proof; of an open one where the attacked moves, of its slowest settled child."""
    return t.words[node * NODE_WORDS + MOVE] & 0xFFFF


def is_open(t: Tree, node: int) -> bool:
    """Whether the question is not answered at a node."""
    return proof_of(t, node) != 0 and disproof_of(t, node) != 0


def write_numbers(t: Tree, node: int, proof: int, disproof: int) -> None:
    """Give a node its numbers."""
    t.words[node * NODE_WORDS + NUMBERS] = (proof << 32) | disproof


def write_plies(t: Tree, node: int, plies: int) -> None:
    """Give a node the plies of its proof."""
    at = node * NODE_WORDS + MOVE
    t.words[at] = ((t.words[at] >> 16) << 16) | min(plies, FAR_PLIES)


def good_of(t: Tree, node: int, ours: bool) -> int:
    """The number that a player wants small: the attacker the proof number."""
    return proof_of(t, node) if ours else disproof_of(t, node)


def bad_of(t: Tree, node: int, ours: bool) -> int:
    """The number that he wants large."""
    return disproof_of(t, node) if ours else proof_of(t, node)


# ---- room for nodes


def allot(count: int, level: int, m: Memory, t: Tree) -> int:
    """The first of so many nodes beside each other; 0 where there is no room.

    The second tree takes nodes above the first one's alone, so that it is thrown away at once.
    """
    block = t.free[count]
    if level == 0 and block != 0:
        t.free[count] = numbers_of(t, block)
        for child in range(block, block + count):  # what lies below it is free too
            release(t, child)
        return block
    if m.counters[TOP] + count > m.counters[CAPACITY]:
        return 0
    m.counters[TOP] += count
    return m.counters[TOP] - count


def release(t: Tree, node: int) -> None:
    """Make the memory of a node's children free, and with it what lies below them."""
    count = count_of(t, node)
    if count > 0:
        block = first_of(t, node)
        t.words[block * NODE_WORDS + NUMBERS] = t.free[count]
        t.free[count] = block
        t.words[node * NODE_WORDS + CHILDREN] = 0


def second_size(first: int, capacity: int) -> int:
    """How many nodes the second tree of PN² may have beside a first one of so many."""
    share = 1.0 / (1.0 + math.exp((capacity / HALF_SHARE - first) / (capacity / SLOPE)))
    return int(first * share)


# ---- the search


@kernel
def root(game: Game, state: Any, left: int, m: Memory, t: Tree) -> int:
    """Search a position until the question is answered: OPEN, if it was stopped or the tree is full, YES or
    NO.  Both are kept in the table.  The chains of free blocks are empty before."""
    c = m.counters
    c[FULL] = 0
    known, plies = look(game, state, left, m)
    c[PLIES] = plies
    if known != OPEN:
        return known
    place = place_of(game, state, left, m)
    found = find(m.table, bucket_at(place.key, c[MASK]), place.key, place.held)
    c[PLIES] = found.plies
    if found.proof == 0:
        return YES
    if found.disproof == 0:
        return NO
    c[TOP] = 1
    zero = left - left  # no literal
    write_numbers(t, zero, 1, 1)
    t.words[CHILDREN] = 0
    t.words[MOVE] = 0
    while is_open(t, zero) and c[STOP] == 0:
        grow(game, state, zero, left, zero, zero, m, t)
    if c[STOP] != 0:
        return OPEN
    c[PLIES] = plies_of(t, zero)
    return YES if proof_of(t, zero) == 0 else NO


@kernel
def grow(
    game: Game, state: Any, node: int, left: int, ply: int, level: int, m: Memory, t: Tree
) -> int:  # fmt: skip
    """Expand the most-proving node at or below one, again and again until the numbers of this one change, it
    is stopped, or at level 1 the second tree is as large as it may be."""
    c = m.counters
    ours = game.to_move(state) == c[ATTACKER]
    if c[CYCLIC] != 0:
        place = place_of(game, state, left, m)
        enter_path(m, place.key, place.held, ply)
    before, chosen = numbers_of(t, node), NO_ACTION
    if first_of(t, node) == 0:
        chosen = expand(game, state, node, ours, left, ply, level, m, t)
        if c[TWO_LEVELS] != 0 and level == 0:
            end = c[TOP]
            c[SECOND_END] = min(end + second_size(end, c[CAPACITY]), c[CAPACITY])
            while is_open(t, node) and c[TOP] < c[SECOND_END] and c[STOP] == 0:
                grow(game, state, node, left, ply, level + 1, m, t)
            c[TOP] = end
            for child in range(first_of(t, node), first_of(t, node) + count_of(t, node)):
                t.words[child * NODE_WORDS + CHILDREN] = 0
    while (
        c[STOP] == 0
        and numbers_of(t, node) == before
        and is_open(t, node)
        and (level == 0 or c[TOP] < c[SECOND_END])
    ):
        best = find_most_proving(t, node, ours)
        child_state = game.result(state, action_of(t, best))
        grow(game, child_state, best, left - 1, ply + 1, level, m, t)
        back_up(t, node, ours)
    if c[CYCLIC] != 0:
        leave_path(m, ply)
    if c[STOP] == 0 and not is_open(t, node):
        keep_settled(game, state, node, ours, chosen, left, ply, m, t)
        if level == 0:
            release(t, node)
    return 0


@step
def expand(
    game: Game, state: Any, node: int, ours: bool, left: int, ply: int, level: int, m: Memory, t: Tree
) -> int:
    """Make a node's children, and its numbers from theirs; the action that settles it at once, if there is
    one, or NO_ACTION."""
    c = m.counters
    c[NODES] += 1
    if c[NODES] > c[NODE_LIMIT]:
        c[STOP] = 1
    if c[STOP] != 0:
        return NO_ACTION
    if ply >= MAX_PLY:
        c[HORIZON] += 1
        write_numbers(t, node, SETTLED, 0)
        return NO_ACTION
    rows = rows_of(game, ply)
    n, chosen, plies = list_children(game, state, ours, rows, left, ply, m)
    if chosen != NO_ACTION or n == 0:
        proven = (chosen != NO_ACTION) == ours
        write_plies(t, node, plies if proven else 0)
        write_numbers(t, node, 0 if proven else SETTLED, SETTLED if proven else 0)
        return chosen
    block = allot(n, level, m, t)
    if block == 0:
        if level == 0:
            c[FULL] = c[STOP] = 1
        else:
            c[SECOND_END] = c[TOP]
        return NO_ACTION
    for i in range(n):
        write_child(t, block + i, rows, i, ours, m)
    t.words[node * NODE_WORDS + CHILDREN] = (block << 16) | n
    write_plies(t, node, plies)
    back_up(t, node, ours)
    return NO_ACTION


def write_child(t: Tree, child: int, rows: Rows, i: int, ours: bool, m: Memory) -> None:
    """Write a child from the rows that `list_children` made."""
    w = m.rows
    good, bad = w[rows.good + i], w[rows.bad + i]
    t.words[child * NODE_WORDS + CHILDREN] = 0
    t.words[child * NODE_WORDS + MOVE] = w[rows.actions + i] << 16
    write_numbers(t, child, good if ours else bad, bad if ours else good)


def find_most_proving(t: Tree, node: int, ours: bool) -> int:
    """The first child that has the node's own number."""
    first, good = first_of(t, node), good_of(t, node, ours)
    for child in range(first, first + count_of(t, node)):
        if good_of(t, child, ours) == good:
            return child
    return first


@step
def back_up(t: Tree, node: int, ours: bool) -> None:
    """Make a node's numbers from its children's."""
    first, good, bad, plies = first_of(t, node), SETTLED, 0, plies_of(t, node)
    for child in range(first, first + count_of(t, node)):
        good = min(good, good_of(t, child, ours))
        bad = min(bad + bad_of(t, child, ours), SETTLED - 1)
        if proof_of(t, child) == 0:
            plies = plies_of(t, child) + 1 if ours else max(plies, plies_of(t, child) + 1)
    if good == 0:
        bad = SETTLED
    elif bad == 0:
        good = SETTLED
    write_numbers(t, node, good if ours else bad, bad if ours else good)
    write_plies(t, node, plies)


@step
def keep_settled(
    game: Game, state: Any, node: int, ours: bool, chosen: int, left: int, ply: int, m: Memory, t: Tree
) -> None:
    """Put a settled position into the table, unless its answer may rest on the path."""
    c = m.counters
    proven = proof_of(t, node) == 0
    if proven or c[CYCLIC] == 0 or node == 0:
        first = first_of(t, node)
        for child in range(first, first + count_of(t, node)):
            if good_of(t, child, ours) == 0:
                chosen = action_of(t, child)
        place = place_of(game, state, left, m)
        if chosen != NO_ACTION:
            chosen = fold(game, game.symmetric_action(chosen, place.twin))
        plies = plies_of(t, node) if proven else 0
        confirmed = FIRST_ROUND if node == 0 and not proven else 0
        found = Found(proof_of(t, node), disproof_of(t, node), plies, chosen, confirmed)
        work = max(MOST_WORK - ply, 0)  # the nearer to the root, the more it cost
        store(m.table, bucket_at(place.key, c[MASK]), place.key, place.held, found, work, 0)

"""Counterfactual regret minimisation over a public tree, a vector of hands at each node.

Johanson, Waugh, Bowling and Zinkevich, "Accelerating best response calculation in large extensive games",
IJCAI 2011: one walk through the public tree finds the values of all hands at once, and where hands are
compared, sorting them first makes it n steps instead of n².  What a hand shares with another is taken off
card by card.  The same walk makes an iteration of CFR (Johanson et al., "Efficient Nash equilibrium
approximation through Monte Carlo counterfactual regret minimization", AAMAS 2012, section 4), a best
response, and the values of a strategy.

A walk goes down and up the tree with a row of memory for each depth.  What lies behind the first card to come
is made of many equal parts, which threads share: the walk above them is made twice, once to find what reaches
each part and once to use what came back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.public_tree import CARD, FOLD, SHOWDOWN

ITERATE, BEST, AVERAGE = 0, 1, 2
"""What a walk does: an iteration of CFR, a best response to the other's average, the values of averages."""
ALONE, COLLECT, USE = 0, 1, 2
"""A walk through all below its root; through the trunk, noting what reaches its parts, or using what
they are worth."""
CARDS = 52
NOT_HERE = 1 << 30
"""Instead of the number of an action: all below is another walk's."""


WORTH, HAND, HIGH = 32, 12, 6
"""Where a word of `Hands.order` has what the hand is worth, its number, and its higher card; the lower card
is in the lowest bits.  With four arrays instead an iteration took a third longer (a turn, 1,128 hands)."""
HAND_BITS = (1 << (WORTH - HAND)) - 1


def packed(value: Any, hand: Any, high: Any, low: Any) -> Any:
    """A hand as a word, or many."""
    return value << WORTH | hand << HAND | high << HIGH | low


class Nodes(NamedTuple):
    """The tree, as bare memory: see `PublicTree`."""

    kind: Buffer
    child: Buffer
    children: Buffer
    card: Buffer
    board: Buffer
    row: Buffer
    """Where the rows of a node's actions begin in the tables of its player, in rows of his hands."""
    alike: Buffer
    """Which exchanges of suits make other cards of the one that led here: see `PublicTree.alike`."""
    part: Buffer
    """The number of the part of the tree that begins here; -1 for none."""
    roots: Buffer
    """The node where each part begins."""


class Hands(NamedTuple):
    """One player's hands, as bare memory."""

    high: Buffer
    low: Buffer
    same: Buffer
    """The number of the same hand among the other player's; -1 for none."""
    order: Buffer
    """[boards, n]: his hands from the worst up, all that a showdown reads of one in a word (`packed`)."""
    possible: Buffer
    """[boards]: how many of them can be."""
    moved: Buffer
    """[exchanges, n]: of which hand an exchange of suits makes each."""


class Scratch(NamedTuple):
    """Rows for each depth of a walk, float32."""

    mine: Any
    """[depth, n]: the probability that the player himself comes here with each hand."""
    theirs: Any
    """[depth, m]: the other's, times nature's."""
    value: Any
    """[depth, n]: what each hand earns, times what the others contribute."""
    share: Any
    """[depth, actions + 1, most hands]: the probabilities of the actions, and a row to work with."""
    action: Any
    """[depth, actions, n]: what each action earns."""


def new_scratch(depth: int, actions: int, hands: int) -> Scratch:
    """Memory for one thread."""
    mine, theirs, value = (np.zeros((depth, hands), dtype=np.float32) for _ in range(3))
    share = np.zeros((depth, actions + 1, hands), dtype=np.float32)
    return Scratch(mine, theirs, value, share, np.zeros((depth, actions, hands), dtype=np.float32))


# ---- rows of numbers
def add(into: Any, row: Any, n: int) -> None:
    """into += row."""
    for h in range(n):
        into[h] += row[h]


def add_after_card(into: Any, row: Any, mine: Hands, card: int, alike: int, n: int) -> None:
    """into += what each hand earns after a card, and after each that it stands for; worked with: row."""
    for h in range(n):
        if mine.high[h] == card or mine.low[h] == card:
            row[h] = np.float32(0.0)
    if alike & 1:
        add(into, row, n)
    exchange, left = 1, alike >> 1
    while left > 0:
        if left & 1:
            at = exchange * n
            for h in range(n):
                into[h] += row[mine.moved[at + h]]
        exchange, left = exchange + 1, left >> 1


def add_product(into: Any, share: Any, row: Any, n: int) -> None:
    """into += share * row."""
    for h in range(n):
        into[h] += share[h] * row[h]


def raise_to(into: Any, row: Any, n: int) -> None:
    """into = the larger of both."""
    for h in range(n):
        into[h] = max(into[h], row[h])


def set_product(into: Any, one: Any, other: Any, n: int) -> None:
    """into = one * other."""
    for h in range(n):
        into[h] = one[h] * other[h]


def set_scaled(into: Any, row: Any, factor: float, n: int) -> None:
    """into = row * factor."""
    by = np.float32(factor)
    for h in range(n):
        into[h] = row[h] * by


def regrets_added(regret: Any, action: Any, value: Any, gain: float, up: float, down: float, n: int) -> None:
    """An action's regret after an iteration, from what the action and the node have earned."""
    by, positive, negative = np.float32(gain), np.float32(up), np.float32(down)
    for h in range(n):
        total = regret[h] + by * (action[h] - value[h])
        regret[h] = total * (positive if total > np.float32(0.0) else negative)


def match(table: Any, row: int, actions: int, share: Any, n: int) -> None:
    """Each action as likely as its entry in the table is positive; all alike where none is.

    The row of `share` after the last action is worked with.
    """
    sums = share[actions]
    for h in range(n):
        sums[h] = np.float32(0.0)
    for k in range(actions):
        entries, to = table[row + k], share[k]
        for h in range(n):
            to[h] = max(entries[h], np.float32(0.0))
            sums[h] += to[h]
    even = np.float32(1.0 / actions)
    for k in range(actions):
        to = share[k]
        for h in range(n):
            to[h] = to[h] / sums[h] if sums[h] > np.float32(0.0) else even


# ---- where it ends
def folded(
    mine: Hands, theirs: Hands, n: int, m: int, reach: Any, pay: float, value: Any, cards: Any
) -> None:
    """What each hand earns where somebody has folded: `pay`, for each hand that it can meet."""
    for card in range(CARDS):
        cards[card] = 0.0
    total = 0.0
    for h in range(m):
        weight = float(reach[h])
        total += weight
        cards[theirs.high[h]] += weight
        cards[theirs.low[h]] += weight
    for h in range(n):
        met = total - cards[mine.high[h]] - cards[mine.low[h]]
        if mine.same[h] >= 0:
            met += reach[mine.same[h]]
        value[h] = np.float32(pay * met)


def compared(
    mine: Hands, theirs: Hands, board: int, n: int, m: int, reach: Any, pay: float, value: Any, cards: Any
) -> None:
    """What each hand earns where hands are compared: `pay` for each that it beats, less each it loses to.

    A worse or better hand is never the same, and one that shares a card is taken off with that card.
    """
    for h in range(n):
        value[h] = np.float32(0.0)
    for card in range(CARDS):
        cards[card] = 0.0
    count, others = mine.possible[board], theirs.possible[board]
    at, to, below = board * n, board * m, 0.0
    j = 0
    for i in range(count):
        own = mine.order[at + i]
        while j < others and theirs.order[to + j] >> WORTH < own >> WORTH:
            other = theirs.order[to + j]
            weight = float(reach[(other >> HAND) & HAND_BITS])
            below += weight
            cards[(other >> HIGH) & 63] += weight
            cards[other & 63] += weight
            j += 1
        value[(own >> HAND) & HAND_BITS] = np.float32(
            pay * (below - cards[(own >> HIGH) & 63] - cards[own & 63])
        )
    for card in range(CARDS):
        cards[card] = 0.0
    above = 0.0
    j = others - 1
    for i in range(count - 1, -1, -1):
        own = mine.order[at + i]
        while j >= 0 and theirs.order[to + j] >> WORTH > own >> WORTH:
            other = theirs.order[to + j]
            weight = float(reach[(other >> HAND) & HAND_BITS])
            above += weight
            cards[(other >> HIGH) & 63] += weight
            cards[other & 63] += weight
            j -= 1
        value[(own >> HAND) & HAND_BITS] -= np.float32(
            pay * (above - cards[(own >> HIGH) & 63] - cards[own & 63])
        )


# ---- the walk
@kernel
def walk(
    game: Game,
    t: Nodes,
    pay: Any,
    chance: Any,
    player: int,
    mine: Hands,
    theirs: Hands,
    n: int,
    m: int,
    what: int,
    phase: int,
    start: int,
    end: int,
    step: int,
    my_regret: Any,
    my_average: Any,
    their_table: Any,
    gain: float,
    up: float,
    down: float,
    weight: float,
    parts_mine: Any,
    parts_theirs: Any,
    parts_value: Any,
    s_mine: Any,
    s_theirs: Any,
    s_value: Any,
    s_share: Any,
    s_action: Any,
    path: Buffer,
    turn: Buffer,
    cards: Any,
) -> int:
    """Walk for `player` through the parts `start`, `start + step` … below `end`, or, with phase COLLECT or
    USE, through the trunk from the root.

    In row 0 of `parts_mine`, `parts_theirs`, `parts_value` (float32[parts + 1, hands]) is the root, in row
    k + 1 part k.  `gain`, `up`, `down`, `weight` are the weights of this iteration: of a new regret, of what
    has added up where it is positive and negative, and of the strategy in the average.
    """
    for piece in range(start, end, step):
        root = t.roots[piece] if phase == ALONE else 0
        own = piece + 1 if phase == ALONE and root != 0 else 0
        set_scaled(s_mine[0], parts_mine[own], 1.0, n)
        set_scaled(s_theirs[0], parts_theirs[own], 1.0, m)
        depth = 0
        path[0], turn[0] = root, -1
        while depth >= 0:
            node = path[depth]
            kind = t.kind[node]
            if turn[depth] < 0:  # for the first time
                turn[depth] = 0
                part = t.part[node] if phase != ALONE else -1
                if part >= 0:
                    if phase == COLLECT:
                        set_scaled(parts_mine[part + 1], s_mine[depth], 1.0, n)
                        set_scaled(parts_theirs[part + 1], s_theirs[depth], 1.0, m)
                    set_scaled(s_value[depth], parts_value[part + 1], 1.0, n)
                    turn[depth] = NOT_HERE
                elif kind == FOLD:
                    if phase != COLLECT:
                        won = pay[node] if player == 0 else -pay[node]
                        folded(mine, theirs, n, m, s_theirs[depth], won, s_value[depth], cards)
                elif kind == SHOWDOWN:
                    if phase != COLLECT:
                        compared(
                            mine,
                            theirs,
                            t.board[node],
                            n,
                            m,
                            s_theirs[depth],
                            pay[node],
                            s_value[depth],
                            cards,
                        )
                else:
                    least = np.float32(-1e30) if kind == player and what == BEST else np.float32(0.0)
                    row = s_value[depth]
                    for h in range(n):
                        row[h] = least
                    if kind == player and what != BEST:
                        table = my_regret if what == ITERATE else my_average
                        match(table, t.row[node], t.children[node], s_share[depth], n)
                    elif kind == 1 - player:
                        match(their_table, t.row[node], t.children[node], s_share[depth], m)
            k = turn[depth]
            if k < t.children[node]:  # down
                child = t.child[node] + k
                turn[depth] = k + 1
                below = depth + 1
                if kind == CARD:
                    set_scaled(s_theirs[below], s_theirs[depth], chance[node], m)
                    set_scaled(s_mine[below], s_mine[depth], 1.0, n)
                    card = t.card[child]
                    reach = s_theirs[below]
                    for h in range(m):
                        if theirs.high[h] == card or theirs.low[h] == card:
                            reach[h] = np.float32(0.0)
                    reach = s_mine[below]
                    for h in range(n):
                        if mine.high[h] == card or mine.low[h] == card:
                            reach[h] = np.float32(0.0)
                elif kind == player:
                    set_scaled(s_theirs[below], s_theirs[depth], 1.0, m)
                    if what == BEST:
                        set_scaled(s_mine[below], s_mine[depth], 1.0, n)
                    else:
                        set_product(s_mine[below], s_mine[depth], s_share[depth, k], n)
                else:
                    set_product(s_theirs[below], s_theirs[depth], s_share[depth, k], m)
                    set_scaled(s_mine[below], s_mine[depth], 1.0, n)
                depth = below
                path[depth], turn[depth] = child, -1
                continue
            # up
            if kind == player and what == ITERATE and phase != COLLECT and turn[depth] < NOT_HERE:
                row = t.row[node]
                for k in range(t.children[node]):
                    regrets_added(my_regret[row + k], s_action[depth, k], s_value[depth], gain, up, down, n)
                    average, share, reach = my_average[row + k], s_share[depth, k], s_mine[depth]
                    by = np.float32(weight)
                    for h in range(n):
                        average[h] += by * share[h] * reach[h]
            if depth == 0:
                break
            above = depth - 1
            parent = path[above]
            acts = t.kind[parent]
            if phase != COLLECT:
                if acts == CARD:
                    add_after_card(s_value[above], s_value[depth], mine, t.card[node], t.alike[node], n)
                elif acts != player:
                    add(s_value[above], s_value[depth], n)
                elif what == BEST:
                    raise_to(s_value[above], s_value[depth], n)
                else:
                    k = turn[above] - 1
                    add_product(s_value[above], s_share[above, k], s_value[depth], n)
                    if what == ITERATE:
                        set_scaled(s_action[above, k], s_value[depth], 1.0, n)
            depth = above
        set_scaled(parts_value[own], s_value[0], 1.0, n)
    return 0

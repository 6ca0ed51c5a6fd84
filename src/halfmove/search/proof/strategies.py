"""The action of a strategy chosen by a kernel: one that is proven to be enough, and keeps the proof small.

First one that ends the game, or leads to a position that the proof has anyway; else the actions are asked in
the order of how many new positions they bring within three plies (`count_new`), and the first that is enough
is taken.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.certificates import compiled
from halfmove.core.certificates.compiled import (
    BLOCK,
    DEPTH,
    GIVEN,
    KNOWN,
    LEAST,
    NUMBER,
    PAUSE,
    PLAYER,
    UNTIL,
    WITHIN,
    advance,
    is_known,
)
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.core.words import read_words
from halfmove.search.alphabeta.memory import MAX_PLY, NODES, STOP, Memory
from halfmove.search.alphabeta.variation import child_value

NEW, OPEN = 1, 8
"""What a position counts in which an action has to be found; and what it counts more where none ends the game
or leads to a known position."""
SETTLED = -1
SEARCH = 50
"""What the choice of an action counts of the steps between two looks at the clock, besides each node."""


def needed_score(game: Game, c: Buffer, ply: int) -> int:
    """The least score of a position `ply` plies after the start by which its mover keeps to a part."""
    if c[UNTIL] >= 0:
        return c[UNTIL] - ply - game.utility_limit * WIN
    if c[WITHIN] >= 0:
        return c[LEAST] * WIN - (c[WITHIN] - ply)
    return c[LEAST] * WIN - (MAX_PLY + 2 if c[LEAST] > 0 else 0)


UNABLE = -1
"""Why a walk comes back, besides the reasons of `advance`: no action is enough."""


@kernel
def find_numbers(
    game: Game, like: Any, words: int, w: compiled.Memory, steps: int, costs: Buffer, m: Memory
) -> int:
    """Go on with a walk, finding the numbers that it asks for; NUMBER where there is no room for more."""
    c = w.c
    while True:
        why = advance(game, like, words, w, steps)
        if why != NUMBER or c[GIVEN] == BLOCK:
            return why
        state = read_words(like, w.rows, c[KNOWN] * words)
        before = m.counters[NODES]
        number = choose_number(game, state, c[DEPTH], words, w, costs, m)
        if number < 0 or m.counters[STOP] != 0:
            return -1
        w.numbers[c[GIVEN]] = number
        c[GIVEN] += 1
        steps -= SEARCH + m.counters[NODES] - before
        if steps <= 0:
            return PAUSE


@kernel
def choose_number(
    game: Game, state: Any, ply: int, words: int, w: compiled.Memory, costs: Buffer, m: Memory
) -> int:
    """The number of the action of the player whose strategy it is; -1 if none is found to be enough.

    `costs` has room for two words of each action.
    """
    c = w.c
    player, count, found = c[PLAYER], 0, -1
    for action in game.actions(state):
        child = game.result(state, action)
        costs[2 * count] = action
        if c[UNTIL] >= 0 and ply + 1 >= c[UNTIL]:
            found = count  # what comes then does not count
        elif game.is_terminal(child):
            costs[2 * count + 1] = SETTLED
            if game.utility(child, player) >= c[LEAST]:
                found = count
        elif is_known(game, child, ply + 1, words, w) != 0:
            found = count
        else:
            costs[2 * count + 1] = count_new(game, child, ply + 1, words, w)
        count += 1
        if found >= 0:
            break
    score = needed_score(game, c, ply)
    while found < 0:
        best = -1
        for number in range(count):
            cost = costs[2 * number + 1]
            if cost >= 0 and (best < 0 or cost < costs[2 * best + 1]):
                best = number
        if best < 0:
            break
        costs[2 * best + 1] = SETTLED
        if child_value(game, game.result(state, costs[2 * best]), player, score, m) >= score:
            found = best
    return found


@kernel
def count_new(game: Game, state: Any, ply: int, words: int, w: compiled.Memory) -> int:
    """How many new positions the proof may need if it comes to a state: the other's replies that are not
    known, each `NEW`, and `OPEN` more where the answer to it brings another new position."""
    c = w.c
    player, cost = c[PLAYER], 0
    if game.to_move(state) == player:
        return OPEN
    for action in game.actions(state):
        child = game.result(state, action)
        if game.is_terminal(child) or is_known(game, child, ply + 1, words, w) != 0:
            continue
        cost += NEW
        if game.to_move(child) != player:
            cost += OPEN
            continue
        open_ = OPEN
        for answer in game.actions(child):
            end = game.result(child, answer)
            if game.is_terminal(end):
                if game.utility(end, player) < c[LEAST]:
                    continue
            elif is_known(game, end, ply + 2, words, w) == 0:
                continue
            open_ = 0
            break
        cost += open_
    return cost

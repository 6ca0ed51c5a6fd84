"""In which order a selective search tries the actions, each group ranked only when the search comes to it.

First the table's; then what takes or promotes and loses nothing by it, by what it wins; then the quiet ones
by what they have done, killers and the counter move before them; last what loses material.  Most nodes are
settled by the first or second action, so that the quiet ones need not be ranked there.
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.game import Game
from halfmove.search.selective.experience import slot_before, standing
from halfmove.search.selective.memory import (
    COUNTER_MOVES,
    EXCHANGES,
    FEATURES,
    HISTORY,
    KILLERS,
    NOISE,
    SALT,
    Memory,
)

TACTICAL_RANK = 1 << 24
KILLER_RANK = 1 << 22
COUNTER_RANK = 1 << 21
LOSING_RANK = -(1 << 24)


def swap(w: Buffer, actions: int, ranks: int, i: int, j: int) -> None:
    """Exchange the i-th action and the j-th."""
    w[actions + i], w[actions + j] = w[actions + j], w[actions + i]
    w[ranks + i], w[ranks + j] = w[ranks + j], w[ranks + i]


def bring_best(w: Buffer, actions: int, ranks: int, i: int, n: int) -> None:
    """Put the action of the highest rank among those from the i-th on into the i-th place."""
    top = i
    for j in range(i + 1, n):
        if w[ranks + j] > w[ranks + top]:
            top = j
    swap(w, actions, ranks, i, top)


def rank_tactical(
    game: Game, state: Any, key: Bitboard, actions: int, ranks: int, first: int, n: int, m: Memory
) -> int:
    """Bring what is not quiet to the front, from the `first` place on, and rank it; where the rest begins."""
    w = m.moves
    end = first
    for j in range(first, n):
        action = w[actions + j]
        if not game.quiet(state, action):
            rank = game.order(state, action) * 64 + TACTICAL_RANK
            if m.counters[FEATURES] & HISTORY:
                rank += m.captures[game.history_slot(state, action)]
            w[ranks + j] = rank + noise(key, j, m)
            swap(w, actions, ranks, j, end)
            end += 1
    return end


def bring_sound(game: Game, state: Any, actions: int, ranks: int, i: int, end: int, m: Memory) -> int:
    """Put the best that is not quiet and loses no material into the i-th place, and what does behind `end`;
    the new `end`, which is i if there is none."""
    w = m.moves
    while i < end:
        bring_best(w, actions, ranks, i, end)
        if not m.counters[FEATURES] & EXCHANGES or game.exchange(state, w[actions + i]) >= 0:
            break
        w[ranks + i] += 2 * LOSING_RANK
        end -= 1
        swap(w, actions, ranks, i, end)
    return end


def rank_quiet(
    game: Game,
    state: Any,
    key: Bitboard,
    mover: int,
    ply: int,
    actions: int,
    ranks: int,
    first: int,
    n: int,
    m: Memory,
) -> None:
    """Rank the quiet actions from the `first` place on; the others there, which lose material, stay last."""
    w = m.moves
    features = m.counters[FEATURES]
    last = slot_before(ply, 1, m)
    reply = m.replies[last] if last != 0 and features & COUNTER_MOVES else last - last
    for j in range(first, n):
        action = w[actions + j]
        if game.quiet(state, action):
            rank = game.order(state, action) * 16 + noise(key, j, m)
            if features & HISTORY:
                rank += standing(game, mover, game.history_slot(state, action), ply, m)
            if features & KILLERS and m.killers[2 * ply] == action + 1:
                rank += KILLER_RANK
            elif features & KILLERS and m.killers[2 * ply + 1] == action + 1:
                rank += KILLER_RANK - 1
            elif reply == action + 1:
                rank += COUNTER_RANK
            w[ranks + j] = rank


def noise(key: Bitboard, j: int, m: Memory) -> int:
    """A little chance in the order, where it is asked for: so that threads and games differ."""
    c = m.counters
    if c[NOISE] == 0:
        return j - j
    return bits.number(bits.mix(key ^ bits.board(c[SALT] + j)) & bits.board(c[NOISE]))

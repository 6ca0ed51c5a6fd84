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
from halfmove.core.compile import step
from halfmove.core.contract import Game
from halfmove.search.action_numbers import fold
from halfmove.search.alphabeta.ordering import HINT_RANK
from halfmove.search.alphabeta.selective.experience import history_score, slot_before
from halfmove.search.alphabeta.selective.memory import (
    COUNTER_MOVES,
    EXCHANGES,
    HISTORY,
    KILLERS,
    NOISE,
    SALT,
    Memory,
)
from halfmove.search.alphabeta.selective.node import Node

TACTICAL_RANK = 1 << 24
KILLER_RANK = 1 << 22
COUNTER_RANK = 1 << 21
LOSING_RANK = -(1 << 24)
"""The groups: each apart by more than what an action's own rank within its group can be."""
TACTICAL_UNIT, QUIET_UNIT = 64, 16
"""A step of the game's `order` in ranks, beside counters up to `HISTORY_LIMIT`: four for a quiet action."""


def swap(w: Buffer, actions: int, ranks: int, i: int, j: int) -> None:
    """Exchange the i-th action and the j-th."""
    w[actions + i], w[actions + j] = w[actions + j], w[actions + i]
    w[ranks + i], w[ranks + j] = w[ranks + j], w[ranks + i]


def bring_best(w: Buffer, actions: int, ranks: int, i: int, n: int) -> None:
    """Put the action of the highest rank among those from the i-th on into the i-th place."""
    top, highest = i, w[ranks + i]
    for j in range(i + 1, n):
        rank = w[ranks + j]
        if rank > highest:
            top, highest = j, rank
    swap(w, actions, ranks, i, top)


@step
def bring_hint(game: Game, state: Any, node: Node, hint: int, n: int, m: Memory) -> int:
    """Put the action that the table names in front; how many are in their places then, 1 or 0."""
    w = m.moves
    for j in range(n):
        if fold(game, game.symmetric_action(w[node.actions + j], node.twin)) == hint:
            swap(w, node.actions, node.ranks, j, j - j)
            w[node.ranks] = HINT_RANK
            return 1
    return 0


@step
def bring_next(
    game: Game, state: Any, node: Node, i: int, n: int, sound: int, late: bool, m: Memory
) -> tuple[int, bool]:
    """Put the action to try next into the i-th place.

    `sound` is where those end that are not quiet and lose nothing, -1 before they are ranked; `late` whether
    they are through, and the rest is ranked.  Both as they are afterwards.
    """
    if sound < 0:
        sound = rank_tactical(game, state, node, i, n, m)
    if not late:
        sound = bring_sound(game, state, node, i, sound, m)
        if sound == i:
            rank_quiet(game, state, node, i, n, m)
            late = True
    if late:
        bring_best(m.moves, node.actions, node.ranks, i, n)
    return sound, late


@step
def bring_quiet(game: Game, state: Any, node: Node, i: int, n: int, m: Memory) -> bool:
    """Put any quiet action into the i-th place, as all that are left are passed over; whether one was."""
    for j in range(i, n):
        if game.quiet(state, m.moves[node.actions + j]):
            swap(m.moves, node.actions, node.ranks, i, j)
            return True
    return False


def list_rest(game: Game, state: Any, node: Node, n: int, m: Memory) -> int:
    """List and rank, behind the `n` plausible actions, all that are not; how many that makes."""
    w = m.moves
    end = n
    for action in game.actions(state):
        known = False
        for j in range(n):
            known = known or w[node.actions + j] == action
        if not known:
            w[node.actions + end] = action
            w[node.ranks + end] = game.order(state, action) * QUIET_UNIT
            end += 1
    return end


def rank_tactical(game: Game, state: Any, node: Node, first: int, n: int, m: Memory) -> int:
    """Bring what is not quiet to the front, from the `first` place on, and rank it; where the rest begins."""
    w = m.moves
    end = first
    for j in range(first, n):
        action = w[node.actions + j]
        if not game.quiet(state, action):
            rank = game.order(state, action) * TACTICAL_UNIT + TACTICAL_RANK
            if node.features & HISTORY:
                rank += m.captures[game.history_slot(state, action)]
            w[node.ranks + j] = rank + noise(node.key, j, m)
            swap(w, node.actions, node.ranks, j, end)
            end += 1
    return end


def bring_sound(game: Game, state: Any, node: Node, i: int, end: int, m: Memory) -> int:
    """Put the best that is not quiet and loses no material into the i-th place, and what does behind `end`;
    the new `end`, which is i if there is none."""
    w = m.moves
    while i < end:
        bring_best(w, node.actions, node.ranks, i, end)
        if not node.features & EXCHANGES or game.exchange(state, w[node.actions + i]) >= 0:
            break
        w[node.ranks + i] += 2 * LOSING_RANK
        end -= 1
        swap(w, node.actions, node.ranks, i, end)
    return end


def rank_quiet(game: Game, state: Any, node: Node, first: int, n: int, m: Memory) -> None:
    """Rank the quiet actions from the `first` place on; the others there, which lose material, stay last."""
    w, ply, features = m.moves, node.ply, node.features
    last = slot_before(ply, m)
    reply = m.replies[last] if last != 0 and features & COUNTER_MOVES else last - last
    for j in range(first, n):
        action = w[node.actions + j]
        if game.quiet(state, action):
            rank = game.order(state, action) * QUIET_UNIT + noise(node.key, j, m)
            if features & HISTORY:
                rank += history_score(game, node.mover, game.history_slot(state, action), node.earlier, m)
            if features & KILLERS and m.killers[2 * ply] == action + 1:
                rank += KILLER_RANK
            elif features & KILLERS and m.killers[2 * ply + 1] == action + 1:
                rank += KILLER_RANK - 1
            elif reply == action + 1:
                rank += COUNTER_RANK
            w[node.ranks + j] = rank


def noise(key: Bitboard, j: int, m: Memory) -> int:
    """A little chance in the order, where it is asked for: so that threads and games differ."""
    c = m.counters
    if c[NOISE] == 0:
        return j - j
    return bits.number(bits.mix(key ^ bits.board(c[SALT] + j)) & bits.board(c[NOISE]))

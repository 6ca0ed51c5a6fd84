"""What a selective search learns while it runs: which actions refute, everywhere and after what went before.

All counters saturate ("gravity"): one is moved towards its limit the less the nearer it is.  Sources: Akl
and Newborn, ACM 1977 (killers); Schaeffer, *ICCA Journal* 6(3), 1983 (history); Uiterwijk, *ICCA Journal*
15(1), 1992 (counter moves).  How far the evaluation is off, by structure: M. Waszak's Caissa, 2023.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.game import Game
from halfmove.search.selective.memory import (
    CORRECTIONS,
    FEATURES,
    HISTORY_LIMIT,
    SLOT,
    STACK_COLUMNS,
    STRUCTURES,
    Memory,
)

BACK = (1, 2, 4)
"""Plies: what an action may follow up, the opponent's last and the mover's own last two."""
ERROR_LIMIT = 1024
"""Where what is learnt about the evaluation saturates: seven eighths of a unit."""
PASSED_OVER = -(1 << 50)
"""The rank of an action that was not searched: it is not blamed for what another did."""


def slot_before(ply: int, back: int, m: Memory) -> int:
    """The history slot, plus one, of the action `back` plies before the mover's at `ply`; 0 for none."""
    return m.stack[(ply + 2 - back) * STACK_COLUMNS + SLOT] if back <= ply + 2 else ply - ply


def pair(game: Game, earlier: int, slot: int) -> int:
    """The place in `follows` that tells how an action of `slot` does after one of slot `earlier - 1`."""
    return (earlier - 1) % game.history_slots * game.history_slots + slot


def standing(game: Game, mover: int, slot: int, ply: int, m: Memory) -> int:
    """How well a quiet action has done: anywhere, after the opponent's last one, after the own last two."""
    total = m.history[mover * game.history_slots + slot]
    for back in BACK:
        earlier = slot_before(ply, back, m)
        if earlier != 0:
            total += m.follows[pair(game, earlier, slot)]
    return total


def bonus(depth: int) -> int:
    """How much a result at a depth moves a counter."""
    return min(32 * depth * depth + 256 * depth, 4000)


def learn(table: Any, place: int, change: int, limit: int) -> None:
    """Move a counter towards plus or minus the limit by `change`, the less the nearer it is."""
    size = change if change > 0 else -change
    table[place] += change - table[place] * size // limit


def note(game: Game, mover: int, slot: int, change: int, ply: int, m: Memory) -> None:
    """A quiet action did well or ill: in general, and after what went before."""
    learn(m.history, mover * game.history_slots + slot, change, HISTORY_LIMIT)
    for back in BACK:
        earlier = slot_before(ply, back, m)
        if earlier != 0:
            learn(m.follows, pair(game, earlier, slot), change, HISTORY_LIMIT)


def praise(
    game: Game, state: Any, mover: int, actions: int, ranks: int, i: int, depth: int, ply: int, m: Memory
) -> None:
    """The i-th action refuted the opponent's last: remember it, and blame those searched before it."""
    action = m.moves[actions + i]
    quiet = game.quiet(state, action)
    if quiet:
        if m.killers[2 * ply] != action + 1:
            m.killers[2 * ply + 1] = m.killers[2 * ply]
            m.killers[2 * ply] = action + 1
        last = slot_before(ply, 1, m)
        if last != 0:
            m.replies[last] = action + 1
    much = bonus(depth)
    for k in range(i + 1):
        tried = m.moves[actions + k]
        if k < i and m.moves[ranks + k] == PASSED_OVER:
            continue
        slot = game.history_slot(state, tried)
        change = much if k == i else -much
        if not game.quiet(state, tried):
            learn(m.captures, slot, change, HISTORY_LIMIT)
        elif quiet:
            note(game, mover, slot, change, ply, m)


def place_of_structure(game: Game, state: Any, mover: int) -> int:
    """The place in `corrections` of the state's structure."""
    return mover * STRUCTURES + game.structure(state) % STRUCTURES


def correction(game: Game, state: Any, mover: int, m: Memory) -> int:
    """What to add to the mover's evaluation, up to seven eighths of a unit either way."""
    if not m.counters[FEATURES] & CORRECTIONS:
        return mover - mover
    error = m.corrections[place_of_structure(game, state, mover)]
    return error * game.unit * 7 // (8 * ERROR_LIMIT)


def learn_error(game: Game, state: Any, mover: int, error: int, depth: int, m: Memory) -> None:
    """A search to `depth` found the mover's position worth so much more than it was evaluated."""
    change = min(max(error * depth * 25 // game.unit, -ERROR_LIMIT // 4), ERROR_LIMIT // 4)
    learn(m.corrections, place_of_structure(game, state, mover), change, ERROR_LIMIT)

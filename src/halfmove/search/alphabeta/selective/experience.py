"""What a selective search learns while it runs: which actions refute, everywhere and after what went before.

All counters saturate ("gravity"): one is moved towards its limit the less the nearer it is.  Sources: Akl
and Newborn, ACM 1977 (killers); Schaeffer, *ICCA Journal* 6(3), 1983 (history); Uiterwijk, *ICCA Journal*
15(1), 1992 (counter moves).  How far the evaluation is off, by structure: M. Waszak's Caissa, 2023.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import put_short, short_at
from halfmove.core.compile import step
from halfmove.core.contract import Game
from halfmove.search.alphabeta.selective.memory import (
    CORRECTIONS,
    FEATURES,
    HISTORY_LIMIT,
    SLOT,
    STACK_COLUMNS,
    STRUCTURES,
    Memory,
)
from halfmove.search.alphabeta.selective.node import Earlier, Node
from halfmove.search.alphabeta.selective.parameters import (
    BONUS_MOST,
    BONUS_PLY,
    BONUS_SQUARE,
    ERROR_RATE,
    ERROR_SHARE,
    WHOLE,
)

ERROR_LIMIT = 1024
"""Where what is learnt about the evaluation saturates."""
SIGN, SHORT = 1 << 15, (1 << 16) - 1
"""The sign of a number of 16 bits, and all of its bits."""
PASSED_OVER = -(1 << 50)
"""The rank of an action that was not searched: it is not blamed for what another did."""


def slot_before(ply: int, m: Memory) -> int:
    """The history slot, plus one, of the opponent's last action before `ply`; 0 for a null move or none."""
    return m.stack[(ply + 1) * STACK_COLUMNS + SLOT]


def answers_to(game: Game, slot: int) -> int:
    """Where `follows` begins for the answers to an action of slot `slot - 1`; -1 for 0, no action."""
    return (slot - 1) % game.history_slots * game.history_slots if slot != 0 else -1


@step
def earlier_actions(game: Game, ply: int, m: Memory) -> Earlier:
    """What an action at `ply` may follow up: the actions one, two and four plies ago."""
    slots = ply * STACK_COLUMNS + SLOT
    long_ago = m.stack[slots - 2 * STACK_COLUMNS] if ply >= 2 else ply - ply
    return Earlier(
        last=answers_to(game, m.stack[slots + STACK_COLUMNS]),
        own=answers_to(game, m.stack[slots]),
        before=answers_to(game, long_ago),
    )


def history_score(game: Game, mover: int, slot: int, earlier: Earlier, m: Memory) -> int:
    """How well a quiet action has done: anywhere, after the opponent's last one, after the own last two."""
    total = m.history[mover * game.history_slots + slot]
    if earlier.last >= 0:
        total += follow_score(earlier.last + slot, m)
    if earlier.own >= 0:
        total += follow_score(earlier.own + slot, m)
    if earlier.before >= 0:
        total += follow_score(earlier.before + slot, m)
    return total


def follow_score(place: int, m: Memory) -> int:
    """A counter of `Memory.follows`: a quarter of the memory of whole words, so that they stay near."""
    return (short_at(m.follows, place) ^ SIGN) - SIGN


def learn_follow(place: int, change: int, m: Memory) -> None:
    """`learn` for a counter of `Memory.follows`."""
    score = follow_score(place, m)
    put_short(m.follows, place, (score + moved_by(score, change, HISTORY_LIMIT)) & SHORT)


def bonus(depth: int, m: Memory) -> int:
    """How much a result at a depth moves a counter."""
    p = m.parameters
    return min(p[BONUS_SQUARE] * depth * depth + p[BONUS_PLY] * depth, p[BONUS_MOST])


def learn(table: Any, place: int, change: int, limit: int) -> None:
    """Move a counter towards plus or minus the limit by `change`, the less the nearer it is."""
    table[place] += moved_by(table[place], change, limit)


def moved_by(counter: int, change: int, limit: int) -> int:
    """By how much a change moves a counter."""
    size = change if change > 0 else -change
    return change - counter * size // limit


def learn_quiet(game: Game, mover: int, slot: int, change: int, earlier: Earlier, m: Memory) -> None:
    """A quiet action did well or ill: in general, and after what went before."""
    learn(m.history, mover * game.history_slots + slot, change, HISTORY_LIMIT)
    if earlier.last >= 0:
        learn_follow(earlier.last + slot, change, m)
    if earlier.own >= 0:
        learn_follow(earlier.own + slot, change, m)
    if earlier.before >= 0:
        learn_follow(earlier.before + slot, change, m)


def praise(game: Game, state: Any, node: Node, i: int, m: Memory) -> None:
    """The i-th action refuted the opponent's last: remember it, and blame those searched before it.

    One that was left out there (`Node.skipped`) is blamed with them.
    """
    w, ply = m.moves, node.ply
    action = w[node.actions + i]
    quiet = game.quiet(state, action)
    if quiet:
        if m.killers[2 * ply] != action + 1:
            m.killers[2 * ply + 1] = m.killers[2 * ply]
            m.killers[2 * ply] = action + 1
        last = slot_before(ply, m)
        if last != 0:
            m.replies[last] = action + 1
    much = bonus(node.depth, m)
    for k in range(i + 1):
        tried = w[node.actions + k]
        if k < i and w[node.ranks + k] == PASSED_OVER:
            continue
        slot = game.history_slot(state, tried)
        change = much if k == i else -much
        if not game.quiet(state, tried):
            learn(m.captures, slot, change, HISTORY_LIMIT)
        elif quiet:
            learn_quiet(game, node.mover, slot, change, node.earlier, m)


def place_of_structure(game: Game, state: Any, mover: int) -> int:
    """The place in `corrections` of the state's structure."""
    return mover * STRUCTURES + game.structure(state) % STRUCTURES


def correction(game: Game, state: Any, mover: int, m: Memory) -> int:
    """What to add to the mover's evaluation, up to `ERROR_SHARE` either way."""
    if not m.counters[FEATURES] & CORRECTIONS:
        return mover - mover
    error = m.corrections[place_of_structure(game, state, mover)]
    return error * game.unit * m.parameters[ERROR_SHARE] // (WHOLE * ERROR_LIMIT)


def learn_error(game: Game, state: Any, mover: int, error: int, depth: int, m: Memory) -> None:
    """A search to `depth` found the mover's position worth so much more than it was evaluated: what is learnt
    moves by `ERROR_RATE` `ERROR_LIMIT`ths of it, in units, a ply."""
    change = min(
        max(error * depth * m.parameters[ERROR_RATE] // game.unit, -ERROR_LIMIT // 4), ERROR_LIMIT // 4
    )
    learn(m.corrections, place_of_structure(game, state, mover), change, ERROR_LIMIT)

"""What a node of the selective search knows of itself, for the functions that its steps consist of."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.compile import step
from halfmove.core.contract import Game
from halfmove.search.action_numbers import NO_ACTION, fold
from halfmove.search.alphabeta.ordering import effort
from halfmove.search.alphabeta.plain import final_score
from halfmove.search.alphabeta.selective.memory import (
    AGE,
    DEEPEST,
    MASK,
    NODE_LIMIT,
    NODES,
    STOP,
    Memory,
)
from halfmove.search.alphabeta.table import (
    LOWER,
    UPPER,
    action_of,
    bound_between,
    bound_of,
    bucket_of,
    depth_of,
    pack,
    score_of,
    store,
)

MOST_DEPTH = 250
"""The deepest that an entry of the selective search tells."""


@step
def must_stop(counters: Buffer, ply: int) -> bool:
    """Count a state that the search enters; whether it is told to stop there."""
    counters[NODES] += 1
    if counters[NODES] > counters[NODE_LIMIT]:
        counters[STOP] = 1
    if counters[STOP] != 0:
        return True
    counters[DEEPEST] = max(counters[DEEPEST], ply)
    return False


@step
def score_if_over(game: Game, state: Any, mover: int) -> tuple[bool, int]:
    """Whether the game is over in a state, where nothing is looked back at, and its score then."""
    if game.is_drawn(state):
        return True, 0
    if not game.stuck_is_over and game.is_terminal(state):
        return True, final_score(game, state, mover)
    return False, 0


class Entry(NamedTuple):
    """What the table holds of a state; `depth` is -1 where it holds nothing."""

    action: int
    """A `fold`, or NO_ACTION."""
    score: int
    bound: int
    depth: int


@step
def entry_of(data: Bitboard, zero: int) -> Entry:
    """The entry of a data word, which may be 0: none."""
    if data == bits.board(0):
        return Entry(NO_ACTION + zero, zero, zero, zero - 1)
    return Entry(action_of(data), score_of(data), bound_of(data), depth_of(data))


@step
def lies_beyond(entry: Entry, low: int, high: int) -> bool:
    """Whether an entry says that the score is at most `low` or at least `high`."""
    return bool((entry.bound & LOWER and entry.score >= high) or (entry.bound & UPPER and entry.score <= low))


def keep(
    game: Game,
    key: Bitboard,
    twin: int,
    hint: int,
    score: int,
    action: int,
    floor: int,
    beta: int,
    depth: int,
    nodes: int,
    m: Memory,
) -> None:
    """Tell the table the score of a search from `floor` to `beta`, and its best action: where there is none
    (-1), the one that the entry held before stays."""
    c = m.counters
    kept = hint if action < 0 else fold(game, game.symmetric_action(action, twin))
    bound = bound_between(score, floor, beta)
    data = pack(score, kept, min(depth, MOST_DEPTH), bound, effort(nodes), c[AGE])
    store(m.table, bucket_of(key, c[MASK]), key, data, c[AGE])


class Earlier(NamedTuple):
    """Where in `Memory.follows` the answers to earlier actions of the line begin; -1 where there is none."""

    last: int
    """The opponent's last action."""
    own: int
    """The mover's own last."""
    before: int
    """The mover's own last but one."""


class Node(NamedTuple):
    """A state whose actions have to be looked at."""

    key: Bitboard
    twin: int
    mover: int
    ply: int
    depth: int
    cut: int
    """1 where a cutoff is expected."""
    wide: bool
    """Whether the window is open: a node of the principal variation."""
    pressed: bool
    """Whether the mover is in check."""
    static: int
    improving: int
    """1 where the evaluation has risen since the mover's last turn."""
    skipped: int
    """The action left out, or -1."""
    features: int
    actions: int
    """Where they begin in `Memory.moves`."""
    ranks: int
    earlier: Earlier

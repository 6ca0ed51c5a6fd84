"""What a selective search holds in memory, and the features it can be told to leave out.

`stack` keeps a few numbers for every ply of the line being searched, `path` the repetition keys of the game
so far and of that line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any, NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.search.alphabeta.memory import MAX_PLY
from halfmove.search.alphabeta.samples import no_samples
from halfmove.search.alphabeta.selective.parameters import (
    REDUCTION_BASE,
    REDUCTION_DIVISOR,
    WHOLE,
    make_parameters,
)
from halfmove.search.alphabeta.table import Table

# ---- places in `counters`
STOP, NODES, NODE_LIMIT, HORIZON = 0, 1, 2, 3
AGE, MASK, NOISE, SALT = 4, 5, 6, 7
CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, RESEARCHES = 8, 9, 10, 12
LOGGED = 13
DEEPEST = 14
PLAYED = 15
"""How many positions of the game itself `path` holds before the root's."""
NULL_FROM = 16
"""No null move at plies before this one: set while a null move is being verified."""
FEATURES = 17
RULE = 18
"""What it means that a position comes again: a place in `RULES`."""
COUNTERS = 24

RULES = ("none", "draw", "loss", "forbidden")
NO_RULE, DRAW, LOSS, FORBIDDEN = range(4)

# ---- columns of `moves`: for every ply `actions_limit` rows of each
RANK, ACTION = range(2)
COLUMNS = 2

# ---- columns of `stack`
STATIC, SLOT, CUTS = range(3)
"""The static evaluation; the history slot, plus one, of the action that led on (0: a null move or none);
how many of the states at this ply were cut off since their grandparent was entered."""
STACK_COLUMNS = 4

# ---- features, each a bit of `counters[FEATURES]`
QUIESCENCE = 1 << 0
EXCHANGES = 1 << 1
CHECK_EXTENSIONS = 1 << 2
SINGULAR = 1 << 3
NULL_MOVE = 1 << 4
FUTILITY = 1 << 5
REDUCTIONS = 1 << 6
MOVE_COUNT = 1 << 7
KILLERS = 1 << 8
COUNTER_MOVES = 1 << 9
HISTORY = 1 << 10
INTERNAL_REDUCTIONS = 1 << 11
ASPIRATION = 1 << 12
TABLE = 1 << 13
CORRECTIONS = 1 << 14
MATES = 1 << 15
ALL = (1 << 16) - 1

HISTORY_LIMIT = 16_384
GAME_PLIES = 4096
"""Positions of the game before the root that `path` has room for: the latest are kept."""
REDUCTION_SIDE = 64
STRUCTURES = 1 << 14
ESTIMATES = 1 << 16
"""Evaluations remembered: half a megabyte."""


class Memory(NamedTuple):
    """One thread's memory: bare buffers, so that machine code reads them without a reference count."""

    table: Buffer
    moves: Buffer
    killers: Buffer
    history: Buffer
    replies: Buffer
    """For each history slot, the action, plus one, that refuted it last (counter moves)."""
    follows: Buffer
    """For each pair of slots, how well the second has done as an answer to the first: numbers of 16 bits."""
    captures: Buffer
    """For each history slot, how well an action that is not quiet has done."""
    corrections: Buffer
    """For each player and each of `STRUCTURES` classes of structures, how far the evaluation was off."""
    reductions: Buffer
    """Plies by which the n-th move at a depth is searched shallower, in 1024ths."""
    parameters: Buffer
    """See `parameters`."""
    estimates: Buffer
    """Evaluations of the positions seen last; see `estimates`."""
    network: Buffer
    """Weights of the game's evaluation network; see `core.evaluation_network`."""
    sums: Buffer
    """What its first layer adds up to, ply by ply; see `network`."""
    samples: Buffer
    """States that were estimated, some of which are kept; see `samples`."""
    stack: Buffer
    path: Buffer
    counters: Buffer


def new_memory(
    game: Game,
    table: Table,
    features: int = ALL,
    network: Buffer | None = None,
    parameters: Mapping[str, int] | None = None,
) -> Memory:
    """A thread's own memory for searches of `game` with these features, on the given table; `network` has the
    weights of its evaluation network, `parameters` those of `selective.parameters` that are not the usual."""
    from halfmove.search.alphabeta.network import new_sums

    slots = game.history_slots
    memory = Memory(
        table=table.words,
        moves=Buffer(2 * (MAX_PLY + 4) * COLUMNS * game.actions_limit),
        killers=Buffer((MAX_PLY + 4) * 2),
        history=Buffer(2 * slots),
        replies=Buffer(2 * slots),
        follows=Buffer((slots * slots + 3) // 4),
        captures=Buffer(slots),
        corrections=Buffer(2 * STRUCTURES),
        reductions=Buffer(REDUCTION_SIDE * REDUCTION_SIDE),
        parameters=make_parameters(parameters or {}),
        estimates=Buffer(ESTIMATES, unsigned=True),
        network=network or Buffer(1),
        sums=new_sums(game, network),
        samples=no_samples(),
        stack=Buffer((MAX_PLY + 4) * STACK_COLUMNS),
        path=Buffer(GAME_PLIES + MAX_PLY + 4, unsigned=True),
        counters=Buffer(COUNTERS),
    )
    base, divisor = memory.parameters[REDUCTION_BASE], memory.parameters[REDUCTION_DIVISOR] / WHOLE
    for depth in range(1, REDUCTION_SIDE):
        for number in range(1, REDUCTION_SIDE):
            less = base + WHOLE * (log(depth) * log(number) / divisor)
            memory.reductions[depth * REDUCTION_SIDE + number] = round(less)
    memory.counters[MASK] = table.buckets - 1
    memory.counters[NODE_LIMIT] = 1 << 62
    memory.counters[FEATURES] = features
    memory.counters[RULE] = RULES.index(game.repetition)
    return memory


def remember(game: Game, memory: Memory, keys: Sequence[int], state: Any) -> None:
    """Tell a memory which positions have stood before `state`, the root of the next search."""
    latest = keys[-(GAME_PLIES - 1) :]
    memory.counters[PLAYED] = len(latest)
    memory.counters[NULL_FROM] = 0
    for place, key in enumerate((*latest, int(game.repetition_key(state)))):
        memory.path[place] = key


def forget(memory: Memory) -> None:
    """Forget what earlier searches have learnt about actions."""
    m = memory
    for learnt in (m.killers, m.history, m.replies, m.follows, m.captures, m.corrections):
        learnt.clear()

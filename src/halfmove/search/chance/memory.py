"""What a running search of a game of chance holds in memory, one thread's part of it."""

from __future__ import annotations

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.search.alphabeta.memory import COUNTERS, MASK, NO_NODE_LIMIT, NODE_LIMIT, Memory
from halfmove.search.alphabeta.table import Table

MAX_PLY = 120
"""Plies from the root, throws included, beyond which a search evaluates instead of going deeper."""

PROBES, PRUNED, WIDTH = COUNTERS, COUNTERS + 1, COUNTERS + 2
"""Outcomes probed, states with actions left out, how many actions are looked at below the root (0: all)."""
ALL_COUNTERS = COUNTERS + 3


def new_memory(game: Game, table: Table, width: int) -> Memory:
    """A thread's own memory; of `Memory.moves` each ply has its actions and then their ranks."""
    memory = Memory(
        table=table.words,
        moves=Buffer((MAX_PLY + 1) * 2 * game.actions_limit),
        killers=Buffer(0),
        history=Buffer(0),
        counters=Buffer(ALL_COUNTERS),
        log=Buffer(0),
        marks=Buffer(0),
        network=Buffer(0),
        sums=Buffer(0),
        samples=Buffer(0),
    )
    memory.counters[MASK] = table.buckets - 1
    memory.counters[NODE_LIMIT] = NO_NODE_LIMIT
    memory.counters[WIDTH] = width
    return memory

"""What a running search holds in memory: the table it shares, and what one thread keeps to itself."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.search.alphabeta.samples import no_samples
from halfmove.search.alphabeta.table import Table

MAX_PLY = 250
"""Plies from the root beyond which a search evaluates instead of going deeper."""

# ---- places in `Memory.counters`
STOP, NODES, NODE_LIMIT, HORIZON = 0, 1, 2, 3
AGE, MASK, NOISE, SALT = 4, 5, 6, 7
CUTOFFS, FIRST_CUTOFFS, TABLE_HITS, STATIC_CUTS, RESEARCHES = 8, 9, 10, 11, 12
LOGGED = 13
DEEPEST = 14
"""The deepest ply entered, which the selective search counts: UCI's seldepth."""
SHARING = 15
"""Whether other threads search the same tree."""
COUNTERS = 16

LOG_SIZE = 1 << 14
"""Table writes that a thread remembers, so that a table little used is cleared in little time."""

# ---- the columns of `Memory.moves`: at every ply `actions_limit` rows of each
RANK, ACTION, KEY, TWIN, LOW, HIGH = range(6)
COLUMNS = 6

HISTORY_LIMIT = 2048
"""History counters stay within plus and minus this."""

NO_NODE_LIMIT = 1 << 62


class Memory(NamedTuple):
    """One thread's memory: bare buffers, so that machine code reads them without a reference count."""

    table: Buffer
    """The transposition table's words, shared by all threads."""
    moves: Buffer
    """The moves under consideration at each ply: see the columns above."""
    killers: Buffer
    """Two actions for each ply that refuted a sibling, plus one each (0: none yet)."""
    history: Buffer
    """For each player and history slot, how well the move has done elsewhere."""
    counters: Buffer
    log: Buffer
    """Where in the table this thread has written since it was cleared: the first LOG_SIZE places."""
    marks: Buffer
    """What the threads are searching (`sharing`), the same for all."""
    network: Buffer
    """Weights of the game's evaluation network; see `core.evaluation_network`."""
    sums: Buffer
    """What its first layer adds up to, ply by ply; see `network`."""
    samples: Buffer
    """States that were estimated, some of which are kept; see `samples`."""


def new_memory(game: Game, table: Table, marks: Buffer, network: Buffer | None = None) -> Memory:
    """A thread's own memory for searches of `game`, on a table and marks that all threads share; `network`
    has the weights of its evaluation network."""
    from halfmove.search.alphabeta.network import new_sums

    memory = Memory(
        table=table.words,
        moves=Buffer((MAX_PLY + 2) * COLUMNS * game.actions_limit),
        killers=Buffer((MAX_PLY + 2) * 2),
        history=Buffer(2 * game.history_slots),
        counters=Buffer(COUNTERS),
        log=Buffer(LOG_SIZE),
        marks=marks,
        network=network or Buffer(1),
        sums=new_sums(game, network),
        samples=no_samples(),
    )
    memory.counters[MASK] = table.buckets - 1
    memory.counters[NODE_LIMIT] = NO_NODE_LIMIT
    return memory

"""What a search of tricks holds in memory: the hands as they are played, and its table of patterns.

Cards are the bits of words with a lane of 16 for each suit: rank r (0 the lowest) of suit s is bit 16 s + r.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game

SUITS = 4
RANKS = 13
LANE = 16
"""Bits of a suit's lane."""
NO_TRUMP = 4

HOLDINGS = 1 << RANKS
"""Of a suit: sets of its cards."""
HEADS = 1 << 17
"""Chains of the table."""
MOST_ENTRIES = 1 << 21
"""Of a table, where nothing is said: 128 MB, of which an easy deal touches little."""
ENTRY = 8
"""Words of an entry of the table (below)."""
ROW = 16
"""Places for the actions of one hand."""
LATEST = ROW - 1
"""The last of them: the card that gave the latest cutoff at the ply (a killer), and 1 more."""

# ---- places in `Memory.counters`
NODES, USED, ROOM = 0, 1, 2
COUNTERS = 4

# ---- the words of an entry
KEY, OWNERS, OWNERS_ABOVE, MASK, MASK_ABOVE, NEXT, FACTS = range(7)


class Seated(Game):
    """What the search knows of a game: how many hands there are, 2 or 4, round the table."""

    seats = 4


class Hands(Protocol):
    """Each seat's cards."""

    def __getitem__(self, seat: int, /) -> Bitboard: ...


class Memory(NamedTuple):
    """One thread's memory: bare buffers, which machine code reads without a reference count."""

    hands: Buffer
    """Each seat's cards, as a word."""
    relative: Buffer
    """For every holding of every suit: who owns its cards, the highest first in the lowest bits, two bits a
    card; above them, from bit 32, how many each seat has, four bits a seat."""
    heads: Buffer
    """Where the chain of each hash begins: the number of an entry; 0: nowhere."""
    entries: Buffer
    moves: Buffer
    """Each ply's cards under consideration with their ranks."""
    counters: Buffer


def new_memory(entries: int) -> Memory:
    """Memory with room for so many patterns (64 bytes each)."""
    memory = Memory(
        hands=Buffer(4, unsigned=True),
        relative=Buffer(SUITS * HOLDINGS, unsigned=True),
        heads=Buffer(HEADS),
        entries=Buffer(entries * ENTRY, unsigned=True),
        moves=Buffer(ROW * (SUITS * RANKS + 4)),
        counters=Buffer(COUNTERS),
    )
    memory.counters[ROOM] = entries
    return memory

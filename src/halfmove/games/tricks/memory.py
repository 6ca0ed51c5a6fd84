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
HEADS = 1 << 15
"""Chains of the table."""
MOST_BLOCKS = 1 << 20
"""Of a table, where nothing is said: 128 MB, of which an easy deal touches little."""
BLOCK = 16
"""Words of a block of the table (below): two lines of the processor's cache."""
ROW = 16
"""Places for the actions of one hand."""
LATEST = ROW - 1
"""The last of them: the card that gave the latest cutoff at the ply (a killer), and 1 more."""

# ---- places in `Memory.counters`
NODES, USED, ROOM = 0, 1, 2
COUNTERS = 4

# ---- the words of a block: its key, the next block of the chain with the number of its patterns, and these
KEY, NEXT, FIRST = range(3)
PATTERNS = (BLOCK - FIRST) // 2
"""Patterns that a block holds, of two words each.

A word is about two suits: for each, who owns its cards, the highest first, in 26 bits, and how many of them
matter, in 4 bits; on top the first word has the least tricks, the second the most.
"""
OWNER_BITS = 2 * RANKS
DEPTHS, BOUND = 2 * OWNER_BITS, 2 * OWNER_BITS + 8
"""Where in a word of a pattern these begin: how many cards matter; the bound."""


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
    """Where the chain of each hash begins: the number of a block; 0: nowhere."""
    blocks: Buffer
    masks: Buffer
    """For the depths of two suits, which bits of the owners matter."""
    moves: Buffer
    """Each ply's cards under consideration with their ranks."""
    counters: Buffer


def new_memory(blocks: int) -> Memory:
    """Memory with room for so many blocks of patterns (128 bytes each)."""
    memory = Memory(
        hands=Buffer(4, unsigned=True),
        relative=Buffer(SUITS * HOLDINGS, unsigned=True),
        heads=Buffer(HEADS),
        blocks=Buffer(blocks * BLOCK, unsigned=True),
        masks=Buffer(256, unsigned=True),
        moves=Buffer(ROW * (SUITS * RANKS + 4)),
        counters=Buffer(COUNTERS),
    )
    memory.counters[ROOM] = blocks
    for one in range(RANKS + 1):
        for other in range(RANKS + 1):
            memory.masks[one | other << 4] = ((1 << 2 * other) - 1) << OWNER_BITS | (1 << 2 * one) - 1
    return memory

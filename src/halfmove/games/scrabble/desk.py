"""What the kernels of Scrabble read and write: a board, a rack, a word graph, a list of plays."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.games.scrabble.lexicon.graph import LOW, NODE

FULL_RACK = 7
SUBSETS = 1 << FULL_RACK
ROOM = 3
"""Words of a play in the list: its number, its score, and the value of what is left, in thousandths."""
FOUND, BEST_EQUITY, BONUS = 0, 1, 2
"""In `Desk.counts`: how many plays were found; the best one's score and leave together, in thousandths; what
a play of a full rack scores besides."""
LEAST = -(1 << 40)
SHADOW = 48 + 5 * 21 * 21
"""Words of scratch for the bounds of anchors (`best`)."""


class Desk(NamedTuple):
    """What the kernel reads and writes, in buffers."""

    graph: Buffer
    board: Buffer
    """[size²]: 0, or the tile of each square."""
    letter: Buffer
    word: Buffer
    """[size²]: by how much squares multiply."""
    points: Buffer
    """[64], by tiles as on the board."""
    rack: Buffer
    """[32]: how many of each tile, 0 a blank."""
    slots: Buffer
    """[32]: the bits in USED of the tiles of a kind."""
    leaves: Buffer
    """[128], by USED: the value of what is left of the rack, in thousandths of a point."""
    fits: Buffer
    """[2 × size²], unsigned: the letters that fit a square in the word across the line, for lines across and
    for lines down."""
    across: Buffer
    """[2 × size²]: what the tiles across the line count there; -1: there are none."""
    lines: Buffer
    """[2 × size], unsigned: the squares with tiles of each row, then of each column."""
    known: Buffer
    """[size²]: the board that `fits`, `across` and `lines` are of; -1 at first."""
    stack: Buffer
    counts: Buffer
    plays: Buffer
    """`ROOM` words a play."""
    shadow: Buffer
    """Scratch of `best`."""


def edge_of(graph: Buffer, node: int, letter: int) -> int:
    """The edge of a letter that leads on."""
    rank = bits.count(graph[node] & bits.board((1 << letter) - 1))
    pair = graph[node + 1 + (rank >> 1)]
    return bits.number(bits.right(pair, 32 * (rank & 1)) & bits.board(LOW))


def child_of(graph: Buffer, node: int, letter: int) -> int:
    """The node that a letter leads to; 0: none."""
    return edge_of(graph, node, letter) & NODE if bits.has(graph[node], letter) else 0


def ending_letters(graph: Buffer, node: int) -> Bitboard:
    """The letters that end a word at a node."""
    return bits.right(graph[node], 32)

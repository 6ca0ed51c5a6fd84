"""An evaluation by patterns, on the usual board: each line and corner is looked up in a table.

The estimate of the final difference in discs is a sum of 41 table entries, one for each of these, with tables
of its own for each of six stages of the game:

    lines       the 16 rows and columns: the edges, and those second, third and fourth from an edge
    diagonals   the 18 of four squares and more
    corners     the squares of each corner, three by three
    counts      the moves of both sides; their empty neighbours; how many squares are empty

A line of n squares has 3**n contents: each square is empty (0), the mover's (1) or the other's (2), and the
squares are the digits of a number.  Positions that mirror or turn into one another have the same entries.
The entries were fitted by `benchmarks/othello_patterns.py` to games that the engine played itself
(`benchmarks/othello_games.py`).  Source: M. Buro, *From Simple Features to Sophisticated Evaluation
Functions*, Computers and Games, LNCS 1558, 1999.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.othello.last_squares import LastSquares

FILE = Path(__file__).with_name("patterns.xz")

STAGES = 6
PLIES = 10
"""Discs that a stage lasts."""
HUNDREDTHS = 100
"""Of a disc: what an entry counts."""


def _ternary(number: int) -> int:
    """The number with the same digits in base 3 as `number` in base 2."""
    return int(f"{number:b}", 3)


TERNARY = np.array([_ternary(n) for n in range(512)], np.uint64)
COLUMN = 0x0101_0101_0101_0101
"""The squares of the first column."""

LINES, DIAGONALS, CORNERS = 0, 4 * 3**8, 4 * 3**8 + sum(3**n for n in range(4, 9))
MOVES = CORNERS + 3**9
MOST_MOVES = 20
"""More moves than 19 count as 19."""
NEIGHBOURS = MOVES + MOST_MOVES**2
MOST_NEIGHBOURS = 32
EMPTY = NEIGHBOURS + (MOST_NEIGHBOURS // 2) ** 2
ENTRIES = EMPTY + 64
"""Of a stage; a multiple of four, as four entries share a word."""


PARTS = (
    ("edges", "the four edges, as a table has them", 0, 4),
    ("second lines", "the lines beside them", 4, 8),
    ("third lines", "the third lines from each edge", 8, 12),
    ("middle lines", "the two middle rows and columns", 12, 16),
    ("diagonals", "the diagonals of four squares and more", 16, 34),
    ("corners", "the nine squares at each corner", 34, 38),
    ("mobility", "moves the side has, and the other would have", 38, 39),
    ("potential mobility", "empty squares beside discs of the other side", 39, 40),
    ("parity", "how many squares are empty, for the mover", 40, 41),
)
"""Each kind of pattern: its name, what it means, and its part of `Patterns.pattern_places`, from and to."""


def packed(entries: Any) -> Any:
    """Entries, int16 each, four to a word."""
    return np.ascontiguousarray(entries, "<i2").reshape(-1).view("<u8").astype(np.uint64)


def read(path: Path = FILE) -> Any:
    """The entries in a file, a row for each stage; what is written by `write`."""
    by_byte = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8).reshape(2, -1)
    return np.ascontiguousarray(by_byte.T).view("<i2").reshape(STAGES, ENTRIES)


def write(entries: Any, path: Path = FILE) -> None:
    """Entries as a compressed file: the low bytes of all, then the high ones."""
    by_byte = np.ascontiguousarray(entries, "<i2").reshape(-1, 1).view(np.uint8).T
    path.write_bytes(lzma.compress(np.ascontiguousarray(by_byte).tobytes(), preset=9))


TABLE = packed(read())


def number(own: Bitboard, other: Bitboard) -> int:
    """The content of a line of nine squares or fewer, the lowest bits of two boards, as a number."""
    return bits.number(bits.entry(TERNARY, own)) + 2 * bits.number(bits.entry(TERNARY, other))


def row(own: Bitboard, other: Bitboard, r: int) -> int:
    """The content of a row."""
    return number((own >> (8 * r)) & 255, (other >> (8 * r)) & 255)


def falling(own: Bitboard, other: Bitboard, mask: Bitboard, first: int) -> int:
    """The content of a diagonal, from its leftmost square, in column `first`, on."""
    return number(
        bits.right(bits.times(own & mask, COLUMN), 56 + first),
        bits.right(bits.times(other & mask, COLUMN), 56 + first),
    )


def nine(b: Bitboard) -> Bitboard:
    """The first three squares of the first three rows."""
    return (b & 7) | ((b >> 5) & 0o70) | ((b >> 10) & 0o700)


class Patterns(LastSquares):
    """The evaluation of the usual board; other boards have none of it."""

    by_tables = True
    """Whether the usual board is judged by the tables; if not, it is judged by hand, as other boards are."""
    patterned: bool
    down: tuple[Bitboard, ...]
    """Diagonals from the upper left to the lower right, c - r = -4 to 4."""
    up: tuple[Bitboard, ...]
    """Those from the lower left to the upper right, r + c = 3 to 11."""

    def setup(self) -> None:
        super().setup()
        self.patterned = self.by_tables and self.width == self.height == 8
        squares = [divmod(n, 8) for n in range(64)]
        self.down = tuple(sum(1 << 8 * r + c for r, c in squares if c - r == d) for d in range(-4, 5))
        self.up = tuple(sum(1 << 8 * r + c for r, c in squares if r + c == k) for k in range(3, 12))

    def stage(self, empty: int) -> int:
        """The stage of the game with so many empty squares."""
        return min((60 - empty) // PLIES, STAGES - 1)

    def pattern_places(self, own: Bitboard, other: Bitboard) -> tuple[int, ...]:
        """Where in a stage's entries the 41 patterns are, in the order of `PARTS`."""
        across, over = self.transposed(own), self.transposed(other)
        left, left_other = self.mirrored(own), self.mirrored(other)
        low, low_other = bits.swap(own), bits.swap(other)
        last, last_other = bits.swap(left), bits.swap(left_other)
        empty = self.board ^ (own | other)
        moves, replies = bits.count(self.moves(own, other)), bits.count(self.moves(other, own))
        beside, beside_other = bits.count(self.around(other) & empty), bits.count(self.around(own) & empty)
        down, up = self.down, self.up
        seventh, sixth = DIAGONALS + 6561, DIAGONALS + 6561 + 2187
        fifth, fourth = sixth + 729, sixth + 729 + 243
        return (
            row(own, other, 0), row(own, other, 7), row(across, over, 0), row(across, over, 7),
            6561 + row(own, other, 1), 6561 + row(own, other, 6),
            6561 + row(across, over, 1), 6561 + row(across, over, 6),
            13122 + row(own, other, 2), 13122 + row(own, other, 5),
            13122 + row(across, over, 2), 13122 + row(across, over, 5),
            19683 + row(own, other, 3), 19683 + row(own, other, 4),
            19683 + row(across, over, 3), 19683 + row(across, over, 4),
            DIAGONALS + falling(own, other, down[4], 0), DIAGONALS + falling(own, other, up[4], 0),
            seventh + falling(own, other, down[3], 0), seventh + falling(own, other, down[5], 1),
            seventh + falling(own, other, up[3], 0), seventh + falling(own, other, up[5], 1),
            sixth + falling(own, other, down[2], 0), sixth + falling(own, other, down[6], 2),
            sixth + falling(own, other, up[2], 0), sixth + falling(own, other, up[6], 2),
            fifth + falling(own, other, down[1], 0), fifth + falling(own, other, down[7], 3),
            fifth + falling(own, other, up[1], 0), fifth + falling(own, other, up[7], 3),
            fourth + falling(own, other, down[0], 0), fourth + falling(own, other, down[8], 4),
            fourth + falling(own, other, up[0], 0), fourth + falling(own, other, up[8], 4),
            CORNERS + number(nine(own), nine(other)), CORNERS + number(nine(left), nine(left_other)),
            CORNERS + number(nine(low), nine(low_other)), CORNERS + number(nine(last), nine(last_other)),
            MOVES + MOST_MOVES * min(moves, MOST_MOVES - 1) + min(replies, MOST_MOVES - 1),
            NEIGHBOURS + MOST_NEIGHBOURS // 2 * (min(beside, MOST_NEIGHBOURS - 1) >> 1)
            + (min(beside_other, MOST_NEIGHBOURS - 1) >> 1),
            EMPTY + bits.count(empty),
        )  # fmt: skip

    def entry(self, stage: int, place: int) -> int:
        """An entry of a stage's tables, in hundredths of a disc."""
        at = stage * ENTRIES + place
        word = bits.right(bits.entry(TABLE, at >> 2), 16 * (at & 3))
        return ((bits.number(word & 0xFFFF) + 0x8000) & 0xFFFF) - 0x8000

    def pattern_sum(self, own: Bitboard, other: Bitboard, empty: int) -> int:
        """The estimate for the side to move, whose discs are `own`, in hundredths of a disc."""
        stage = self.stage(empty)
        total = 0
        for place in self.pattern_places(own, other):
            total += self.entry(stage, place)
        return total

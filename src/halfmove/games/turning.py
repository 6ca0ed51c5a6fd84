"""The symmetries of a board of rows and columns: four of an oblong one, eight of a square one.

Number k mirrors left and right if k & 1, then turns upside down if k & 2, then exchanges rows and columns if
k & 4.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game


def symmetries(width: int, height: int) -> int:
    """How many a board has."""
    return 8 if width == height else 4


def turned_square(square: int, width: int, height: int, k: int) -> int:
    """Where a square, counted row by row from the top left, comes to lie."""
    r = square // width
    c = square - r * width
    if k & 1:
        c = width - 1 - c
    if k & 2:
        r = height - 1 - r
    return c * width + r if k & 4 else r * width + c


class TurnedBoard(Game):
    """A game whose board fits a word: how a bitboard looks after each symmetry."""

    width: int
    height: int
    stride: int
    """Bits from a square to the one below it: the width, and padding."""
    row: Bitboard
    """The first one."""
    column: Bitboard
    """The first one."""
    diagonals: tuple[Bitboard, ...]
    """Those from the top row down to the right, the longest first."""

    def set_symmetries(self) -> None:
        """What the functions below need of the board's size."""
        self.row = (1 << self.width) - 1
        self.column = sum(1 << (self.stride * r) for r in range(self.height))
        self.diagonals = tuple(
            sum(1 << (self.stride * r + r + d) for r in range(self.height) if r + d < self.width)
            for d in range(self.width)
        )
        self.symmetry_count = symmetries(self.width, self.height)

    def turned(self, b: Bitboard, k: int) -> Bitboard:
        """The bitboard after symmetry number `k`."""
        if k & 1:
            b = self.mirrored(b)
        if k & 2:
            b = self.flipped(b)
        if k & 4:
            b = self.transposed(b)
        return b

    def mirrored(self, b: Bitboard) -> Bitboard:
        """The order of the columns reversed."""
        done = bits.board(0)
        for c in range(self.width):
            done |= bits.left((b >> c) & self.column, self.width - 1 - c)
        return done

    def flipped(self, b: Bitboard) -> Bitboard:
        """The order of the rows reversed."""
        done = bits.board(0)
        for r in range(self.height):
            done |= bits.left((b >> (self.stride * r)) & self.row, self.stride * (self.height - 1 - r))
        return done

    def transposed(self, b: Bitboard) -> Bitboard:
        """Rows and columns exchanged: the squares c - r = d of one diagonal all move by d * (stride - 1)."""
        done = b & self.diagonals[0]
        for d in range(1, self.width):
            by = d * (self.stride - 1)
            done |= bits.left(b & self.diagonals[d], by) | ((b >> by) & self.diagonals[d])
        return done

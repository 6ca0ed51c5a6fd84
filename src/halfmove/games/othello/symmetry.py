"""The same board from its other sides: mirrored, turned upside down and, where it is square, transposed."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.othello.rules import Rules, State
from halfmove.games.turning import symmetries, turned_square

SMALL = 24
"""Squares of a board whose table knows its symmetries: on larger ones the other keys of each position cost
more than the few repeated positions save."""


class Symmetry(Rules):
    """Four symmetries of an oblong board, eight of a square one."""

    row: Bitboard
    column: Bitboard
    diagonals: tuple[Bitboard, ...]

    def setup(self) -> None:
        super().setup()
        self.row = (1 << self.width) - 1
        self.column = self.board // self.row
        self.diagonals = tuple(
            sum(1 << (self.width * r + r + d) for r in range(self.height) if r + d < self.width)
            for d in range(self.width)
        )
        self.exact = self.squares <= SMALL
        self.symmetry_count = symmetries(self.width, self.height)
        self.table_symmetries = self.squares <= SMALL

    def key(self, s: State) -> Bitboard:
        if self.exact:
            return s.own | bits.left(s.other, SMALL) | bits.left(bits.board(s.mover), 2 * SMALL)
        return bits.hash_with(bits.plus(bits.mix(s.own), bits.board(s.mover)), bits.number(s.other))

    def symmetric(self, s: State, k: int) -> State:
        return State(self.turned(s.own, k), self.turned(s.other, k), s.mover)

    def symmetric_action(self, a: int, k: int) -> int:
        return a if a == self.squares else turned_square(a, self.width, self.height, k)

    def turned(self, b: Bitboard, k: int) -> Bitboard:
        """The bitboard mirrored if k & 1, then turned upside down if k & 2, then transposed if k & 4."""
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
            done |= bits.left((b >> (self.width * r)) & self.row, self.width * (self.height - 1 - r))
        return done

    def transposed(self, b: Bitboard) -> Bitboard:
        """Rows and columns exchanged: the squares c - r = d of one diagonal all move by d * (width - 1)."""
        done = b & self.diagonals[0]
        for d in range(1, self.width):
            by = d * (self.width - 1)
            done |= bits.left(b & self.diagonals[d], by) | ((b >> by) & self.diagonals[d])
        return done

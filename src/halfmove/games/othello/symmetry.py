"""The same board from its other sides: mirrored, turned upside down and, where it is square, transposed."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.othello.rules import Rules, State
from halfmove.games.turning import TurnedBoard, turned_square

SMALL = 24
"""Squares of a board whose table knows its symmetries: on larger ones the other keys of each position cost
more than the few repeated positions save."""


class Symmetry(TurnedBoard, Rules):
    """Four symmetries of an oblong board, eight of a square one."""

    def setup(self) -> None:
        super().setup()
        self.stride = self.width
        self.set_symmetries()
        self.exact = self.squares <= SMALL
        self.table_symmetries = self.squares <= SMALL

    def key(self, s: State) -> Bitboard:
        if self.exact:
            return s.own | bits.left(s.other, SMALL) | bits.left(bits.board(s.mover), 2 * SMALL)
        return bits.hash_with(bits.plus(bits.mix(s.own), bits.board(s.mover)), bits.number(s.other))

    def symmetric(self, s: State, k: int) -> State:
        return State(self.turned(s.own, k), self.turned(s.other, k), s.mover)

    def symmetric_action(self, a: int, k: int) -> int:
        return a if a == self.squares else turned_square(a, self.width, self.height, k)

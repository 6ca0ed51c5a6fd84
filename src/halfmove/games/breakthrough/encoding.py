"""Breakthrough before a network: the pawns of the mover and the other's, his own side at the bottom."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.contract.encoding import PRESENT
from halfmove.games.breakthrough.rules import Rules, State


class Encoding(Rules):
    """Two planes; a plane of answers for each way to go."""

    def setup(self) -> None:
        super().setup()
        self.plane_shape = (2, self.height, self.width)
        self.policy_size = 3 * self.squares

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        own, other = self.sides(s)
        for square in range(self.squares):
            place = at + self.seen(square, s.mover)
            out[place] = PRESENT if bits.has(own, square) else 0
            out[place + self.squares] = PRESENT if bits.has(other, square) else 0
        return at + 2 * self.squares

    def policy_index(self, s: State, a: int) -> int:
        return self.squares * (a % 3) + self.seen(a // 3, s.mover)

    def seen(self, square: int, mover: int) -> int:
        """Where a square lies for the player to move: rows are counted from his side."""
        if mover == 0:
            return square
        return self.width * (self.height - 1 - square // self.width) + square % self.width

"""Connect Four before a network: the mover's stones, the other's, and a column for each action.

Rows run from the top, as people see the board.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.connect4.rules import Rules, State


class Encoding(Rules):
    """Planes and policy; the policy is the columns, which are the actions' numbers."""

    def setup(self) -> None:
        super().setup()
        self.plane_shape = (2, self.height, self.width)
        self.policy_size = self.width

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        return self.write_stones(s.own ^ s.mask, out, self.write_stones(s.own, out, at))

    def write_stones(self, stones: Bitboard, out: Buffer, at: int) -> int:
        """A plane of the squares in a set; the place after it."""
        for row in range(self.height):
            for column in range(self.width):
                square = self.stride * column + self.height - 1 - row
                out[at + self.width * row + column] = PRESENT if bits.has(stones, square) else 0
        return at + self.squares

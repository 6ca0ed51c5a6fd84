"""Hex before a network: the stones of the player to move and the other's, as if the mover joined top and
bottom."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.contract.encoding import PRESENT
from halfmove.games.hex.rules import Rules, State


class Encoding(Rules):
    """Three planes, of which the last says where the swap is open; an answer for each cell and the swap."""

    def setup(self) -> None:
        super().setup()
        self.plane_shape = (3, self.height, self.width)
        self.policy_size = self.squares + 1

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        own, other = (s.red, s.blue) if s.mover == 0 else (s.blue, s.red)
        swap = PRESENT if self.may_swap(s) else 0
        for cell in range(self.squares):
            place = at + (cell if s.mover == 0 else self.mirrored(cell))
            out[place] = PRESENT if bits.wide_has(own, cell) else 0
            out[place + self.squares] = PRESENT if bits.wide_has(other, cell) else 0
            out[place + 2 * self.squares] = swap
        return at + 3 * self.squares

    def policy_index(self, s: State, a: int) -> int:
        return a if s.mover == 0 or a == self.squares else self.mirrored(a)

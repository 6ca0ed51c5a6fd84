"""Othello before a network: the mover's discs, the other's, and where the mover may put one.

The policy has a place for each square, row by row, and one for the pass: the actions' numbers.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.othello.rules import AnyBoard

PLANES = 3


class Encoding(AnyBoard):
    """Planes and policy."""

    def setup(self) -> None:
        super().setup()
        self.plane_shape = (PLANES, self.height, self.width)
        self.policy_size = self.squares + 1

    def write_planes(self, s: Any, out: Buffer, at: int) -> int:
        at = self.write_squares(s.own, out, at)
        at = self.write_squares(s.other, out, at)
        return self.write_squares(self.moves(s.own, s.other), out, at)

    def write_squares(self, discs: Any, out: Buffer, at: int) -> int:
        """A plane of the squares with discs of a set; the place after it."""
        for square in range(self.squares):
            out[at + square] = PRESENT if self.holds(discs, square) else 0
        return at + self.squares

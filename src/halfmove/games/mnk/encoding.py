"""The m,n,k-games before a network: the mover's stones, and the other's; an action's number is its point.

The two ways to hold a board share this; each says what its stones are.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.mnk.rules import Rules


class Encoding(Rules):
    """Planes and policy."""

    def setup(self) -> None:
        super().setup()
        self.plane_shape = (2, self.height, self.width)
        self.policy_size = self.squares

    def holds(self, s: Any, square: int, mine: bool) -> bool:
        """Whether there is a stone of the mover on a square of the padded board, or of the other."""
        raise NotImplementedError

    def write_planes(self, s: Any, out: Buffer, at: int) -> int:
        for a in range(self.squares):
            square = a + a // self.width
            out[at + a] = PRESENT if self.holds(s, square, True) else 0
            out[at + self.squares + a] = PRESENT if self.holds(s, square, False) else 0
        return at + 2 * self.squares

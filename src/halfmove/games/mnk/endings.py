"""Every position of a small m,n,k-game numbered, so that it can be solved backwards: a square is a digit to
the base of three, 0 empty, 1 a stone of X, 2 one of O."""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.endings import Endings
from halfmove.games.mnk.game import MNK

MOST_SQUARES = 12
"""Half a million numbers; sixteen squares have 43 million."""


class EndingRules(MNK):
    """The hooks of databases, for states of one word."""

    def endings(self) -> Endings | None:
        if self.squares > MOST_SQUARES:
            return None
        return Endings(("all",), f"mnk {self.width}x{self.height} {self.k}", lambda name: ())

    def ending_table(self, s: Any) -> int:
        return 0 if self.squares <= MOST_SQUARES else -1

    def ending_count(self, table: int) -> int:
        return int(3**self.squares)

    def ending_index(self, s: Any) -> int:
        number = 0
        x = s.own if self.to_move(s) == 0 else s.own ^ s.mask
        for row in range(self.height):
            for column in range(self.width):
                place = row * self.stride + column
                here = 0 if not bits.has(s.mask, place) else (1 if bits.has(x, place) else 2)
                number = 3 * number + here
        return number

    def digits(self, index: int, digit: int) -> Bitboard:
        """The squares of which a number has this digit."""
        found = bits.board(0)
        for row in range(self.height - 1, -1, -1):
            for column in range(self.width - 1, -1, -1):
                if index % 3 == digit:
                    found |= bits.bit(row * self.stride + column)
                index //= 3
        return found

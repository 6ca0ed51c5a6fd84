"""Every position of a small board of Connect Four numbered, so that it can be solved backwards.

A column of n stones is 2 ** n plus its stones of the mover, the lowest as bit 0: a bit above the stones says
how high they are.  The columns side by side, as on the board, are the number: the bitboards' own key (the
mover's stones, plus all stones, plus the bottom row).  That is 2 ** 20 numbers for 4 x 4, and 2 ** 49 for
7 x 6, whose late positions no numbering makes few: it has no tables.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.endings import Endings
from halfmove.games.connect4.rules import Rules, State, aligned

MOST_BITS = 24
"""Of a number: a quarter of a gigabyte to make the table."""


class EndingRules(Rules):
    """The hooks of databases."""

    def endings(self) -> Endings | None:
        if self.stride * self.width > MOST_BITS:
            return None
        return Endings(("all",), f"connect4 {self.width}x{self.height}", lambda name: ())

    def ending_table(self, s: State) -> int:
        return 0 if self.stride * self.width <= MOST_BITS else -1

    def ending_count(self, table: int) -> int:
        return 1 << (self.stride * self.width)

    def ending_index(self, s: State) -> int:
        return bits.number(bits.plus(bits.plus(s.own, s.mask), self.bottom))

    def ending_state(self, table: int, index: int) -> State:
        own, mask = bits.board(0), bits.board(0)
        for column in range(self.width):
            place = self.stride * column
            stones = bits.board((index >> place) & ((1 << self.stride) - 1))
            if stones != bits.board(0):
                height = bits.highest_bit(stones)
                own |= bits.left(bits.without(stones, height), place)
                mask |= bits.left(bits.minus(height, bits.bit(0)), place)
        return State(own, mask)

    def ending_weight(self, table: int, index: int) -> int:
        for column in range(self.width):
            if (index >> (self.stride * column)) & ((1 << self.stride) - 1) == 0:
                return 0
        s = self.ending_state(table, index)
        # no position, if one side has too many stones, or the game was over before
        return 1 if bits.count(s.own) == bits.count(s.mask) // 2 and not aligned(s.own, self.stride) else 0

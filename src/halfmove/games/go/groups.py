"""Sets of points of a board: neighbours, chains, liberties.

A set is a tuple of 64-bit words.  The rows follow one another from the top, each with one point more that is
never in a set, so that shifting joins no row to the next; 4 x 3, with a stride of 5:

     0  1  2  3   4
     5  6  7  8   9      <- 4 and 9 are always empty; after the last row nothing follows
    10 11 12 13

These numbers are *places*.  Actions, and everything that people see, number the *points* of the board
without gaps: 0 to 11.  `place` and `point` translate.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

LONGEST_SIDE = 25
"""As in GTP, whose letters end with Z."""


class Groups(Game):
    """Sets of points, and what grows and touches."""

    width: int
    height: int

    cells: tuple[Bitboard, ...]
    nothing: tuple[Bitboard, ...]
    beside_table: Any
    corner_table: Any

    def lay_out(self) -> None:
        """Derive the constants of the board from its sides; `BadInput` if there is none with these."""
        for side in ("width", "height"):
            if not 1 <= getattr(self, side) <= LONGEST_SIDE:
                raise BadInput(
                    f"Go's parameter '{side}' must be from 1 to {LONGEST_SIDE}, not {getattr(self, side)}."
                )
        self.stride = self.width + 1
        self.points = self.width * self.height
        words = (self.stride * self.height + 62) // 64
        self.nothing = (0,) * words
        cells = self.nothing
        for point in range(self.points):
            cells = bits.wide_with(cells, self.place(point))
        self.cells = cells
        self.beside_table = self._table([(0, 1), (1, 0), (0, -1), (-1, 0)])
        self.corner_table = self._table([(1, 1), (1, -1), (-1, 1), (-1, -1)])

    def _table(self, steps: list[tuple[int, int]]) -> np.ndarray[Any, Any]:
        """For every place the points so many steps away, as words."""
        words = len(self.nothing)
        table = np.zeros((64 * words, words), np.uint64)
        for point in range(self.points):
            row, column = divmod(point, self.width)
            for down, right in steps:
                if 0 <= row + down < self.height and 0 <= column + right < self.width:
                    place = self.place(point + down * self.width + right)
                    table[self.place(point), place // 64] |= np.uint64(1 << (place % 64))
        return table.reshape(-1)

    def place(self, point: int) -> int:
        """Where a point lies in a set."""
        return point + point // self.width

    def point(self, place: int) -> int:
        """The point that lies there."""
        return place - place // self.stride

    def alone(self, place: int) -> Wide:
        """The set of one point."""
        return bits.wide_alone(self.nothing, place)

    def beside(self, place: int) -> Wide:
        """The up to four points next to one."""
        return bits.wide_entry(self.nothing, self.beside_table, place)

    def corners(self, place: int) -> Wide:
        """The up to four points diagonally next to one."""
        return bits.wide_entry(self.nothing, self.corner_table, place)

    def neighbours(self, a: Wide) -> Wide:
        """The points next to a set's: those of the set too that have another of it beside them."""
        across = bits.wide_or(bits.wide_up(a, 1), bits.wide_down(a, 1))
        down = bits.wide_or(bits.wide_up(a, self.stride), bits.wide_down(a, self.stride))
        return bits.wide_and(bits.wide_or(across, down), self.cells)

    def flood(self, seed: Wide, within: Wide) -> Wide:
        """Every point of `within` connected to `seed`, a part of it: the chains with a stone there."""
        while True:
            grown = bits.wide_or(seed, bits.wide_and(self.neighbours(seed), within))
            if grown == seed:
                return seed
            seed = grown

    def touches(self, seed: Wide, within: Wide, target: Wide) -> bool:
        """Whether `flood(seed, within)` has a point of `target` beside it: a liberty, for one."""
        while True:
            around = self.neighbours(seed)
            if not bits.wide_empty(bits.wide_and(around, target)):
                return True
            grown = bits.wide_or(seed, bits.wide_and(around, within))
            if grown == seed:
                return False
            seed = grown

    def has_liberty(self, place: int, stones: Wide, empty: Wide) -> bool:
        """Whether the chain of `stones` with one at `place` has a point of `empty` beside it: mostly that
        very stone has."""
        around = self.beside(place)
        if not bits.wide_empty(bits.wide_and(around, empty)):
            return True
        friends = bits.wide_and(around, stones)
        return not bits.wide_empty(friends) and self.touches(friends, stones, empty)

    def cornered(self, place: int, stones: Wide, empty: Wide) -> Wide:
        """The chain of `stones` with one at `place` where it has one point of `empty` beside it or none;
        nothing where it has more, which mostly shows a step or two from the place."""
        around = self.beside(place)
        if bits.wide_count(bits.wide_and(around, empty)) > 1:
            return self.nothing
        chain = bits.wide_or(self.alone(place), bits.wide_and(around, stones))
        while True:
            around = self.neighbours(chain)
            if bits.wide_count(bits.wide_and(around, empty)) > 1:
                return self.nothing
            grown = bits.wide_or(chain, bits.wide_and(around, stones))
            if grown == chain:
                return chain
            chain = grown

    def liberties(self, chain: Wide, stones: Wide) -> Wide:
        """The empty points beside a chain; `stones` are those of both players."""
        return bits.wide_without(self.neighbours(chain), stones)

    def empty(self, a: Wide, b: Wide) -> Wide:
        """The points with no stone of either set."""
        return bits.wide_without(self.cells, bits.wide_or(a, b))

"""A rhombus of six-sided cells: which touch, which a bridge links, which join two sides.

    a1 b1 c1        a cell touches those beside it in its row, the one below it and the one below
      a2 b2 c2      and to the left, the one above it and the one above and to the right
        a3 b3 c3

Cells are numbered row by row from the top left.  The first player joins the top side (his start) with the
bottom one (his goal), the second the left side with the right one.  Sets of cells are boards of as many words
as the rhombus needs (`bits.Wide`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.contract import Game

AROUND = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""Steps of rows and columns to the cells around one, in a circle; each touches the next."""
OUTSIDE = -5
"""A place outside that is no player's side; other numbers below 0 are `side(player, end)`."""


def side(player: int, end: int) -> int:
    """The number of a player's side: his start (`end` 0) or his goal (1)."""
    return -1 - 2 * player - end


class Cells(Game):
    """The cells of a game on a rhombus; a subclass calls `set_cells` in its `setup`."""

    height: int
    width: int
    squares: int
    every: Wide
    none: Wide
    starts: tuple[Wide, Wide]
    goals: tuple[Wide, Wide]
    off_left: Wide
    off_right: Wide
    around: NDArray[np.int64]
    """The six cells around each, or the sides that they would lie beyond."""

    def set_cells(self, rows: int, columns: int) -> None:
        """Derive what hangs on the size of the rhombus."""
        self.height, self.width = rows, columns
        self.squares = rows * columns
        words = -(-self.squares // 64)

        def wide(number: int) -> Wide:
            return tuple(number >> (64 * i) & bits.FULL for i in range(words))

        every, row = (1 << self.squares) - 1, (1 << columns) - 1
        column = sum(1 << (columns * r) for r in range(rows))
        top, bottom = wide(row), wide(row << (self.squares - columns))
        left, right = wide(column), wide(column << (columns - 1))
        self.every, self.none = wide(every), wide(0)
        self.starts, self.goals = (top, left), (bottom, right)
        self.off_left, self.off_right = wide(every ^ column), wide(every ^ column << (columns - 1))
        self.around = np.array(
            [
                self._place(cell // columns + dr, cell % columns + dc)
                for cell in range(self.squares)
                for dr, dc in AROUND
            ],
            np.int64,
        )

    def _place(self, row: int, column: int) -> int:
        """The cell in a row and column, or the side beyond which they lie."""
        inside = 0 <= row < self.height, 0 <= column < self.width
        if inside == (True, True):
            return row * self.width + column
        if inside == (False, True):
            return side(0, 0 if row < 0 else 1)
        return side(1, 0 if column < 0 else 1) if inside[0] else OUTSIDE

    # ---- sets of cells
    def step(self, cells: Wide, way: int) -> Wide:
        """The cells that lie one step on, one of the six ways of `AROUND`."""
        if way == 0:
            return bits.wide_up(bits.wide_and(cells, self.off_right), 1)
        if way == 1:
            return bits.wide_down(bits.wide_and(cells, self.off_right), self.width - 1)
        if way == 2:
            return bits.wide_down(cells, self.width)
        if way == 3:
            return bits.wide_down(bits.wide_and(cells, self.off_left), 1)
        if way == 4:
            return bits.wide_and(
                bits.wide_up(bits.wide_and(cells, self.off_left), self.width - 1), self.every
            )
        return bits.wide_and(bits.wide_up(cells, self.width), self.every)

    def beside(self, cells: Wide) -> Wide:
        """The cells that touch some of these."""
        left, right = bits.wide_and(cells, self.off_left), bits.wide_and(cells, self.off_right)
        across = bits.wide_or(bits.wide_down(left, 1), bits.wide_up(right, 1))
        above = bits.wide_or(bits.wide_down(cells, self.width), bits.wide_down(right, self.width - 1))
        below = bits.wide_or(bits.wide_up(cells, self.width), bits.wide_up(left, self.width - 1))
        return bits.wide_and(bits.wide_or(across, bits.wide_or(above, below)), self.every)

    def connected(self, cells: Wide, stones: Wide) -> Wide:
        """These cells, which are among the stones, and all stones that hang together with them."""
        found, edge = cells, cells
        while not bits.wide_empty(edge):
            edge = bits.wide_without(bits.wide_and(self.beside(edge), stones), found)
            found = bits.wide_or(found, edge)
        return found

    def start(self, player: int) -> Wide:
        """The cells along the side that a player's chain starts from."""
        return self.starts[0] if player == 0 else self.starts[1]

    def goal(self, player: int) -> Wide:
        """The cells along the side that it leads to."""
        return self.goals[0] if player == 0 else self.goals[1]

    def joins(self, stones: Wide, player: int) -> bool:
        """Whether a player's stones join his two sides."""
        first = bits.wide_and(self.start(player), stones)
        return not bits.wide_empty(bits.wide_and(self.connected(first, stones), self.goal(player)))

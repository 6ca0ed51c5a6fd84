"""Connect Four to touch: whole columns to play, single cells to set up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.surface import Arrangement, Point
from halfmove.games.connect4.notation import LINE
from halfmove.games.connect4.picture import SQUARE, STONES, cell_name, disc, svg
from halfmove.games.grid import Grid, cells_in_lines
from halfmove.games.grid_board import GridSurface

ABOVE, UNDER = 8, 36
"""How far the picture goes beyond the cells, at the top and, with the labels, at the bottom."""

_WORDS = {"X": "red", "O": "yellow"}


class Columns(GridSurface):
    """A column, with its label, is a point; a cell is named by both, `4.1`."""

    side = SQUARE
    pieces = {"X": "red stone", "O": "yellow stone"}
    player_names = ("Red", "Yellow")
    colours = (STONES["X"][0], STONES["O"][0])

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        tall = ABOVE + SQUARE * self.game.height + UNDER
        return [Point(str(c + 1), SQUARE * c, -ABOVE, SQUARE, tall) for c in range(self.game.width)]

    def name(self, r: int, c: int) -> str:
        return cell_name(self.game.height - r, c)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return (str(a + 1),)

    def lands(self, s: Any, a: int) -> tuple[float, float]:
        """In the lowest cell of the column that is free."""
        free = sum(row[a] == "." for row in self.game.grid(s))
        return SQUARE * (a + 0.5), SQUARE * (free - 0.5)

    def placed(self, s: Any, a: int) -> str:
        stones = sum(row[a] != "." for row in self.game.grid(s))
        return cell_name(stones + 1, a)

    def occupied(self, s: Any) -> dict[str, str]:
        """Each column's stones from below: `red, yellow, red`."""
        columns = ["".join(column).strip(".")[::-1] for column in zip(*self.game.grid(s))]
        return {
            str(c): ", ".join(_WORDS[stone] for stone in stones)
            for c, stones in enumerate(columns, 1)
            if stones
        }

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(grid, cells_in_lines(grid, LINE))

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, disc(symbol, SQUARE // 2, SQUARE // 2), SQUARE)

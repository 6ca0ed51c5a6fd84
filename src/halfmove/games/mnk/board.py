"""The m,n,k-games to touch: squares of a small board, crossings of a large one."""

from __future__ import annotations

from typing import Any

from halfmove.core.surface import Arrangement
from halfmove.games.grid import Grid, cells_in_lines
from halfmove.games.grid_board import GridSurface
from halfmove.games.mnk.picture import LARGE, SQUARE, mark, square_name, stone, svg


class Squares(GridSurface):
    """Around a crossing, too, a point is the square that nobody else is nearer to."""

    side = SQUARE

    def name(self, r: int, c: int) -> str:
        return square_name(self.game.height - r, c)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return (self.game.action_text(s, a),)

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(grid, cells_in_lines(grid, self.game.k))

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        large = max(self.game.width, self.game.height) >= LARGE
        return self.small(symbol, (stone if large else mark)(symbol, 0, 0), SQUARE)

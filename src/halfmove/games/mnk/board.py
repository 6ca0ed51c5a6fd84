"""The m,n,k-games to touch: squares of a small board, crossings of a large one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement
from halfmove.games.grid import Grid, cells_in_lines
from halfmove.games.grid_board import GridSurface
from halfmove.games.mnk.picture import (
    BLACK,
    LARGE,
    O_INK,
    SQUARE,
    WHITE,
    X_INK,
    mark,
    square_name,
    stone,
    svg,
)

if TYPE_CHECKING:
    from halfmove.core.contract import Game


class Squares(GridSurface):
    """Around a crossing, too, a point is the square that nobody else is nearer to."""

    side = SQUARE

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.large = max(self.game.width, self.game.height) >= LARGE
        if self.large:
            self.pieces, self.player_names = {"X": "black stone", "O": "white stone"}, ("Black", "White")
        self.colours = (BLACK, WHITE) if self.large else (X_INK, O_INK)

    def name(self, r: int, c: int) -> str:
        return square_name(self.game.height - r, c)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return (self.game.action_text(s, a),)

    def placed(self, s: Any, a: int) -> str:
        return self.touches(s, a)[0]

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(grid, cells_in_lines(grid, self.game.k))

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, (stone if self.large else mark)(symbol, 0, 0), SQUARE)

"""Othello to touch: the squares; a pass has none, and is a button."""

from __future__ import annotations

from typing import Any

from halfmove.core.surface import Arrangement
from halfmove.games.grid import Grid
from halfmove.games.grid_board import GridSurface
from halfmove.games.othello.notation import SIDES
from halfmove.games.othello.picture import BLACK, SQUARE, WHITE, disc, square_name, svg


class Squares(GridSurface):
    """A square each; an arrangement says who is to move."""

    pieces = {"X": "black disc", "O": "white disc"}
    colours = (BLACK, WHITE)
    mover_follows = False
    side = SQUARE

    def name(self, r: int, c: int) -> str:
        return square_name(r, c)

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if a == self.game.squares else (self.game.square_text(a),)

    def placed(self, s: Any, a: int) -> str:
        return "" if a == self.game.squares else self.game.square_text(a)

    def written(self, arrangement: Arrangement) -> str:
        return f"{''.join(self.grid(arrangement)).replace('.', '-')} {SIDES[arrangement.mover]}"

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(grid, self.game.places(self.game.parse(self.written(arrangement))), arrangement.mover)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, disc(symbol, 0, 0), SQUARE)

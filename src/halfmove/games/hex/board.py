"""Hex to look at and to touch: cells; the swap has none, and is a button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Point
from halfmove.games import drawing
from halfmove.games.grid import Grid
from halfmove.games.grid_board import GridSurface
from halfmove.games.hex import picture
from halfmove.games.hex.notation import LETTERS

if TYPE_CHECKING:
    from halfmove.games.hex.game import Hex

SMALL = 44
"""The side of a stone's picture by itself."""


def svg(game: Hex, grid: Grid, words: str) -> str:
    """The board of a grid with a line of words under it."""
    stones = [LETTERS.find(letter) for row in grid for letter in row]
    names = [game.cell_text(cell) for cell in range(game.squares)]
    parts = picture.rhombus(game.width, game.height, stones, names)
    right, bottom = picture.corner(game.width, game.height)
    parts.append(drawing.text(picture.EDGE - 18, bottom + 30, words, size=15))
    label = f"Hex: {'/'.join(grid)}; {words}"
    return drawing.picture(max(right + 12, 230), bottom + 46, label, "".join(parts))


class Board(GridSurface):
    """A cell each, named as in the notation."""

    game: Hex
    title = "Hex"
    pieces = {"R": "red stone", "B": "blue stone"}
    colours = picture.COLOURS
    mover_follows = False

    def name(self, r: int, c: int) -> str:
        return self.game.cell_text(r * self.game.width + c)

    def squares(self) -> list[Point]:
        game = self.game
        return [picture.point(game.cell_text(cell), cell, game.width) for cell in range(game.squares)]

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if a == self.game.squares else (self.game.cell_text(a),)

    def placed(self, s: Any, a: int) -> str:
        return "" if a == self.game.squares else self.game.cell_text(a)

    def written(self, arrangement: Arrangement) -> str:
        return f"{'/'.join(self.grid(arrangement))} {LETTERS[arrangement.mover]}"

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(self.game, grid, f"{self.game.player_names[arrangement.mover]} to move")

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        drawn = picture.stone(SMALL / 2, SMALL / 2, LETTERS.index(symbol))
        return self.small(symbol, drawn, SMALL)

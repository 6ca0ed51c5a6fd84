"""Hex to look at and to touch: cells; the swap has none, and is a button."""

from __future__ import annotations

import math
from collections.abc import Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Point, at
from halfmove.games import drawing
from halfmove.games.grid import Grid, GridSurface
from halfmove.games.hex.notation import LETTERS

if TYPE_CHECKING:
    from halfmove.games.hex import Hex

# ---- a rhombus of six-sided cells; its sides have the colours of those who join them

COLOURS = RED, BLUE = "#e5484d", "#3b82f6"
PAPER = "#fdfdfb"
EDGE, RADIUS, STONE = 30, 30.0, 17
STEP, DOWN = math.sqrt(3) * RADIUS, 1.5 * RADIUS
_CORNERS = tuple((RADIUS * math.sin(math.pi / 3 * i), -RADIUS * math.cos(math.pi / 3 * i)) for i in range(6))
"""Of a cell that stands on its tip, from the top clockwise."""


def middle(cell: int, width: int) -> tuple[float, float]:
    """The middle of a cell: each row is half a cell further to the right."""
    row, column = divmod(cell, width)
    return EDGE + STEP * (column + 0.5 + row / 2), EDGE + RADIUS + DOWN * row


def corner(width: int, height: int) -> tuple[float, float]:
    """How far the cells reach to the right and down."""
    x, y = middle(width * height - 1, width)
    return x + STEP / 2, y + RADIUS


def point(name: str, cell: int, width: int) -> Point:
    """Where a cell is touched: the widest square in it."""
    x, y = middle(cell, width)
    half = STEP / 2 - 4
    return Point(name, x - half, y - half, 2 * half, 2 * half)


def rhombus(width: int, height: int, stones: Sequence[int], names: Sequence[str]) -> list[str]:
    """The cells, the sides, the stones (the player of each cell's, -1 for none), and the labels."""
    cells = range(width * height)
    parts = []
    for cell in cells:
        x, y = middle(cell, width)
        corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _CORNERS)
        parts.append(
            f'<polygon points="{corners}" fill="{PAPER}" stroke="{drawing.INK}" stroke-width="1.5"/>'
        )
    for player, colour in enumerate(COLOURS):
        parts += [
            f'<path d="{d}" stroke="{colour}" stroke-width="5" fill="none" stroke-linecap="round"/>'
            for d in _sides(width, height, player)
        ]
    for cell, who in zip(cells, stones, strict=True):
        if who >= 0:
            parts.append(stone(*middle(cell, width), who, names[cell]))
    words = []
    for column in range(width):
        x, y = middle(column, width)
        words.append(drawing.text(x - 10, y - RADIUS - 6, ascii_lowercase[column], anchor="middle", size=14))
    for row in range(height):
        x, y = middle(row * width, width)
        words.append(drawing.text(x - STEP / 2 - 12, y + 10, str(row + 1), anchor="middle", size=14))
    parts.append(f'<g data-part="labels">{"".join(words)}</g>')
    return parts


def stone(x: float, y: float, player: int, name: str = "") -> str:
    """A stone with its middle at x, y."""
    return f'<circle{at(name)} cx="{x:.1f}" cy="{y:.1f}" r="{STONE}" fill="{COLOURS[player]}"/>'


def _sides(width: int, height: int, player: int) -> list[str]:
    """The two sides that a player joins, as paths along the cells' edges."""
    squares = width * height
    if player == 0:
        rows = [(range(width), (5, 0, 1)), (range(squares - width, squares), (4, 3, 2))]
    else:
        rows = [(range(0, squares, width), (5, 4, 3)), (range(width - 1, squares, width), (0, 1, 2))]
    paths = []
    for cells, corners in rows:
        places = []
        for cell in cells:
            x, y = middle(cell, width)
            places += [f"{x + _CORNERS[c][0]:.1f} {y + _CORNERS[c][1]:.1f}" for c in corners]
        paths.append("M" + "L".join(places))
    return paths


SMALL = 44
"""The side of a stone's picture by itself."""


def svg(game: Hex, grid: Grid, words: str) -> str:
    """The board of a grid with a line of words under it."""
    stones = [LETTERS.find(letter) for row in grid for letter in row]
    names = [game.cell_text(cell) for cell in range(game.squares)]
    parts = rhombus(game.width, game.height, stones, names)
    right, bottom = corner(game.width, game.height)
    parts.append(drawing.text(EDGE - 18, bottom + 30, words, size=15))
    label = f"Hex: {'/'.join(grid)}; {words}"
    return drawing.picture(max(right + 12, 230), bottom + 46, label, "".join(parts))


class Board(GridSurface):
    """A cell each, named as in the notation."""

    game: Hex
    title = "Hex"
    pieces = {"R": "red stone", "B": "blue stone"}
    colours = COLOURS
    mover_follows = False

    def name(self, r: int, c: int) -> str:
        return self.game.cell_text(r * self.game.width + c)

    def squares(self) -> list[Point]:
        game = self.game
        return [point(game.cell_text(cell), cell, game.width) for cell in range(game.squares)]

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
        drawn = stone(SMALL / 2, SMALL / 2, LETTERS.index(symbol))
        return self.small(symbol, drawn, SMALL)

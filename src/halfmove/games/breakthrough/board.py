"""Breakthrough to look at and to touch: a pawn, and then the square that it goes to."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Count, Point, at
from halfmove.games import drawing
from halfmove.games.breakthrough.notation import LETTERS
from halfmove.games.grid import Grid, GridSurface

if TYPE_CHECKING:
    from halfmove.core.history import History
    from halfmove.games.breakthrough import Breakthrough
    from halfmove.games.breakthrough.rules import State

SQUARE, EDGE, TOP = 56, 28, 8
LIGHT, DARK = "#ecd9b9", "#b58b62"
PAWNS = {"w": ("#fdfdfb", "#5b5b5b"), "b": ("#3a3d46", "#14161b")}
"""Fill and rim of each side's pawns."""


def svg(grid: Grid, words: str) -> str:
    """The board of a grid, its rows from the top, with a line of words under it."""
    height, width = len(grid), len(grid[0])
    parts, labels = [], []
    for r, row in enumerate(grid):
        middle = TOP + SQUARE * (r + 0.5)
        labels.append(drawing.text(EDGE / 2, middle + 5, str(height - r), anchor="middle", size=14))
        for c, letter in enumerate(row):
            left, top = EDGE + SQUARE * c, TOP + SQUARE * r
            fill = LIGHT if (height - r + c) % 2 == 0 else DARK
            parts.append(f'<rect x="{left}" y="{top}" width="{SQUARE}" height="{SQUARE}" fill="{fill}"/>')
            if letter != ".":
                parts.append(pawn(letter, left, top, f"{ascii_lowercase[c]}{height - r}"))
    under = TOP + SQUARE * height
    for c in range(width):
        x = EDGE + SQUARE * (c + 0.5)
        labels.append(drawing.text(x, under + 18, ascii_lowercase[c], anchor="middle", size=14))
    parts.append(f'<g data-part="labels">{"".join(labels)}</g>')
    parts.append(drawing.text(EDGE, under + 40, words, size=15))
    label = f"Breakthrough: {'/'.join(grid)}; {words}"
    return drawing.picture(max(EDGE + SQUARE * width + 8, 260), under + 54, label, "".join(parts))


def pawn(letter: str, x: float, y: float, name: str = "") -> str:
    """A pawn on the square with its corner at x, y."""
    fill, rim = PAWNS[letter]
    middle, foot = x + SQUARE / 2, y + SQUARE - 10
    body = f"M{middle - 16:g} {foot:g}h32c0 -9 -9 -10 -10 -20h-12c-1 10 -10 11 -10 20z"
    head = f'<circle cx="{middle:g}" cy="{y + 19:g}" r="9"/>'
    return f'<g{at(name)} fill="{fill}" stroke="{rim}" stroke-width="2">{head}<path d="{body}"/></g>'


class Squares(GridSurface):
    """A square each, named as in the notation."""

    game: Breakthrough
    title = "Breakthrough"
    pieces = {"w": "white pawn", "b": "black pawn"}
    colours = (PAWNS["w"][0], PAWNS["b"][0])
    mover_follows = False
    left, top, side = EDGE, TOP, SQUARE

    def name(self, r: int, c: int) -> str:
        return self.game.square_text((self.game.height - 1 - r) * self.game.width + c)

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return self.squares()

    def touches(self, s: State, a: int) -> tuple[str, ...]:
        game = self.game
        return game.square_text(a // 3), game.square_text(game.target(s.mover, a))

    def counts(self, history: History) -> list[Count]:
        grid = self.game.grid(history.state)
        counts = [sum(row.count(side) for row in grid) for side in "wb"]
        return [Count("1 pawn" if n == 1 else f"{n} pawns") for n in counts]

    def written(self, arrangement: Arrangement) -> str:
        return f"{'/'.join(self.grid(arrangement))} {LETTERS[arrangement.mover]}"

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(grid, f"{self.game.player_names[arrangement.mover]} to move")

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, pawn(symbol, 0, 0), SQUARE)

"""The board of Connect Four: the picture, with real holes, and the columns that can be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.surface import Arrangement, Point, at
from halfmove.games.connect4.notation import LINE
from halfmove.games.grid import Cell, Grid, GridSurface, cells_in_lines

SQUARE = 60
HOLE = 24
STONES = {"X": ("#e5484d", "#b4232a"), "O": ("#ffc53d", "#d08c00")}
"""Fill and rim of each side's stones."""


def cell_name(row: int, column: int) -> str:
    """`4.1`: the column as players number it, and the row from below, from 1; `column` is from 0."""
    return f"{column + 1}.{row}"


def disc(side: str, x: int, y: int, name: str = "") -> str:
    """A stone of a side with its middle at x, y."""
    fill, rim = STONES[side]
    return (
        f'<circle{at(name)} cx="{x}" cy="{y}" r="{HOLE - 2}" fill="{fill}" stroke="{rim}" stroke-width="4"/>'
    )


def svg(grid: Grid, winning: set[Cell]) -> str:
    """The picture of a grid, with the stones of a winning line ringed."""
    width, height = SQUARE * len(grid[0]), SQUARE * len(grid)
    holes, stones = [], []
    for r, row in enumerate(grid):
        for c, square in enumerate(row):
            x, y = SQUARE * c + SQUARE // 2, SQUARE * r + SQUARE // 2
            # two half circles: a hole in the board's outline by the even-odd rule
            holes.append(
                f"M{x - HOLE} {y}a{HOLE} {HOLE} 0 1 0 {2 * HOLE} 0a{HOLE} {HOLE} 0 1 0 {-2 * HOLE} 0z"
            )
            if square != ".":
                stones.append(disc(square, x, y, cell_name(len(grid) - r, c)))
                if (r, c) in winning:
                    ring = f'<circle cx="{x}" cy="{y}" r="{HOLE // 2}" fill="none" stroke="#fff"'
                    stones.append(f'{ring} stroke-width="5"/>')
    labels = "".join(
        f'<text x="{SQUARE * c + SQUARE // 2}" y="{height + 22}">{c + 1}</text>' for c in range(len(grid[0]))
    )
    corner = "a10 10 0 0 1"
    outline = (
        f"M4 -6H{width - 4}{corner} 10 10V{height - 4}{corner} -10 10H4{corner} -10 -10V4{corner} 10 -10z"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width + 16} {height + 44}" '
        f'width="{width + 16}" height="{height + 44}" role="img" aria-label="Connect Four: {"/".join(grid)}">'
        f'<path data-part="frame" fill="#2563c9" fill-rule="evenodd" d="{outline}{"".join(holes)}"/>'
        f"{''.join(stones)}"
        '<g data-part="labels" font-family="system-ui, sans-serif" '
        f'font-size="16" text-anchor="middle" fill="#808691">'
        f"{labels}</g></svg>"
    )


# ---- to touch
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

"""Connect Four as an SVG picture: a blue board with real holes, on a light page or a dark one."""

from __future__ import annotations

from halfmove.core.surface import at
from halfmove.games.grid import Cell, Grid

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

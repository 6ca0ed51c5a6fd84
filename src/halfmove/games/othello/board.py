"""The board of Othello: discs, dots where a disc may be put, and the squares that can be touched."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, Count, at
from halfmove.games.grid import Grid, GridSurface
from halfmove.games.othello.notation import SIDES

if TYPE_CHECKING:
    from halfmove.core.history import History

SQUARE = 48
MARGIN = 22
BLACK, WHITE = "#17181b", "#f6f6f1"
GREEN, LINE, WOOD, LABEL = "#1f7a4d", "#0f4a2e", "#2b2420", "#d8cfc4"
RADIUS = 19


def square_name(r: int, c: int) -> str:
    """`f5`; row and column from 0, from the top left."""
    return f"{ascii_lowercase[c]}{r + 1}"


def svg(grid: Grid, legal: list[tuple[int, int]], mover: int) -> str:
    """The picture of a grid, with a ring in the mover's colour on each square where he may put a disc."""
    height, width = len(grid), len(grid[0])
    across, down = SQUARE * width, SQUARE * height
    lines = [f"M{SQUARE * c} 0V{down}" for c in range(width + 1)]
    lines += [f"M0 {SQUARE * r}H{across}" for r in range(height + 1)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} {-MARGIN} {across + 2 * MARGIN} '
        f'{down + 2 * MARGIN}" width="{across + 2 * MARGIN}" height="{down + 2 * MARGIN}" role="img" '
        f'aria-label="Othello: {"/".join(grid)}">',
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{across + 2 * MARGIN}" height="{down + 2 * MARGIN}" '
        f'rx="6" data-part="frame" fill="{WOOD}"/>',
        f'<rect width="{across}" height="{down}" data-part="ground" fill="{GREEN}"/>',
        f'<path d="{"".join(lines)}" data-part="lines" stroke="{LINE}" stroke-width="1.5" fill="none"/>',
        *(_dot(r, c) for r in _marked(height) for c in _marked(width)),
        _labels(width, height),
        *(_ring(r, c, mover) for r, c in legal),
        *(
            disc(cell, r, c, square_name(r, c))
            for r, row in enumerate(grid)
            for c, cell in enumerate(row)
            if cell != "."
        ),
    ]
    return "".join([*parts, "</svg>"])


def _marked(side: int) -> list[int]:
    """The lines with dots, two from each edge, of a board that is large enough."""
    return [2, side - 2] if side >= 8 else []


def _dot(r: int, c: int) -> str:
    return f'<circle cx="{SQUARE * c}" cy="{SQUARE * r}" r="4" fill="{LINE}"/>'


def _ring(r: int, c: int, mover: int) -> str:
    x, y = SQUARE * c + SQUARE // 2, SQUARE * r + SQUARE // 2
    return (
        f'<circle data-part="legal" cx="{x}" cy="{y}" r="6" fill="none" stroke="{(BLACK, WHITE)[mover]}" '
        'stroke-width="2.5" opacity="0.75"/>'
    )


def disc(cell: str, r: int, c: int, name: str = "") -> str:
    """A disc on a square, with a little of its other side to be seen under it."""
    x, y = SQUARE * c + SQUARE // 2, SQUARE * r + SQUARE // 2
    fill, under = (BLACK, WHITE) if cell == "X" else (WHITE, BLACK)
    part = "first-stone" if cell == "X" else "second-stone"
    return (
        f'<g{at(name)} data-part="{part}"><circle cx="{x}" cy="{y + 2}" r="{RADIUS}" fill="{under}"/>'
        f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{fill}" stroke="#6d6d70" stroke-width="0.8"/></g>'
    )


def _labels(width: int, height: int) -> str:
    texts = [f'<text x="{SQUARE * c + SQUARE // 2}" y="-7">{ascii_lowercase[c]}</text>' for c in range(width)]
    texts += [f'<text x="-11" y="{SQUARE * r + SQUARE // 2 + 5}">{r + 1}</text>' for r in range(height)]
    return (
        '<g data-part="labels" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" '
        f'fill="{LABEL}">{"".join(texts)}</g>'
    )


# ---- to touch
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

    def counts(self, history: History) -> list[Count]:
        grid = self.game.grid(history.state)
        counts = [sum(row.count(side) for row in grid) for side in "XO"]
        return [Count("1 disc" if n == 1 else f"{n} discs") for n in counts]

    def written(self, arrangement: Arrangement) -> str:
        return f"{''.join(self.grid(arrangement)).replace('.', '-')} {SIDES[arrangement.mover]}"

    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        return svg(grid, self.game.places(self.game.parse(self.written(arrangement))), arrangement.mover)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, disc(symbol, 0, 0), SQUARE)

"""The boards of m,n,k-games: marks in squares on a small one, stones on crossings on a large one."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Arrangement, at
from halfmove.games.grid import Cell, Grid, GridSurface, cells_in_lines

if TYPE_CHECKING:
    from halfmove.core.contract import Game


SQUARE = 48
LARGE = 9
"""From this side on, stones lie on the crossings of lines, as Gomoku is played."""
INK = "#808691"
"""A grey that reads on white and on black; so do the colours below."""
BLACK, WHITE = "#1c1c1f", "#fafafa"
X_INK, O_INK, WON = "#e5484d", "#3b82f6", "#f5a623"


def svg(grid: Grid, winning: set[Cell]) -> str:
    """The picture of a grid, with the squares of a winning line marked."""
    height, width = len(grid), len(grid[0])
    board = _stones(grid, winning) if max(height, width) >= LARGE else _marks(grid, winning)
    columns = "".join(
        f'<text x="{SQUARE * c + SQUARE // 2}" y="{SQUARE * height + 20}">{ascii_lowercase[c]}</text>'
        for c in range(width)
    )
    rows = "".join(
        f'<text x="-14" y="{SQUARE * r + SQUARE // 2 + 5}">{height - r}</text>' for r in range(height)
    )
    across, down = SQUARE * width + 34, SQUARE * height + 34
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-28 -6 {across} {down}" width="{across}" '
        f'height="{down}" role="img" aria-label="{"/".join(grid)}">'
        f'{board}<g data-part="labels" font-family="system-ui, sans-serif" font-size="14" '
        f'text-anchor="middle" fill="{INK}">'
        f"{columns}{rows}</g></svg>"
    )


def _marks(grid: Grid, winning: set[Cell]) -> str:
    """Crosses and rings between lines."""
    height, width = SQUARE * len(grid), SQUARE * len(grid[0])
    shade = f'width="{SQUARE}" height="{SQUARE}" fill="{WON}" opacity="0.3"'
    parts = [f'<rect x="{SQUARE * c}" y="{SQUARE * r}" {shade}/>' for r, c in sorted(winning)]
    lines = [f"M{x} 0V{height}" for x in range(SQUARE, width, SQUARE)]
    lines += [f"M0 {y}H{width}" for y in range(SQUARE, height, SQUARE)]
    parts.append(f'<path d="{"".join(lines)}" stroke="{INK}" stroke-width="2"/>')
    parts.append(
        f'<rect width="{width}" height="{height}" rx="3" fill="none" stroke="{INK}" stroke-width="2"/>'
    )
    for r, row in enumerate(grid):
        for c, side in enumerate(row):
            if side != ".":
                parts.append(mark(side, r, c, square_name(len(grid) - r, c)))
    return "".join(parts)


def square_name(row: int, column: int) -> str:
    """`b2`; the row is from below, from 1, the column from 0."""
    return f"{ascii_lowercase[column]}{row}"


def mark(side: str, r: int, c: int, name: str = "") -> str:
    """The cross or ring of a side in a square."""
    arm, x, y = SQUARE // 2 - 12, SQUARE * c + SQUARE // 2, SQUARE * r + SQUARE // 2
    if side == "X":
        cross = f"M{x - arm} {y - arm}l{2 * arm} {2 * arm}m0 {-2 * arm}l{-2 * arm} {2 * arm}"
        return f'<path{at(name)} d="{cross}" stroke="{X_INK}" stroke-width="6" stroke-linecap="round"/>'
    return (
        f'<circle{at(name)} cx="{x}" cy="{y}" r="{arm + 1}" fill="none" stroke="{O_INK}" stroke-width="6"/>'
    )


def _stones(grid: Grid, winning: set[Cell]) -> str:
    """Black stones for X and white ones for O, on a wooden board."""
    height, width = len(grid), len(grid[0])
    half = SQUARE // 2
    lines = [f"M{SQUARE * c + half} {half}V{SQUARE * height - half}" for c in range(width)]
    lines += [f"M{half} {SQUARE * r + half}H{SQUARE * width - half}" for r in range(height)]
    parts = [
        f'<rect width="{SQUARE * width}" height="{SQUARE * height}" rx="4" data-part="ground" '
        'fill="#d9a85f"/>',
        f'<path d="{"".join(lines)}" data-part="lines" stroke="#6b4a1f" stroke-width="1.5"/>',
    ]
    for r, row in enumerate(grid):
        for c, side in enumerate(row):
            if side != ".":
                name = square_name(len(grid) - r, c)
                parts.append(stone(side, r, c, name, won=(r, c) in winning))
    return "".join(parts)


def stone(side: str, r: int, c: int, name: str = "", won: bool = False) -> str:
    """The stone of a side on a crossing."""
    half = SQUARE // 2
    fill = BLACK if side == "X" else WHITE
    part = "first-stone" if side == "X" else "second-stone"
    rim, thick = ("#e5484d", 4) if won else ("#444", 1)
    return (
        f'<circle{at(name)} data-part="{part}" cx="{SQUARE * c + half}" cy="{SQUARE * r + half}" '
        f'r="{half - 4}" fill="{fill}" stroke="{rim}" stroke-width="{thick}"/>'
    )


# ---- to touch
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

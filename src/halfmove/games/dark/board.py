"""Phantom tic-tac-toe and dark hex to look at and to touch: squares, or six-sided cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing

if TYPE_CHECKING:
    from halfmove.games.dark import Dark, DarkHex, PhantomTicTacToe, State

RED, BLUE = "#e5484d", "#3b82f6"
PAPER = "#fdfdfb"
EDGE, SQUARE = 30, 56
RADIUS = 30.0
STEP, DOWN = math.sqrt(3) * RADIUS, 1.5 * RADIUS


def squares_svg(game: PhantomTicTacToe, s: State, viewer: int | None) -> str:
    """The board of squares as `viewer` may see it."""
    side = SQUARE * game.width
    lines = "".join(f"M{EDGE + SQUARE * i} {EDGE}v{side}M{EDGE} {EDGE + SQUARE * i}h{side}" for i in (1, 2))
    parts = [_labels(game, SQUARE)]
    parts.append(f'<path d="{lines}" stroke="{drawing.INK}" stroke-width="2"/>')
    for square, who in enumerate(game.seen(s, viewer)):
        point = _square(game, square)
        if who >= 0:
            parts.append(_mark(point, who, game.square_text(square)))
    return _picture(game, s, viewer, parts, EDGE + side + 12, EDGE + side)


def _picture(game: Dark, s: State, viewer: int | None, parts: list[str], width: float, bottom: float) -> str:
    tries = "1 try" if s.tries == 1 else f"{s.tries} tries"
    parts.append(drawing.text(EDGE - 18, bottom + 30, f"{game.status(s)} · {tries}", size=15))
    label = f"{game.title()}: {game.show(s, viewer=viewer)}".replace("\n", "; ")
    return drawing.picture(max(width, 230), bottom + 46, label, "".join(parts))


def _labels(game: Dark, step: float) -> str:
    """Letters above the columns and numbers beside the rows."""
    words = [
        drawing.text(EDGE + step * (c + 0.5), EDGE - 10, ascii_lowercase[c], anchor="middle", size=14)
        for c in range(game.width)
    ]
    words += [
        drawing.text(
            EDGE - 14, EDGE + step * (r + 0.5) + 5, str(game.row_number(r)), anchor="middle", size=14
        )
        for r in range(game.height)
    ]
    return f'<g data-part="labels">{"".join(words)}</g>'


def _square(game: Dark, square: int) -> Point:
    row, column = divmod(square, game.width)
    return Point(game.square_text(square), EDGE + SQUARE * column, EDGE + SQUARE * row, SQUARE, SQUARE)


def _mark(point: Point, who: int, name: str) -> str:
    """A cross or a ring."""
    x, y, arm = point.x + SQUARE / 2, point.y + SQUARE / 2, 14
    if who == 0:
        cross = f"M{x - arm:g} {y - arm:g}l{2 * arm} {2 * arm}m0 {-2 * arm}l{-2 * arm} {2 * arm}"
        return f'<path{at(name)} d="{cross}" stroke="{RED}" stroke-width="6" stroke-linecap="round"/>'
    ring = f'cx="{x:g}" cy="{y:g}" r="{arm + 1}" fill="none" stroke="{BLUE}" stroke-width="6"'
    return f"<circle{at(name)} {ring}/>"


def hex_svg(game: DarkHex, s: State, viewer: int | None) -> str:
    """The board of cells as `viewer` may see it; the sides in the colours of those who join them."""
    parts = []
    seen = game.seen(s, viewer)
    for cell in range(game.squares):
        x, y = _middle(game, cell)
        corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _CORNERS)
        parts.append(
            f'<polygon points="{corners}" fill="{PAPER}" stroke="{drawing.INK}" stroke-width="1.5"/>'
        )
    for colour, sides in ((RED, _ends(game, down=True)), (BLUE, _ends(game, down=False))):
        parts += [
            f'<path d="{d}" stroke="{colour}" stroke-width="5" fill="none" stroke-linecap="round"/>'
            for d in sides
        ]
    for cell, who in enumerate(seen):
        x, y = _middle(game, cell)
        if who >= 0:
            name = at(game.square_text(cell))
            parts.append(f'<circle{name} cx="{x:.1f}" cy="{y:.1f}" r="17" fill="{(RED, BLUE)[who]}"/>')
    words = []
    for column in range(game.width):
        x, y = _middle(game, column)
        words.append(drawing.text(x - 10, y - RADIUS - 6, ascii_lowercase[column], anchor="middle", size=14))
    for row in range(game.height):
        x, y = _middle(game, row * game.width)
        words.append(
            drawing.text(x - STEP / 2 - 12, y + 10, str(game.row_number(row)), anchor="middle", size=14)
        )
    parts.append(f'<g data-part="labels">{"".join(words)}</g>')
    x, y = _middle(game, game.squares - 1)
    return _picture(game, s, viewer, parts, x + STEP / 2 + 12, y + RADIUS)


_CORNERS = tuple((RADIUS * math.sin(math.pi / 3 * i), -RADIUS * math.cos(math.pi / 3 * i)) for i in range(6))
"""Of a cell that stands on its tip, from the top clockwise."""


def _middle(game: Dark, cell: int) -> tuple[float, float]:
    """The middle of a cell: each row is half a cell further to the right."""
    row, column = divmod(cell, game.width)
    return EDGE + STEP * (column + 0.5 + row / 2), EDGE + RADIUS + DOWN * row


def _ends(game: DarkHex, *, down: bool) -> list[str]:
    """The two sides that a player joins, as paths along the cells' edges."""
    if down:
        rows = [(range(game.width), (5, 0, 1)), (range(game.squares - game.width, game.squares), (4, 3, 2))]
    else:
        first = range(0, game.squares, game.width)
        rows = [(first, (5, 4, 3)), (range(game.width - 1, game.squares, game.width), (0, 1, 2))]
    paths = []
    for cells, corners in rows:
        places = []
        for cell in cells:
            x, y = _middle(game, cell)
            places += [f"{x + _CORNERS[c][0]:.1f} {y + _CORNERS[c][1]:.1f}" for c in corners]
        paths.append("M" + "L".join(places))
    return paths


class Squares(Surface):
    """What can be touched are the squares that one does not know to be taken."""

    game: Dark
    title = "Phantom Tic-Tac-Toe"
    colours = (RED, BLUE)

    def place(self, square: int) -> Point:
        """Where a square is touched."""
        return _square(self.game, square)

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [] if self.game.is_terminal(s) else [self.place(square) for square in self.game.actions(s)]

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return (self.game.square_text(a),)


class Cells(Squares):
    """The same of cells: the widest square in each."""

    title = "Dark Hex"

    def place(self, square: int) -> Point:
        x, y = _middle(self.game, square)
        half = STEP / 2 - 4
        return Point(self.game.square_text(square), x - half, y - half, 2 * half, 2 * half)

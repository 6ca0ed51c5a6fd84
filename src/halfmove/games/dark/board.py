"""Phantom tic-tac-toe and dark hex to look at and to touch: squares, or six-sided cells."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from halfmove.core.surface import Point, Surface, at
from halfmove.games import drawing
from halfmove.games.hex import board as hexagons
from halfmove.games.hex.board import BLUE, EDGE, RED

if TYPE_CHECKING:
    from halfmove.games.dark import Dark, DarkHex, PhantomTicTacToe, State

SQUARE = 56


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
    names = [game.square_text(cell) for cell in range(game.squares)]
    parts = hexagons.rhombus(game.width, game.height, game.seen(s, viewer), names)
    right, bottom = hexagons.corner(game.width, game.height)
    return _picture(game, s, viewer, parts, right + 12, bottom)


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
    """The same of cells."""

    title = "Dark Hex"

    def place(self, square: int) -> Point:
        return hexagons.point(self.game.square_text(square), square, self.game.width)

"""The picture, as SVG, and what of it can be touched in the browser."""

from halfmove import bits
from halfmove.core.surface import Point, Surface

from my_game.notation import Notation
from my_game.rules import State

SQUARE = 60


class Board(Surface):
    """One rectangle for each square; a touch of it writes a cross there."""

    title = "My game"
    game: Notation

    def points(self, s: State, *, below: int = 0) -> list[Point]:
        size, side = self.game.size, SQUARE
        corners = [(side * (n % size), side * (size - 1 - n // size)) for n in range(self.game.squares)]
        return [Point(self.game.square_text(n), x, y, side, side) for n, (x, y) in enumerate(corners)]

    def touches(self, s: State, a: int) -> tuple[str, ...]:
        return (self.game.square_text(a),)


def draw(game: Notation, s: State) -> str:
    """The board with its crosses; `data-at` says on which point a piece stands."""
    parts = []
    for square, (name, x, y, width, height) in enumerate(Board(game).points(s)):
        place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
        parts.append(f'<rect {place} fill="#f0e2c8" stroke="#8a6d4b"/>')
        if bits.has(s.crosses, square):
            cross = f"M{x + 15} {y + 15}l30 30m0-30l-30 30"
            parts.append(f'<path data-at="{name}" d="{cross}" stroke="#333" stroke-width="6"/>')
    side = SQUARE * game.size
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">{"".join(parts)}</svg>'

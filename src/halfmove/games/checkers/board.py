"""Checkers to touch: the square a piece starts from, then every square where it lands; the board turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.surface import Arrangement, Point, Surface
from halfmove.games.checkers.geometry import BLACK, SQUARES, cell
from halfmove.games.checkers.picture import FILLS, SQUARE, corner, piece, svg


class Board(Surface):
    """A square is its number; the rest of an arrangement is `quiet`, the plies since a capture or a man's
    move."""

    pieces = {"b": "black man", "w": "white man", "B": "black king", "W": "white king"}
    colours = (FILLS["b"], FILLS["w"])

    def points(self, s: Any, *, below: int = BLACK) -> Sequence[Point]:
        numbers = sorted(range(1, SQUARES + 1), key=cell, reverse=below == BLACK)
        return [Point(str(number), *corner(number, below), SQUARE, SQUARE) for number in numbers]

    def picture(self, s: Any, *, below: int = BLACK) -> str:
        drawn: str = self.game.draw(s, below=below)
        return drawn

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return tuple(map(str, self.game.path(s, a)))

    def arrangement(self, s: Any) -> Arrangement:
        pieces = {str(number): letter for number, letter in self.game.letters(s).items()}
        return Arrangement(pieces, self.game.to_move(s), {"quiet": str(s.quiet)})

    def written(self, arrangement: Arrangement) -> str:
        text = "BW"[arrangement.mover]
        for side in "wb":
            pieces = [
                f"{'K' if letter.isupper() else ''}{number}"
                for number, letter in arrangement.pieces.items()
                if letter.lower() == side
            ]
            text += f":{side.upper()}{','.join(pieces)}"
        return f"{text}:H{arrangement.rest.get('quiet', '0')}"

    def draw(self, arrangement: Arrangement, *, below: int = BLACK) -> str:
        pieces = self.checked(arrangement).pieces
        return svg({int(number): letter for number, letter in pieces.items()}, (), below)

    def piece_picture(self, symbol: str) -> str:
        self.known(symbol)
        return self.small(symbol, piece(symbol, 0, 0), SQUARE)

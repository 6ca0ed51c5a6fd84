"""Boards of X and O to touch: what Connect Four, the m,n,k-games and Go share (see `core.surface`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from halfmove.core.surface import Arrangement, Point, Surface
from halfmove.games.grid import Grid


class GridSurface(Surface):
    """A board of equal square cells, whose game has `grid(s)`, `width` and `height`."""

    pieces = {"X": "X", "O": "O"}
    mover_follows = True
    left: float = 0
    top: float = 0
    side: float
    """Where the first cell has its corner in the picture, and how large a cell is."""

    @abstractmethod
    def name(self, r: int, c: int) -> str:
        """What the cell in row `r` from the top and column `c` is called, both from 0."""

    @abstractmethod
    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        """The picture of a grid."""

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return self.squares()

    def cells(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return self.squares()

    def squares(self) -> list[Point]:
        """The cells, row by row from the top."""
        return [
            Point(self.name(r, c), self.left + self.side * c, self.top + self.side * r, self.side, self.side)
            for r in range(self.game.height)
            for c in range(self.game.width)
        ]

    def arrangement(self, s: Any) -> Arrangement:
        pieces = {
            self.name(r, c): cell
            for r, row in enumerate(self.game.grid(s))
            for c, cell in enumerate(row)
            if cell != "."
        }
        return Arrangement(pieces, self.game.to_move(s), self.rest(s))

    def rest(self, s: Any) -> dict[str, str]:
        """What a state has besides its pieces: nothing."""
        return {}

    def grid(self, arrangement: Arrangement) -> Grid:
        """The rows from the top."""
        return [
            "".join(arrangement.pieces.get(self.name(r, c), ".") for c in range(self.game.width))
            for r in range(self.game.height)
        ]

    def written(self, arrangement: Arrangement) -> str:
        return "/".join(self.grid(arrangement))

    def draw(self, arrangement: Arrangement, *, below: int = 0) -> str:
        return self.drawn(self.grid(self.checked(arrangement)), arrangement)

"""Pac-Man to touch: the squares of the maze."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import CHANCE
from halfmove.core.surface import Point, Surface
from halfmove.games.pacman.picture import SIDE, centre, point_name
from halfmove.games.pacman.rules import PACMAN, State, scared_of, square_of

if TYPE_CHECKING:
    from halfmove.games.pacman.game import Pacman


class Corridors(Surface):
    """The square to which the mover is to go is touched; Pac-Man's own, to stop."""

    title = "Pac-Man"

    game: Pacman

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return [self._point(square) for square in range(self.game.squares)]

    def touches(self, s: Any, a: int) -> tuple[str, ...]:
        return () if self.game.to_move(s) == CHANCE else (self._point(self._aim(s, a)).name,)

    def occupied(self, s: Any) -> Mapping[str, str]:
        found = {}
        for number, word in enumerate(s.ghosts[: self.game.count], 1):
            found[self._point(square_of(word)).name] = (
                f"ghost {number}{', scared' if scared_of(word) else ''}"
            )
        return found | {self._point(s.pacman).name: "Pac-Man"}

    def _aim(self, s: State, a: int) -> int:
        here = s.pacman if s.mover == PACMAN else square_of(s.ghosts[s.mover - 1])
        return self.game.step(here, a)

    def _point(self, square: int) -> Point:
        x, y = centre(self.game, square)
        return Point(point_name(self.game, square), x - SIDE / 2, y - SIDE / 2, SIDE, SIDE)

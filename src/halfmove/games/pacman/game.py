"""Pac-Man as a game: rules, habits and knowledge with its notation and its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfmove.core.contract import Game
from halfmove.games.pacman.notation import Notation
from halfmove.games.pacman.rules import State

if TYPE_CHECKING:
    from halfmove.core.surface import Surface


class Pacman(Notation):
    """Eat all the food before a ghost catches you."""

    def modelled(self, chance: bool) -> Game:
        """With ghosts as `thought` says, for a search that reckons with chance; all of them players, for one
        that does not."""
        return type(self)(**{**self.parameters, "ghosts": self.thought if chance else "players"})

    def draw(self, s: State) -> str:
        from halfmove.games.pacman.picture import svg

        return svg(self, s)

    def surface(self) -> Surface:
        from halfmove.games.pacman.board import Corridors

        return Corridors(self)

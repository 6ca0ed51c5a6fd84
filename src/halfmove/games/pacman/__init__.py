"""Pac-Man: one MAX against several MINs, or against chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.games.pacman.notation import Notation
from halfmove.games.pacman.rules import CAUGHT, EVALUATIONS, HABITS, PACMAN, WON, State

if TYPE_CHECKING:
    from halfmove.core.realtime import RealTime
    from halfmove.core.surface import Surface

GAMES = {"pacman": "Pacman"}
__all__ = ["Pacman"]


class Pacman(Notation):
    """Eat all the food before a ghost catches you."""

    def modelled(self, chance: bool) -> Game:
        """With ghosts as `thought` says, for a search that reckons with chance; all of them players, for one
        that does not."""
        return _with_ghosts(self, self.thought if chance else "players")

    def won(self, s: State, player: int) -> bool:
        """Pac-Man by eating all the food, whatever his score; a ghost by catching him."""
        return s.standing == (WON if player == PACMAN else CAUGHT)

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        habits = [*HABITS[1:], *([self.thought] if self.thought not in HABITS else [])]
        return {"thought": habits, "evaluation": EVALUATIONS}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Mazes, and what the ghosts in them are."""
        return {
            f"{maze.capitalize()}, ghosts {who}": {"maze": maze, "ghosts": ghosts}
            for maze, who, ghosts in (
                ("small", "who are players", "players"),
                ("small", "who stray", "random"),
                ("medium", "who come near", "directional"),
                ("medium", "who are players", "players"),
                ("open", "who are players", "players"),
                ("classic", "of the arcade", "chase,ambush,patrol,shy"),
                ("classic", "who are players", "players"),
            )
        }

    def draw(self, s: State) -> str:
        from halfmove.games.pacman.board import svg

        return svg(self, s)

    def surface(self) -> Surface:
        from halfmove.games.pacman.board import Corridors

        return Corridors(self)

    def real_time(self) -> RealTime:
        from halfmove.games.pacman.realtime import Ticks

        return Ticks(self)


@lru_cache(maxsize=16)  # a search asks for each move, and the table of distances takes 70 ms
def _with_ghosts(game: Pacman, ghosts: str) -> Pacman:
    """The same game with other ghosts."""
    return type(game)(**{**game.parameters, "ghosts": ghosts})

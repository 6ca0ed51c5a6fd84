"""Monopoly: buy, build and bid for streets, by the rules as sold in the United States since 2008."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from halfmove.games.monopoly.notation import Notation
from halfmove.games.monopoly.state import MOST_PLAYERS, State

if TYPE_CHECKING:
    from halfmove.core.policy import Policy
    from halfmove.core.surface import Surface

GAMES = {"monopoly": "Monopoly"}
__all__ = ["Monopoly"]


class Monopoly(Notation):
    """Buy, build and bid for streets until all others are bankrupt."""

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"players": tuple(range(2, MOST_PLAYERS + 1))}

    def strategies(self) -> Mapping[str, Policy]:
        from halfmove.games.monopoly.strategies import strategies

        return strategies()

    def draw(self, s: State) -> str:
        from halfmove.games.monopoly.board import svg

        return svg(self, s)

    def surface(self) -> Surface:
        from halfmove.games.monopoly.board import Board

        return Board(self)

"""Texas hold'em as a game: rules and text with its picture, formats of records and named ways to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from halfmove.games.holdem.dealing import Dealing

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.policy import Policy
    from halfmove.core.surface import Surface
    from halfmove.games.holdem.rules import State


class Holdem(Dealing):
    """A hand of Texas hold'em: two cards each, five for all, and four rounds of bets."""

    def strategies(self) -> Mapping[str, Policy]:
        from halfmove.games.holdem.strategies import strategies

        return strategies(limits_for_two=self.players == 2 and self.betting == "limit")

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.holdem.records import PHH

        return (PHH(self),)

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.holdem.board import svg

        return svg(self, s, viewer)

    def surface(self) -> Surface:
        from halfmove.games.holdem.board import Table

        return Table(self)

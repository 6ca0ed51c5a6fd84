"""Breakthrough as a game: its rules and knowledge with its notation and its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.games.breakthrough.encoding import Encoding
from halfmove.games.breakthrough.knowledge import Knowledge
from halfmove.games.breakthrough.notation import Notation
from halfmove.games.breakthrough.rules import State

if TYPE_CHECKING:
    from halfmove.core.surface import Surface


class Breakthrough(Notation, Encoding, Knowledge):
    """Pawns only, which capture diagonally: bring one to the far row."""

    def draw(self, s: State) -> str:
        from halfmove.games.breakthrough.board import svg

        return svg(self.grid(s), self.status(s))

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{w} × {h}": {"width": w, "height": h} for w, h in ((8, 8), (6, 6), (5, 5), (7, 7))}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """A race on a small board."""
        return {"width": 3, "height": 4}, "1b1/b1b/w1w/1w1 w", 2

    def surface(self) -> Surface:
        from halfmove.games.breakthrough.board import Squares

        return Squares(self)

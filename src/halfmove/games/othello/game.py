"""Othello as a game: its rules and knowledge with its notation and its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.games.othello.encoding import Encoding
from halfmove.games.othello.knowledge import Knowledge
from halfmove.games.othello.notation import Notation
from halfmove.games.othello.rules import SCORES, STARTS, State

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface


class Othello(Notation, Encoding, Knowledge):
    """Enclose the other side's discs to turn them over; most discs win."""

    def places(self, s: State) -> list[tuple[int, int]]:
        """Row and column, from 0, of the squares on which the mover may put a disc."""
        return [divmod(a, self.width) for a in self.actions(s) if a != self.squares]

    def draw(self, s: State) -> str:
        from halfmove.games.othello.picture import svg

        return svg(self.grid(s), self.places(s), s.mover)

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"width": (8, 6, 4), "height": (8, 6, 4), "start": STARTS, "score": SCORES}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{side} × {side}": {"width": side, "height": side} for side in (8, 6, 4)}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """The first two plies on the smallest board."""
        return {"width": 4, "height": 4}, "-----OX--XO----- X", 2

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.othello.formats import GGF, WTHOR

        return (GGF(self), WTHOR(self))

    def surface(self) -> Surface:
        from halfmove.games.othello.board import Squares

        return Squares(self)

"""Hex as a game: its rules and knowledge with its notation, its picture and its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.games.hex.encoding import Encoding
from halfmove.games.hex.knowledge import Knowledge
from halfmove.games.hex.notation import Notation
from halfmove.games.hex.rules import SIZES, State

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface


class Hex(Notation, Encoding, Knowledge):
    """Join your two sides of the board by stones that touch; no draws."""

    def draw(self, s: State) -> str:
        from halfmove.games.hex.board import svg

        return svg(self, self.grid(s), self.status(s))

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"size": (11, 13, 14, *(size for size in SIZES if size not in (11, 13, 14)))}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{size} × {size}": {"size": size} for size in (11, 13, 5, 7, 9, 14, 19)}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """A small board where the swap is over."""
        return {"size": 3}, "R2/1B1/3 R", 2

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.hex.records import Sgf

        return (Sgf(self),)

    def surface(self) -> Surface:
        from halfmove.games.hex.board import Board

        return Board(self)

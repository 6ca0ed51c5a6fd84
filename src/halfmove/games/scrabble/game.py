"""Scrabble as a game: rules, knowledge and text with its picture and its records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.games.scrabble.lexicon.store import keep_file
from halfmove.games.scrabble.notation import Notation
from halfmove.games.scrabble.tiles import tile_set

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface
    from halfmove.games.scrabble.rules import State


class Scrabble(Notation):
    """Lay words on a board of letters, and score more than the others."""

    @classmethod
    def read_files(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
        """A lexicon's file in the parameters becomes the name under which it is kept."""
        tiles = tile_set(str(parameters.get("tiles", "english")))
        return {**parameters, "lexicon": keep_file(str(parameters["lexicon"]), tiles).name}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            "Fifteen squares a side": {},
            "Twenty-one squares a side, two hundred tiles": {"board": "super", "tiles": "english-super"},
        }

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.scrabble.gcg import GCG

        return (GCG(self),)

    def counts_points(self) -> bool:
        return True

    def draw(self, s: State, *, viewer: int | None = None) -> str:
        from halfmove.games.scrabble.board import svg

        return svg(self, s, viewer)

    def surface(self) -> Surface:
        from halfmove.games.scrabble.board import Squares

        return Squares(self)

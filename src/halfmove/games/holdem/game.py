"""Texas hold'em as a game: rules and text with its picture, formats of records and named ways to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halfmove.games.holdem.notation import Notation

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat


class Holdem(Notation):
    """A hand of Texas hold'em: two cards each, five for all, and four rounds of bets."""

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.holdem.formats import PHH

        return (PHH(self),)

"""Checkers as a game: its rules and knowledge with its notation and its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.games.checkers.encoding import Encoding
from halfmove.games.checkers.endings import EndingRules
from halfmove.games.checkers.geometry import NUMBERS, WHITE
from halfmove.games.checkers.knowledge import Knowledge
from halfmove.games.checkers.notation import Notation
from halfmove.games.checkers.rules import DRAWS, State, start_of

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface
    from halfmove.core.tuning import Tunable


class Checkers(Notation, Encoding, EndingRules, Knowledge):
    """Capture the other side's pieces, or leave them no move."""

    def movable(self, s: State) -> list[int]:
        """The squares of the pieces that have a legal move."""
        if self.is_terminal(s):
            return []
        return sorted({NUMBERS[start_of(a)] for a in self.actions(s)})

    def draw(self, s: State, *, below: int = WHITE) -> str:
        """The board as SVG; if asked, Black below."""
        from halfmove.games.checkers.board import svg

        return svg(self.letters(s), self.movable(s), below)

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"draws": DRAWS}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """Two kings against one that stands in a corner."""
        return {}, "W:WK18,K23:BK32", 3

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.checkers.records import PDN

        return (PDN(self),)

    def opening_table(self) -> str:
        from halfmove.games.checkers.openings import TABLE

        return TABLE

    def tunable(self) -> Tunable:
        from halfmove.games.checkers.weights import CheckersWeights

        return CheckersWeights()

    def surface(self) -> Surface:
        from halfmove.games.checkers.board import Board

        return Board(self)

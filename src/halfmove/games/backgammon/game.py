"""Backgammon as a game: its rules and knowledge with its notation and its picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.games.backgammon.chequers import on
from halfmove.games.backgammon.knowledge import Knowledge
from halfmove.games.backgammon.notation import Notation
from halfmove.games.backgammon.rules import OPENING, OVER, State

if TYPE_CHECKING:
    from halfmove.core.decision import Decision
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface


EVALUATIONS = ("learned", "hand")


def points_of_white(s: State) -> tuple[int, int]:
    """White's points in the match, and Black's."""
    return (s.own_points, s.other_points) if s.mover == 0 else (s.other_points, s.own_points)


class Backgammon(Notation, Knowledge):
    """Bring your chequers home and off before the other player."""

    evaluation: str = "learned"
    """Who judges positions: the networks of `learned`, or the terms of `knowledge`, each of which has a
    meaning, and which play weaker by 0.9 points a game."""

    def __new__(cls, **parameters: Any) -> Backgammon:
        """The game with who judges its positions; the classes that say who stand for themselves."""
        if cls is not Backgammon:
            return object.__new__(cls)
        if parameters.get("evaluation", "learned") == "learned":
            from halfmove.games.backgammon.learned import Learned

            return object.__new__(Learned)
        return object.__new__(ByHand)

    def __repr__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"Backgammon({inside})"

    def setup(self) -> None:
        super().setup()
        if self.evaluation not in EVALUATIONS:
            known = " or ".join(f"'{name}'" for name in EVALUATIONS)
            raise BadInput(f"The 'evaluation' of backgammon is {known}, not '{self.evaluation}'.")

    def own_on(self, s: State, point: int) -> int:
        """How many chequers of the one whose turn it is stand on a point, as he counts them; 25: the bar."""
        return on(s.own, 25 - point)

    def draw(self, s: State) -> str:
        """The board as SVG."""
        from halfmove.games.backgammon.board import svg

        return svg(self, s)

    def inner_points(self, s: State, after: State) -> tuple[float, ...] | None:
        """The points of a game of a match, where it ended: a match's last one says by how much it was won,
        more than was needed or not."""
        if not self.match or after.dice not in (OPENING, OVER):
            return None
        before, now = points_of_white(s), points_of_white(after)
        gained = now[0] - before[0] - (now[1] - before[1])
        return float(gained), -float(gained)

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"match": (0, 1, 3, 5, 7, 9, 11), "evaluation": EVALUATIONS}

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.backgammon.records import MatchFile
        from halfmove.games.backgammon.sgf import SgfFile

        return (MatchFile(self), SgfFile(self))

    def decision(self, s: State) -> Decision | None:
        """Whether to double, to take or to drop, by the formulas of `cube`."""
        from halfmove.games.backgammon.cube import decision

        return decision(self, s)

    def surface(self) -> Surface:
        from halfmove.games.backgammon.board import Board

        return Board(self)


class ByHand(Backgammon):
    """Bring your chequers home and off before the other player."""

    evaluation: str = "hand"

"""Othello: boards of 4 to 12 squares a side, forced passes, wins or discs as the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.othello.inputs import Inputs
from halfmove.games.othello.notation import Notation
from halfmove.games.othello.rules import SCORES, STARTS, WORD_SIDE, State
from halfmove.games.othello.several_words import SeveralWords

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface

GAMES = {"othello": "Othello"}
__all__ = ["LargeOthello", "OneWordOthello", "Othello", "State"]

SIDES = (8, 6, 4, 10, 12)
"""Squares of a side, the usual ones first."""


PLANES = 3


class Othello(Notation):
    """Enclose the other side's discs to turn them over; most discs win."""

    def __new__(cls, **parameters: Any) -> Othello:
        """A board of one word where it fits; the classes that implement the rules stand for themselves."""
        if cls is not Othello:
            return super().__new__(cls)
        try:
            longest = max(int(parameters.get(side, getattr(cls, side))) for side in ("width", "height"))
        except (TypeError, ValueError):
            longest = 0  # the parameters' own check will say it
        return super().__new__(OneWordOthello if longest <= WORD_SIDE else LargeOthello)

    def __repr__(self) -> str:
        kind = "Othello" if type(self) in (OneWordOthello, LargeOthello) else type(self).__name__
        return f"{kind}({', '.join(f'{key}={value!r}' for key, value in self.parameters.items())})"

    def places(self, s: Any) -> list[tuple[int, int]]:
        """Row and column, from 0, of the squares on which the mover may put a disc."""
        return [divmod(a, self.width) for a in self.actions(s) if a != self.squares]

    def draw(self, s: Any) -> str:
        from halfmove.games.othello.board import svg

        return svg(self.grid(s), self.places(s), s.mover)

    def choices(self) -> Mapping[str, Sequence[str | int]]:
        return {"width": SIDES, "height": SIDES, "start": STARTS, "score": SCORES}

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{side} × {side}": {"width": side, "height": side} for side in SIDES}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """The first two plies on the smallest board."""
        return {"width": 4, "height": 4}, "-----OX--XO----- X", 2

    def opening_table(self) -> str:
        from halfmove.games.othello.openings import TABLE

        return TABLE if (self.width, self.height, self.start) == (8, 8, STARTS[0]) else ""

    def record_formats(self) -> Sequence[RecordFormat]:
        from halfmove.games.othello.records import GGF, WTHOR

        return (GGF(self), WTHOR(self))

    def surface(self) -> Surface:
        from halfmove.games.othello.board import Squares

        return Squares(self)

    # ---- Othello before a network: the mover's discs, the other's, and where the mover may put one
    # The policy has a place for each square, row by row, and one for the pass: the actions' numbers.
    def setup(self) -> None:
        super().setup()
        self.plane_shape = (PLANES, self.height, self.width)
        self.policy_size = self.squares + 1

    def write_planes(self, s: Any, out: Buffer, at: int) -> int:
        at = self.write_squares(s.own, out, at)
        at = self.write_squares(s.other, out, at)
        return self.write_squares(self.moves(s.own, s.other), out, at)

    def write_squares(self, discs: Any, out: Buffer, at: int) -> int:
        """A plane of the squares with discs of a set; the place after it."""
        for square in range(self.squares):
            out[at + square] = PRESENT if self.holds(discs, square) else 0
        return at + self.squares


class OneWordOthello(Inputs, Othello):
    """Enclose the other side's discs to turn them over; most discs win.

    A board of up to eight squares a side, in one word.
    """


class LargeOthello(SeveralWords, Othello):
    """Enclose the other side's discs to turn them over; most discs win.

    A larger board.
    """

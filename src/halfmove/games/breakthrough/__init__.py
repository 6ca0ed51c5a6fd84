"""Breakthrough: pawns that step ahead and capture diagonally; whoever reaches the far row wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.contract.encoding import PRESENT
from halfmove.games.breakthrough.knowledge import Knowledge
from halfmove.games.breakthrough.notation import Notation
from halfmove.games.breakthrough.rules import State

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

GAMES = {"breakthrough": "Breakthrough"}
__all__ = ["Breakthrough", "State"]


class Breakthrough(Notation, Knowledge):
    """Pawns only, which capture diagonally: bring one to the far row."""

    def draw(self, s: State) -> str:
        from halfmove.games.breakthrough.board import svg

        return svg(self.grid(s), self.status(s))

    def pass_turn(self, s: State) -> State:
        return s._replace(mover=1 - s.mover)

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{w} × {h}": {"width": w, "height": h} for w, h in ((8, 8), (6, 6), (5, 5), (7, 7))}

    def lesson(self) -> tuple[Mapping[str, Any], str, int]:
        """A race on a small board."""
        return {"width": 3, "height": 4}, "1b1/b1b/w1w/1w1 w", 2

    def surface(self) -> Surface:
        from halfmove.games.breakthrough.board import Squares

        return Squares(self)

    # ---- Breakthrough before a network: the pawns of the mover and the other's, his own side at the bottom
    # Two planes; a plane of answers for each way to go.
    def setup(self) -> None:
        super().setup()
        self.plane_shape = (2, self.height, self.width)
        self.policy_size = 3 * self.squares

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        own, other = self.sides(s)
        for square in range(self.squares):
            place = at + self.seen(square, s.mover)
            out[place] = PRESENT if bits.has(own, square) else 0
            out[place + self.squares] = PRESENT if bits.has(other, square) else 0
        return at + 2 * self.squares

    def policy_index(self, s: State, a: int) -> int:
        return self.squares * (a % 3) + self.seen(a // 3, s.mover)

    def seen(self, square: int, mover: int) -> int:
        """Where a square lies for the player to move: rows are counted from his side."""
        if mover == 0:
            return square
        return self.width * (self.height - 1 - square // self.width) + square % self.width

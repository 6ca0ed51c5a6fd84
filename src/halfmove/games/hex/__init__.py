"""Hex: join your two sides of a rhombus by stones that touch; boards of 3 to 19 cells a side, swap rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.contract.encoding import PRESENT
from halfmove.games.hex.knowledge import Knowledge
from halfmove.games.hex.notation import Notation
from halfmove.games.hex.rules import SIZES, State

if TYPE_CHECKING:
    from halfmove.core.formats import RecordFormat
    from halfmove.core.surface import Surface

GAMES = {"hex": "Hex"}
__all__ = ["Hex", "State"]


class Hex(Notation, Knowledge):
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

    # ---- Hex before a network: the mover's stones and the other's, as if the mover joined top and bottom
    # Three planes, of which the last says where the swap is open; an answer for each cell and the swap.
    def setup(self) -> None:
        super().setup()
        self.plane_shape = (3, self.height, self.width)
        self.policy_size = self.squares + 1

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        own, other = (s.red, s.blue) if s.mover == 0 else (s.blue, s.red)
        swap = PRESENT if self.may_swap(s) else 0
        for cell in range(self.squares):
            place = at + (cell if s.mover == 0 else self.mirrored(cell))
            out[place] = PRESENT if bits.wide_has(own, cell) else 0
            out[place + self.squares] = PRESENT if bits.wide_has(other, cell) else 0
            out[place + 2 * self.squares] = swap
        return at + 3 * self.squares

    def policy_index(self, s: State, a: int) -> int:
        return a if s.mover == 0 or a == self.squares else self.mirrored(a)

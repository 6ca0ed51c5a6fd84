"""Connect Four: rules, notation and knowledge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.connect4.endings import EndingRules
from halfmove.games.connect4.knowledge import Knowledge
from halfmove.games.connect4.notation import LINE, Notation
from halfmove.games.connect4.rules import State
from halfmove.games.grid import cells_in_lines

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

GAMES = {"connect4": "ConnectFour"}
__all__ = ["ConnectFour", "State"]


class ConnectFour(Notation, EndingRules, Knowledge):
    """Drop a stone into a column; four in a line, in any direction, win."""

    def draw(self, s: State) -> str:
        from halfmove.games.connect4.board import svg

        grid = self.grid(s)
        return svg(grid, cells_in_lines(grid, LINE))

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{w} × {h}": {"width": w, "height": h} for w, h in ((7, 6), (5, 4), (6, 5), (8, 7))}

    def surface(self) -> Surface:
        from halfmove.games.connect4.board import Columns

        return Columns(self)

    # ---- Connect Four before a network: the mover's stones, the other's, and a column for each action
    # Rows run from the top, as people see the board.
    def setup(self) -> None:
        super().setup()
        self.plane_shape = (2, self.height, self.width)
        self.policy_size = self.width

    def write_planes(self, s: State, out: Buffer, at: int) -> int:
        return self.write_stones(s.own ^ s.mask, out, self.write_stones(s.own, out, at))

    def write_stones(self, stones: Bitboard, out: Buffer, at: int) -> int:
        """A plane of the squares in a set; the place after it."""
        for row in range(self.height):
            for column in range(self.width):
                square = self.stride * column + self.height - 1 - row
                out[at + self.width * row + column] = PRESENT if bits.has(stones, square) else 0
        return at + self.squares

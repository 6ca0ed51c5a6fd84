"""Connect Four as a game: its rules and knowledge with its notation and its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.games.connect4.encoding import Encoding
from halfmove.games.connect4.endings import EndingRules
from halfmove.games.connect4.knowledge import Knowledge
from halfmove.games.connect4.notation import LINE, Notation
from halfmove.games.connect4.rules import State
from halfmove.games.grid import cells_in_lines

if TYPE_CHECKING:
    from halfmove.core.surface import Surface


class ConnectFour(Notation, Encoding, EndingRules, Knowledge):
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

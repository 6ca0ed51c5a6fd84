"""m,n,k-games on paper: squares as in chess and Gomoku, positions as rows.

A square is its column's letter and its row's number from the bottom, `b2`; on a board of up to 3 by 3 also a
number from 1 to 9, as one numbers the squares when reading.  A position is its rows from the top, `X` (who
moves first), `O` and `.`, separated by `/`: `X../.O./..X`.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.grid import Grid, before_last, read_grid, status
from halfmove.games.mnk.rules import Rules


class Notation(Rules):
    """Squares, moves and positions in words."""

    def grid(self, s: Any) -> Grid:
        """The rows from the top."""
        stones = self.stones(s)
        return [stones[a : a + self.width] for a in range(0, self.squares, self.width)]

    # ---- moves
    def action_text(self, s: Any, a: int) -> str:
        row, column = divmod(a, self.width)
        return f"{ascii_lowercase[column]}{self.height - row}"

    def parse_action(self, s: Any, text: str) -> int:
        word = text.strip()
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        square = self._square(word.lower())
        taken = self.stones(s)[square]
        if taken != ".":
            raise BadInput(f"The square {self.action_text(s, square)} is taken, by {taken}.")
        return square

    def _square(self, word: str) -> int:
        last = f"{ascii_lowercase[self.width - 1]}{self.height}"
        if match := re.fullmatch(r"([a-z])([0-9]{1,3})", word):
            column, row = ascii_lowercase.index(match[1]), self.height - int(match[2])
            if column < self.width and 0 <= row < self.height:
                return row * self.width + column
        elif self.squares <= 9 and re.fullmatch("[0-9]", word) and 1 <= int(word) <= self.squares:
            return int(word) - 1
        raise BadInput(
            f"'{word}' is not a square of this board; the squares are a1 (bottom left) to {last} (top right)."
        )

    # ---- positions
    def position_text(self, s: Any) -> str:
        return "/".join(self.grid(s))

    def parse(self, text: str) -> Any:
        """The state of a position in rows, or of a drawn board of several lines."""
        grid = read_grid(text, self.width, self.height, ascii_lowercase[: self.width])
        squares = [(r, c) for r in range(self.height) for c in range(self.width)]
        before_last(grid, self.k, squares)  # refuses lines that cannot have come about
        x, o = ([r * self.width + c for r, c in squares if grid[r][c] == side] for side in "XO")
        return self.state_of(x, o)

    # ---- boards in a terminal
    def show(self, s: Any) -> str:
        grid = self.grid(s)
        margin = len(str(self.height))
        rows = [f"{self.height - r:>{margin}} {' '.join(row)}" for r, row in enumerate(grid)]
        labels = f"{'':>{margin}} {' '.join(ascii_lowercase[: self.width])}"
        return "\n".join([*rows, labels, f"{'':>{margin}} {status(grid, self.k)}"])

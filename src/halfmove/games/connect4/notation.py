"""Connect Four on paper: moves as columns from 1, positions as rows.

A position is its rows from the top, `X` (who moves first), `O` and `.`, separated by `/`; a number stands
for so many empty squares.  After 4, 4, 3:

    7/7/7/7/3O3/2XX3

The moves from the empty board name a position too, as in the published test sets: `443`.
"""

from __future__ import annotations

import re

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.connect4.rules import Rules, State
from halfmove.games.grid import Grid, before_last, can_be_stacked, read_grid, status

LINE = 4


class Notation(Rules):
    """Moves and positions in words."""

    # ---- moves
    def action_text(self, s: State, a: int) -> str:
        return str(a + 1)

    def parse_action(self, s: State, text: str) -> int:
        word = text.strip()
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        if not re.fullmatch(r"[0-9]{1,9}", word) or not 1 <= int(word) <= self.width:
            raise BadInput(f"'{word}' is not a column; the columns are 1 to {self.width}.")
        column = int(word) - 1
        open_columns = list(self.actions(s))
        if column not in open_columns:
            free = ", ".join(str(a + 1) for a in open_columns)
            raise BadInput(f"Column {word} is full; there is room in: {free}.")
        return column

    def split_moves(self, text: str) -> list[str]:
        """Columns may be run together where each is one digit: `4433`."""
        words = super().split_moves(text)
        if self.width <= 9:
            return [d for word in words for d in (word if re.fullmatch("[0-9]+", word) else [word])]
        return words

    # ---- positions
    def grid(self, s: State) -> Grid:
        """The rows from the top."""
        first, second = ("X", "O") if self.to_move(s) == 0 else ("O", "X")
        return [
            "".join(
                "." if not bits.has(s.mask, square) else first if bits.has(s.own, square) else second
                for square in range(r, self.stride * self.width, self.stride)
            )
            for r in reversed(range(self.height))
        ]

    def position_text(self, s: State) -> str:
        grid = self.grid(s)
        if self.height == 1:
            return grid[0]  # a number alone would be read as moves
        return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in grid)

    def parse(self, text: str) -> State:
        """The state of a position in rows, of a drawn board, or after moves such as `4433`."""
        rows = re.search(r"[/.\n_]", text) or (self.height == 1 and re.search("[XO]", text, re.IGNORECASE))
        if not rows and (words := self.split_moves(text)):
            return self._after(words)
        grid = read_grid(text, self.width, self.height, "".join(str(c + 1) for c in range(self.width)))
        tops = []
        for c in range(self.width):
            column = "".join(row[c] for row in grid)
            stones = column.lstrip(".")
            if "." in stones:
                row = self.height - column.rindex(".")
                raise BadInput(
                    f"The stone above row {row} of column {c + 1} floats: the square below it is empty."
                )
            if stones:
                tops.append((self.height - len(stones), c))
        if not any(map(can_be_stacked, before_last(grid, LINE, tops))):
            raise BadInput(
                "No game leads to this position: X and O cannot have dropped these stones in turn."
            )
        return self._state(grid)

    def _after(self, words: list[str]) -> State:
        from halfmove.games.reference import open_position

        state: State = open_position(self, None, words).state
        return state

    def _state(self, grid: Grid) -> State:
        x, o = (
            sum(
                1 << (self.stride * c + self.height - 1 - r)
                for r, row in enumerate(grid)
                for c, square in enumerate(row)
                if square == side
            )
            for side in "XO"
        )
        own = x if x.bit_count() == o.bit_count() else o
        return State(own, x | o)

    # ---- boards in a terminal
    def show(self, s: State) -> str:
        grid = self.grid(s)
        cell = len(str(self.width)) + 1
        rows = ["".join(f"{square:>{cell}}" for square in row) for row in grid]
        labels = "".join(f"{c + 1:>{cell}}" for c in range(self.width))
        return "\n".join([*rows, labels, f" {status(grid, LINE)}"])

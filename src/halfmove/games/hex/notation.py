"""Moves are cells, `a1` at the top left, or `swap`; positions are rows from the top, as in FEN.

11/11/11/11/11/5R5/11/11/11/11/11 B
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.hex.rules import Rules, State

SWAP = "swap"
LETTERS = "RB"


class Notation(Rules):
    """Text of moves and positions."""

    def cell_text(self, cell: int) -> str:
        """A cell's name: its column, and its row counted from the top."""
        return f"{ascii_lowercase[cell % self.width]}{cell // self.width + 1}"

    def cell_named(self, text: str) -> int | None:
        """The cell of a name, in either case; None if the board has none."""
        found = re.fullmatch(r"([a-z])([1-9]\d?)", text.strip().lower())
        if not found:
            return None
        column, row = ascii_lowercase.index(found[1]), int(found[2]) - 1
        return row * self.width + column if column < self.width and row < self.height else None

    def action_text(self, s: State, a: int) -> str:
        return SWAP if a == self.squares else self.cell_text(a)

    def parse_action(self, s: State, text: str) -> int:
        """Also `swap-pieces`, as files write it."""
        word = text.strip().lower()
        cell = self.squares if word in (SWAP, "swap-pieces") else self.cell_named(word)
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{text.strip()}' cannot be played.")
        if cell is None:
            last = self.cell_text(self.squares - 1)
            raise BadInput(f"'{text.strip()}' is no cell of this board, whose cells are a1 to {last}.")
        if cell == self.squares and not self.may_swap(s):
            raise BadInput("Only Blue may swap, instead of his first move, where the swap rule is played.")
        if cell < self.squares and not bits.wide_has(self.free(s), cell):
            raise BadInput(f"{self.cell_text(cell)} is taken.")
        return cell

    # ---- positions
    def grid(self, s: State) -> list[str]:
        """The rows from the top: `R`, `B`, and `.` for an empty cell."""
        letters = "".join(
            "R" if bits.wide_has(s.red, n) else "B" if bits.wide_has(s.blue, n) else "."
            for n in range(self.squares)
        )
        return [letters[n : n + self.width] for n in range(0, self.squares, self.width)]

    def position_text(self, s: State) -> str:
        rows = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in self.grid(s)]
        return f"{'/'.join(rows)} {LETTERS[s.mover]}"

    def parse(self, text: str) -> State:
        example = self.position_text(self.initial())
        found = re.fullmatch(r"([RB.\d/]+)\s+([RB])", text.strip().upper())
        if not found:
            raise BadInput(f"A position of Hex looks like '{example}', not '{text.strip()}'.")
        rows = [re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), row) for row in found[1].split("/")]
        if [len(row) for row in rows] != [self.width] * self.height:
            raise BadInput(
                f"The board has {self.height} rows of {self.width} cells, as in '{example}', and "
                f"'{found[1]}' has others."
            )
        letters = "".join(rows)
        red, blue = (self.cells_of([n for n, one in enumerate(letters) if one == who]) for who in LETTERS)
        s = self.state_of(red, blue, LETTERS.index(found[2]))
        self._check(s)
        return s

    def cells_of(self, numbers: list[int]) -> Wide:
        """Cells as a set."""
        cells = self.none
        for number in numbers:
            cells = bits.wide_with(cells, number)
        return cells

    def _check(self, s: State) -> None:
        """Refuse what no game comes to."""
        more = bits.wide_count(s.red) - bits.wide_count(s.blue)
        usual = more == s.mover
        swapped = self.swap and more == s.mover - 1 and s.empty < self.squares
        if not (usual or swapped):
            raise BadInput(
                f"With {bits.wide_count(s.red)} red and {bits.wide_count(s.blue)} blue stones it is not "
                f"{self.player_names[s.mover]}'s turn: Red begins, and each move is one stone."
            )
        mover, last = (s.red, s.blue) if s.mover == 0 else (s.blue, s.red)
        if self.joins(mover, s.mover):
            name = self.player_names[s.mover]
            raise BadInput(f"{name} has joined his sides, so the game was over before the last move.")
        if self.joins(last, 1 - s.mover) and all(
            self.joins(bits.wide_without(last, bits.wide_alone(self.none, cell)), 1 - s.mover)
            for cell in bits.wide_squares(last)
        ):
            name = self.player_names[1 - s.mover]
            raise BadInput(f"{name} has joined his sides twice, but the game ends when he does so once.")

    # ---- pictures in text
    def show(self, s: State) -> str:
        rows = ["   " + " ".join(ascii_lowercase[: self.width])]
        rows += [f"{r + 1:<2} {' ' * r}{' '.join(row)}" for r, row in enumerate(self.grid(s))]
        return "\n".join([*rows, self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is, or who has won."""
        if self.is_terminal(s):
            return f"{self.player_names[1 - s.mover]} wins: {self.ending(s)}"
        return f"{self.player_names[s.mover]} to move{', or to swap' if self.may_swap(s) else ''}"

    def ending(self, s: State) -> str:
        return "left and right are joined" if s.mover == 0 else "top and bottom are joined"

"""Moves as the field writes them, `a2-a3` and `a2xb3`; positions as rows of letters from the top, as in FEN.

bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w
"""

from __future__ import annotations

import re
from string import ascii_lowercase

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.breakthrough.rules import Rules, State

LETTERS = "wb"


class Notation(Rules):
    """Text of moves and positions."""

    def square_text(self, square: int) -> str:
        """A square's name: its column, and its row counted from White's side."""
        return f"{ascii_lowercase[square % self.width]}{square // self.width + 1}"

    def action_text(self, s: State, a: int) -> str:
        there = self.target(s.mover, a)
        _, other = self.sides(s)
        return f"{self.square_text(a // 3)}{'x' if bits.has(other, there) else '-'}{self.square_text(there)}"

    def parse_action(self, s: State, text: str) -> int:
        """Also `a2a3`, and `-` where the move captures."""
        found = re.fullmatch(r"([a-h]\d)[-x:]?([a-h]\d)", text.strip().lower())
        if found and not self.is_terminal(s):
            for action in self.actions(s):
                here, there = action // 3, self.target(s.mover, action)
                if (self.square_text(here), self.square_text(there)) == found.groups():
                    return action
        return int(super().parse_action(s, text))

    def grid(self, s: State) -> list[str]:
        """The rows from the top: `w`, `b`, and `.` for an empty square."""
        letters = [
            "w" if bits.has(s.white, n) else "b" if bits.has(s.black, n) else "." for n in range(self.squares)
        ]
        rows = ["".join(letters[n : n + self.width]) for n in range(0, self.squares, self.width)]
        return rows[::-1]

    def position_text(self, s: State) -> str:
        rows = "/".join(self.grid(s))
        return f"{re.sub(r'[.]+', lambda run: str(len(run[0])), rows)} {LETTERS[s.mover]}"

    def parse(self, text: str) -> State:
        example = self.position_text(self.initial())
        found = re.fullmatch(r"([wb.\d/]+)\s+([wb])", text.strip().lower())
        if not found:
            raise BadInput(f"A position of Breakthrough looks like '{example}', not '{text.strip()}'.")
        rows = [re.sub(r"\d", lambda n: "." * int(n[0]), row) for row in found[1].split("/")]
        if [len(row) for row in rows] != [self.width] * self.height:
            raise BadInput(
                f"The board has {self.height} rows of {self.width} squares, as in '{example}', and "
                f"'{found[1]}' has others."
            )
        letters = "".join(reversed(rows))
        white, black = (
            bits.board(sum(1 << n for n, letter in enumerate(letters) if letter == side)) for side in LETTERS
        )
        s = State(white, black, LETTERS.index(found[2]))
        self._check(s)
        return s

    def _check(self, s: State) -> None:
        """Refuse what no game comes to."""
        most = self.width * (2 if self.white_start != self.first_row else 1)
        for name, pawns in zip(self.player_names, (s.white, s.black)):
            if bits.count(pawns) > most:
                raise BadInput(f"{name} has at most {most} pawns, not {bits.count(pawns)}.")
        own, other = self.sides(s)
        name, last = self.player_names[s.mover], self.player_names[1 - s.mover]
        if other == 0:
            raise BadInput(f"{last} has moved last, so a pawn of {last}'s is left.")
        if own & (self.last_row if s.mover == 0 else self.first_row):
            raise BadInput(f"{name} has reached the far row, so the game was over before {last}'s move.")

    # ---- pictures in text
    def show(self, s: State) -> str:
        rows = [f"{self.height - r} {' '.join(row)}" for r, row in enumerate(self.grid(s))]
        return "\n".join([*rows, f"  {' '.join(ascii_lowercase[: self.width])}", self.status(s)])

    def status(self, s: State) -> str:
        """Whose turn it is, or who has won."""
        if self.is_terminal(s):
            return f"{self.player_names[1 - s.mover]} wins: {self.ending(s)}"
        return f"{self.player_names[s.mover]} to move"

    def ending(self, s: State) -> str:
        own, _ = self.sides(s)
        return "all pawns captured" if own == 0 else "a pawn on the far row"

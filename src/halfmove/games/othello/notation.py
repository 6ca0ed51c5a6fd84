"""Othello on paper: moves as squares, positions as letters, boards in a terminal.

A move is a square, a letter for the column from the left and a number for the row from the top, in either
case, run together as players write games: `f5d6c3`; or `pass`, which is written out.  A position is its
squares row by row from a1, `X` or `*` (Black), `O` (White) and `-` or `.`, then who is to move:

    ---------------------------OX------XO--------------------------- X
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.grid import Grid
from halfmove.games.othello.rules import AnyBoard

SIDES = "XO"
PASS = "pass"
_LETTERS = str.maketrans("*BW0._", "XXOO--")


class Notation(AnyBoard):
    """Moves and positions in words."""

    # ---- moves
    def square_text(self, square: int) -> str:
        """A square's name, such as `f5`."""
        row, column = divmod(square, self.width)
        return f"{ascii_lowercase[column]}{row + 1}"

    def square_named(self, text: str) -> int | None:
        """The square that a name such as `f5` or `F5` names; None if the board has none."""
        match = re.fullmatch(r"([A-Z])([1-9][0-9]?)", text.upper())
        if not match:
            return None
        column, row = ord(match[1]) - ord("A"), int(match[2]) - 1
        return row * self.width + column if column < self.width and row < self.height else None

    def action_text(self, s: Any, a: int) -> str:
        return PASS if a == self.squares else self.square_text(a)

    def parse_action(self, s: Any, text: str) -> int:
        word = text.strip()
        side, legal = self.player_names[s.mover], list(self.actions(s))
        if not legal:
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        action = self.squares if word.lower() == PASS else self.square_named(word)
        if action is None:
            raise BadInput(
                f"'{word}' is not a square of this board; the squares are a1 (top left) to "
                f"{self.square_text(self.squares - 1)} (bottom right), and there is pass."
            )
        if action in legal:
            return action
        if legal == [self.squares]:
            raise BadInput(f"'{word}' is not legal: {side} has no move here and must pass.")
        choice = ", ".join(self.square_text(a) for a in legal)
        if action == self.squares:
            raise BadInput(f"{side} may not pass here; the legal moves are: {choice}.")
        why = "is taken" if self.holds(s.own, action) or self.holds(s.other, action) else "turns no disc over"
        raise BadInput(f"{self.square_text(action)} {why}; the legal moves are: {choice}.")

    def split_moves(self, text: str) -> list[str]:
        """Moves may be run together: `f5d6c3`."""
        one = r"[A-La-l][1-9][0-9]?|(?i:pass)"
        return [
            move
            for word in super().split_moves(text)
            for move in (re.findall(one, word) if re.fullmatch(f"({one})+", word) else [word])
        ]

    # ---- positions
    def discs(self, s: Any) -> tuple[Any, Any]:
        """Black's discs and White's."""
        return (s.own, s.other) if s.mover == 0 else (s.other, s.own)

    def grid(self, s: Any) -> Grid:
        """The rows from the top."""
        black, white = self.discs(s)
        letters = "".join(
            "X" if self.holds(black, n) else "O" if self.holds(white, n) else "." for n in range(self.squares)
        )
        return [letters[n : n + self.width] for n in range(0, self.squares, self.width)]

    def position_text(self, s: Any) -> str:
        return f"{''.join(self.grid(s)).replace('.', '-')} {SIDES[s.mover]}"

    def parse(self, text: str) -> Any:
        """The state of a position on one line, or of a drawn board as `show` prints it."""
        letters, mover = self._drawn(text) if "\n" in text.strip() else self._line(text)
        strange = re.search("[^XO-]", letters)
        if strange:
            raise BadInput(f"'{strange[0]}' in the position is none of X, O and - (an empty square).")
        if len(letters) != self.squares:
            raise BadInput(
                f"The position has {len(letters)} squares, but the board has {self.squares}: {self.width} by "
                f"{self.height}."
            )
        if mover not in tuple(SIDES):
            raise BadInput("After the squares comes who is to move, X (Black) or O (White).")
        black, white = ([n for n, disc in enumerate(letters) if disc == side] for side in SIDES)
        return self.placed(black, white, 0) if mover == "X" else self.placed(white, black, 1)

    def _line(self, text: str) -> tuple[str, str]:
        """The squares and the mover; the mover may stand apart, and a semicolon behind all."""
        words = text.upper().replace("/", "").rstrip("; \n").split()
        mover = words.pop() if len(words) > 1 else ""
        return "".join(words).translate(_LETTERS), mover.translate(_LETTERS)

    def _drawn(self, text: str) -> tuple[str, str]:
        """The same of a board in lines; of one where the game is over Black is to move."""
        rows, mover = [], "X"
        for line in text.strip().splitlines():
            row = re.match(r"\s*[0-9]{1,2}((?:\s*[-.XO*]){2,})\s*$", line, re.IGNORECASE)
            to_move = re.search(r"\b(Black|White) to move", line, re.IGNORECASE)
            if row:
                rows.append("".join(row[1].split()).upper().translate(_LETTERS))
            elif to_move:
                mover = SIDES["BW".index(to_move[1][0].upper())]
        return "".join(rows), mover

    # ---- boards in a terminal
    def count_text(self, s: Any) -> str:
        """`Black 34, White 30`."""
        black, white = (self.disc_count(discs) for discs in self.discs(s))
        return f"Black {black}, White {white}"

    def status(self, s: Any) -> str:
        """Who is to move, or who has won."""
        if not self.is_terminal(s):
            return f"{self.player_names[s.mover]} to move"
        black, white = (self.disc_count(discs) for discs in self.discs(s))
        return "a draw" if black == white else f"{'Black' if black > white else 'White'} wins"

    def ending(self, s: Any) -> str:
        return self.count_text(s)

    def show(self, s: Any) -> str:
        wide = len(str(self.height))
        rows = [f"{n:>{wide}} {' '.join(row)}" for n, row in enumerate(self.grid(s), 1)]
        labels = f"{' ' * wide} {' '.join(ascii_lowercase[: self.width])}"
        return "\n".join([labels, *rows, f" {self.status(s)}; {self.count_text(s)}"])

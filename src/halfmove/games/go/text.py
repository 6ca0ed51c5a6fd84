"""Go on paper: vertices, SGF's coordinates, positions on one line, boards in a terminal.

A move is a vertex as GTP has it, a letter from the left without I and a number from below, `D4`, or `pass`.
A position is its rows from the top, `X` (Black), `O` (White) and `.`, separated by `/`, where a number stands
for so many empty points; then whose turn it is, `B` or `W`; where the simple ko forbids to retake, or `-`;
how many passes have just been made; and under rules that count prisoners, how many more Black has taken than
White:

    9/9/2X3O2/9/9/9/2O3X2/9/9 B - 0

What follows the rows may be left out from the right: Black to move, no ko, no pass, no prisoners.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.games.go.points import star_points

if TYPE_CHECKING:
    from halfmove.core.surface import Surface

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
NOWHERE = -1
SIDES = ("B", "W")


class Notation(Game):
    """What `Go` inherits: text and pictures of its states."""

    if TYPE_CHECKING:
        width: int
        height: int
        points: int
        stride: int
        territory: bool
        nothing: bits.Wide

        def place(self, point: int) -> int: ...
        def point(self, place: int) -> int: ...
        def playable(self, s: Any) -> bits.Wide: ...

    # ---- points
    def point_text(self, point: int) -> str:
        """A point's name, such as `D4`."""
        row, column = divmod(point, self.width)
        return f"{LETTERS[column]}{self.height - row}"

    def parse_point(self, text: str) -> int:
        """The point that a name such as `D4` or `d4` names; `BadInput` if the board has none."""
        match = re.fullmatch(r"([A-HJ-Z])([0-9]{1,2})", text.strip().upper())
        if match:
            row, column = self.height - int(match[2]), LETTERS.index(match[1])
            if 0 <= row < self.height and column < self.width:
                return row * self.width + column
        raise BadInput(
            f"'{text.strip()}' is not a point of this board; the points are A1 (bottom left) to "
            f"{self.point_text(self.width - 1)} (top right), without the letter I, and there is pass."
        )

    # ---- moves
    def action_text(self, s: Any, a: int) -> str:
        return "pass" if a == self.points else self.point_text(a)

    def parse_action(self, s: Any, text: str) -> int:
        word = text.strip()
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        if word.lower() == "pass":
            return self.points
        return self._played(s, self.parse_point(word))

    def _played(self, s: Any, point: int) -> int:
        """The point as an action; `BadInput` says why it is none."""
        name, place = self.point_text(point), self.place(point)
        for side, stones in (("Black", s.black), ("White", s.white)):
            if bits.wide_has(stones, place):
                raise BadInput(f"{name} is taken: {side} has a stone there.")
        if place == s.ko:
            raise BadInput(f"{name} is forbidden by ko: a stone taken there cannot be taken back at once.")
        if not bits.wide_has(self.playable(s), place):
            raise BadInput(f"{name} would be suicide: the stone would have no liberty and take nothing.")
        return point

    def sgf_text(self, a: int) -> str:
        """An action as SGF writes it: column and row as letters from the top left, `pd`; none for a pass."""
        if a == self.points:
            return ""
        row, column = divmod(a, self.width)
        return chr(ord("a") + column) + chr(ord("a") + row)

    def parse_sgf(self, text: str) -> int:
        """The action that SGF's two letters mean, whether or not it is legal; nothing, and on boards of up to
        19 lines `tt`, is a pass.  `BadInput` if they are no point of the board."""
        word = text.strip()
        if word == "" or (word == "tt" and max(self.width, self.height) <= 19):
            return self.points
        if re.fullmatch("[a-z]{2}", word):
            column, row = ord(word[0]) - ord("a"), ord(word[1]) - ord("a")
            if column < self.width and row < self.height:
                return row * self.width + column
        raise BadInput(
            f"'{word}' is not a point of this board in SGF, from aa (top left) to "
            f"{self.sgf_text(self.points - 1)} (bottom right)."
        )

    # ---- positions
    def grid(self, s: Any) -> list[str]:
        """The rows from the top."""
        stones = "".join(
            "X" if bits.wide_has(s.black, p) else "O" if bits.wide_has(s.white, p) else "."
            for p in map(self.place, range(self.points))
        )
        return [stones[a : a + self.width] for a in range(0, self.points, self.width)]

    def position_text(self, s: Any) -> str:
        rows = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in self.grid(s))
        ko = "-" if s.ko == NOWHERE else self.point_text(self.point(s.ko))
        words = [rows, SIDES[s.mover], ko, str(s.passes)]
        if self.territory:
            words.append(f"{s.prisoners:+d}" if s.prisoners else "0")
        return " ".join(words)

    def parse(self, text: str) -> Any:
        """The state of a position on one line, or of a drawn board as `show` prints it."""
        from halfmove.games.go.reading import read

        return read(self, text)

    # ---- pictures
    def show(self, s: Any) -> str:
        stars = star_points(self.width, self.height)
        margin = len(str(self.height))
        lines = []
        for r, row in enumerate(self.grid(s)):
            marks = [
                "+" if cell == "." and r * self.width + c in stars else cell for c, cell in enumerate(row)
            ]
            lines.append(f"{self.height - r:>{margin}} {' '.join(marks)}")
        lines.append(f"{'':>{margin}} {' '.join(LETTERS[: self.width])}")
        return "\n".join([*lines, f"{'':>{margin}} {self.status(s)}"])

    def status(self, s: Any) -> str:
        """What a person asks first: whose turn it is and what is forbidden, or how it ended."""
        if self.is_terminal(s):
            return f"the end, counted as it stands: {self.result_text(s)}"
        told = [f"{('X (Black)', 'O (White)')[s.mover]} to move"]
        if s.ko != NOWHERE:
            told.append(f"ko at {self.point_text(self.point(s.ko))}")
        if s.passes:
            told.append("after a pass")
        if self.territory and s.prisoners:
            told.append(f"{('Black', 'White')[s.prisoners < 0]} has taken {abs(s.prisoners)} more")
        return ", ".join(told)

    def draw(self, s: Any) -> str:
        from halfmove.games.go.picture import svg

        ko = None if s.ko == NOWHERE else divmod(self.point(s.ko), self.width)
        return svg(self.grid(s), star_points(self.width, self.height), ko)

    def surface(self) -> Surface:
        from halfmove.games.go.surface import Crossings

        return Crossings(self)

    if TYPE_CHECKING:

        def result_text(self, s: Any) -> str: ...

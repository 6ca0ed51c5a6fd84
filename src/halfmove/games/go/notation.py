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

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.go.points import LETTERS, point_name, star_points
from halfmove.games.go.rules import NOWHERE, Rules, State

SIDES = ("B", "W")


class Notation(Rules):
    """Points, moves and positions in words."""

    # ---- points
    def point_text(self, point: int) -> str:
        """A point's name, such as `D4`."""
        return point_name(point, self.width, self.height)

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
    def action_text(self, s: State, a: int) -> str:
        return "pass" if a == self.points else self.point_text(a)

    def parse_action(self, s: State, text: str) -> int:
        word = text.strip()
        if self.is_terminal(s):
            raise BadInput(f"The game is over, so '{word}' cannot be played.")
        if word.lower() == "pass":
            return self.points
        return self._check_point(s, self.parse_point(word))

    def _check_point(self, s: State, point: int) -> int:
        """The point as an action; `BadInput` says why it is none."""
        name, place = self.point_text(point), self.place(point)
        for side, stones in (("Black", s.black), ("White", s.white)):
            if bits.wide_has(stones, place):
                raise BadInput(f"{name} is taken: {side} has a stone there.")
        if place == s.ko:
            raise BadInput(f"{name} is forbidden by ko: a stone taken there cannot be taken back at once.")
        own, other = self.own(s), self.other(s)
        empty = self.empty(own, other)
        free = bits.wide_has(self.neighbours(empty), place)
        if not free and not self.breathes(place, own, other, empty):  # one point, not `playable` of all
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
    def grid(self, s: State) -> list[str]:
        """The rows from the top."""
        stones = "".join(
            "X" if bits.wide_has(s.black, p) else "O" if bits.wide_has(s.white, p) else "."
            for p in map(self.place, range(self.points))
        )
        return [stones[a : a + self.width] for a in range(0, self.points, self.width)]

    def position_text(self, s: State) -> str:
        rows = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in self.grid(s))
        ko = "-" if s.ko == NOWHERE else self.point_text(self.point(s.ko))
        words = [rows, SIDES[s.mover], ko, str(s.passes)]
        if self.territory:
            words.append(f"{s.prisoners:+d}" if s.prisoners else "0")
        return " ".join(words)

    def parse(self, text: str) -> State:
        """The state of a position on one line, or of a drawn board as `show` prints it."""
        return parse_position(self, text)

    # ---- boards in a terminal
    def show(self, s: State) -> str:
        return self.board_text("".join(self.grid(s)), self.status(s))

    def board_text(self, marks: str, below: str) -> str:
        """A board with a mark for each point, row by row from the top, and a line below it."""
        stars = star_points(self.width, self.height)
        margin = len(str(self.height))
        cells = ["+" if mark == "." and point in stars else mark for point, mark in enumerate(marks)]
        lines = [
            f"{self.height - r:>{margin}} {' '.join(cells[r * self.width : (r + 1) * self.width])}"
            for r in range(self.height)
        ]
        lines.append(f"{'':>{margin}} {' '.join(LETTERS[: self.width])}")
        return "\n".join([*lines, f"{'':>{margin}} {below}"])

    def status(self, s: State) -> str:
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


# ---- reading positions
_SIDE = {"b": 0, "black": 0, "x": 0, "w": 1, "white": 1, "o": 1}


def parse_position(game: Notation, text: str) -> State:
    """The state that `text` describes; `BadInput` says what is wrong with it."""
    rows, words = _split_drawing(text) if "\n" in text.strip() else _one_line(text)
    most = 5 if game.territory else 4
    if len(words) > most - 1:
        raise BadInput(
            f"After the rows come the mover, the ko, the passes"
            f"{' and the prisoners' if game.territory else ''}, not as much as '{' '.join(words)}'."
        )
    side, ko, passes, prisoners = (*words, *("B", "-", "0", "0")[len(words) :])
    grid = _grid(game, rows)
    black, white = (_stones(game, grid, letter) for letter in "XO")
    for stones, name in ((black, "Black"), (white, "White")):
        _check_liberties(game, stones, game.empty(black, white), name)
    state = State(
        black,
        white,
        _mover(side),
        NOWHERE,
        _number(passes, "passes", 0, 2),
        _number(prisoners, "prisoners", -9999, 9999),
    )
    return state if ko == "-" else _with_ko(game, state, ko)


def _one_line(text: str) -> tuple[list[str], list[str]]:
    words = text.split()
    if not words:
        raise BadInput("There is no position in an empty text.")
    return words[0].split("/"), words[1:]


def _split_drawing(text: str) -> tuple[list[str], list[str]]:
    """Rows and words of a drawn board: lines with a number in front, or with nothing but points."""
    rows, words = [], []
    for line in text.strip().splitlines():
        bare = re.sub(r"^\s*\d+\s|\s\d+\s*$", " ", line)
        if re.fullmatch(r"[\sXO.+#xo]+", bare) and bare.strip():
            rows.append(re.sub(r"\s", "", bare).replace("+", "."))
        elif "to move" in line or "the end" in line:
            words = _status(line)
    return rows, words


def _status(line: str) -> list[str]:
    """The words of the one-line notation from a board's last line."""
    side = "W" if re.match(r"\s*O\b", line) else "B"
    ko = re.search(r"ko at ([A-Z]\d+)", line)
    taken = re.search(r"(Black|White) has taken (\d+) more", line)
    words = [side, ko[1] if ko else "-", "1" if "after a pass" in line else "2" if "the end" in line else "0"]
    if taken:
        words.append(taken[2] if taken[1] == "Black" else f"-{taken[2]}")
    return words


def _grid(game: Notation, rows: list[str]) -> list[str]:
    if len(rows) != game.height:
        raise BadInput(
            f"The position has {len(rows)} rows, but the board has {game.height}; "
            "write the rows from the top, separated by /."
        )
    grid = []
    for number, row in enumerate(rows, 1):
        full = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), row).upper()
        if strange := re.search(r"[^XO.]", full):
            raise BadInput(
                f"'{strange[0]}' in row {number} of the position is none of X, O and '.' (an empty point)."
            )
        if len(full) != game.width:
            raise BadInput(
                f"Row {number} of the position, '{row}', has {len(full)} points, "
                f"but the board is {game.width} wide."
            )
        grid.append(full)
    return grid


def _stones(game: Notation, grid: list[str], letter: str) -> Wide:
    stones = game.nothing
    for point, cell in enumerate("".join(grid)):
        if cell == letter:
            stones = bits.wide_with(stones, game.place(point))
    return stones


def _check_liberties(game: Notation, stones: Wide, empty: Wide, name: str) -> None:
    """A chain without a liberty would have been taken."""
    for place in bits.wide_squares(stones):
        if not game.touches(game.alone(place), stones, empty):
            where = game.point_text(game.point(place))
            raise BadInput(f"{name}'s stone on {where} has no liberty left, so it cannot stand there.")


def _mover(word: str) -> int:
    if word.lower() not in _SIDE:
        raise BadInput(f"After the rows comes the side to move, B or W, not '{word}'.")
    return _SIDE[word.lower()]


def _number(word: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", word) or not least <= int(word) <= most:
        raise BadInput(f"The number of {what} in a position is from {least} to {most}, not '{word}'.")
    return int(word)


def _with_ko(game: Notation, state: State, name: str) -> State:
    """The state with a ko, if there can be one: retaking there must take one stone that then stands where
    it could be retaken itself."""
    place = game.place(game.parse_point(name))
    stone = game.alone(place)
    own, other = game.own(state), game.other(state)
    empty = game.empty(own, other)
    possible = state.passes == 0 and bits.wide_has(empty, place)
    if possible and bits.wide_without(game.neighbours(stone), other) == game.nothing:
        taken = game.taken(place, bits.wide_or(own, stone), other)
        if bits.wide_count(taken) == 1 and not game.touches(taken, other, bits.wide_without(empty, stone)):
            return State(state.black, state.white, state.mover, place, state.passes, state.prisoners)
    raise BadInput(f"There can be no ko at {name}: to retake there would not take exactly one single stone.")

"""Boards of X and O on paper: the notation and the checks that Connect Four and the m,n,k-games share.

A *grid* is a list of rows from the top, each a text of `X`, `O` and `.`; on one line the rows are separated
by `/`, and a number may stand for so many empty squares, as in chess's FEN:

    X.O/.X./..O          7/7/7/7/3O3/2OXX2
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.surface import Arrangement, Point, Surface

Grid = list[str]
Cell = tuple[int, int]
"""(row from the top, column from the left), both from 0."""

_STATUS = re.compile(r"([XO]) (to move|wins)|a draw", re.IGNORECASE)
MOST_HEIGHTS = 300_000
_RULE = re.compile(r"[-+=─┼├┤┌┐└┘┴┬|│ ]*")


def read_grid(text: str, width: int, height: int, labels: str) -> Grid:
    """The grid that `text` describes: one line with `/`, or a drawn board as `show` prints it.

    `labels` is the line of column names under a drawn board, without blanks.  After a one-line notation the
    side to move may be said (`… X`); it must agree with the number of stones.
    """
    side = None
    if "\n" in text.strip():
        rows, side = _drawn_rows(text, labels)
    else:
        line, _, word = text.strip().partition(" ")
        rows = line.split("/")
        if word:
            side = _side(word)
    example = "/".join(["." * width] * height)
    if len(rows) != height:
        raise BadInput(
            f"The position has {_many(len(rows), 'row')}, but the board has {height}; "
            f"write the rows from the top, separated by /, such as {example}."
        )
    grid = [_row(number, row, width) for number, row in enumerate(rows, 1)]
    turn = mover(grid)
    if side not in (None, turn):
        raise BadInput(f"With {_stones(grid)} it is {turn}'s turn, not {side}'s.")
    return grid


def _drawn_rows(text: str, labels: str) -> tuple[list[str], str | None]:
    rows, side = [], None
    for line in text.strip().splitlines():
        status = _STATUS.fullmatch(line.strip())
        bare = re.sub(r"[\s|│]", "", line)
        if status:
            side = status[1].upper() if status[2] == "to move" else None
        elif bare != labels and not _RULE.fullmatch(line):
            bare = re.sub(r"^\d+|\d+$", "", bare)  # the row's number
            rows += [bare] if bare else []
    return rows, side


def _side(word: str) -> str:
    match = re.fullmatch(r"([XO])( to move)?", word.strip(), re.IGNORECASE)
    if not match:
        raise BadInput(f"After the rows comes the side to move, X or O, not '{word.strip()}'.")
    return match[1].upper()


def _row(number: int, text: str, width: int) -> str:
    row = re.sub(r"\d{1,3}", lambda run: "." * int(run[0]), text).upper().translate(str.maketrans("_·", ".."))
    strange = re.search(r"[^XO.]", row)
    if strange:
        raise BadInput(
            f"'{strange[0]}' in row {number} of the position is none of X, O and '.' (an empty square)."
        )
    if len(row) != width:
        raise BadInput(
            f"Row {number} of the position, '{text}', has {_many(len(row), 'square')}, "
            f"but the board is {width} wide."
        )
    return row


def mover(grid: Grid) -> str:
    """Who is to move, told by the number of stones; X began."""
    x, o = (sum(row.count(side) for row in grid) for side in "XO")
    if x - o not in (0, 1):
        raise BadInput(
            f"The position has {_stones(grid)}; X moves first, so there are as many X as O, or one X more."
        )
    return "X" if x == o else "O"


def before_last(grid: Grid, k: int, last: Iterable[Cell]) -> list[Grid]:
    """The grids from which the last move made a line of `k`, or just `grid` where nobody has one.

    `last` are the squares that may be the last move's.  `BadInput` where the lines cannot have come about.
    """
    winners = [side for side in "XO" if lines(grid, side, k)]
    if not winners:
        return [grid]
    if len(winners) == 2:
        raise BadInput(f"Both sides have {k} in a line, but the game ends with the first such line.")
    winner = winners[0]
    if mover(grid) == winner:
        raise BadInput(
            f"{winner} has {k} in a line, so {winner} must have moved last, but it is {winner}'s turn."
        )
    earlier = [_without(grid, r, c) for r, c in last if grid[r][c] == winner]
    earlier = [before for before in earlier if not lines(before, winner, k)]
    if not earlier:
        raise BadInput(
            f"No last move can have made all of {winner}'s lines of {k}, but the game ends with the first."
        )
    return earlier


def _without(grid: Grid, r: int, c: int) -> Grid:
    row = grid[r][:c] + "." + grid[r][c + 1 :]
    return [*grid[:r], row, *grid[r + 1 :]]


def lines(grid: Grid, side: str, k: int) -> list[list[Cell]]:
    """The lines of `k` squares that `side` has filled."""
    found = []
    height, width = len(grid), len(grid[0])
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r in range(height - (k - 1) * dr):
            for c in range(max(0, -(k - 1) * dc), width - max(0, (k - 1) * dc)):
                line = [(r + i * dr, c + i * dc) for i in range(k)]
                if all(grid[y][x] == side for y, x in line):
                    found.append(line)
    return found


def cells_in_lines(grid: Grid, k: int) -> set[Cell]:
    """The squares of all lines of `k`, whoever has them: what a picture marks."""
    return {cell for side in "XO" for line in lines(grid, side, k) for cell in line}


def status(grid: Grid, k: int) -> str:
    """What a person asks first: `X to move`, `O wins` or `a draw`."""
    for side in "XO":
        if lines(grid, side, k):
            return f"{side} wins"
    return f"{mover(grid)} to move" if any("." in row for row in grid) else "a draw"


def can_be_stacked(grid: Grid) -> bool:
    """Whether stones dropped into columns, X and O in turn, can make this grid.

    A search over the orders of the columns, each set of column heights once.  It gives up, with True, after
    `MOST_HEIGHTS` of them, which takes a position as odd as no game comes to.
    """
    columns = ["".join(row[c] for row in reversed(grid)).rstrip(".") for c in range(len(grid[0]))]
    seen: set[tuple[int, ...]] = set()
    waiting = [(0,) * len(columns)]
    while waiting and len(seen) < MOST_HEIGHTS:
        heights = waiting.pop()
        if heights in seen:
            continue
        seen.add(heights)
        turn = "XO"[sum(heights) % 2]
        open_columns = [c for c, h in enumerate(heights) if h < len(columns[c])]
        if not open_columns:
            return True
        # Last in, first out: the column with most left above is tried first.
        open_columns.sort(key=lambda c: len(columns[c]) - heights[c])
        waiting += [
            heights[:c] + (heights[c] + 1,) + heights[c + 1 :]
            for c in open_columns
            if columns[c][heights[c]] == turn
        ]
    return bool(waiting)


def _stones(grid: Grid) -> str:
    return " and ".join(f"{sum(row.count(side) for row in grid)} {side}" for side in "XO")


def _many(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


# ---- to touch, for Go too


class GridSurface(Surface):
    """A board of equal square cells, whose game has `grid(s)`, `width` and `height`."""

    pieces = {"X": "X", "O": "O"}
    mover_follows = True
    left: float = 0
    top: float = 0
    side: float
    """Where the first cell has its corner in the picture, and how large a cell is."""

    @abstractmethod
    def name(self, r: int, c: int) -> str:
        """What the cell in row `r` from the top and column `c` is called, both from 0."""

    @abstractmethod
    def drawn(self, grid: Grid, arrangement: Arrangement) -> str:
        """The picture of a grid."""

    def points(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return self.squares()

    def cells(self, s: Any, *, below: int = 0) -> Sequence[Point]:
        return self.squares()

    def squares(self) -> list[Point]:
        """The cells, row by row from the top."""
        return [
            Point(self.name(r, c), self.left + self.side * c, self.top + self.side * r, self.side, self.side)
            for r in range(self.game.height)
            for c in range(self.game.width)
        ]

    def arrangement(self, s: Any) -> Arrangement:
        pieces = {
            self.name(r, c): cell
            for r, row in enumerate(self.game.grid(s))
            for c, cell in enumerate(row)
            if cell != "."
        }
        return Arrangement(pieces, self.game.to_move(s), self.rest(s))

    def rest(self, s: Any) -> dict[str, str]:
        """What a state has besides its pieces: nothing."""
        return {}

    def grid(self, arrangement: Arrangement) -> Grid:
        """The rows from the top."""
        return [
            "".join(arrangement.pieces.get(self.name(r, c), ".") for c in range(self.game.width))
            for r in range(self.game.height)
        ]

    def written(self, arrangement: Arrangement) -> str:
        return "/".join(self.grid(arrangement))

    def draw(self, arrangement: Arrangement, *, below: int = 0) -> str:
        return self.drawn(self.grid(self.checked(arrangement)), arrangement)

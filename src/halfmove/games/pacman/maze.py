"""Mazes: read from text, checked, and laid out as tables for the rules.

`%` is a wall, `.` food, `o` a capsule, `G` a ghost, `P` Pac-Man and a blank an empty square, as in the
layouts of Berkeley's Pac-Man projects (J. DeNero and D. Klein, "Teaching introductory artificial
intelligence with Pac-Man", EAAI 2010).  Squares that are no walls are numbered row by row from the top left.
Ghosts are numbered as there: column by column from the left, from the bottom up in each; or they stand as
digits, in whose order they move.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.errors import BadInput

WEST, STOP, EAST, NORTH, SOUTH = range(5)
"""Actions, in the order in which Berkeley's code offers them."""
DIRECTIONS = 5
COMPASS = (WEST, EAST, NORTH, SOUTH)
"""Those that lead somewhere."""
NOWHERE = -1
FAR = 9999
MOST_SQUARES = 1023
MOST_GHOSTS = 8
LONGEST_SIDE = 64
GHOSTS = "G123456789"
"""The signs of ghosts, in the order in which they move."""
_OFFSETS = ((0, -1), (0, 0), (0, 1), (-1, 0), (1, 0))
"""Row and column, by direction."""


class Maze(NamedTuple):
    """What a maze's text says."""

    rows: tuple[str, ...]
    """From the top, all equally long."""
    squares: tuple[tuple[int, int], ...]
    """Row and column of each square that is no wall, by its number."""
    pacman: int
    ghosts: tuple[int, ...]
    food: tuple[int, ...]
    capsules: tuple[int, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)


def read_maze(text: str) -> Maze:
    """The maze that a text says, its rows in lines or separated by `/`; `BadInput` says what is wrong.

    Blanks around a row do not count.
    """
    rows = [row.strip() for row in text.strip().replace("/", "\n").split("\n")]
    width = max(len(row) for row in rows)
    if any(len(row) != width for row in rows):
        short = next(k for k, row in enumerate(rows, 1) if len(row) != width)
        raise BadInput(
            f"All rows of a maze are equally long; row {short} has {len(rows[short - 1])} signs of {width}."
        )
    if not 1 <= width <= LONGEST_SIDE or len(rows) > LONGEST_SIDE:
        raise BadInput(f"A maze is at most {LONGEST_SIDE} squares wide and high, not {width} by {len(rows)}.")
    strange = sorted({sign for row in rows for sign in row} - set(f"%.oP {GHOSTS}"))
    if strange:
        raise BadInput(f"A maze is made of % . o G P and blanks; '{strange[0]}' means nothing in it.")
    if any(sign != "%" for row in rows for sign in (row[0], row[-1])) or any(
        set(row) != {"%"} for row in (rows[0], rows[-1])
    ):
        raise BadInput("A maze is walled in: its first and last rows and columns are walls (%).")
    squares = tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "%")
    if len(squares) > MOST_SQUARES:
        raise BadInput(f"A maze has at most {MOST_SQUARES} squares that are no walls, not {len(squares)}.")
    stands: dict[str, list[int]] = {sign: [] for sign in f"%.oP {GHOSTS}"}
    for number, (r, c) in enumerate(squares):
        stands[rows[r][c]].append(number)
    if len(stands["P"]) != 1:
        raise BadInput(f"A maze has one Pac-Man (P), not {len(stands['P'])}.")
    ghosts = [
        ghost
        for sign in GHOSTS
        for ghost in sorted(stands[sign], key=lambda number: (squares[number][1], -squares[number][0]))
    ]
    if len(ghosts) > MOST_GHOSTS:
        raise BadInput(f"A maze has at most {MOST_GHOSTS} ghosts (G), not {len(ghosts)}.")
    maze = Maze(tuple(rows), squares, stands["P"][0], tuple(ghosts), tuple(stands["."]), tuple(stands["o"]))
    steps = step_table(maze)
    for ghost in maze.ghosts:
        if not any(steps[ghost * DIRECTIONS + d] != NOWHERE for d in COMPASS):
            row, column = squares[ghost]
            raise BadInput(f"The ghost in row {row + 1}, column {column + 1} of the maze is walled in.")
    return maze


def step_table(maze: Maze) -> list[int]:
    """For each square and direction, where one step leads; NOWHERE into a wall, and the square itself for
    STOP."""
    numbers = {place: number for number, place in enumerate(maze.squares)}
    return [
        numbers.get((r + down, c + across), NOWHERE) for r, c in maze.squares for down, across in _OFFSETS
    ]


def distance_table(steps: list[int]) -> np.ndarray[Any, Any]:
    """Steps between any two squares, one row of the table a square; FAR where no way leads."""
    squares = len(steps) // DIRECTIONS
    table = np.full((squares, squares), FAR, np.int16)
    for start in range(squares):
        seen = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in steps[here * DIRECTIONS : (here + 1) * DIRECTIONS]:
                if there != NOWHERE and there not in seen:
                    seen[there] = seen[here] + 1
                    queue.append(there)
        for there, far in seen.items():
            table[start, there] = far
    return table.reshape(-1)

"""Boards: a file in `data` with a sign for each square.

    .  plain     '  letter twice   "  letter three times   ^  letter four times
                 -  word twice     =  word three times     ~  word four times

A board is square, of 5 to 21 squares a side, and its middle is where the first word lies.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten
from halfmove.games.scrabble.tiles import DATA

LETTER = {"'": 2, '"': 3, "^": 4}
WORD = {"-": 2, "=": 3, "~": 4}


class Layout(NamedTuple):
    """A board's squares, row by row from the top left."""

    name: str
    size: int
    letter: tuple[int, ...]
    """By how much a square multiplies its letter."""
    word: tuple[int, ...]
    """By how much a square multiplies the word."""

    @property
    def start(self) -> int:
        """The square in the middle."""
        return self.size * self.size // 2

    @property
    def is_symmetric(self) -> bool:
        """Whether rows and columns may be exchanged."""
        size = self.size
        return all(
            part[row * size + column] == part[column * size + row]
            for part in (self.letter, self.word)
            for row in range(size)
            for column in range(row)
        )


def layouts() -> list[str]:
    """The names of the boards, the usual one first."""
    return sorted(path.stem for path in DATA.glob("*.txt"))


@cache
def layout(name: str) -> Layout:
    """A board by its name; `BadInput` if there is none."""
    if name not in layouts():
        raise BadInput(f"There is no board '{shorten(name)}'; there are: {', '.join(layouts())}.")
    squares = (DATA / f"{name}.txt").read_text("ascii").split()
    signs = "".join(squares)
    return Layout(
        name,
        len(squares),
        tuple(LETTER.get(sign, 1) for sign in signs),
        tuple(WORD.get(sign, 1) for sign in signs),
    )

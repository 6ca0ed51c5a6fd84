"""What the rules of every m,n,k-game share: its parameters, and how its stones lie in machine words.

X and O put stones in turn on the empty squares of a board; k of one side in a line, straight or diagonal,
win. An action is a square counted row by row from the top left: 0 to width * height - 1.

The stones are bitboards with one empty column on the right, so that shifting never joins a row to the next;
4 x 3, with a stride of 5:

     0  1  2  3   4
     5  6  7  8   9      <- 4 and 9 are always empty; after the last row nothing follows
    10 11 12 13

The rules themselves stand where the words are known: `one_word`, `many_words`.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

LONGEST_SIDE = 26


class Rules(Game):
    """The board, and the lines on it."""

    player_names = ("X", "O")
    draws_agreed = True

    width: int = 3
    height: int = 3
    k: int = 3

    def setup(self) -> None:
        for side in ("width", "height"):
            if not 1 <= getattr(self, side) <= LONGEST_SIDE:
                raise BadInput(
                    f"{self.title()}'s parameter '{side}' must be from 1 to {LONGEST_SIDE}, "
                    f"not {getattr(self, side)}."
                )
        longest = max(self.width, self.height)
        if not 1 <= self.k <= longest:
            raise BadInput(
                f"{self.title()}'s parameter 'k' must be from 1 to {longest}, "
                f"the longer side of the board, not {self.k}."
            )
        self.stride = self.width + 1
        self.squares = self.width * self.height
        self.actions_limit = self.squares
        long, high = self.width >= self.k, self.height >= self.k
        # A direction in which no line fits is left out, so that no shift passes the 63 of a word.
        self.steps = tuple(
            step
            for step, fits in (
                (1, long),
                (self.stride - 1, long and high and self.width > 1),
                (self.stride, high),
                (self.stride + 1, long and high and self.width > 1),
            )
            if fits
        )
        self.check_size()

    def check_size(self) -> None:
        """Refuse a board that the representation cannot hold."""

    def stones(self, s: Any) -> str:
        """What stands on the squares, `X`, `O` or `.`, in the order of the actions."""
        raise NotImplementedError

    def state_of(self, x: list[int], o: list[int]) -> Any:
        """The state in which X and O have stones on these squares."""
        raise NotImplementedError


def span(width: int, height: int) -> int:
    """How many bits a board takes, from its first square to its last."""
    return (height - 1) * (width + 1) + width

"""What every m,n,k-game shares: its parameters, and the choice between one machine word and several.

X and O put stones in turn on the empty squares of a board; k of one side in a line, straight or diagonal,
win. An action is a square counted row by row from the top left: 0 to width * height - 1.

The stones are bitboards with one empty column on the right, so that shifting never joins a row to the next;
4 x 3, with a stride of 5:

     0  1  2  3   4
     5  6  7  8   9      <- 4 and 9 are always empty; after the last row nothing follows
    10 11 12 13
"""

from __future__ import annotations

from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.term import Term
from halfmove.games.mnk.potential import weights
from halfmove.games.mnk.terms import terms
from halfmove.games.mnk.text import Notation

LONGEST_SIDE = 26


class MNK(Notation):
    """Put stones on a board in turn; k in a line, in any direction, win."""

    name = "mnk"
    player_names = ("X", "O")

    width: int = 3
    height: int = 3
    k: int = 3

    def __new__(cls, **parameters: Any) -> MNK:
        """A board of one word where it fits; the classes that implement the rules stand for themselves."""
        if cls is not MNK:
            return super().__new__(cls)
        from halfmove.games.mnk.many_words import ManyWords
        from halfmove.games.mnk.one_word import OneWord

        try:
            width, height = int(parameters.get("width", cls.width)), int(parameters.get("height", cls.height))
        except (TypeError, ValueError):
            width = height = 0  # the parameters' own check will say it
        return super().__new__(OneWord if span(width, height) <= 64 else ManyWords)

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
        self.weights = weights(self.k)
        self.check_size()

    def __repr__(self) -> str:
        kind = "MNK" if self.name == MNK.name else type(self).__name__  # whichever class implements it
        return f"{kind}({', '.join(f'{key}={value!r}' for key, value in self.parameters.items())})"

    def terms(self, s: Any) -> list[Term]:
        return terms(self.stones(s), self.width, self.k, self.weights, self.evaluate(s, 0))

    def check_size(self) -> None:
        """Refuse a board that the representation cannot hold."""


def span(width: int, height: int) -> int:
    """How many bits a board takes, from its first square to its last."""
    return (height - 1) * (width + 1) + width

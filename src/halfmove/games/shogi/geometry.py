"""Where pieces of shogi reach on a board of files and ranks: tables made once for a size.

        9  8  7  6  5  4  3  2  1
       65 56 46 37 28 …     9  0   a      square = ranks * file + rank, file 1 (on the right) and rank a being
       66 …                10  1   b      0; files that do not fit into the first word whole begin at 64, in
        …                   …  …   …      the second, so that no file lies in both
       81 …                17  8   i

A board is two words (`core.bits`, boards of more than 64 squares).  A step to Black's side of the board is +1
and a file to the left is + ranks, so that a pawn's step is a shift of each word by itself.

A slider on a ray of higher squares reaches what subtracting 1 changes in the taken squares of the ray: the
borrow runs through empty squares to the first piece.  On a ray of lower squares it reaches all from the
highest taken square on.  Source: "o^(o-2r)", chessprogramming.org; on two words as in "Qugiy" (Mori Taiki,
World Computer Shogi Championship 2021).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

BLACK, WHITE = 0, 1
PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING = range(1, 9)
PROMOTED = 8
"""Added to the kind of a piece that has been promoted; the king is what would be a promoted nothing."""
HORSE, DRAGON = BISHOP + PROMOTED, ROOK + PROMOTED
KINDS = 16
PLACES = 82
"""Squares are numbered below this."""
WORD = 64
NO_KING = 63
"""A number below `WORD` that is no square of any board here."""
Words = NDArray[np.uint64]
Steps = Sequence[tuple[int, int]]

_ORTHOGONAL: Steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL: Steps = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_GOLD: Steps = (*_ORTHOGONAL, (-1, -1), (1, -1))
STEPS: dict[int, Steps] = {
    PAWN: ((0, -1),),
    KNIGHT: ((-1, -2), (1, -2)),
    SILVER: (*_DIAGONAL, (0, -1)),
    GOLD: _GOLD,
    KING: (*_ORTHOGONAL, *_DIAGONAL),
    **{kind + PROMOTED: _GOLD for kind in (PAWN, LANCE, KNIGHT, SILVER)},
    HORSE: _ORTHOGONAL,
    DRAGON: _DIAGONAL,
}
"""One step of each kind, as (files to the left, ranks to Black's side), for Black."""
DOBUTSU_STEPS: dict[int, Steps] = {
    PAWN: STEPS[PAWN],
    BISHOP: _DIAGONAL,
    ROOK: _ORTHOGONAL,
    KING: STEPS[KING],
    PAWN + PROMOTED: _GOLD,
}
"""In dōbutsu shōgi: chick, elephant, giraffe, lion, hen."""
RAYS: Steps = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))
"""The directions of sliders: four to higher squares, and those back, to lower ones, in the same order."""
TO_BLACK, TO_WHITE = 0, 4
"""The directions of lances in `RAYS`."""


def place_of(square: int, ranks: int) -> tuple[int, int]:
    """The file, from 0 on the right, and the rank, from 0 at White's side, of a square on a board of so many
    ranks."""
    if square >= WORD:
        return WORD // ranks + (square - WORD) // ranks, (square - WORD) % ranks
    return square // ranks, square % ranks


def geometry_of(files: int, ranks: int, steps: Mapping[int, Steps], zone: int) -> Geometry:
    """The tables of such a board, made when first asked for."""
    return _made(files, ranks, tuple(sorted((kind, tuple(to)) for kind, to in steps.items())), zone)


@cache
def _made(files: int, ranks: int, steps: tuple[tuple[int, Steps], ...], zone: int) -> Geometry:
    return Geometry(files, ranks, dict(steps), zone)


class Geometry:
    """The tables of a board of so many files and ranks, each a row of pairs of words."""

    def __init__(self, files: int, ranks: int, steps: dict[int, Steps], zone: int) -> None:
        self.files, self.ranks = files, ranks
        self.whole_files = WORD // ranks
        """So many files fit into the first word."""
        self.squares = [self.square(file, rank) for file in range(files) for rank in range(ranks)]
        self.all = self.table([self.squares])
        self.steps = self.table(
            [
                self.steps_from(square, steps.get(kind, ()), side)
                for side in (BLACK, WHITE)
                for kind in range(KINDS)
                for square in range(PLACES)
            ]
        )
        self.rays = self.table([list(self.ray(square, *way)) for way in RAYS for square in range(PLACES)])
        """Index `PLACES` * direction + square."""
        oblique, straight = [w for w in RAYS if 0 not in w], [w for w in RAYS if 0 in w]
        self.open_lines = self.table(
            [
                [other for way in ways for other in self.ray(square, *way)]
                for ways in (oblique, straight, [RAYS[TO_WHITE]], [RAYS[TO_BLACK]])
                for square in range(PLACES)
            ]
        )
        """What sliders reach on a board without pieces: a bishop, a rook, Black's lance, White's; index
        `PLACES` * row + square."""
        self.files_of = self.table(
            [[*self.ray(square, 0, 1), square, *self.ray(square, 0, -1)] for square in range(PLACES)]
        )
        self.zones = self.table([self.last_ranks(side, zone) for side in (BLACK, WHITE)])
        dead = {PAWN: 1, LANCE: 1, KNIGHT: 2}
        self.dead = self.table(
            [self.last_ranks(side, dead.get(kind, 0)) for side in (BLACK, WHITE) for kind in range(KINDS)]
        )
        """Where a piece of a side and kind could never move again; index `KINDS` * side + kind."""
        self.bottom = self.table([[self.square(file, ranks - 1) for file in range(files)]])
        self.between, self.lines = self._pairs()

    def square(self, file: int, rank: int) -> int:
        """The number of a square, file and rank counted from 0."""
        return self.ranks * file + rank + (WORD - self.ranks * self.whole_files) * (file >= self.whole_files)

    def place(self, square: int) -> tuple[int, int]:
        """The file and rank of a square, from 0."""
        return place_of(square, self.ranks)

    def table(self, rows: Sequence[Sequence[int]]) -> Words:
        """Sets of squares as pairs of words."""
        words = [0] * (2 * len(rows))  # plain numbers: NumPy's take ten times as long one by one
        for at, squares in enumerate(rows):
            for square in squares:
                words[2 * at + square // WORD] |= 1 << square % WORD
        return np.array(words, np.uint64)

    def ray(self, square: int, left: int, down: int) -> Iterator[int]:
        """The squares from one on in a direction, to the edge."""
        if square in self.squares:
            file, rank = self.place(square)
            while 0 <= (file := file + left) < self.files and 0 <= (rank := rank + down) < self.ranks:
                yield self.square(file, rank)

    def steps_from(self, square: int, steps: Steps, side: int) -> list[int]:
        """Where steps lead a piece of a side."""
        found = []
        if square in self.squares:
            file, rank = self.place(square)
            for left, down in steps:
                there = file + left, rank + (down if side == BLACK else -down)
                if 0 <= there[0] < self.files and 0 <= there[1] < self.ranks:
                    found.append(self.square(*there))
        return found

    def last_ranks(self, side: int, count: int) -> list[int]:
        """The last so many ranks, as a side goes."""
        low = 0 if side == BLACK else self.ranks - count
        return [self.square(file, rank) for file in range(self.files) for rank in range(low, low + count)]

    def _pairs(self) -> tuple[Words, Words]:
        """For each two squares, those between them and the line through them, both included; index
        `PLACES` * one + other.  None for two on no line."""
        between: list[Sequence[int]] = [()] * (PLACES * PLACES)
        lines: list[Sequence[int]] = [()] * (PLACES * PLACES)
        for square in self.squares:
            for left, down in RAYS:
                ahead = list(self.ray(square, left, down))
                line = [*self.ray(square, -left, -down), square, *ahead]
                for at, other in enumerate(ahead):
                    between[PLACES * square + other] = ahead[:at]
                    lines[PLACES * square + other] = line
        return self.table(between), self.table(lines)

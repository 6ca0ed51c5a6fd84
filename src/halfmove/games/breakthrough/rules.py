"""The rules of Breakthrough (Dan Troyka, 2000).

Each side begins with its first two rows full of pawns; on boards of fewer than six rows, with one row.  A
pawn moves one square ahead, straight or diagonally, to an empty square; diagonally it may capture, straight
ahead it may not.  Who brings a pawn to the far row, or captures all pawns of the other, wins.  There are no
draws, and nobody is ever without a move: the pawn that is farthest ahead can always go on diagonally.

Squares are numbered row by row from White's side, a1 first.  An action is three times the pawn's square, plus
0, 1 or 2 where it goes one column to the left, straight ahead or to the right, as White sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

LEFT, STRAIGHT, RIGHT = 0, 1, 2
WIDTHS, HEIGHTS = range(2, 9), range(3, 9)
TWO_ROWS = 6
"""Rows of the board from which on each side has two rows of pawns."""


class State(NamedTuple):
    """The pawns of both sides, and who is to move: 0 White, 1 Black."""

    white: Bitboard
    black: Bitboard
    mover: int


class Rules(Game):
    """The six functions."""

    name = "breakthrough"
    player_names = ("White", "Black")

    width: int = 8
    height: int = 8
    squares: int
    all: Bitboard
    first_row: Bitboard
    last_row: Bitboard
    left_column: Bitboard
    right_column: Bitboard
    white_start: Bitboard
    black_start: Bitboard

    def setup(self) -> None:
        if self.width not in WIDTHS or self.height not in HEIGHTS:
            raise BadInput(
                f"Breakthrough is for boards of {WIDTHS[0]} to {WIDTHS[-1]} columns and {HEIGHTS[0]} to "
                f"{HEIGHTS[-1]} rows, not {self.width} by {self.height}."
            )
        self.squares = self.width * self.height
        self.all = (1 << self.squares) - 1
        row = (1 << self.width) - 1
        column = sum(1 << (self.width * r) for r in range(self.height))
        self.first_row, self.last_row = row, row << (self.squares - self.width)
        self.left_column, self.right_column = column, column << (self.width - 1)
        rows = 2 if self.height >= TWO_ROWS else 1
        self.white_start = (1 << (rows * self.width)) - 1
        self.black_start = self.white_start << (self.squares - rows * self.width)
        self.actions_limit = 3 * 2 * self.width

    # ---- the six functions
    def initial(self) -> State:
        return State(bits.board(self.white_start), bits.board(self.black_start), 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        own, other = self.sides(s)
        left = self.sources(own, bits.board(0), own, s.mover, LEFT)
        straight = self.sources(own, other, own, s.mover, STRAIGHT)
        right = self.sources(own, bits.board(0), own, s.mover, RIGHT)
        for square in bits.squares(left | straight | right):
            if bits.has(left, square):
                yield 3 * square + LEFT
            if bits.has(straight, square):
                yield 3 * square + STRAIGHT
            if bits.has(right, square):
                yield 3 * square + RIGHT

    def result(self, s: State, a: int) -> State:
        here, there = bits.bit(a // 3), bits.bit(self.target(s.mover, a))
        if s.mover == 0:
            return State(s.white ^ here ^ there, bits.without(s.black, there), 1)
        return State(bits.without(s.white, there), s.black ^ here ^ there, 0)

    def is_terminal(self, s: State) -> bool:
        nothing = bits.board(0)
        if s.mover == 0:
            return s.black & bits.board(self.first_row) != nothing or s.white == nothing
        return s.white & bits.board(self.last_row) != nothing or s.black == nothing

    def utility(self, s: State, player: int) -> int:
        return -1 if player == s.mover else 1  # only who has just moved can have won

    # ---- what the rules are made of
    def sides(self, s: State) -> tuple[Bitboard, Bitboard]:
        """The pawns of the player to move, and the other's."""
        return (s.white, s.black) if s.mover == 0 else (s.black, s.white)

    def target(self, mover: int, a: int) -> int:
        """The square that an action leads to."""
        return a // 3 + (self.width if mover == 0 else -self.width) + a % 3 - 1

    def ahead(self, pawns: Bitboard, mover: int, way: int) -> Bitboard:
        """The squares to which pawns go that all move one way; they never leave the board, but in its last
        row."""
        if way == LEFT:
            pawns = bits.right(bits.without(pawns, bits.board(self.left_column)), 1)
        elif way == RIGHT:
            pawns = bits.left(bits.without(pawns, bits.board(self.right_column)), 1)
        if mover == 0:
            return bits.left(pawns, self.width) & bits.board(self.all)
        return bits.right(pawns, self.width)

    def back(self, squares: Bitboard, mover: int, way: int) -> Bitboard:
        """The squares from which pawns come that reach `squares` by one way."""
        return self.ahead(squares, 1 - mover, RIGHT - way)

    def sources(self, pawns: Bitboard, other: Bitboard, own: Bitboard, mover: int, way: int) -> Bitboard:
        """Those of the pawns that can move one way, where neither `own` nor `other` may stand."""
        free = bits.without(self.ahead(pawns, mover, way), own | other)
        return self.back(free, mover, way) & pawns

"""Connect Four, on any board of up to 64 bits.

The board of W columns by H rows is a bitboard of W * (H + 1) squares, column by column from the bottom up;
the top square of each column stays empty, so that shifting never joins a column to the next.  7 x 6:

     6 13 20 27 34 41 48      <- always empty
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

The state is the mover's stones and the mask of all stones, the form John Tromp's solver made known.  An
action is a column from 0; people write columns from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

# ---- four in a line on a board of columns: step 1 is vertical, `stride` across, one less or more diagonal

WIDEST_STEP = 21
"""Four squares farther apart do not fit 64 bits: a board so high has fewer than four columns."""


def aligned(stones: Bitboard, stride: int) -> bool:
    """Whether four of `stones` stand in a line."""
    # `starts` four times, written out: every node of an interpreted search asks this, and each call costs it
    pairs = stones & (stones >> 1)
    if pairs & (pairs >> 2):
        return True
    if stride - 1 <= WIDEST_STEP:
        pairs = stones & (stones >> (stride - 1))
        if pairs & (pairs >> (2 * stride - 2)):
            return True
    if stride <= WIDEST_STEP:
        pairs = stones & (stones >> stride)
        if pairs & (pairs >> (2 * stride)):
            return True
    if stride + 1 <= WIDEST_STEP:
        pairs = stones & (stones >> (stride + 1))
        if pairs & (pairs >> (2 * stride + 2)):
            return True
    return False


def starts(stones: Bitboard, step: int) -> Bitboard:
    """The lowest squares of all fours that stand `step` apart in `stones`."""
    if step > WIDEST_STEP:
        return bits.board(0)
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (2 * step))


def lines_in(squares: Bitboard, stride: int) -> int:
    """How many lines of four lie wholly in `squares`."""
    return (
        bits.count(starts(squares, 1))
        + bits.count(starts(squares, stride - 1))
        + bits.count(starts(squares, stride))
        + bits.count(starts(squares, stride + 1))
    )


def completing(stones: Bitboard, stride: int) -> Bitboard:
    """The squares that would complete a line of four for `stones`, occupied ones and edges included."""
    vertical = bits.left(stones, 1) & bits.left(stones, 2) & bits.left(stones, 3)
    return vertical | gaps(stones, stride - 1) | gaps(stones, stride) | gaps(stones, stride + 1)


def gaps(stones: Bitboard, step: int) -> Bitboard:
    """The squares that complete four of `stones` standing `step` apart."""
    if step > WIDEST_STEP:
        return bits.board(0)
    up, down = bits.left(stones, step), stones >> step
    up2, down2 = up & bits.left(stones, 2 * step), down & (stones >> (2 * step))
    return (
        (up2 & bits.left(stones, 3 * step)) | (up2 & down) | (down2 & up) | (down2 & (stones >> (3 * step)))
    )


class State(NamedTuple):
    """The stones of the player to move, and all stones."""

    own: Bitboard
    mask: Bitboard


class Rules(Game):
    """Drop a stone into a column; four in a line, in any direction, win."""

    name = "connect4"
    player_names = ("X", "O")
    draws_agreed = True

    width: int = 7
    height: int = 6

    bottom: Bitboard
    top: Bitboard
    board: Bitboard
    column: Bitboard

    def setup(self) -> None:
        if self.width < 1 or self.height < 1:
            raise BadInput(
                f"A Connect Four board has at least 1 column and 1 row, not {self.width} by {self.height}."
            )
        if self.width * (self.height + 1) > 64:
            tallest = 64 // self.width - 1
            right = (
                f"at width {self.width} the height is at most {tallest}"
                if tallest > 0
                else "the width is at most 32"
            )
            raise BadInput(
                f"A Connect Four board of {self.width} by {self.height} is too large: "
                f"width * (height + 1) must be at most 64, so {right}."
            )
        self.stride = self.height + 1
        self.squares = self.width * self.height
        self.actions_limit = self.width
        self.column = (1 << self.height) - 1
        self.bottom = sum(1 << (self.stride * c) for c in range(self.width))
        self.top = self.bottom << (self.height - 1)
        self.board = self.bottom * ((1 << self.height) - 1)

    # ---- the six functions
    def initial(self) -> State:
        return State(0, 0)

    def to_move(self, s: State) -> int:
        return bits.count(s.mask) & 1

    def actions(self, s: State) -> Iterator[int]:
        # the lowest empty squares: adding one at the foot of a column carries to just above its stones
        for square in bits.squares(bits.plus(s.mask, self.bottom) & self.board):
            yield square // self.stride

    def result(self, s: State, a: int) -> State:
        return State(s.own ^ s.mask, s.mask | bits.plus(s.mask, bits.bit(self.stride * a)))

    def is_terminal(self, s: State) -> bool:
        return aligned(s.own ^ s.mask, self.stride) or s.mask == self.board

    def utility(self, s: State, player: int) -> int:
        if aligned(s.own ^ s.mask, self.stride):
            return -1 if player == self.to_move(s) else 1
        return 0

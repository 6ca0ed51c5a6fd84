"""Connect Four, on any board of up to 64 bits.

The board of W columns by H rows is a bitboard of W * (H + 1) squares, column by column from the bottom up; the
top square of each column stays empty, so that shifting never joins a column to the next.  7 x 6:

     6 13 20 27 34 41 48      <- always empty
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

The state is the mover's stones and the mask of all stones, the form John Tromp's solver made known.  An action is
a column from 0; people write columns from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.errors import BadInput
from halfmove.core.score import loss_in, win_in
from halfmove.games.connect4.text import Notation

WIDEST_STEP = 21
"""Four squares farther apart do not fit 64 bits: a board so high has fewer than four columns."""


class State(NamedTuple):
    """The stones of the player to move, and all stones."""

    own: Bitboard
    mask: Bitboard


class ConnectFour(Notation):
    """Drop a stone into a column; four in a line, in any direction, win."""

    name = "connect4"
    player_names = ("X", "O")
    symmetry_count = 2

    width: int = 7
    height: int = 6

    bottom: Bitboard
    top: Bitboard
    board: Bitboard
    column: Bitboard
    mine: Bitboard
    yours: Bitboard

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
        self.mine = sum(self.bottom << r for r in range(self.height) if (self.height - r) % 2 == 0)
        self.yours = (self.bottom * ((1 << self.height) - 1)) ^ self.mine
        self.top = self.bottom << (self.height - 1)
        self.board = self.bottom * ((1 << self.height) - 1)

    # ---- the six functions
    def initial(self) -> State:
        return State(0, 0)

    def to_move(self, s: State) -> int:
        return bits.count(s.mask) & 1

    def actions(self, s: State) -> Iterator[int]:
        for column in range(self.width):
            if not bits.has(s.mask, self.stride * column + self.height - 1):
                yield column

    def result(self, s: State, a: int) -> State:
        return State(s.own ^ s.mask, s.mask | bits.plus(s.mask, bits.bit(self.stride * a)))

    def is_terminal(self, s: State) -> bool:
        return aligned(s.own ^ s.mask, self.stride) or s.mask == self.board

    def utility(self, s: State, player: int) -> int:
        if aligned(s.own ^ s.mask, self.stride):
            return -1 if player == self.to_move(s) else 1
        return 0

    # ---- knowledge: a symmetric board, proven bounds, moves that do not lose at once, promising moves first
    def key(self, s: State) -> Bitboard:
        return bits.plus(s.own, s.mask)

    def symmetric(self, s: State, k: int) -> State:
        return s if k == 0 else State(self.mirror(s.own), self.mirror(s.mask))

    def symmetric_action(self, a: int, k: int) -> int:
        return a if k == 0 else self.width - 1 - a

    def mirror(self, b: Bitboard) -> Bitboard:
        """The bitboard with the order of its columns reversed."""
        mirrored = bits.board(0)
        for c in range(self.width):
            mirrored |= bits.left((b >> (self.stride * c)) & self.column, self.stride * (self.width - 1 - c))
        return mirrored

    def threats(self, stones: Bitboard, mask: Bitboard) -> Bitboard:
        """The empty squares that would complete a line of four for `stones`."""
        vertical = bits.left(stones, 1) & bits.left(stones, 2) & bits.left(stones, 3)
        return (
            vertical
            | completing(stones, self.stride - 1)
            | completing(stones, self.stride)
            | completing(stones, self.stride + 1)
        ) & (self.board ^ mask)

    def bounds(self, s: State) -> tuple[int, int]:
        """What can be told without searching: wins and losses of the next moves, and drawn or decided endings."""
        other = s.own ^ s.mask
        playable = bits.plus(s.mask, self.bottom) & self.board
        empty = self.squares - bits.count(s.mask)
        if (self.threats(s.own, s.mask) & playable) != bits.board(0):
            return win_in(1), win_in(1)
        theirs = self.threats(other, s.mask)
        if self.safe(playable, theirs) == bits.board(0) and empty >= 2:
            return loss_in(2), loss_in(2)
        lower = loss_in(4) if empty >= 4 else 0
        upper = win_in(3) if empty >= 3 else 0
        return self.by_pairing(s, other, playable, theirs, empty, lower, upper)

    def by_pairing(
        self,
        s: State,
        other: Bitboard,
        playable: Bitboard,
        theirs: Bitboard,
        empty: int,
        lower: int,
        upper: int,
    ) -> tuple[int, int]:
        free = self.board ^ s.mask
        if not aligned(other | free, self.stride):
            lower = 0
        if empty & 1 == 0:
            if not aligned(s.own | (free & self.mine) | playable, self.stride):
                upper = 0
                if aligned(other | bits.without(free & self.yours, playable), self.stride):
                    upper = loss_in(empty)
        else:
            if not aligned(s.own | free, self.stride):
                upper = 0
            odd = playable & self.yours
            zug = bits.without(theirs & self.mine, playable)
            while zug != bits.board(0):
                threat = bits.lowest(zug)
                zug = bits.without_lowest(zug)
                c = threat // self.stride
                col = bits.left(self.column, self.stride * c)
                if (odd & col) != bits.board(0):
                    below = bits.minus(bits.bit(threat), bits.board(1)) & col
                    outside = bits.without(bits.board(self.board), col)
                    can = (((free & self.mine) | playable) & outside) | (below & free & self.yours)
                    if not aligned(s.own | can, self.stride):
                        upper = loss_in(bits.count(free & outside) + bits.count(below & free) + 1)
                        break
        return lower, upper

    def safe(self, playable: Bitboard, theirs: Bitboard) -> Bitboard:
        """The playable squares after which the opponent, whose threats are `theirs`, cannot win at once."""
        forced = playable & theirs
        if forced != bits.board(0):
            if bits.without_lowest(forced) != bits.board(0):
                return bits.board(0)
            playable = forced
        return bits.without(playable, theirs >> 1)

    def candidates(self, s: State) -> Iterator[int]:
        """The moves after which the opponent cannot win at once."""
        theirs = self.threats(s.own ^ s.mask, s.mask)
        safe = self.safe(bits.plus(s.mask, self.bottom) & self.board, theirs)
        for column in range(self.width):
            if (safe & bits.left(self.column, self.stride * column)) != bits.board(0):
                yield column

    def order(self, s: State, a: int) -> int:
        stone = bits.plus(s.mask, bits.bit(self.stride * a)) & bits.left(self.column, self.stride * a)
        made = self.threats(s.own | stone, s.mask | stone)
        centre = self.width - abs(2 * a - self.width + 1)
        return 16 * bits.count(made) + centre


def completing(stones: Bitboard, step: int) -> Bitboard:
    """The squares that complete four of `stones` standing `step` apart, occupied ones and edges included."""
    if step > WIDEST_STEP:
        return bits.board(0)
    up, down = bits.left(stones, step), stones >> step
    up2, down2 = up & bits.left(stones, 2 * step), down & (stones >> (2 * step))
    return (
        (up2 & bits.left(stones, 3 * step)) | (up2 & down) | (down2 & up) | (down2 & (stones >> (3 * step)))
    )


def aligned(stones: Bitboard, stride: int) -> bool:
    """Whether four of `stones` stand in a line."""
    return four(stones, 1) or four(stones, stride - 1) or four(stones, stride) or four(stones, stride + 1)


def four(stones: Bitboard, step: int) -> bool:
    """Whether four of `stones` stand `step` apart."""
    if step > WIDEST_STEP:
        return False
    pairs = stones & (stones >> step)
    return (pairs & (pairs >> (2 * step))) != bits.board(0)

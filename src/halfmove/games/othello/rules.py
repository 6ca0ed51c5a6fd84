"""Othello on boards of up to 8 squares a side, in one word; what boards of all sizes have in common.

The board is a bitboard, row by row from the top left, as players name the squares; 8 x 8:

        a  b  c  d  e  f  g  h
     1  0  1  2  3  4  5  6  7
     2  8  9 10 11 12 13 14 15
     3 16 17 18 19 20 21 22 23
     4 24 25 26 27 28 29 30 31
     5 32 33 34 35 36 37 38 39
     6 40 41 42 43 44 45 46 47
     7 48 49 50 51 52 53 54 55
     8 56 57 58 59 60 61 62 63

An action is a square, or width * height: the pass, the only action of a player who has no move while the
other has one.  The game is over where neither has.

Rules: World Othello Federation, *World Othello Championship Rules*.  They give the squares that are empty at
the end to the winner when discs are counted, as the scores `discs` and of solvers do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.othello.flipping import (
    RAY_TABLE,
    RAYS,
    SQUARES,
    board_number,
    enclosed_above,
    enclosed_below,
    ends,
)

LEAST, MOST = 4, 12
"""Squares of a side."""
WORD_SIDE = 8
"""With no side longer than this a board is one word, and else several (`several_words`)."""

SCORES = ("win", "discs", "discs on the board")
"""What `utility` counts: a win, a draw or a loss; the winner's discs and the empty squares less the loser's
discs; the discs alone."""
STARTS = ("diagonal", "parallel")


class State(NamedTuple):
    """The discs of the player to move, the other player's, and who is to move."""

    own: Bitboard
    other: Bitboard
    mover: int


class AnyBoard(Game):
    """Enclose the other side's discs to turn them over; most discs win.

    What does not depend on how many words a board has.
    """

    name = "othello"
    player_names = ("Black", "White")
    uncompiled_parameters = ("start",)
    stuck_is_over = True
    finished_count = True
    solving: ClassVar[Mapping[str, str]] = {"score": "discs"}

    width: int = 8
    height: int = 8
    start: str = "diagonal"
    score: str = "win"

    def setup(self) -> None:
        if any(side % 2 or not LEAST <= side <= MOST for side in (self.width, self.height)):
            raise BadInput(
                "An Othello board has 4, 6, 8, 10 or 12 columns and as many rows or others, not "
                f"{self.width} by {self.height}."
            )
        for name, value, known in (("start", self.start, STARTS), ("score", self.score, SCORES)):
            if value not in known:
                right = ", ".join(f"'{word}'" for word in known)
                raise BadInput(f"Othello's parameter '{name}' must be one of {right}, not '{value}'.")
        self.squares = self.width * self.height
        self.actions_limit = self.squares
        self.history_slots = self.squares + 1
        self.counts_discs = self.score != "win"
        self.counts_empty = self.score == "discs"
        self.utility_limit = self.squares if self.counts_discs else 1

    # ---- a set of discs, of as many words as the board has
    def holds(self, discs: Any, square: int) -> bool:
        """Whether a disc is on a square."""
        raise NotImplementedError

    def disc_count(self, discs: Any) -> int:
        """How many discs there are."""
        raise NotImplementedError

    def moves(self, own: Any, other: Any) -> Any:
        """The empty squares from which the side with the discs `own` encloses some of `other`."""
        raise NotImplementedError

    def placed(self, own: Iterable[int], other: Iterable[int], mover: int) -> Any:
        """The state with discs on these squares."""
        raise NotImplementedError

    # ---- the same on all boards
    def initial(self) -> Any:
        left = (self.height // 2 - 1) * self.width + self.width // 2 - 1
        upper, lower = (left, left + 1), (left + self.width, left + self.width + 1)
        if self.start == "parallel":
            return self.placed(lower, upper, 0)
        return self.placed((upper[1], lower[0]), (upper[0], lower[1]), 0)

    def to_move(self, s: Any) -> int:
        mover: int = s.mover
        return mover

    def utility(self, s: Any, player: int) -> int:
        margin = self.margin(s)
        return margin if player == s.mover else -margin

    def margin(self, s: Any) -> int:
        """What the end of the game is worth to the player to move, as `score` says."""
        own, other = self.disc_count(s.own), self.disc_count(s.other)
        margin = own - other
        if not self.counts_discs:
            return 1 if margin > 0 else -1 if margin < 0 else 0
        if self.counts_empty and margin != 0:
            empty = self.squares - own - other
            return margin + empty if margin > 0 else margin - empty
        return margin

    def plies_left(self, s: Any) -> int:
        """A move fills a square, and no two passes follow each other."""
        return 2 * (self.squares - self.disc_count(s.own) - self.disc_count(s.other))


class Rules(AnyBoard):
    """Enclose the other side's discs to turn them over; most discs win."""

    board: Bitboard
    inner: Bitboard
    """All columns but the first and the last."""
    not_left: Bitboard
    not_right: Bitboard

    def setup(self) -> None:
        super().setup()
        self.board = (1 << self.squares) - 1
        row = (1 << self.width) - 1
        first = self.board // row
        self.not_left = self.board ^ first
        self.not_right = self.board ^ (first << (self.width - 1))
        self.inner = self.not_left & self.not_right
        self.rays_at = RAYS * SQUARES * board_number(self.width, self.height)

    def holds(self, discs: Bitboard, square: int) -> bool:
        return bits.has(discs, square)

    def disc_count(self, discs: Bitboard) -> int:
        return bits.count(discs)

    def placed(self, own: Iterable[int], other: Iterable[int], mover: int) -> State:
        return State(sum(1 << n for n in own), sum(1 << n for n in other), mover)

    # ---- the functions of the rules
    def actions(self, s: State) -> Iterator[int]:
        moves = self.moves(s.own, s.other)
        for square in bits.squares(moves):  # noqa: UP028  `yield from` has no machine code
            yield square
        if moves == bits.board(0) and self.moves(s.other, s.own) != bits.board(0):
            yield self.squares

    def result(self, s: State, a: int) -> State:
        if a == self.squares:
            return State(s.other, s.own, 1 - s.mover)
        flips = self.flips(s.own, s.other, a)
        return State(s.other ^ flips, s.own | flips | bits.bit(a), 1 - s.mover)

    def is_terminal(self, s: State) -> bool:
        return self.moves(s.own, s.other) == bits.board(0) and self.moves(s.other, s.own) == bits.board(0)

    # ---- what they are made of
    def moves(self, own: Bitboard, other: Bitboard) -> Bitboard:
        """The empty squares from which the side with the discs `own` encloses some of `other`."""
        inner = other & self.inner
        found = (
            ends(own, inner, 1)
            | ends(own, other, self.width)
            | ends(own, inner, self.width - 1)
            | ends(own, inner, self.width + 1)
        )
        return found & (self.board ^ (own | other))

    def beside(self, b: Bitboard) -> Bitboard:
        """The squares to the left and right of those of `b`."""
        return (bits.left(b, 1) & self.not_left) | ((b >> 1) & self.not_right)

    def above(self, b: Bitboard) -> Bitboard:
        """The squares above and below those of `b`."""
        return (bits.left(b, self.width) & self.board) | (b >> self.width)

    def around(self, b: Bitboard) -> Bitboard:
        """The squares that touch those of `b`, by an edge or a corner."""
        across = self.beside(b)
        return across | self.above(b | across)

    def flips(self, own: Bitboard, other: Bitboard, square: int) -> Bitboard:
        """The discs of `other` that a disc on the square turns over."""
        at = self.rays_at + RAYS * square
        return (
            enclosed_above(bits.entry(RAY_TABLE, at), own, other)
            | enclosed_above(bits.entry(RAY_TABLE, at + 1), own, other)
            | enclosed_above(bits.entry(RAY_TABLE, at + 2), own, other)
            | enclosed_above(bits.entry(RAY_TABLE, at + 3), own, other)
            | enclosed_below(bits.entry(RAY_TABLE, at + 4), own, other)
            | enclosed_below(bits.entry(RAY_TABLE, at + 5), own, other)
            | enclosed_below(bits.entry(RAY_TABLE, at + 6), own, other)
            | enclosed_below(bits.entry(RAY_TABLE, at + 7), own, other)
        )

    def count_actions(self, s: State) -> int:
        count = bits.count(self.moves(s.own, s.other))
        if count == 0 and self.moves(s.other, s.own) != bits.board(0):
            return 1
        return count

    def is_legal(self, s: State, a: int) -> bool:
        moves = self.moves(s.own, s.other)
        if a == self.squares:
            return moves == bits.board(0) and self.moves(s.other, s.own) != bits.board(0)
        return bits.has(moves, a)

    def plies_left(self, s: State) -> int:
        return 2 * bits.count(self.board ^ (s.own | s.other))

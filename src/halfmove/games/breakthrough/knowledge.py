"""What is known of Breakthrough, for searches: races, an estimate, an order of moves, playouts.

**Races.**  A pawn that no pawn of the other can reach or block on its way straight ahead is a *runner*: it
arrives after as many moves as it has rows to go.  A pawn moves one column a row at most, so that pawns which
stand farther to the side than they have rows to come never meet it.  A side with a runner wins if no pawn of
the other can arrive sooner, whatever both do (the race patterns of Saffidine, Jouandeau and Cazenave,
*Solving Breakthrough with Race Patterns and Job-Level Proof Number Search*, Advances in Computer Games 13,
2011).  So `bounds` proves a game some plies, up to a dozen, before its end.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import INFINITY, loss_in, win_in
from halfmove.games.breakthrough.rules import LEFT, RIGHT, STRAIGHT, Rules, State

PAWN = 30_000
"""A pawn more, in the engine's units."""
GUARDED = 3_000
"""For each row that a pawn has gone which another one guards from diagonally behind."""
ADVANCE = (6_000, 0, 1_000, 3_000, 9_000, 22_000, 50_000, 0)
"""What a pawn is worth besides by the rows that it has gone; more at home, as it guards the first row there.
On boards of fewer rows the last entries are taken."""
LIMIT = 890_000
NEVER = 99
"""More moves than any race takes."""


class Knowledge(Rules):
    """Races, and what a search asks besides."""

    unit = PAWN
    estimate_unit = "pawns"
    tableless_plies = 0

    cones: NDArray[np.uint64]
    worth: tuple[int, ...]
    rows: NDArray[np.uint64]
    """The rows from White's side."""

    def setup(self) -> None:
        super().setup()
        self.cones = np.array(
            [
                self._cone(square, side, early)
                for side in (0, 1)
                for early in (0, 1)
                for square in range(self.squares)
            ],
            np.uint64,
        )
        self.worth = (ADVANCE[0], *ADVANCE[9 - self.height :])
        self.rows = np.array([self.first_row << (self.width * r) for r in range(self.height)], np.uint64)
        self.symmetry_count = 2 if self.width > 1 else 1

    def _cone(self, square: int, side: int, early: int) -> int:
        """From where pawns of the other may stop one of `side`, if it moves first (0) or they do (1)."""
        row, column = divmod(square, self.width)
        step, found = (1 if side == 0 else -1), 0
        for other in range(self.squares):
            rows = step * (other // self.width - row)
            if rows > 0 and abs(other % self.width - column) <= rows - 1 + early:
                found |= 1 << other
        return found

    def row(self, side: int, number: int) -> Bitboard:
        """A row as a side counts them: 0 is its own first."""
        return bits.entry(self.rows, number if side == 0 else self.height - 1 - number)

    # ---- races
    def nearest(self, pawns: Bitboard, side: int) -> int:
        """The moves after which a side's pawn that is farthest ahead can be on the far row."""
        for moves in range(self.height):
            if pawns & self.row(side, self.height - 1 - moves) != bits.board(0):
                return moves
        return NEVER

    def runner(self, pawns: Bitboard, other: Bitboard, side: int, early: int) -> int:
        """The moves after which a side's first runner arrives; `NEVER` if there is none.

        `early`: whether the other moves first.  A pawn of its own in front of a runner is a runner, too, and
        is found before it, so that the way is free.
        """
        table = (2 * side + early) * self.squares
        for moves in range(self.height):
            row = pawns & self.row(side, self.height - 1 - moves)
            for square in bits.squares(row):
                if other & bits.entry(self.cones, table + square) == bits.board(0):
                    return moves
        return NEVER

    def bounds(self, s: State) -> tuple[int, int]:
        """Wins and losses of races that are sure."""
        own, other = self.sides(s)
        mine, theirs = self.nearest(own, s.mover), self.nearest(other, 1 - s.mover)
        if mine == 1:  # it can go on diagonally, or straight ahead
            return win_in(1), win_in(1)
        run = self.runner(own, other, s.mover, 0)
        if run <= theirs:
            return win_in(2 * run - 1), INFINITY
        run = self.runner(other, own, 1 - s.mover, 1)
        if run < mine:
            return -INFINITY, loss_in(2 * run)
        return -INFINITY, INFINITY

    def candidates(self, s: State) -> Iterator[int]:
        """All moves; but where the other is about to arrive and the mover is not, captures of that pawn.

        It cannot be blocked, as it may go on diagonally.  Two such pawns, or one that nobody can capture,
        leave the moves as they are: `bounds` may not know that they lose, the next ply does.
        """
        own, other = self.sides(s)
        danger = other & self.row(s.mover, 1)
        takers = self.back(danger, s.mover, LEFT) | self.back(danger, s.mover, RIGHT)
        if (
            danger == bits.board(0)
            or takers & own == bits.board(0)
            or own & self.row(s.mover, self.height - 2) != bits.board(0)
        ):
            for action in self.actions(s):
                yield action
        else:
            for action in self.actions(s):
                if bits.has(danger, self.target(s.mover, action)):
                    yield action

    def plies_left(self, s: State) -> int:
        """Every move takes a pawn a row ahead."""
        rows = 0
        for row in range(self.height):
            rows += (self.height - 1 - row) * bits.count(s.white & self.row(0, row))
            rows += (self.height - 1 - row) * bits.count(s.black & self.row(1, row))
        return rows

    # ---- the estimate
    def evaluate(self, s: State, player: int) -> int:
        value = self.side_value(s.white, 0) - self.side_value(s.black, 1)
        value = max(-LIMIT, min(LIMIT, value))
        return value if player == 0 else -value

    def side_value(self, pawns: Bitboard, side: int) -> int:
        """A side's pawns, how far they have come, and which of them are guarded."""
        guarded = pawns & (self.ahead(pawns, side, LEFT) | self.ahead(pawns, side, RIGHT))
        value = PAWN * bits.count(pawns)
        for row in range(self.height):
            there = self.row(side, row)
            value += self.worth[row] * bits.count(pawns & there)
            value += GUARDED * row * bits.count(guarded & there)
        return value

    def order(self, s: State, a: int) -> int:
        """Captures, of pawns far ahead first; then moves that go far ahead."""
        _, other = self.sides(s)
        there = self.target(s.mover, a)
        row = there // self.width if s.mover == 0 else self.height - 1 - there // self.width
        if bits.has(other, there):
            return 500 - 30 * row
        return 8 * row

    def forcing(self, s: State) -> Iterator[int]:
        """Captures."""
        own, other = self.sides(s)
        near = self.back(other, s.mover, LEFT) | self.back(other, s.mover, RIGHT)
        if near & own != bits.board(0):
            for action in self.actions(s):
                if bits.has(other, self.target(s.mover, action)):
                    yield action

    # ---- the same position in a mirror
    def symmetric(self, s: State, k: int) -> State:
        return State(self.mirrored(s.white), self.mirrored(s.black), s.mover) if k == 1 else s

    def mirrored(self, pawns: Bitboard) -> Bitboard:
        """The pawns with left and right exchanged."""
        done = bits.board(0)
        for square in bits.squares(pawns):
            done |= bits.bit(square + self.width - 1 - 2 * (square % self.width))
        return done

    def symmetric_action(self, a: int, k: int) -> int:
        square = a // 3
        return 3 * (square + self.width - 1 - 2 * (square % self.width)) + 2 - a % 3 if k == 1 else a

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        return self.drawn(s, bits.board(self.all), random)

    def drawn(self, s: State, targets: Bitboard, random: Buffer) -> int:
        """One of the moves to some squares, drawn at random; -1 where there is none."""
        own, other = self.sides(s)
        left = bits.without(self.ahead(own, s.mover, LEFT), own) & targets
        straight = bits.without(self.ahead(own, s.mover, STRAIGHT), own | other) & targets
        right = bits.without(self.ahead(own, s.mover, RIGHT), own) & targets
        lefts, straights = bits.count(left), bits.count(straight)
        moves = lefts + straights + bits.count(right)
        if moves == 0:
            return -1
        number, way = below(random, moves), LEFT
        there = left
        if number >= lefts + straights:
            number, way, there = number - lefts - straights, RIGHT, right
        elif number >= lefts:
            number, way, there = number - lefts, STRAIGHT, straight
        square = bits.select(there, number)
        return 3 * (square + (self.width if s.mover == 1 else -self.width) + 1 - way) + way

    def playout(self, s: State, last: int, random: Buffer) -> int:
        """A move to the far row; else the capture of a pawn that is about to arrive; else mostly a capture,
        if there is one."""
        own, other = self.sides(s)
        if own & self.row(s.mover, self.height - 2) != bits.board(0):
            return self.drawn(s, self.row(s.mover, self.height - 1), random)
        danger = other & self.row(s.mover, 1)
        if danger != bits.board(0):
            return self.drawn(s, danger, random)
        if below(random, 4) > 0:
            return self.drawn(s, other, random)
        return -1

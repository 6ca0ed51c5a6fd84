"""What checkers players know, as hooks: what to look at first, and what a playout needs; the evaluation is in
`evaluation`."""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.games.checkers.evaluation import MAN, MIDDLE, Evaluation
from halfmove.games.checkers.geometry import BLACK, BOARD, BOTTOM, DIRECTIONS, SIDE, TOP, crown, moved
from halfmove.games.checkers.rules import State, jumps_of, start_of, way_of

KING = 13_000
"""What taking a piece gains, at most, where nothing is evaluated."""


class Knowledge(Evaluation):
    """What `Checkers` knows beyond its rules."""

    selective = True
    moves_in_pairs = True
    draws_agreed = True
    history_slots = 2 * 2 * 64 * 4

    # ---- what to look at, and what first
    def in_check(self, s: State) -> bool:
        """Whether the mover must capture: what stands on the board then is no measure of the position."""
        return self.jumpers(s) != bits.board(0)

    def quiet(self, s: State, a: int) -> bool:
        return jumps_of(a) == 0 and not self.crowns(s, a)

    def crowns(self, s: State, a: int) -> bool:
        """Whether a man becomes a king."""
        start = start_of(a)
        if bits.has(s.kings, start):
            return False
        if jumps_of(a) == 0:
            return moved(bits.bit(start), way_of(a) & 3) & crown(s.mover) != bits.board(0)
        row = (start - start // 9) // 4
        gone = 2 * jumps_of(a)
        return row + gone == SIDE - 1 if s.mover == BLACK else row - gone == 0

    def gain(self, s: State, a: int) -> int:
        gained = jumps_of(a) * KING
        return gained + KING - MAN if self.crowns(s, a) else gained

    def order(self, s: State, a: int) -> int:
        """The most pieces first, then kings made; of steps those towards the last row and the middle."""
        rank = 200 * min(jumps_of(a), 4)
        if self.crowns(s, a):
            rank += 150
        if jumps_of(a) == 0:
            start = bits.bit(start_of(a))
            goal = moved(start, way_of(a) & 3)
            middle = bits.board(MIDDLE)
            rank += 20 * (bits.count(goal & middle) - bits.count(start & middle))
            if bits.without(start, s.kings) & bits.board(TOP if s.mover == BLACK else BOTTOM) != bits.board(
                0
            ):
                rank -= 30
        return rank

    def history_slot(self, s: State, a: int) -> int:
        kind = 1 if bits.has(s.kings, start_of(a)) else 0
        return ((2 * s.mover + kind) * 64 + start_of(a)) * 4 + (way_of(a) & 3)

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        if self.jumpers(s) != bits.board(0):
            return -1
        empty = bits.board(BOARD) ^ (s.own | s.other)
        left = below(random, self.steps(s))
        found = -1
        for d in range(DIRECTIONS):
            goers = self.goers(s, d) & moved(empty, 3 - d)
            count = bits.count(goers)
            if found < 0:
                if left < count:
                    found = bits.select(goers, left) | (d << 10)
                left -= count
        return found

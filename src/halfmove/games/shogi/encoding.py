"""Shogi before a network: planes of pieces and hands, and a place in the policy for each move.

The board is seen from the mover's side: for White it is turned round, so that both sides' pawns go up, and
one network plays both.  A row of a plane is a rank from the far side down, a column a file from the left.

The planes are those of AlphaZero without the history (Silver et al., *Mastering Chess and Shogi by
Self-Play*, 2017, table S1): each kind of piece, the mover's and then the opponent's; what both have in hand;
and what the rules look back for.  A move has the square it goes to and a plane for how it comes there, as no
two pieces come from the same direction (T. Yamaoka's dlshogi):

    direction       0 to 7 from where a king's step would come, 8 and 9 by a knight's leap, left and right
    10 + direction  the same with a promotion
    20 + place      a drop of what has this place among the kinds that can be in hand, pawns first

These are 27 planes, where AlphaZero, which counts from the square a move starts at, has 139.  The last place,
beyond the planes, is the declaration of an impasse.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT, direction_of
from halfmove.games.shogi.geometry import place_of
from halfmove.games.shogi.position import (
    DECLARE,
    DROP,
    Position,
    end_of,
    hand_of,
    held,
    kind_at,
    other_of,
    own_of,
    promotes,
    start_of,
)
from halfmove.games.shogi.rules import Rules

DIRECTIONS = 10
LEAP = 8
MOVES = 2 * DIRECTIONS + 7
CHECKS = 4
"""So many checks in a row fill a plane."""


class Encoding(Rules):
    """A position as a network takes it in, and a move as a place of its policy."""

    hand_kinds: tuple[int, ...]
    kinds: tuple[int, ...]
    most: tuple[int, ...]

    def setup(self) -> None:
        super().setup()
        planes = 2 * len(self.kinds) + 4 * len(self.hand_kinds) + 3
        self.plane_shape = (planes, self.ranks, self.files)
        self.policy_size = MOVES * self.ranks * self.files + 1

    def write_planes(self, s: Position, out: Buffer, at: int) -> int:
        at = self.write_side(s, own_of(s), out, at)
        at = self.write_side(s, other_of(s), out, at)
        at = self.write_hand(s, s.mover, out, at)
        at = self.write_hand(s, 1 - s.mover, out, at)
        at = self.write_number(PRESENT if s.mover == 1 else 0, out, at)
        at = self.write_number(PRESENT * min(s.checks[0], CHECKS) // CHECKS, out, at)
        return self.write_number(PRESENT * min(s.checks[1], CHECKS) // CHECKS, out, at)

    def write_side(self, s: Position, side: Wide, out: Buffer, at: int) -> int:
        """A plane for each kind of piece of a side; the place after them."""
        points = self.ranks * self.files
        end = at + len(self.kinds) * points
        for place in range(at, end):
            out[place] = 0
        for square in bits.wide_squares(side):
            kind = kind_at(s, square)
            plane = 0
            for other in self.kinds:
                plane += 1 if other < kind else 0
            out[at + plane * points + self.point(square, s.mover)] = PRESENT
        return end

    def write_hand(self, s: Position, side: int, out: Buffer, at: int) -> int:
        """For each kind that can be in hand, a plane whether it is and one of how many of all are."""
        hand = hand_of(s, side)
        for kind in self.hand_kinds:
            number = held(hand, kind)
            at = self.write_number(PRESENT if number > 0 else 0, out, at)
            at = self.write_number(PRESENT * number // self.most[kind], out, at)
        return at

    def write_number(self, number: int, out: Buffer, at: int) -> int:
        """A plane with the same number everywhere; the place after it."""
        end = at + self.ranks * self.files
        for place in range(at, end):
            out[place] = number
        return end

    def point(self, square: int, mover: int) -> int:
        """Where a square lies in a plane that the mover sees."""
        file, rank = place_of(square, self.ranks)
        if mover == 0:
            return self.files * rank + self.files - 1 - file
        return self.files * (self.ranks - 1 - rank) + file

    def policy_index(self, s: Position, a: int) -> int:
        points = self.ranks * self.files
        if a == DECLARE:
            return MOVES * points
        start, end = start_of(a), end_of(a)
        there = self.point(end, s.mover)
        if start >= DROP:
            place = 0
            for other in self.hand_kinds:
                place += 1 if other < start - DROP else 0
            return points * (2 * DIRECTIONS + place) + there
        here = self.point(start, s.mover)
        right = there % self.files - here % self.files
        down = there // self.files - here // self.files
        if abs(right) == 1 and abs(down) == 2:
            direction = LEAP + (1 if right > 0 else 0)
        else:
            direction = direction_of(right, down)
        return points * (direction + (DIRECTIONS if promotes(a) else 0)) + there

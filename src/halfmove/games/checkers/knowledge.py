"""What checkers players know, as hooks: an evaluation, what to look at first, and what a playout needs."""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.packed_weights import end_of_game, middle_of
from halfmove.core.randomness import below
from halfmove.core.score import ESTIMATE
from halfmove.core.term import Term
from halfmove.games.checkers.geometry import (
    BLACK,
    BOARD,
    BOTTOM,
    DIRECTIONS,
    SIDE,
    TOP,
    crown,
    moved,
    squares_of,
)
from halfmove.games.checkers.rules import Rules, State, jumps_of, start_of, way_of
from halfmove.games.checkers.weights import FEATURES, OFFSETS, WEIGHTS, WHOLE

# ---- the evaluation by named features, and each of them shown
# The features are Samuel's (*Some Studies in Machine Learning Using the Game of Checkers*, IBM Journal 3,
# 1959, appendix C: advancement, back row bridge, centre control, mobility, the move) and Chinook's
# (Schaeffer, Culberson, Treloar, Knight, Lu and Szafron, *A World Championship Caliber Checkers Program*,
# Artificial Intelligence 53, 1992: kings, trapped kings, runaway men, the worth of exchanges to who is
# ahead).  The weights are an argument, so that one source serves three ends: the search adds up those of
# `weights`, the table of the terms those of one feature, and the tuner learns how often a feature counts from
# a weight of one.

MAN = 10_000
"""A man as it was before weights were tuned, in units of an estimate: `Game.unit`."""
UNITS = MAN // 1000
"""Units of an estimate in a weight's thousandth of a man."""
LEAD = 24
"""What being a man ahead counts in `exchanges`, times the pieces on the board."""
MEN, KINGS, BRIDGE, BACK, ADVANCED = (OFFSETS[f.name] for f in FEATURES[:5])
CENTRE, EDGE, CORNER, BACKED, MOBILITY = (OFFSETS[f.name] for f in FEATURES[5:10])
TRAPPED, RUNAWAY, MOVE, TURN, AHEAD = (OFFSETS[f.name] for f in FEATURES[10:])
HOME_BLACK, HOME_WHITE = squares_of(1, 3), squares_of(30, 32)
MIDDLE = squares_of(10, 11, 14, 15, 18, 19, 22, 23)
EDGES = squares_of(4, 5, 12, 13, 20, 21, 28, 29)
CORNERS = squares_of(1, 5, 28, 32)
SYSTEM = squares_of(*(n for row in (0, 2, 4, 6) for n in range(4 * row + 1, 4 * row + 5)))
"""The squares of the rows in which Black's first stand; White's system is the others."""


class Evaluation(Rules):
    """The hook `evaluate`, and what it is made of."""

    unit = MAN
    estimate_unit = "men"
    weights = WEIGHTS
    """Another tuple in a class of its own evaluates with other weights."""

    # ---- features of one side
    def reach(self, pieces: Bitboard, first: int) -> Bitboard:
        """One step from the pieces, in the directions `first` and the next."""
        return moved(pieces, first) | moved(pieces, first + 1)

    def bridge(self, men: Bitboard, side: int) -> int:
        """1 where the bridge stands, else 0."""
        home = bits.board(HOME_BLACK if side == BLACK else HOME_WHITE)
        return 1 if bits.without(home, men) == bits.board(0) else 0

    def advancement(self, men: Bitboard, w: Any, side: int) -> int:
        """Each man's weight by the rows that he has gone."""
        total = 0
        row = crown(1 - side)
        for gone in range(SIDE - 2):
            row = self.reach(row, 0 if side == BLACK else 2)
            total += w[ADVANCED + gone] * bits.count(men & row)
        return total

    def backed(self, men: Bitboard, taken: Bitboard, side: int) -> int:
        """Men behind whom, towards their own side, no square is empty."""
        empty = bits.board(BOARD) ^ taken
        return bits.count(bits.without(men, self.reach(empty, 0 if side == BLACK else 2)))

    def runaways(self, men: Bitboard, other: Bitboard, side: int) -> int:
        """For each man before whom the other side has nothing, how near he is to the last row, 1 to 6."""
        first = 0 if side == BLACK else 2
        shadow = other
        for _ in range(SIDE - 1):
            shadow |= self.reach(shadow, 2 - first)
        free = bits.without(men, shadow)
        total = 0
        row = crown(side)
        for near in range(SIDE - 1):
            row = self.reach(row, 2 - first)
            total += max(6 - near, 0) * bits.count(free & row)
        return total

    def step_count(self, men: Bitboard, kings: Bitboard, empty: Bitboard, side: int) -> tuple[int, int]:
        """Steps of all men of a side, and of its kings."""
        of_men, of_kings = 0, 0
        for d in range(DIRECTIONS):
            near = moved(empty, 3 - d)
            of_kings += bits.count(kings & near)
            if (d < 2) == (side == BLACK):
                of_men += bits.count(men & near)
        return of_men, of_kings

    def trapped(self, own: Bitboard, other: Bitboard) -> int:
        """Kings of `own` that can neither step nor jump; `own` are kings only, `other` all other pieces'
        squares."""
        empty = bits.board(BOARD) ^ other
        able = bits.board(0)
        for d in range(DIRECTIONS):
            able |= moved(empty, 3 - d)
        return bits.count(bits.without(own, able))

    def the_move(self, s: State) -> int:
        """1 where the player to move has the move, -1 where the other has, 0 where pieces are not even."""
        own, other = bits.count(s.own), bits.count(s.other)
        if own != other:
            return 0
        system = bits.board(SYSTEM) if s.mover == BLACK else bits.board(BOARD) ^ bits.board(SYSTEM)
        return 1 if bits.count((s.own | s.other) & system) & 1 else -1

    def ahead(self, s: State) -> int:
        """How far the player to move is ahead, more with fewer pieces on the board, at most 72."""
        own, other = bits.count(s.own), bits.count(s.other)
        kings = bits.count(s.own & s.kings) - bits.count(s.other & s.kings)
        lead = 2 * (own - other) + kings
        worth = abs(lead) * LEAD // (own + other)
        return worth if lead > 0 else -worth

    def of_side(self, own: Bitboard, other: Bitboard, kings: Bitboard, w: Any, side: int) -> int:
        """One side's features, weighed; what depends on the turn left out."""
        men, kings = bits.without(own, kings), own & kings
        taken = own | other
        back = bits.board(TOP if side == BLACK else BOTTOM)
        middle, edges = bits.board(MIDDLE), bits.board(EDGES)
        of_men, of_kings = self.step_count(men, kings, bits.board(BOARD) ^ taken, side)
        total: int = (
            w[MEN] * bits.count(men)
            + w[BRIDGE] * self.bridge(men, side)
            + w[BACK] * bits.count(men & back)
            + w[CENTRE] * bits.count(men & middle)
            + w[EDGE] * bits.count(men & edges)
            + w[BACKED] * self.backed(men, taken, side)
            + w[MOBILITY] * of_men
            + w[RUNAWAY] * self.runaways(men, other, side)
            + self.advancement(men, w, side)
        )
        if kings != bits.board(0):
            total += (
                w[KINGS] * bits.count(kings)
                + w[CENTRE + 1] * bits.count(kings & middle)
                + w[EDGE + 1] * bits.count(kings & edges)
                + w[CORNER] * bits.count(kings & bits.board(CORNERS))
                + w[MOBILITY + 1] * of_kings
                + w[TRAPPED] * self.trapped(kings, taken)
            )
        return total

    # ---- all of them
    def weighed_to_mover(self, s: State, w: Any) -> int:
        """The mover's features less the other's, weighed by `w` (a word for each place of `weights`)."""
        total: int = self.of_side(s.own, s.other, s.kings, w, s.mover)
        total -= self.of_side(s.other, s.own, s.kings, w, 1 - s.mover)
        total += w[MOVE] * self.the_move(s) + w[TURN] + w[AHEAD] * self.ahead(s)
        return total

    def weighed(self, s: State, w: Any) -> int:
        """Black's features less White's, weighed."""
        total = self.weighed_to_mover(s, w)
        return total if s.mover == BLACK else -total

    def shares(self, s: State) -> tuple[int, int, int]:
        """How much of the middle game's and of the endgame's weights counts, in parts of `WHOLE`, and what is
        added besides: nothing."""
        pieces = bits.count(s.own | s.other)
        return pieces, WHOLE - pieces, 0

    def mixed(self, s: State, word: int) -> int:
        """A sum of weights in units of an estimate, rounded towards zero: either side has the same."""
        middle, end, _ = self.shares(s)
        total = (middle_of(word) * middle + end_of_game(word) * end) * UNITS
        return total // WHOLE if total >= 0 else -(-total // WHOLE)

    def in_men(self, s: State, word: int) -> float:
        """The same in men, not rounded."""
        middle, end, _ = self.shares(s)
        return (middle_of(word) * middle + end_of_game(word) * end) * UNITS / WHOLE / MAN

    def evaluate(self, s: State, player: int) -> int:
        value = self.mixed(s, self.weighed_to_mover(s, self.weights))
        value = min(max(value, 1 - ESTIMATE), ESTIMATE - 1)
        return value if player == s.mover else -value

    # ---- each shown
    def terms(self, s: State) -> list[Term]:
        found = []
        for feature in FEATURES:
            first, last = OFFSETS[feature.name], OFFSETS[feature.name] + feature.size
            w = tuple(word if first <= i < last else 0 for i, word in enumerate(self.weights))
            own = self.of_side(s.own, s.other, s.kings, w, s.mover)
            other = self.of_side(s.other, s.own, s.kings, w, 1 - s.mover)
            for word, count in ((w[MOVE], self.the_move(s)), (w[TURN], 1), (w[AHEAD], self.ahead(s))):
                if count > 0:
                    own += word * count
                else:
                    other -= word * count
            values = [self.in_men(s, word) for word in (own, other)]
            black, white = values if s.mover == BLACK else values[::-1]
            parts = {self.player_name(0): black, self.player_name(1): white}
            found.append(Term(feature.name, feature.words, parts, black - white))
        return found


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

"""What a position of shogi is worth: a sum of weights, each times how often a feature is there.

The features are pieces on the board and in hand, where they stand, what is near a king, and what attacks the
squares beside it (of the kind: H. Iida, M. Sakuta, J. Rollason, *Computer shogi*, Artificial Intelligence
134, 2002).  The weights are an argument, so that one source serves three ends: the search adds up those of
`weights`, the table of the terms those of one feature, and the tuner learns how often a feature counts from a
weight of one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard, Wide
from halfmove.core.packed_weights import Words as Weights
from halfmove.core.packed_weights import end_of_game, middle_of
from halfmove.core.term import Term
from halfmove.games.shogi.geometry import (
    BISHOP,
    BLACK,
    GOLD,
    KING,
    LANCE,
    NO_KING,
    PAWN,
    PLACES,
    PROMOTED,
    WHITE,
    Words,
)
from halfmove.games.shogi.position import Position, hand_of, held, kind_at, kings_of, taken
from halfmove.games.shogi.rules import Rules
from halfmove.games.shogi.weights import FEATURES, FILES, OFFSETS, RANKS, WEIGHTS, WHOLE

UNIT = 5_000
"""A pawn, in the engine's units: the whole set on one side is worth no more than an estimate may be."""
THOUSANDTH = UNIT // 1000
LIMIT = 890_000
PIECES, OF_PROMOTED, HAND, RANK, FILE, OF_KING = (OFFSETS[f.name] for f in FEATURES[:6])
GUARDS, ATTACKERS, ATTACKS, DROPS, MOBILITY, TURN_TO_MOVE = (OFFSETS[f.name] for f in FEATURES[6:])


class Evaluation(Rules):
    """The hook `evaluate`, and what it is made of."""

    unit = UNIT
    estimate_unit = "pawns"

    weights: Weights
    """Others in a class of its own evaluate by others."""
    near: Words
    """The squares within two of each."""
    around: Words
    """The squares from which a step, a knight's too, could lead beside each."""
    ranks_from: Words
    """For each side and square the rank, 0 on the far side, 8 on the own."""
    files_from: Words
    """For each square the file, 0 at the edge."""

    def setup(self) -> None:
        super().setup()
        self.weights = self.read_weights()
        g = self.geometry
        places = {square: g.place(square) for square in g.squares}

        def within(square: int, files: int, ranks: int) -> list[int]:
            if square not in places:
                return []
            file, rank = places[square]
            return [n for n, (f, r) in places.items() if abs(f - file) <= files and abs(r - rank) <= ranks]

        self.near = g.table([within(square, 2, 2) for square in range(PLACES)])
        self.around = g.table([within(square, 2, 3) for square in range(PLACES)])
        self.ranks_from = np.zeros(2 * PLACES, np.uint64)
        self.files_from = np.zeros(PLACES, np.uint64)
        for square, (file, rank) in places.items():
            for side, gone in ((BLACK, rank), (WHITE, g.ranks - 1 - rank)):
                self.ranks_from[PLACES * side + square] = gone * (RANKS - 1) // (g.ranks - 1)
            self.files_from[square] = min(file, g.files - 1 - file)

    def read_weights(self) -> Weights:
        """The weights that are added up."""
        return WEIGHTS

    def evaluate(self, s: Position, player: int) -> int:
        word = self.weighed(s, self.weights)
        middle, end, _ = self.shares(s)
        # all in one fraction, rounded towards zero: a position and its mirror image are worth the same
        total = (middle_of(word) * middle + end_of_game(word) * end) * THOUSANDTH
        value = total // WHOLE if total >= 0 else -(-total // WHOLE)
        value = max(-LIMIT, min(LIMIT, value))
        return value if player == BLACK else -value

    def weighed(self, s: Position, w: Any) -> int:
        """Black's features less White's, weighed by `w` (a word for each place of `weights`)."""
        black, white = self.both(s, w)
        return black - white

    def both(self, s: Position, w: Any) -> tuple[int, int]:
        """Each side's features, weighed."""
        first = s.mover - s.mover  # no constant, of which Numba would make two copies of what follows
        others = bits.wide_without(taken(s), s.black)
        black = self.of_side(s, s.black, others, w, first)
        white = self.of_side(s, others, s.black, w, first + 1)
        if s.mover == BLACK:
            black += int(w[TURN_TO_MOVE])
        else:
            white += int(w[TURN_TO_MOVE])
        return black, white

    def shares(self, s: Position) -> tuple[int, int, int]:
        """How much of the opening's and of the attack's weights counts, in parts of `WHOLE`, and what is
        added besides: nothing."""
        gone = self.held_in_all(s.hands[0]) + self.held_in_all(s.hands[1])
        others = bits.wide_without(taken(s), s.black)
        gone += bits.wide_count(bits.wide_and(s.black, self.table_entry(self.zones, BLACK)))
        gone += bits.wide_count(bits.wide_and(others, self.table_entry(self.zones, WHITE)))
        end = min(gone, WHOLE)
        return WHOLE - end, end, 0

    def held_in_all(self, hand: Bitboard) -> int:
        """How many pieces a hand holds."""
        count = 0
        if hand != bits.board(0):
            for kind in range(PAWN, KING):
                count += held(hand, kind)
        return count

    # ---- one side
    def of_side(self, s: Position, own: Wide, other: Wide, w: Any, side: int) -> int:
        """One side's features, weighed; what depends on the turn left out."""
        occupied = bits.wide_or(own, other)
        home, target = self.king_square(s, own), self.king_square(s, other)
        shelter = self.table_entry(self.near, home)
        close = self.table_entry(self.near, target)
        around = self.table_entry(self.around, target)
        total = self.of_hand(hand_of(s, side), w)
        attacked = bits.wide_without(own, own)
        for square in bits.wide_squares(bits.wide_without(own, kings_of(s))):
            kind = kind_at(s, square)
            moves_as = kind & 7
            if kind < PROMOTED:
                rank = bits.number(bits.entry(self.ranks_from, PLACES * side + square))
                file = bits.number(bits.entry(self.files_from, square))
                total += w[PIECES + kind - PAWN] + w[RANK + RANKS * (kind - PAWN) + rank]
                total += w[FILE + FILES * (kind - PAWN) + file]
            else:
                total += w[OF_PROMOTED + moves_as - PAWN - (1 if moves_as > GOLD else 0)]
                moves_as = max(moves_as, GOLD)
            if bits.wide_has(shelter, square):
                total += w[GUARDS + moves_as - PAWN]
            if bits.wide_has(close, square):
                total += w[ATTACKERS + moves_as - PAWN]
            if moves_as >= BISHOP:
                reach = self.reach(occupied, side, kind, square)
                total += w[MOBILITY + moves_as - BISHOP] * bits.wide_count(bits.wide_without(reach, own))
                attacked = bits.wide_or(attacked, reach)
            elif kind == LANCE or bits.wide_has(around, square):
                attacked = bits.wide_or(attacked, self.reach(occupied, side, kind, square))
        if home != NO_KING:
            total += w[OF_KING + bits.number(bits.entry(self.ranks_from, PLACES * side + home))]
            total += w[OF_KING + RANKS + bits.number(bits.entry(self.files_from, home))]
        if target != NO_KING:
            beside = self.step(side, KING, target)
            total += w[ATTACKS + bits.wide_count(bits.wide_and(beside, attacked))]
            empty = bits.wide_count(bits.wide_without(beside, occupied))
            total += w[DROPS] * (empty * min(self.big_held(hand_of(s, side)), 8))
        return int(total)

    def of_hand(self, hand: Bitboard, w: Any) -> int:
        """What a hand is worth, weighed."""
        total = 0
        if hand != bits.board(0):
            for kind in range(PAWN, KING):
                total += int(w[HAND + kind - PAWN]) * held(hand, kind)
        return total

    def big_held(self, hand: Bitboard) -> int:
        """How many pieces a hand holds, pawns not counted."""
        return self.held_in_all(hand) - held(hand, PAWN)

    # ---- each shown
    def in_pawns(self, s: Position, word: int) -> float:
        """A sum of weights in pawns, not rounded."""
        middle, end, _ = self.shares(s)
        return (middle_of(word) * middle + end_of_game(word) * end) / WHOLE / 1000

    def terms(self, s: Position) -> list[Term]:
        found = []
        for feature in FEATURES:
            part = slice(OFFSETS[feature.name], OFFSETS[feature.name] + feature.size)
            w = np.zeros_like(self.weights)
            w[part] = self.weights[part]
            black, white = (self.in_pawns(s, int(word)) for word in self.both(s, w))
            parts = {self.player_names[0]: black, self.player_names[1]: white}
            found.append(Term(feature.name, feature.words, parts, black - white))
        return found

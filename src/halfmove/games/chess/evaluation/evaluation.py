"""The evaluation: for each side the weights of all its features, added up.

The weights are an argument, so that one source serves three ends.  The search adds up `weights.toml`; a table
of the terms adds up one feature, with all others zero; the tuner learns how often a feature counts from a
weight of one.  Between middle game and endgame by the material left, as in many programs since
the 1980s; Shannon (1950) and the lectures have the weighted sum, Deep Blue some 8,000 features.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.term import Term
from halfmove.games.chess.evaluation.endings import UNKNOWN, Endings
from halfmove.games.chess.evaluation.layout import (
    BACKWARD,
    BAD_BISHOP,
    BISHOP_MOBILITY,
    BISHOP_PAIR,
    BLOCKED,
    CONNECTED,
    DANGER,
    DOUBLED,
    FEATURES,
    FREE,
    HANGING,
    ISOLATED,
    KNIGHT_MOBILITY,
    MATERIAL,
    OFFSETS,
    OPEN_FILES,
    OUTPOSTS,
    PASSED_PAWNS,
    PAWN_THREATS,
    PIECE_THREATS,
    PLACEMENT,
    QUEEN_MOBILITY,
    RACING,
    ROOK_FILES,
    ROOK_MOBILITY,
    SHELTER,
    STORM,
    TEMPO,
    Feature,
)
from halfmove.games.chess.evaluation.masks import (
    AHEAD,
    BESIDE,
    DARK,
    DISTANCE,
    FILE_OF,
    GUARDS,
    HELPERS,
    ZONES,
)
from halfmove.games.chess.evaluation.weights import WEIGHTS, Words, end_of_game, middle_of
from halfmove.games.chess.geometry import KING, KNIGHT, bishop_attacks, rook_attacks
from halfmove.games.chess.legal import pawn_attacks
from halfmove.games.chess.position import WHITE, Position

UNITS = 100
"""Score units of a hundredth of a pawn."""
ALL_PHASES = 24
WHOLE = 64 * ALL_PHASES
MOST_DANGER = 31


def phase_of(s: Position) -> int:
    """24 with all pieces on the board, 0 with kings and pawns alone."""
    minor = bits.count(s.knights | s.bishops)
    return min(minor + 2 * bits.count(s.rooks) + 4 * bits.count(s.queens), ALL_PHASES)


def placed(kind: int, square: int, side: int) -> int:
    """The index of a piece's weight by where it stands."""
    own = square if side == WHITE else square ^ 56
    file = own & 7
    return PLACEMENT + kind * 32 + (own >> 3) * 4 + (file if file < 4 else 7 - file)


def alone(feature: Feature) -> Words:
    """The weights with those of all other features at zero."""
    part = slice(OFFSETS[feature.name], OFFSETS[feature.name] + feature.size)
    words = np.zeros_like(WEIGHTS)
    words[part] = WEIGHTS[part]
    return words


class Evaluation(Endings):
    """The hook `evaluate`, and what it is made of."""

    def evaluate(self, s: Position, player: int) -> int:
        known = self.known(s)
        if known != UNKNOWN:
            return (known if player == WHITE else -known) * UNITS
        word = self.weighed(s, WEIGHTS)
        phase = phase_of(s)
        middle, end = middle_of(word), end_of_game(word)
        # all in one fraction, rounded towards zero: a position and its mirror image are worth the same
        total = (64 * middle * phase + end * self.scale(s, end) * (ALL_PHASES - phase)) * UNITS
        score = total // WHOLE if total >= 0 else -(-total // WHOLE)
        score += self.driving(s) * UNITS
        return score if player == WHITE else -score

    def terms(self, s: Position) -> list[Term]:
        middle_share, end_share, driving = self.shares(s)
        besides = Term("known ending", "a known result; a king driven to the edge", {}, driving / 100)
        if self.known(s) != UNKNOWN:
            return [besides]
        found = []
        for feature in FEATURES:
            white, black = self.both(s, alone(feature))
            word = white - black
            found.append(
                Term(
                    feature.name,
                    feature.words,
                    {
                        "White middle": middle_of(white) / 100,
                        "White end": end_of_game(white) / 100,
                        "Black middle": middle_of(black) / 100,
                        "Black end": end_of_game(black) / 100,
                    },
                    (middle_of(word) * middle_share + end_of_game(word) * end_share) / WHOLE / 100,
                )
            )
        return [*found, besides]

    def shares(self, s: Position) -> tuple[int, int, int]:
        """How much of the middle game's and of the endgame's weights counts, in parts of `WHOLE`, and what is
        added besides, in hundredths of a pawn."""
        known = self.known(s)
        if known != UNKNOWN:
            return 0, 0, known
        phase = phase_of(s)
        end = end_of_game(self.weighed(s, WEIGHTS))
        return 64 * phase, self.scale(s, end) * (ALL_PHASES - phase), self.driving(s)

    def weighed(self, s: Position, w: Any) -> int:
        """White's features less Black's, weighed by `w` (a word for each place of `layout`)."""
        white, black = self.both(s, w)
        return white - black

    def both(self, s: Position, w: Any) -> tuple[int, int]:
        """Each side's features, weighed."""
        white_pawns, black_pawns = pawn_attacks(s.pawns & s.white, 0), pawn_attacks(s.pawns & s.black, 1)
        score_w, all_w, minor_w, rook_w, danger_w = self.pieces(s, w, 0, s.white, s.black, black_pawns)
        score_b, all_b, minor_b, rook_b, danger_b = self.pieces(s, w, 1, s.black, s.white, white_pawns)
        all_w |= white_pawns
        all_b |= black_pawns
        score_w += self.pawns_of(s, w, 0, s.white, s.black, black_pawns, all_b)
        score_b += self.pawns_of(s, w, 1, s.black, s.white, white_pawns, all_w)
        score_w += self.king(s, w, 0, s.white, s.black, danger_b)
        score_b += self.king(s, w, 1, s.black, s.white, danger_w)
        score_w += self.threats(s, w, s.black, white_pawns, minor_w, rook_w, all_w, all_b)
        score_b += self.threats(s, w, s.white, black_pawns, minor_b, rook_b, all_b, all_w)
        if s.mover == WHITE:
            score_w += int(w[TEMPO])
        else:
            score_b += int(w[TEMPO])
        return score_w, score_b

    def pieces(
        self, s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, guarded: Bitboard
    ) -> tuple[int, Bitboard, Bitboard, Bitboard, int]:
        """Material, placement and mobility of a side's pieces; what they attack: all, minor pieces, rooks;
        how much they bear on the enemy's king.  `guarded`: what the enemy's pawns attack."""
        nothing = bits.board(0)
        occupied = own | other
        area = bits.without(bits.invert(guarded), own & (s.pawns | s.kings))
        enemy_king = bits.lowest(s.kings & other)
        zone = bits.entry(ZONES, 64 * (1 - side) + enemy_king)
        free = bits.without(bits.invert(own), guarded)  # where a check could be given
        straight = rook_attacks(occupied, enemy_king) & free
        oblique = bishop_attacks(occupied, enemy_king) & free
        own_pawns = s.pawns & own
        score = 0
        danger = 0
        king = bits.lowest(s.kings & own)
        score += int(w[placed(5, king, side)])
        by_minor, by_rook, attacked = nothing, nothing, bits.entry(KING, king)
        for square in bits.squares(s.knights & own):
            reach = bits.entry(KNIGHT, square)
            by_minor |= reach
            score += int(w[MATERIAL + 1]) + int(w[placed(1, square, side)])
            score += int(w[KNIGHT_MOBILITY + bits.count(reach & area)])
            if self.is_outpost(s, square, side, own_pawns, other):
                score += int(w[OUTPOSTS])
            if reach & zone != nothing:
                danger += 2 + bits.count(reach & zone)
            if reach & bits.entry(KNIGHT, enemy_king) & free != nothing:
                danger += 2
        for square in bits.squares(s.bishops & own):
            reach = bishop_attacks(bits.without(occupied, s.queens & own), square)
            by_minor |= reach
            score += int(w[MATERIAL + 2]) + int(w[placed(2, square, side)])
            score += int(w[BISHOP_MOBILITY + bits.count(reach & area)])
            if self.is_outpost(s, square, side, own_pawns, other):
                score += int(w[OUTPOSTS + 1])
            colour = bits.board(DARK)
            if colour & bits.bit(square) == nothing:
                colour = bits.invert(colour)
            score += int(w[BAD_BISHOP]) * bits.count(own_pawns & colour)
            if reach & zone != nothing:
                danger += 2 + bits.count(reach & zone)
            if reach & oblique != nothing:
                danger += 1
        if bits.without_lowest(s.bishops & own) != nothing:
            score += int(w[BISHOP_PAIR])
        for square in bits.squares(s.rooks & own):
            reach = rook_attacks(bits.without(occupied, (s.queens | s.rooks) & own), square)
            by_rook |= reach
            score += int(w[MATERIAL + 3]) + int(w[placed(3, square, side)])
            score += int(w[ROOK_MOBILITY + bits.count(reach & area)])
            file = bits.entry(FILE_OF, square & 7)
            if file & s.pawns == nothing:
                score += int(w[ROOK_FILES])
            elif file & own_pawns == nothing:
                score += int(w[ROOK_FILES + 1])
            if reach & zone != nothing:
                danger += 3 + bits.count(reach & zone)
            if reach & straight != nothing:
                danger += 3
        attacked |= by_minor | by_rook
        for square in bits.squares(s.queens & own):
            reach = rook_attacks(occupied, square) | bishop_attacks(occupied, square)
            score += int(w[MATERIAL + 4]) + int(w[placed(4, square, side)])
            score += int(w[QUEEN_MOBILITY + min(bits.count(reach & area), 27)])
            attacked |= reach
            if reach & zone != nothing:
                danger += 4 + bits.count(reach & zone)
            if reach & (straight | oblique) != nothing:
                danger += 2
        if s.queens & own == nothing:
            danger = danger // 2
        return score, attacked, by_minor, by_rook, danger

    def is_outpost(self, s: Position, square: int, side: int, own_pawns: Bitboard, other: Bitboard) -> bool:
        """Whether a piece stands beyond the middle, guarded by a pawn, and no enemy pawn can come near."""
        rank = square >> 3 if side == WHITE else 7 - (square >> 3)
        if rank < 3 or rank > 5:
            return False
        nothing = bits.board(0)
        if pawn_attacks(bits.bit(square), 1 - side) & own_pawns == nothing:
            return False
        return bits.entry(GUARDS, 64 * side + square) & s.pawns & other == nothing

    def pawns_of(
        self,
        s: Position,
        w: Any,
        side: int,
        own: Bitboard,
        other: Bitboard,
        guarded: Bitboard,
        attacked: Bitboard,
    ) -> int:
        """A side's pawns; `guarded` and `attacked` by the enemy's pawns, by all of the enemy's pieces."""
        nothing = bits.board(0)
        own_pawns, enemy_pawns = s.pawns & own, s.pawns & other
        guards = pawn_attacks(own_pawns, side)
        king, enemy_king = bits.lowest(s.kings & own), bits.lowest(s.kings & other)
        score = 0
        for square in bits.squares(own_pawns):
            rank = square >> 3 if side == WHITE else 7 - (square >> 3)
            score += int(w[MATERIAL]) + int(w[placed(0, square, side)])
            ahead = bits.entry(AHEAD, 64 * side + square)
            beside = bits.entry(BESIDE, square & 7)
            pawn = bits.bit(square)
            stop = square + 8 if side == WHITE else square - 8
            if ahead & own_pawns != nothing:
                score += int(w[DOUBLED])
            neighbours = beside & own_pawns
            if neighbours == nothing:
                score += int(w[ISOLATED])
            elif (
                bits.entry(HELPERS, 64 * side + square) & own_pawns == nothing
                and guarded & bits.bit(stop) != nothing
            ):
                score += int(w[BACKWARD])
            phalanx = (bits.left(pawn, 1) | bits.right(pawn, 1)) & neighbours
            if guards & pawn != nothing or phalanx != nothing:
                score += int(w[CONNECTED + rank])
            if (
                ahead | bits.entry(GUARDS, 64 * side + square)
            ) & enemy_pawns == nothing and ahead & own_pawns == nothing:
                score += int(w[PASSED_PAWNS + rank])
                if other & bits.bit(stop) != nothing:
                    score += int(w[BLOCKED + rank])
                elif ahead & (own | other | attacked) == nothing:
                    score += int(w[FREE + rank])
                if rank > 2:
                    score += int(w[RACING]) * int(DISTANCE[64 * king + stop])
                    score += int(w[RACING + 1]) * int(DISTANCE[64 * enemy_king + stop])
        return score

    def king(self, s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, danger: int) -> int:
        """The pawns before a side's king, and what the enemy's pieces make of it."""
        nothing = bits.board(0)
        square = bits.lowest(s.kings & own)
        middle = min(max(square & 7, 1), 6)
        score = int(w[DANGER + min(danger, MOST_DANGER)])
        own_pawns, enemy_pawns = s.pawns & own, s.pawns & other
        for file in range(middle - 1, middle + 2):
            on = bits.entry(FILE_OF, file)
            mine, theirs = own_pawns & on, enemy_pawns & on
            score += int(w[SHELTER + self.nearest(mine, side)])
            score += int(w[STORM + self.nearest(theirs, side)])
            if mine == nothing:
                score += int(w[OPEN_FILES + (0 if theirs == nothing else 1)])
        return score

    def nearest(self, pawns: Bitboard, side: int) -> int:
        """The rank, from the side's first, of the nearest of some pawns; 0 where there is none."""
        if pawns == bits.board(0):
            return 0
        if side == WHITE:
            return bits.lowest(pawns) >> 3
        return bits.lowest(bits.swap(pawns)) >> 3

    def threats(
        self,
        s: Position,
        w: Any,
        other: Bitboard,
        by_pawns: Bitboard,
        by_minor: Bitboard,
        by_rook: Bitboard,
        attacked: Bitboard,
        defended: Bitboard,
    ) -> int:
        """What a side attacks of the other's pieces."""
        pieces = bits.without(other, s.pawns | s.kings)
        score = int(w[PAWN_THREATS]) * bits.count(pieces & by_pawns)
        score += int(w[PIECE_THREATS]) * bits.count((s.rooks | s.queens) & other & by_minor)
        score += int(w[PIECE_THREATS + 1]) * bits.count(s.queens & other & by_rook)
        loose = bits.without(bits.without(other, s.kings) & attacked, defended)
        return score + int(w[HANGING]) * bits.count(loose)

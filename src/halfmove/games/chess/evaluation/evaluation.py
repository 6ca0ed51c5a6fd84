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
from halfmove.games.chess.evaluation.attacks import Attacks
from halfmove.games.chess.evaluation.endings import UNKNOWN, Endings
from halfmove.games.chess.evaluation.king import (
    BISHOP_BEARS,
    BISHOP_SQUARE,
    KNIGHT_BEARS,
    KNIGHT_SQUARE,
    QUEEN_BEARS,
    QUEEN_SQUARE,
    ROOK_BEARS,
    king_safety,
)
from halfmove.games.chess.evaluation.layout import (
    BACKWARD,
    BAD_BISHOP,
    BEHIND,
    BISHOP_MOBILITY,
    BISHOP_PAIR,
    BLOCKED,
    CONNECTED,
    DOUBLED,
    FEATURES,
    FREE,
    HANGING,
    ISOLATED,
    KING_THREATS,
    KNIGHT_MOBILITY,
    MATERIAL,
    MINOR_THREATS,
    OFFSETS,
    OUTPOSTS,
    PASSED_PAWNS,
    PAWN_THREATS,
    PIECE_THREATS,
    PLACEMENT,
    PUSHES,
    QUEEN_MOBILITY,
    RACING,
    RESTRICTED,
    ROOK_FILES,
    ROOK_MOBILITY,
    ROOK_THREATS,
    SPACE,
    TEMPO,
    TO_KING,
    WEAK,
    Feature,
)
from halfmove.games.chess.evaluation.masks import (
    AHEAD,
    BESIDE,
    CENTRES,
    DARK,
    DISTANCE,
    FILE_OF,
    GUARDS,
    HELPERS,
    ZONES,
)
from halfmove.games.chess.evaluation.material import numbers, together
from halfmove.games.chess.evaluation.weights import WEIGHTS, Words, end_of_game, middle_of
from halfmove.games.chess.geometry import KING, KNIGHT, bishop_attacks, rook_attacks
from halfmove.games.chess.legal import pawn_attacks, pawn_steps
from halfmove.games.chess.position import WHITE, Position

UNITS = 100
"""Score units of a hundredth of a pawn."""
ALL_PHASES = 24
WHOLE = 64 * ALL_PHASES


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
        score_w, mine = self.pieces(s, w, 0, s.white, s.black, white_pawns, black_pawns)
        score_b, theirs = self.pieces(s, w, 1, s.black, s.white, black_pawns, white_pawns)
        score_w += self.pawns_of(s, w, 0, s.white, s.black, black_pawns, theirs.all)
        score_b += self.pawns_of(s, w, 1, s.black, s.white, white_pawns, mine.all)
        score_w += king_safety(s, w, 0, s.white, s.black, mine, theirs)
        score_b += king_safety(s, w, 1, s.black, s.white, theirs, mine)
        score_w += self.threats(s, w, 0, s.white, s.black, mine, theirs)
        score_b += self.threats(s, w, 1, s.black, s.white, theirs, mine)
        white_has, black_has = numbers(s, s.white), numbers(s, s.black)
        score_w += together(w, white_has, black_has)
        score_b += together(w, black_has, white_has)
        if s.mover == WHITE:
            score_w += int(w[TEMPO])
        else:
            score_b += int(w[TEMPO])
        return score_w, score_b

    def pieces(
        self,
        s: Position,
        w: Any,
        side: int,
        own: Bitboard,
        other: Bitboard,
        by_pawn: Bitboard,
        guarded: Bitboard,
    ) -> tuple[int, Attacks]:
        """Material, placement and mobility of a side's pieces, and what they attack.  `by_pawn`, `guarded`:
        what the own, the enemy's pawns attack."""
        nothing = bits.board(0)
        occupied = own | other
        area = bits.without(bits.invert(guarded), own & (s.pawns | s.kings))
        enemy_king = bits.lowest(s.kings & other)
        zone = bits.entry(ZONES, 64 * (1 - side) + enemy_king)
        own_pawns = s.pawns & own
        score = 0
        bearing = 0
        king = bits.lowest(s.kings & own)
        score += int(w[placed(5, king, side)])
        by_knight, by_bishop, by_rook, by_queen = nothing, nothing, nothing, nothing
        attacked = by_pawn | bits.entry(KING, king)
        twice = by_pawn & bits.entry(KING, king)
        behind = bits.right(s.pawns, 8) if side == WHITE else bits.left(s.pawns, 8)
        score += int(w[BEHIND]) * bits.count((s.knights | s.bishops) & own & behind)
        for square in bits.squares(s.knights & own):
            reach = bits.entry(KNIGHT, square)
            by_knight |= reach
            twice |= attacked & reach
            attacked |= reach
            score += int(w[TO_KING]) * int(DISTANCE[64 * king + square])
            score += int(w[MATERIAL + 1]) + int(w[placed(1, square, side)])
            score += int(w[KNIGHT_MOBILITY + bits.count(reach & area)])
            if self.is_outpost(s, square, side, own_pawns, other):
                score += int(w[OUTPOSTS])
            if reach & zone != nothing:
                bearing += KNIGHT_BEARS + KNIGHT_SQUARE * bits.count(reach & zone)
        for square in bits.squares(s.bishops & own):
            reach = bishop_attacks(bits.without(occupied, s.queens & own), square)
            by_bishop |= reach
            twice |= attacked & reach
            attacked |= reach
            score += int(w[TO_KING + 1]) * int(DISTANCE[64 * king + square])
            score += int(w[MATERIAL + 2]) + int(w[placed(2, square, side)])
            score += int(w[BISHOP_MOBILITY + bits.count(reach & area)])
            if self.is_outpost(s, square, side, own_pawns, other):
                score += int(w[OUTPOSTS + 1])
            colour = bits.board(DARK)
            if colour & bits.bit(square) == nothing:
                colour = bits.invert(colour)
            score += int(w[BAD_BISHOP]) * bits.count(own_pawns & colour)
            if reach & zone != nothing:
                bearing += BISHOP_BEARS + BISHOP_SQUARE * bits.count(reach & zone)
        if bits.without_lowest(s.bishops & own) != nothing:
            score += int(w[BISHOP_PAIR])
        for square in bits.squares(s.rooks & own):
            reach = rook_attacks(bits.without(occupied, (s.queens | s.rooks) & own), square)
            by_rook |= reach
            twice |= attacked & reach
            attacked |= reach
            score += int(w[MATERIAL + 3]) + int(w[placed(3, square, side)])
            score += int(w[ROOK_MOBILITY + bits.count(reach & area)])
            file = bits.entry(FILE_OF, square & 7)
            if file & s.pawns == nothing:
                score += int(w[ROOK_FILES])
            elif file & own_pawns == nothing:
                score += int(w[ROOK_FILES + 1])
            if reach & zone != nothing:
                bearing += ROOK_BEARS
        for square in bits.squares(s.queens & own):
            reach = rook_attacks(occupied, square) | bishop_attacks(occupied, square)
            score += int(w[MATERIAL + 4]) + int(w[placed(4, square, side)])
            score += int(w[QUEEN_MOBILITY + min(bits.count(reach & area), 27)])
            by_queen |= reach
            twice |= attacked & reach
            attacked |= reach
            if reach & zone != nothing:
                bearing += QUEEN_BEARS + QUEEN_SQUARE * bits.count(reach & zone)
        return score, Attacks(attacked, twice, by_pawn, by_knight, by_bishop, by_rook, by_queen, bearing)

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

    def threats(
        self, s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, mine: Attacks, theirs: Attacks
    ) -> int:
        """What a side attacks of the other's pieces, and the room it has."""
        by_minor = mine.by_knight | mine.by_bishop
        pieces = bits.without(other, s.pawns | s.kings)
        score = int(w[PAWN_THREATS]) * bits.count(pieces & mine.by_pawn)
        score += int(w[PIECE_THREATS]) * bits.count((s.rooks | s.queens) & other & by_minor)
        score += int(w[PIECE_THREATS + 1]) * bits.count(s.queens & other & mine.by_rook)
        loose = bits.without(bits.without(other, s.kings) & mine.all, theirs.all)
        score += int(w[HANGING]) * bits.count(loose)
        strongly = theirs.by_pawn | bits.without(theirs.twice, mine.twice)
        weak = bits.without(bits.without(other, s.kings) & mine.all, strongly)
        score += self.by_kind(s, w, MINOR_THREATS, (weak | pieces) & by_minor)
        score += self.by_kind(s, w, ROOK_THREATS, weak & mine.by_rook)
        king = bits.lowest(s.kings & own)
        score += int(w[KING_THREATS]) * bits.count(weak & bits.entry(KING, king))
        score += int(w[WEAK]) * bits.count(weak & (bits.invert(theirs.all) | (pieces & mine.twice)))
        score += int(w[RESTRICTED]) * bits.count(bits.without(theirs.all & mine.all, strongly))
        # a step of a pawn
        own_pawns = s.pawns & own
        one, two = pawn_steps(own_pawns, side, own | other)
        steps = (one | two) & (mine.all | bits.invert(theirs.all))
        steps = bits.without(steps, theirs.by_pawn)
        score += int(w[PUSHES]) * bits.count(pawn_attacks(steps, side) & pieces)
        room = bits.without(bits.entry(CENTRES, side), own_pawns | theirs.by_pawn)
        return score + int(w[SPACE]) * bits.count(room)

    def by_kind(self, s: Position, w: Any, first: int, squares: Bitboard) -> int:
        """The pieces on some squares, weighed by their kind: pawn, knight, bishop, rook, queen."""
        score = int(w[first]) * bits.count(squares & s.pawns)
        score += int(w[first + 1]) * bits.count(squares & s.knights)
        score += int(w[first + 2]) * bits.count(squares & s.bishops)
        score += int(w[first + 3]) * bits.count(squares & s.rooks)
        return score + int(w[first + 4]) * bits.count(squares & s.queens)

"""Knights, bishops, rooks and queens: where they stand, what they reach, and what they attack."""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.evaluation.king import (
    BISHOP_BEARS,
    BISHOP_SQUARE,
    KNIGHT_BEARS,
    KNIGHT_SQUARE,
    QUEEN_BEARS,
    QUEEN_SQUARE,
    ROOK_BEARS,
    Attacks,
)
from halfmove.games.chess.evaluation.masks import DARK, DISTANCE, FILE_OF, GUARDS, ZONES
from halfmove.games.chess.evaluation.weights import (
    BAD_BISHOP,
    BEHIND,
    BISHOP_MOBILITY,
    BISHOP_PAIR,
    KNIGHT_MOBILITY,
    MATERIAL,
    OUTPOSTS,
    QUEEN_MOBILITY,
    ROOK_FILES,
    ROOK_MOBILITY,
    TO_KING,
    placement_index,
)
from halfmove.games.chess.geometry import KING, KNIGHT, bishop_attacks, rook_attacks
from halfmove.games.chess.legal import pawn_attacks
from halfmove.games.chess.position import WHITE, Position


def pieces(
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
    score += int(w[placement_index(5, king, side)])
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
        score += int(w[MATERIAL + 1]) + int(w[placement_index(1, square, side)])
        score += int(w[KNIGHT_MOBILITY + bits.count(reach & area)])
        if is_outpost(s, square, side, own_pawns, other):
            score += int(w[OUTPOSTS])
        if reach & zone != nothing:
            bearing += KNIGHT_BEARS + KNIGHT_SQUARE * bits.count(reach & zone)
    for square in bits.squares(s.bishops & own):
        reach = bishop_attacks(bits.without(occupied, s.queens & own), square)
        by_bishop |= reach
        twice |= attacked & reach
        attacked |= reach
        score += int(w[TO_KING + 1]) * int(DISTANCE[64 * king + square])
        score += int(w[MATERIAL + 2]) + int(w[placement_index(2, square, side)])
        score += int(w[BISHOP_MOBILITY + bits.count(reach & area)])
        if is_outpost(s, square, side, own_pawns, other):
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
        score += int(w[MATERIAL + 3]) + int(w[placement_index(3, square, side)])
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
        score += int(w[MATERIAL + 4]) + int(w[placement_index(4, square, side)])
        score += int(w[QUEEN_MOBILITY + min(bits.count(reach & area), 27)])
        by_queen |= reach
        twice |= attacked & reach
        attacked |= reach
        if reach & zone != nothing:
            bearing += QUEEN_BEARS + QUEEN_SQUARE * bits.count(reach & zone)
    return score, Attacks(attacked, twice, by_pawn, by_knight, by_bishop, by_rook, by_queen, bearing)


def is_outpost(s: Position, square: int, side: int, own_pawns: Bitboard, other: Bitboard) -> bool:
    """Whether a piece stands beyond the middle, guarded by a pawn, and no enemy pawn can come near."""
    rank = square >> 3 if side == WHITE else 7 - (square >> 3)
    if rank < 3 or rank > 5:
        return False
    nothing = bits.board(0)
    if pawn_attacks(bits.bit(square), 1 - side) & own_pawns == nothing:
        return False
    return bits.entry(GUARDS, 64 * side + square) & s.pawns & other == nothing

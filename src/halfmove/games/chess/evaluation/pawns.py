"""Pawns: how they stand to each other, and those that no enemy pawn can stop."""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.evaluation.king import Attacks
from halfmove.games.chess.evaluation.masks import AHEAD, BESIDE, DISTANCE, FILE_OF, GUARDS, HELPERS
from halfmove.games.chess.evaluation.weights import (
    BACKWARD,
    BLOCKED,
    CONNECTED,
    DOUBLED,
    DOUBLED_ISOLATED,
    FREE,
    ISLANDS,
    ISOLATED,
    MATERIAL,
    ON_MOVE,
    PASSED_PAWNS,
    RACING,
    ROOKS_BEHIND,
    UNOPPOSED,
    WAY,
    placement_index,
)
from halfmove.games.chess.position import WHITE, Position

FIRST_RANK = 0xFF


def pawn_structure(
    s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, mine: Attacks, theirs: Attacks
) -> int:
    """A side's pawns, weighed."""
    nothing = bits.board(0)
    own_pawns, enemy_pawns = s.pawns & own, s.pawns & other
    score = 0
    files = nothing
    for square in bits.squares(own_pawns):
        rank = square >> 3 if side == WHITE else 7 - (square >> 3)
        score += int(w[MATERIAL]) + int(w[placement_index(0, square, side)])
        ahead = bits.entry(AHEAD, 64 * side + square)
        file = bits.entry(FILE_OF, square & 7)
        files |= file
        pawn = bits.bit(square)
        stop = square + 8 if side == WHITE else square - 8
        opposed = ahead & enemy_pawns != nothing
        if ahead & own_pawns != nothing:
            score += int(w[DOUBLED])
        neighbours = bits.entry(BESIDE, square & 7) & own_pawns
        if neighbours == nothing:
            score += int(w[ISOLATED])
            if not opposed:
                score += int(w[UNOPPOSED])
            if bits.without(file & own_pawns, pawn) != nothing:
                score += int(w[DOUBLED_ISOLATED])
        elif bits.entry(HELPERS, 64 * side + square) & own_pawns == nothing:
            if theirs.by_pawn & bits.bit(stop) != nothing:
                score += int(w[BACKWARD])
            if not opposed:
                score += int(w[UNOPPOSED + 1])
        phalanx = (bits.left(pawn, 1) | bits.right(pawn, 1)) & neighbours
        if mine.by_pawn & pawn != nothing or phalanx != nothing:
            score += int(w[CONNECTED + rank])
        free = (ahead | bits.entry(GUARDS, 64 * side + square)) & enemy_pawns == nothing
        if free and ahead & own_pawns == nothing:
            score += passed_pawn(s, w, side, square, rank, stop, own, other, mine, theirs)
    first = files & bits.board(FIRST_RANK)
    return score + int(w[ISLANDS]) * bits.count(bits.without(first, bits.left(first, 1)))


def passed_pawn(
    s: Position,
    w: Any,
    side: int,
    square: int,
    rank: int,
    stop: int,
    own: Bitboard,
    other: Bitboard,
    mine: Attacks,
    theirs: Attacks,
) -> int:
    """A passed pawn, weighed; `stop` is the square in front of it."""
    nothing = bits.board(0)
    ahead = bits.entry(AHEAD, 64 * side + square)
    king, enemy_king = bits.lowest(s.kings & own), bits.lowest(s.kings & other)
    score = int(w[PASSED_PAWNS + rank])
    if s.mover == side:
        score += int(w[ON_MOVE + rank])
    if other & bits.bit(stop) != nothing:
        score += int(w[BLOCKED + rank])
    elif ahead & (own | other | theirs.all) == nothing:
        score += int(w[FREE + rank])
    score += int(w[RACING + rank]) * int(DISTANCE[64 * king + stop])
    score += int(w[RACING + 8 + rank]) * int(DISTANCE[64 * enemy_king + stop])
    behind = bits.entry(AHEAD, 64 * (1 - side) + square) & s.rooks
    if behind & own != nothing:
        score += int(w[ROOKS_BEHIND])
    if behind & other != nothing:
        score += int(w[ROOKS_BEHIND + 1])
    attacked = ahead & theirs.all
    score += int(w[WAY]) * bits.count(attacked)
    if mine.all & bits.bit(stop) != nothing:
        score += int(w[WAY + 1])
    if attacked != nothing and bits.without(attacked, mine.all) == nothing:
        score += int(w[WAY + 2])
    if bits.without(theirs.all, mine.all) & bits.bit(square) != nothing:
        score += int(w[WAY + 3])
    return score

"""What a side attacks, and the room that it has."""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.evaluation.king import Attacks, count_aimed
from halfmove.games.chess.evaluation.masks import CENTRES, HALVES, MIDDLE
from halfmove.games.chess.evaluation.weights import (
    AT_QUEEN,
    FAR_UP,
    HANGING,
    KING_THREATS,
    MINOR_THREATS,
    PAWN_THREATS,
    PIECE_THREATS,
    PREY,
    PUSHES,
    RESTRICTED,
    RIGHTS,
    ROOK_THREATS,
    SPACE,
    THREATS_ON_MOVE,
    UNGUARDED,
    WEAK,
)
from halfmove.games.chess.geometry import KING
from halfmove.games.chess.legal import pawn_attacks, pawn_steps
from halfmove.games.chess.position import Position


def threats(
    s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, mine: Attacks, theirs: Attacks
) -> int:
    """What a side attacks of the other's pieces, weighed."""
    by_minor = mine.by_knight | mine.by_bishop
    pieces = bits.without(other, s.pawns | s.kings)
    targets = bits.without(other, s.kings) & mine.all
    by_pawn = bits.count(pieces & mine.by_pawn)
    score = int(w[PAWN_THREATS]) * by_pawn
    score += int(w[PIECE_THREATS]) * bits.count((s.rooks | s.queens) & other & by_minor)
    score += int(w[PIECE_THREATS + 1]) * bits.count(s.queens & other & mine.by_rook)
    loose = bits.count(bits.without(targets, theirs.all))
    score += int(w[HANGING]) * loose
    strongly = theirs.by_pawn | bits.without(theirs.twice, mine.twice)
    weak = bits.without(targets, strongly)
    score += by_kind(s, w, MINOR_THREATS, (weak | pieces) & by_minor)
    score += by_kind(s, w, ROOK_THREATS, weak & mine.by_rook)
    king = bits.lowest(s.kings & own)
    score += int(w[KING_THREATS]) * bits.count(weak & bits.entry(KING, king))
    score += int(w[WEAK]) * bits.count(weak & (bits.invert(theirs.all) | (pieces & mine.twice)))
    score += int(w[RESTRICTED]) * bits.count(bits.without(theirs.all & mine.all, strongly))
    if s.mover == side:
        score += int(w[THREATS_ON_MOVE]) * loose
        score += int(w[THREATS_ON_MOVE + 1]) * bits.count(weak)
        score += int(w[THREATS_ON_MOVE + 2]) * by_pawn
    own_pieces = bits.without(own, s.pawns | s.kings)
    score += int(w[PREY]) * bits.count(own_pieces & theirs.by_queen)
    score += int(w[PREY + 1]) * bits.count(bits.without(other & mine.by_queen, theirs.all))
    for queen in bits.squares(s.queens & own):
        score += int(w[AT_QUEEN]) * count_aimed(s, queen, other)
    # a step of a pawn
    one, two = pawn_steps(s.pawns & own, side, own | other)
    steps = (one | two) & (mine.all | bits.invert(theirs.all))
    steps = bits.without(steps, theirs.by_pawn)
    return score + int(w[PUSHES]) * bits.count(pawn_attacks(steps, side) & pieces)


def room(
    s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, mine: Attacks, theirs: Attacks
) -> int:
    """Where a side's pieces stand and reach, and what guards them, weighed."""
    own_pawns, own_pieces = s.pawns & own, bits.without(own, s.pawns | s.kings)
    safe = bits.without(bits.entry(CENTRES, side), own_pawns | theirs.by_pawn)
    score = int(w[SPACE]) * bits.count(safe)
    half = bits.entry(HALVES, 1 - side)
    score += int(w[FAR_UP]) * bits.count(own_pieces & half)
    score += int(w[FAR_UP + 1]) * bits.count(mine.all & half)
    score += int(w[FAR_UP + 2]) * bits.count(mine.twice & half)
    score += int(w[FAR_UP + 3]) * bits.count(mine.all & bits.board(MIDDLE))
    score += int(w[UNGUARDED]) * bits.count(bits.without(own_pieces, mine.all))
    score += int(w[UNGUARDED + 1]) * bits.count(bits.without(own_pawns, mine.all))
    score += int(w[UNGUARDED + 2]) * bits.count(own_pawns & mine.by_pawn)
    score += int(w[UNGUARDED + 3]) * bits.count(bits.without(own_pawns & theirs.all, mine.by_pawn))
    return score + int(w[RIGHTS]) * bits.count(s.castling & own)


def by_kind(s: Position, w: Any, first: int, squares: Bitboard) -> int:
    """The pieces on some squares, weighed by their kind: pawn, knight, bishop, rook, queen."""
    score = int(w[first]) * bits.count(squares & s.pawns)
    score += int(w[first + 1]) * bits.count(squares & s.knights)
    score += int(w[first + 2]) * bits.count(squares & s.bishops)
    score += int(w[first + 3]) * bits.count(squares & s.rooks)
    return score + int(w[first + 4]) * bits.count(squares & s.queens)

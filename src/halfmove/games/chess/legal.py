"""What is legal: who gives check, who is pinned, where the king may not go, and where each piece may.

Every function is of the position and of sets of squares, so that actions can be counted without being made.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.geometry import (
    BETWEEN,
    KING,
    KNIGHT,
    LINES,
    NOT_A,
    NOT_H,
    PAWN,
    bishop_attacks,
    rook_attacks,
)
from halfmove.games.chess.position import BLACK, KING_KIND, NOWHERE, PAWN_KIND, ROOK_KIND, WHITE, Position


def own_of(p: Position) -> Bitboard:
    """The mover's pieces."""
    return p.white if p.mover == WHITE else p.black


def other_of(p: Position) -> Bitboard:
    """The opponent's pieces."""
    return p.black if p.mover == WHITE else p.white


def kind_of_piece(p: Position, piece: Bitboard) -> int:
    """The kind of the one piece on a square that has one."""
    nothing = bits.board(0)
    if p.pawns & piece != nothing:
        return PAWN_KIND
    if p.knights & piece != nothing:
        return 1
    if p.bishops & piece != nothing:
        return 2
    if p.rooks & piece != nothing:
        return ROOK_KIND
    if p.queens & piece != nothing:
        return 4
    return KING_KIND


def castling_squares(king: int, rook: int) -> tuple[int, int]:
    """Where king and rook stand after castling."""
    rank = king & 56
    return rank + (6 if rook > king else 2), rank + (5 if rook > king else 3)


def castle(p: Position, king: int, rook: int, castling: Bitboard, key: Bitboard) -> Position:
    """The position after castling with the rook on a square, with the rights that are left and the hash."""
    king_to, rook_to = castling_squares(king, rook)
    both = bits.bit(king) | bits.bit(rook)
    own = bits.without(own_of(p), both) | bits.bit(king_to) | bits.bit(rook_to)
    return Position(
        p.pawns,
        p.knights,
        p.bishops,
        bits.without(p.rooks, bits.bit(rook)) | bits.bit(rook_to),
        p.queens,
        bits.without(p.kings, bits.bit(king)) | bits.bit(king_to),
        own if p.mover == WHITE else p.white,
        own if p.mover == BLACK else p.black,
        castling,
        key,
        1 - p.mover,
        NOWHERE,
        p.quiet + 1,
        p.number + p.mover,
    )


def attackers(p: Position, square: int, by: Bitboard, side: int, occupied: Bitboard) -> Bitboard:
    """The pieces among `by`, which are those of `side`, that attack a square."""
    straight = rook_attacks(occupied, square) & (p.rooks | p.queens)
    oblique = bishop_attacks(occupied, square) & (p.bishops | p.queens)
    pawns = bits.entry(PAWN, 64 * (1 - side) + square) & p.pawns
    near = (bits.entry(KNIGHT, square) & p.knights) | (bits.entry(KING, square) & p.kings)
    return (straight | oblique | pawns | near) & by


def would_be_attacked(p: Position, king: int, square: int, own: Bitboard, other: Bitboard) -> bool:
    """Whether the mover's king would stand in check on a square: `danger` of that one alone."""
    occupied = (own ^ bits.bit(king)) | other
    return attackers(p, square, other, 1 - p.mover, occupied) != bits.board(0)


def pawn_attacks(pawns: Bitboard, side: int) -> Bitboard:
    """All squares that the pawns of a side attack."""
    if side == WHITE:
        return bits.left(pawns & NOT_A, 7) | bits.left(pawns & NOT_H, 9)
    return bits.right(pawns & NOT_A, 9) | bits.right(pawns & NOT_H, 7)


def danger(p: Position, own: Bitboard, other: Bitboard) -> Bitboard:
    """Squares where the mover's king would stand in check: it does not shield those behind it."""
    occupied = (own ^ (own & p.kings)) | other
    attacked = pawn_attacks(p.pawns & other, 1 - p.mover)
    attacked |= bits.entry(KING, bits.lowest(p.kings & other))
    for square in bits.squares(p.knights & other):
        attacked |= bits.entry(KNIGHT, square)
    for square in bits.squares((p.bishops | p.queens) & other):
        attacked |= bishop_attacks(occupied, square)
    for square in bits.squares((p.rooks | p.queens) & other):
        attacked |= rook_attacks(occupied, square)
    return attacked


def sliders_on(p: Position, square: int, occupied: Bitboard) -> Bitboard:
    """The rooks, bishops and queens of both sides that would reach a square past what is `occupied`."""
    straight = rook_attacks(occupied, square) & (p.rooks | p.queens)
    return straight | (bishop_attacks(occupied, square) & (p.bishops | p.queens))


def pins(p: Position, king: int, own: Bitboard, other: Bitboard) -> Bitboard:
    """The mover's pieces that alone stand between the king and a slider."""
    return screens(p, king, own, other, other)


def screens(p: Position, square: int, own: Bitboard, other: Bitboard, sliders: Bitboard) -> Bitboard:
    """The pieces among `own` that alone stand between a square and one of the `sliders`; `other`: what `own`
    pieces cannot be between and lines do not pass."""
    nothing = bits.board(0)
    alone = nothing
    for sniper in bits.squares(sliders_on(p, square, other) & sliders):
        between = bits.entry(BETWEEN, 64 * square + sniper) & own
        if between != nothing and bits.without_lowest(between) == nothing:
            alone |= between
    return alone


def pins_and_checks(p: Position, king: int, own: Bitboard, other: Bitboard) -> tuple[Bitboard, Bitboard]:
    """`pins`, and the pieces that give check: of the sliders that would see the king on a board without the
    mover's pieces, those with one of these between pin it, and those with none give check."""
    nothing = bits.board(0)
    pinned = nothing
    checkers = (bits.entry(KNIGHT, king) & p.knights & other) | (
        bits.entry(PAWN, 64 * p.mover + king) & p.pawns & other
    )
    for sniper in bits.squares(sliders_on(p, king, other) & other):
        between = bits.entry(BETWEEN, 64 * king + sniper) & own
        if between == nothing:
            checkers |= bits.bit(sniper)
        elif bits.without_lowest(between) == nothing:
            pinned |= between
    return pinned, checkers


def piece_reach(p: Position, square: int, occupied: Bitboard, king: int, pinned: Bitboard) -> Bitboard:
    """What the mover's piece (no pawn, not the king) reaches without leaving its king to a slider."""
    nothing = bits.board(0)
    piece = bits.bit(square)
    reach = nothing
    if p.knights & piece != nothing:
        reach = bits.entry(KNIGHT, square)
    if (p.bishops | p.queens) & piece != nothing:
        reach |= bishop_attacks(occupied, square)
    if (p.rooks | p.queens) & piece != nothing:
        reach |= rook_attacks(occupied, square)
    if pinned & piece != nothing:
        reach = reach & bits.entry(LINES, 64 * king + square)
    return reach


def pawn_steps(pawns: Bitboard, side: int, occupied: Bitboard) -> tuple[Bitboard, Bitboard]:
    """Where the pawns of a side get by one step, and by two from where they began."""
    if side == WHITE:
        one = bits.without(bits.left(pawns, 8), occupied)
        return one, bits.without(bits.left(one & bits.board(0xFF_0000), 8), occupied)
    one = bits.without(bits.right(pawns, 8), occupied)
    return one, bits.without(bits.right(one & bits.board(0xFF_0000_0000_00), 8), occupied)


def pawn_targets(p: Position, square: int, own: Bitboard, other: Bitboard) -> Bitboard:
    """Where a pawn could go if there were no king: steps and captures, not en passant."""
    occupied = own | other
    pawn = bits.bit(square)
    one, two = pawn_steps(pawn, p.mover, occupied)
    return one | two | (bits.entry(PAWN, 64 * p.mover + square) & other)


def passing_is_legal(
    p: Position, square: int, passed: int, king: int, own: Bitboard, other: Bitboard
) -> bool:
    """Whether the mover's pawn on `square` may take en passant on `passed`: two pieces leave their lines at
    once, so what attacks the king afterwards is looked up."""
    taken = bits.bit(passed - 8 if p.mover == WHITE else passed + 8)
    left = bits.without(other, taken)
    occupied = bits.without(own, bits.bit(square)) | left | bits.bit(passed)
    return attackers(p, king, left, 1 - p.mover, occupied) == bits.board(0)


def may_castle(p: Position, rook: int, king: int, own: Bitboard, other: Bitboard, unsafe: Bitboard) -> bool:
    """Whether the king, which is not in check, may castle with a rook that has not moved."""
    nothing = bits.board(0)
    return castling_way(king, rook) & unsafe == nothing and way_is_free(p, rook, king, own, other)


def castling_way(king: int, rook: int) -> Bitboard:
    """Where the king passes and arrives when it castles with a rook: none of it may be under attack."""
    king_to = (king & 56) + (6 if rook > king else 2)
    return bits.entry(BETWEEN, 64 * king + king_to) | bits.bit(king_to)


def way_is_free(p: Position, rook: int, king: int, own: Bitboard, other: Bitboard) -> bool:
    """Whether nothing is in the way of king or rook in castling, nor left between king and slider by it."""
    rank = king & 56
    king_to = rank + (6 if rook > king else 2)
    rook_to = rank + (5 if rook > king else 3)
    moving = bits.bit(king) | bits.bit(rook)
    through = castling_way(king, rook) | bits.entry(BETWEEN, 64 * rook + rook_to) | bits.bit(rook_to)
    nothing = bits.board(0)
    if through & bits.without(own | other, moving) != nothing:
        return False
    # Chess960: once the rook has gone from beside the king, a slider on its rank may look through
    after = bits.without(own | other, moving) | bits.bit(rook_to)
    return rook_attacks(after, king_to) & (p.rooks | p.queens) & other == nothing


def none_legal(p: Position) -> bool:
    """Whether the mover has no legal action: mate or stalemate."""
    return count_legal(p) == 0


def count_legal(p: Position) -> int:
    """How many legal actions there are, without making them.

    Which squares are attacked is only asked where the king has two squares to go to, or could castle, and
    what attacks the square where it has one: most of a game's positions keep their king at home.
    """
    own, other = own_of(p), other_of(p)
    occupied = own | other
    nothing = bits.board(0)
    king = bits.lowest(p.kings & own)
    room = bits.without(bits.entry(KING, king), own)
    number, castlers, unsafe = 0, nothing, nothing
    for rook in bits.squares(p.castling & own):
        if way_is_free(p, rook, king, own, other):
            castlers |= bits.bit(rook)
    if castlers | bits.without_lowest(room) != nothing:
        unsafe = danger(p, own, other)
        number = bits.count(bits.without(room, unsafe))
    elif room != nothing:
        number = 0 if would_be_attacked(p, king, bits.lowest(room), own, other) else 1
    pinned, checkers = pins_and_checks(p, king, own, other)
    if bits.without_lowest(checkers) != nothing:
        return number
    target = bits.invert(own)
    if checkers != nothing:
        target = checkers | bits.entry(BETWEEN, 64 * king + bits.lowest(checkers))
    for square in bits.squares(bits.without(p.knights & own, pinned)):
        number += bits.count(bits.entry(KNIGHT, square) & target)
    for square in bits.squares((p.bishops | p.queens) & own):
        reach = bishop_attacks(occupied, square) & target
        if pinned & bits.bit(square) != nothing:
            reach = reach & bits.entry(LINES, 64 * king + square)
        number += bits.count(reach)
    for square in bits.squares((p.rooks | p.queens) & own):
        reach = rook_attacks(occupied, square) & target
        if pinned & bits.bit(square) != nothing:
            reach = reach & bits.entry(LINES, 64 * king + square)
        number += bits.count(reach)
    number += count_pawns(p, king, own, other, target, pinned)
    if checkers == nothing:
        for rook in bits.squares(castlers):
            if castling_way(king, rook) & unsafe == nothing:
                number += 1
    return number


def count_pawns(
    p: Position, king: int, own: Bitboard, other: Bitboard, target: Bitboard, pinned: Bitboard
) -> int:
    """How many legal actions the mover's pawns have: all free ones at once, pinned ones one by one."""
    occupied = own | other
    free = bits.without(p.pawns & own, pinned)
    last = bits.board(0xFF00_0000_0000_00FF)
    one, two = pawn_steps(free, p.mover, occupied)
    two = two & target
    if p.mover == WHITE:
        west = bits.left(free & NOT_A, 7) & other & target
        east = bits.left(free & NOT_H, 9) & other & target
    else:
        west = bits.right(free & NOT_A, 9) & other & target
        east = bits.right(free & NOT_H, 7) & other & target
    one = one & target
    number = bits.count(one) + bits.count(two) + bits.count(west) + bits.count(east)
    number += 3 * (bits.count(one & last) + bits.count(west & last) + bits.count(east & last))
    for square in bits.squares(p.pawns & own & pinned):
        reach = pawn_targets(p, square, own, other) & target & bits.entry(LINES, 64 * king + square)
        number += bits.count(reach) + 3 * bits.count(reach & last)
    if p.passed != NOWHERE:
        for square in bits.squares(bits.entry(PAWN, 64 * (1 - p.mover) + p.passed) & p.pawns & own):
            if passing_is_legal(p, square, p.passed, king, own, other):
                number += 1
    return number

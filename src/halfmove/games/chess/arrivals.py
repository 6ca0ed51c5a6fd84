"""Which pieces may go to a square: for notations, which name a piece and where it goes.

To list all legal actions takes a while in plain Python.  Here only pieces of one kind are looked at that
reach the square: they may go there if their king is then not attacked.  Castling is not among their actions.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess import geometry
from halfmove.games.chess.geometry import FILE_A, RANK_1
from halfmove.games.chess.legal import other_of, own_of, pawn_targets
from halfmove.games.chess.position import (
    DOUBLE,
    EN_PASSANT,
    KING_KIND,
    PAWN_KIND,
    PLAIN,
    QUEEN,
    Position,
)

STRAIGHT = [int(geometry.FILES[s]) | RANK_1 << (s & 56) for s in range(64)]
OBLIQUE = [int(geometry.DIAGONALS[s]) | int(geometry.ANTIDIAGONALS[s]) for s in range(64)]
KNIGHT: list[int] = geometry.KNIGHT.tolist()
KING: list[int] = geometry.KING.tolist()
PAWN: list[int] = geometry.PAWN.tolist()
BETWEEN: list[int] = geometry.BETWEEN.tolist()
"""The tables of `geometry` as plain Python reads them fastest, one for all that lies straight and askew."""
BESIDE = [sum(FILE_A << file for file in range(max(s % 8 - 1, 0), min(s % 8 + 2, 8))) for s in range(64)]
"""The files from which a pawn can come to a square."""
REACH = [BESIDE, KNIGHT, OBLIQUE, STRAIGHT, [a | b for a, b in zip(STRAIGHT, OBLIQUE, strict=True)], KING]
"""By kind: from where a piece may come to a square, if nothing stands in its way.  Below, `s[kind]` is
the set of all pieces of a kind: with these a position's fields begin, in this order."""


def list_arriving(s: Position, kind: int, end: int) -> list[int]:
    """The legal actions, but castling, by which the mover's pieces of a kind go to a square; of a promotion,
    the one to a queen."""
    own, other = own_of(s), other_of(s)
    if own >> end & 1:
        return []
    found = []
    for start in bits.squares(s[kind] & own & REACH[kind][end]):
        what = PLAIN
        if kind == PAWN_KIND:
            if not pawn_targets(s, start, own, other) >> end & 1:
                if end != s.passed or not PAWN[64 * s.mover + start] >> end & 1:
                    continue
                what = EN_PASSANT
            elif end < 8 or end > 55:
                what = QUEEN
            elif abs(end - start) == 16:
                what = DOUBLE
        elif BETWEEN[64 * start + end] & (own | other):  # nothing is between squares on no line
            continue
        if not _exposes(s, start, end, what):
            found.append(start | end << 6 | what << 12)
    return found


def _exposes(s: Position, start: int, end: int, what: int) -> bool:
    """Whether the mover's king would be attacked after a piece has gone from a square to another."""
    own, other = own_of(s), other_of(s)
    king = bits.lowest(s.kings & own)
    taken = 1 << end if what != EN_PASSANT else 1 << (end & 7 | start & 56)
    occupied = (own | other) & ~(1 << start | taken) | 1 << end
    return _is_attacked(s, end if king == start else king, other & ~taken, 1 - s.mover, occupied)


def is_in_check(s: Position) -> bool:
    """Whether the mover's king is attacked."""
    return _is_attacked(s, bits.lowest(s.kings & own_of(s)), other_of(s), 1 - s.mover, s.white | s.black)


def _is_attacked(s: Position, square: int, by: Bitboard, side: int, occupied: Bitboard) -> bool:
    """Whether a square is attacked by these pieces, which are of that side."""
    near = KNIGHT[square] & s.knights | KING[square] & s.kings | PAWN[64 * (1 - side) + square] & s.pawns
    if near & by:
        return True
    far = (STRAIGHT[square] & (s.rooks | s.queens) | OBLIQUE[square] & (s.bishops | s.queens)) & by
    return any(not BETWEEN[64 * square + slider] & occupied for slider in bits.squares(far))


def kind_on(s: Position, square: int) -> int:
    """The kind of the piece on a square that has one."""
    piece = 1 << square
    for kind in range(KING_KIND):
        if s[kind] & piece:
            return kind
    return KING_KIND

"""What a side attacks, gathered once for all features that ask for it."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.geometry import bishop_attacks, rook_attacks
from halfmove.games.chess.position import Position


class Attacks(NamedTuple):
    """What a side attacks: all, what two of its pieces or pawns attack, and by kind; how much its pieces
    bear on the squares about the enemy's king, in points of `king.danger_to`."""

    all: Bitboard
    twice: Bitboard
    by_pawn: Bitboard
    by_knight: Bitboard
    by_bishop: Bitboard
    by_rook: Bitboard
    by_queen: Bitboard
    bearing: int


def count_aimed(s: Position, square: int, other: Bitboard) -> int:
    """How many enemy rooks and bishops would reach a square through all but their own side."""
    rooks, bishops = rook_attacks(other, square) & s.rooks, bishop_attacks(other, square) & s.bishops
    return bits.count((rooks | bishops) & other)

"""What a side attacks, gathered once for all features that ask for it."""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.bits import Bitboard


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

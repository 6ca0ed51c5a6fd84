"""A chess position, and how an action is written as a number.

bits  0 to 5    the square it starts from
bits 6 to 11    the square it goes to; castling: the square of the rook
bits 12 to 14   PLAIN, a promotion (KNIGHT … QUEEN), CASTLING, EN_PASSANT or DOUBLE (a pawn's two steps)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard

WHITE, BLACK = 0, 1
PLAIN, KNIGHT, BISHOP, ROOK, QUEEN, CASTLING, EN_PASSANT, DOUBLE = range(8)
PAWN_KIND, KNIGHT_KIND, BISHOP_KIND, ROOK_KIND, QUEEN_KIND, KING_KIND = range(6)
NOWHERE = 64
"""`passed` where no pawn can be taken en passant."""


class Position(NamedTuple):
    """What stands where, and what else the rules need to know; a set of squares each."""

    pawns: Bitboard
    knights: Bitboard
    bishops: Bitboard
    rooks: Bitboard
    queens: Bitboard
    kings: Bitboard
    white: Bitboard
    black: Bitboard
    castling: Bitboard
    """The rooks with which their side may still castle."""
    hash: Bitboard
    """Zobrist's key of all of this but the counters."""
    mover: int
    passed: int
    """The square on which a pawn can be taken en passant, if that is legal; else NOWHERE."""
    quiet: int
    """Plies since the last capture or move of a pawn."""
    number: int
    """The number of the move, from 1."""


def with_turn(p: Position, mover: int, passed: int, key: Bitboard, quiet: int) -> Position:
    """The same pieces with somebody's turn, and all that depends on it."""
    return Position(
        p.pawns,
        p.knights,
        p.bishops,
        p.rooks,
        p.queens,
        p.kings,
        p.white,
        p.black,
        p.castling,
        key,
        mover,
        passed,
        quiet,
        p.number,
    )


def start_of(action: int) -> int:
    """The square an action starts from."""
    return action & 63


def end_of(action: int) -> int:
    """The square it goes to; castling: the rook's."""
    return (action >> 6) & 63


def kind_of(action: int) -> int:
    """PLAIN, a promotion, CASTLING, EN_PASSANT or DOUBLE."""
    return action >> 12


def _random_words(count: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Words in which every bit looks random: SplitMix64 (Steele et al. 2014)."""
    state, words = seed, []
    for _ in range(count):
        state = bits.plus(state, 0x9E37_79B9_7F4A_7C15)
        words.append(bits.mix(state))
    return np.array(words, np.uint64)


PLACED = _random_words(2 * 6 * 64, 1)
"""For each side, kind and square; index (6 * side + kind) * 64 + square."""
RIGHTS = _random_words(64, 2)
"""For each rook that may still castle."""
PASSED = _random_words(65, 3)
"""For each square of a pawn to be taken en passant; nothing for NOWHERE."""
PASSED[NOWHERE] = 0
TURN = int(_random_words(1, 4)[0])
"""For Black to move."""


def hash_position(p: Position) -> Bitboard:
    """The hash of a position, computed anew."""
    key = TURN if p.mover == BLACK else 0
    for kind, board in enumerate((p.pawns, p.knights, p.bishops, p.rooks, p.queens, p.kings)):
        for side, own in enumerate((p.white, p.black)):
            for square in bits.squares(board & own):
                key ^= int(PLACED[(6 * side + kind) * 64 + square])
    for square in bits.squares(p.castling):
        key ^= int(RIGHTS[square])
    return key ^ int(PASSED[p.passed])

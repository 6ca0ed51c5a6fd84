"""Where pieces reach on a board: tables made once, and the attacks of sliding pieces.

    56 57 58 59 60 61 62 63     a8 … h8        square = 8 * rank + file
    …                                          a step up the board is +8, to the right +1
     8  9 10 11 12 13 14 15     a2 … h2
     0  1  2  3  4  5  6  7     a1 … h1

Along a file or a diagonal, the squares that a slider at r reaches are what o - 2r changes in the occupied
squares o of the line: the borrow runs to the first piece in the way.  The other direction is the same with
the ranks turned over, for which swapping the bytes of the word will do, as such a line has one square in each
rank.  Along a rank a table has it.  Source: Gerd Isenberg, "o^(o-2r)" and "hyperbola quintessence",
chessprogramming.org.
"""

from __future__ import annotations

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Bitboard

FILE_A = 0x0101_0101_0101_0101
FILE_H = FILE_A << 7
RANK_1 = 0xFF
RANK_8 = RANK_1 << 56
NOT_A = bits.FULL ^ FILE_A
NOT_H = bits.FULL ^ FILE_H
LIGHT = 0x55AA_55AA_55AA_55AA
"""The light squares."""


def _table(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(values, np.uint64)


def _steps(square: int, steps: list[tuple[int, int]]) -> int:
    """The squares that (file, rank) steps lead to, as far as they are on the board."""
    file, rank = square & 7, square >> 3
    return sum(
        1 << (8 * (rank + up) + file + right)
        for right, up in steps
        if 0 <= file + right < 8 and 0 <= rank + up < 8
    )


def _ray(square: int, right: int, up: int, occupied: int = 0) -> int:
    """The squares from `square` in one direction, up to the first that is occupied."""
    file, rank, reached = (square & 7) + right, (square >> 3) + up, 0
    while 0 <= file < 8 and 0 <= rank < 8:
        reached |= 1 << (8 * rank + file)
        if occupied >> (8 * rank + file) & 1:
            break
        file, rank = file + right, rank + up
    return reached


_ALL = range(64)
_KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_KING = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]

KNIGHT = _table([_steps(s, _KNIGHT) for s in _ALL])
KING = _table([_steps(s, _KING) for s in _ALL])
PAWN = _table([_steps(s, [(-1, up), (1, up)]) for up in (1, -1) for s in _ALL])
"""What a pawn on a square attacks: White's 64 squares, then Black's."""
FILES = _table([_ray(s, 0, 1) | _ray(s, 0, -1) for s in _ALL])
DIAGONALS = _table([_ray(s, 1, 1) | _ray(s, -1, -1) for s in _ALL])
ANTIDIAGONALS = _table([_ray(s, -1, 1) | _ray(s, 1, -1) for s in _ALL])
RANKS = _table([_ray(f, 1, 0, o << 1) | _ray(f, -1, 0, o << 1) for o in range(64) for f in range(8)])
"""Along the first rank: by the six inner squares that are occupied, then by file."""


def _pairs() -> tuple[list[int], list[int]]:
    """For each two squares, those between them and the line through them."""
    between, lines = [0] * 4096, [0] * 4096
    for a in _ALL:
        for right, up in _KING:
            ahead = _ray(a, right, up)
            line, passed, b = ahead | _ray(a, -right, -up) | 1 << a, 0, a + right + 8 * up
            while ahead:
                between[64 * a + b], lines[64 * a + b] = passed, line
                passed |= 1 << b
                ahead &= ~(1 << b)
                b += right + 8 * up
    return between, lines


BETWEEN, LINES = map(_table, _pairs())
"""The squares between two on one line, and the whole of that line, both included; none for two on no line.
Index 64 * a + b."""


def along(occupied: Bitboard, mask: Bitboard, square: int) -> Bitboard:
    """What a slider reaches along a file or diagonal `mask` (without its own square)."""
    o = occupied & mask
    up = bits.minus(o, bits.left(bits.bit(square), 1))
    down = bits.minus(bits.swap(o), bits.left(bits.bit(square ^ 56), 1))
    return (up ^ bits.swap(down)) & mask


def rook_attacks(occupied: Bitboard, square: int) -> Bitboard:
    """What a rook reaches, pieces in its way included."""
    shift = square & 56
    inner = bits.number(bits.right(occupied, shift + 1)) & 63
    rank = bits.left(bits.entry(RANKS, inner * 8 + (square & 7)), shift)
    return rank | along(occupied, bits.entry(FILES, square), square)


def bishop_attacks(occupied: Bitboard, square: int) -> Bitboard:
    """What a bishop reaches, pieces in its way included."""
    falling = along(occupied, bits.entry(ANTIDIAGONALS, square), square)
    return falling | along(occupied, bits.entry(DIAGONALS, square), square)

"""Sets of squares that the evaluation asks for: what lies in front of a pawn, beside it, about a king."""

from __future__ import annotations

import numpy as np

from halfmove.games.chess.geometry import FILE_A, KING

_ALL = range(64)


def _table(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(values, np.uint64)


def _ahead(square: int, side: int) -> int:
    """All ranks in front of a square, as the side looks up the board."""
    rank = square >> 3
    ranks = range(rank + 1, 8) if side == 0 else range(rank)
    return sum(0xFF << (8 * r) for r in ranks)


def _files(file: int, *steps: int) -> int:
    return sum(FILE_A << (file + step) for step in steps if 0 <= file + step < 8)


AHEAD = _table([_ahead(s, side) & _files(s & 7, 0) for side in (0, 1) for s in _ALL])
"""The squares in front of a pawn on its file: White's 64, then Black's."""
GUARDS = _table([_ahead(s, side) & _files(s & 7, -1, 1) for side in (0, 1) for s in _ALL])
"""The squares in front of it on the files beside: enemy pawns there can still attack its way."""
BESIDE = _table([_files(f, -1, 1) for f in range(8)])
"""The files beside a file."""
HELPERS = _table(
    [(0xFFFF_FFFF_FFFF_FFFF ^ _ahead(s, side)) & _files(s & 7, -1, 1) for side in (0, 1) for s in _ALL]
)
"""The squares beside and behind a pawn from which another could come to guard it."""
FILE_OF = _table([_files(f, 0) for f in range(8)])
ZONES = _table(
    [
        int(KING[s])
        | 1 << s
        | ((int(KING[s]) << 8 if side == 0 else int(KING[s]) >> 8) & 0xFFFF_FFFF_FFFF_FFFF)
        for side in (0, 1)
        for s in _ALL
    ]
)
"""A king's square, those around it, and a row more in front."""
FLANKS = _table(
    [
        sum(FILE_A << f for f in files)
        for files in (
            (0, 1, 2),
            (0, 1, 2, 3),
            (0, 1, 2, 3),
            (2, 3, 4, 5),
            (2, 3, 4, 5),
            (4, 5, 6, 7),
            (4, 5, 6, 7),
            (5, 6, 7),
        )
    ]
)
"""For each file of a king the files of its side of the board."""
CAMPS = _table([0x0000_00FF_FFFF_FFFF, 0xFFFF_FFFF_FF00_0000])
"""The five ranks nearest to White, to Black."""
CENTRES = _table([0x3C3C_3C00, 0x003C_3C3C_0000_0000])
"""The four files in the middle of the second to fourth rank, as White, as Black counts them."""
HALVES = _table([0x0000_0000_FFFF_FFFF, 0xFFFF_FFFF_0000_0000])
"""The four ranks nearest to White, to Black."""
MIDDLE = 0x0000_0018_1800_0000
"""The four squares in the middle."""
DARK = 0xAA55_AA55_AA55_AA55
"""The squares of the colour of a1."""
LOSING_FILES = FILE_A << 1 | FILE_A << 3 | FILE_A << 4 | FILE_A << 6
"""Where a queen always stops a pawn: the files b, d, e and g."""
DISTANCE = np.array(
    [max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3))) for a in _ALL for b in _ALL], np.int64
)
"""Steps of a king from a square to another; index 64 * a + b."""
CORNERED = np.array([max(3 - (s & 7), (s & 7) - 4) + max(3 - (s >> 3), (s >> 3) - 4) for s in _ALL], np.int64)
"""How far a square lies from the four in the middle."""

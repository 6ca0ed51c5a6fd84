"""The 32 squares of a draughts board in one word, with gaps so that every step is one and the same shift.

Players number the dark squares 1 to 32 from Black's side, row by row from the top left.  In the word there is
a gap after each second row (A. L. Samuel, *Some Studies in Machine Learning Using the Game of Checkers*, IBM
Journal 3, 1959), so that a step down is a shift by 4 or 5 and whatever leaves the board falls into a gap:

         number                          bit
        1     2     3     4            0     1     2     3
     5     6     7     8            4     5     6     7     (8)
        9    10    11    12            9    10    11    12
    13    14    15    16           13    14    15    16    (17)
       17    18    19    20           18    19    20    21
    21    22    23    24           22    23    24    25    (26)
       25    26    27    28           27    28    29    30
    29    30    31    32           31    32    33    34

Directions are 0 and 1, down to the left and to the right, where Black's men go, and 2 and 3, up to the left
and to the right, where White's go; the opposite of `d` is `3 - d`.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard

SIDE = 8
SQUARES = 32
PLACES = tuple(n + n // 8 for n in range(SQUARES))
"""The bit of each square, by its number less 1."""
NUMBERS = {place: n + 1 for n, place in enumerate(PLACES)}
"""The number of each square, by its bit."""
DIRECTIONS = 4
BLACK, WHITE = 0, 1


def squares_of(*numbers: int) -> int:
    """The set of some squares, given by their numbers."""
    return sum(1 << PLACES[n - 1] for n in numbers)


BOARD = squares_of(*range(1, 33))
TOP, BOTTOM = squares_of(1, 2, 3, 4), squares_of(29, 30, 31, 32)
"""Where Black's men begin and White's become kings, and the other way round."""


def cell(number: int) -> tuple[int, int]:
    """Row and column of a square, both from 0, from the top left."""
    row, k = divmod(number - 1, 4)
    return row, 2 * k + 1 - row % 2


def moved(b: Bitboard, d: int) -> Bitboard:
    """All squares of `b` one step further in direction `d`; what leaves the board is lost."""
    if d == 0:
        return bits.left(b, 4) & bits.board(BOARD)
    if d == 1:
        return bits.left(b, 5) & bits.board(BOARD)
    if d == 2:
        return (b >> 5) & bits.board(BOARD)
    return (b >> 4) & bits.board(BOARD)


def crown(mover: int) -> Bitboard:
    """The row where a player's men become kings."""
    return bits.board(BOTTOM if mover == BLACK else TOP)

"""Endings that a pairing strategy decides: bounds without a search.

The player to move is M, the other F, the follower.  F may answer every stone of M's in the same column
("claimeven": Allis, *A Knowledge-Based Approach of Connect-Four*, 1988, section 3.3).  In a column with an
even number of empty squares F then gets the second, fourth, … of them, M the others.  In a column with an odd
number, F pairs its lowest empty square with the lowest of another such column ("baseinverse", ibid.), taking
the one when M takes the other, and claims even above them.

With H rows, counted from 0, both kinds of column give M the empty squares on rows r with H - r even, and at
most the lowest empty squares of the odd columns besides; F is sure of the rest:

    row 5  f f f f f f f        H = 6: M may get m and the odd columns' lowest squares (*),
    row 4  m m m m m m m               F is sure of f
    row 3  f f f f * f f        If M has no line of four within what M may get, M cannot win.
    row 2  m m m m x m m        If F has one within what F is sure of as well, F wins.
    row 1  f f * f o f f
    row 0  m m x m x m m

With an even number of empty squares the odd columns can be paired off, and this is all there is.  With an
odd number one odd column c is left over, where F can only claim even from its lowest square.  That decides
the game if F has a threat in c on a square that F so gets: M must at last play below it (zugzwang).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.score import INFINITY, loss_in
from halfmove.games.connect4.lines import aligned


def upper_bound(
    own: Bitboard,
    other: Bitboard,
    free: Bitboard,
    playable: Bitboard,
    threats: Bitboard,
    mover_rows: Bitboard,
    column: Bitboard,
    stride: int,
) -> int:
    """An upper bound on the score of the player to move, who cannot win at once.

    `own`, `other`: the stones of M and F; `free`: the empty squares; `playable`: the lowest of each column;
    `threats`: the empty squares that complete a line of F's; `mover_rows`: the rows r with H - r even;
    `column`: the first column, without its always empty square.
    """
    follower_free = bits.without(free, mover_rows)
    if bits.count(free) & 1 == 0:
        if aligned(own | (free & mover_rows) | playable, stride):
            return INFINITY
        if aligned(other | bits.without(follower_free, playable), stride):
            return loss_in(bits.count(free))
        return 0
    odd_columns = playable & follower_free
    zugzwangs = bits.without(threats & mover_rows, playable)
    while zugzwangs != bits.board(0):
        threat = bits.lowest(zugzwangs)
        zugzwangs = bits.without_lowest(zugzwangs)
        here = bits.left(column, stride * (threat // stride))
        if (odd_columns & here) != bits.board(0):
            below = free & here & bits.minus(bits.bit(threat), bits.board(1))
            elsewhere = bits.without(free, here)
            may_get = (elsewhere & (mover_rows | playable)) | (below & follower_free)
            if not aligned(own | may_get, stride):
                return loss_in(bits.count(elsewhere) + bits.count(below) + 1)
    if not aligned(own | free, stride):
        return 0
    return INFINITY

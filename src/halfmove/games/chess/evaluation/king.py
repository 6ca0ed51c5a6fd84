"""The king: the pawns before it, and how much danger it is in.

Danger is not a sum of what each attacker adds: two are far worse than one twice.  What bears on a king is
therefore counted in points, and what so many points are worth is looked up (feature `king danger`), as in
many programs since CRAFTY.  The points were fitted together with the weights (docs/decisions/0019).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.evaluation.masks import CAMPS, FILE_OF, FLANKS, ZONES
from halfmove.games.chess.evaluation.weights import (
    DANGER,
    FLANK,
    OPEN_FILES,
    PAWNLESS,
    SHELTER,
    STORM,
)
from halfmove.games.chess.geometry import KING, KNIGHT, bishop_attacks, rook_attacks
from halfmove.games.chess.position import WHITE, Position

# ---- what a side attacks, gathered once for all features that ask for it


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


# points for an enemy piece that attacks a square about the king, and for each such square
KNIGHT_BEARS, BISHOP_BEARS, ROOK_BEARS, QUEEN_BEARS = 8, 0, 4, 3
KNIGHT_SQUARE, BISHOP_SQUARE, QUEEN_SQUARE = 1, 4, 1
# a square about the king that is attacked and hardly guarded
WEAK_SQUARE = 4
# a check that costs nothing, by kind; a square for one that does
KNIGHT_CHECK, BISHOP_CHECK, ROOK_CHECK, QUEEN_CHECK = 20, 14, 29, 19
COSTLY_CHECK = 5
# squares of the king's side of the board: attacked, attacked twice, guarded
ATTACKED, ATTACKED_TWICE, GUARDED = 3, 3, -2
# a rook or bishop that would attack the king if its own side's pieces alone stood in the way
AIMED = 16
# no enemy queen; a knight beside the king; files about it without a pawn; steps to the pawns before it
NO_QUEEN, KNIGHT_BESIDE, OPEN_FILE, BARE = -32, -6, -3, 3
ENEMY_TO_MOVE, ALWAYS = 10, 5
CASES = 64
POINTS_A_CASE = 2


def king_safety(
    s: Position, w: Any, side: int, own: Bitboard, other: Bitboard, mine: Attacks, theirs: Attacks
) -> int:
    """The pawns before a side's king, its side of the board, and the danger, weighed."""
    nothing = bits.board(0)
    square = bits.lowest(s.kings & own)
    own_pawns, enemy_pawns = s.pawns & own, s.pawns & other
    points = danger_to(s, side, square, own, other, mine, theirs)
    # its side of the board
    flank = bits.entry(FLANKS, square & 7)
    camp = flank & bits.entry(CAMPS, side)
    attacked = bits.count(theirs.all & camp)
    twice, guarded = bits.count(theirs.twice & camp), bits.count(mine.all & camp)
    points += ATTACKED * attacked + ATTACKED_TWICE * twice + GUARDED * guarded
    score = int(w[FLANK]) * attacked + int(w[FLANK + 1]) * twice + int(w[FLANK + 2]) * guarded
    if s.pawns & flank == nothing:
        score += int(w[PAWNLESS])
    # the pawns before it
    middle = min(max(square & 7, 1), 6)
    for file in range(middle - 1, middle + 2):
        on = bits.entry(FILE_OF, file)
        shield, storm = nearest(own_pawns & on, side), nearest(enemy_pawns & on, side)
        score += int(w[SHELTER + shield]) + int(w[STORM + storm])
        if shield == 0:
            points += 4 * BARE
            score += int(w[OPEN_FILES + (0 if storm == 0 else 1)])
            if storm == 0:
                points += OPEN_FILE
        else:
            points += BARE * min(shield - 1, 3)
    return score + int(w[DANGER + min(max(points // POINTS_A_CASE, 0), CASES - 1)])


def danger_to(
    s: Position, side: int, square: int, own: Bitboard, other: Bitboard, mine: Attacks, theirs: Attacks
) -> int:
    """The points of danger to a side's king but for its pawns and its side of the board."""
    nothing = bits.board(0)
    points = ALWAYS + theirs.bearing
    if s.mover != side:
        points += ENEMY_TO_MOVE
    if s.queens & other == nothing:
        points += NO_QUEEN
    if mine.by_knight & bits.entry(KING, square) != nothing:
        points += KNIGHT_BESIDE
    hardly = bits.without(mine.all, bits.entry(KING, square) | mine.by_queen)
    weak = bits.without(theirs.all, mine.twice | hardly)
    points += WEAK_SQUARE * bits.count(weak & bits.entry(ZONES, 64 * side + square))
    # checks, the own queen looked through
    occupied = bits.without(own | other, s.queens & own)
    straight, oblique = rook_attacks(occupied, square), bishop_attacks(occupied, square)
    safe = bits.without(bits.invert(mine.all) | (weak & theirs.twice), other)
    by_knight = bits.entry(KNIGHT, square) & theirs.by_knight
    by_bishop, by_rook = oblique & theirs.by_bishop, straight & theirs.by_rook
    by_queen = bits.without((straight | oblique) & theirs.by_queen & safe, mine.by_queen)
    if by_knight & safe != nothing:
        points += KNIGHT_CHECK
    if by_bishop & safe != nothing:
        points += BISHOP_CHECK
    if by_rook & safe != nothing:
        points += ROOK_CHECK
    if by_queen != nothing:
        points += QUEEN_CHECK
    points += COSTLY_CHECK * bits.count(bits.without(by_knight | by_bishop | by_rook, safe | other))
    return points + AIMED * count_aimed(s, square, other)


def nearest(pawns: Bitboard, side: int) -> int:
    """The rank, from the side's first, of the nearest of some pawns; 0 where there is none."""
    if pawns == bits.board(0):
        return 0
    if side == WHITE:
        return bits.lowest(pawns) >> 3
    return bits.lowest(bits.swap(pawns)) >> 3

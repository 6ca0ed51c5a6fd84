"""What material is worth together: a knight wants pawns, two of a kind get in each other's way.

A polynomial of the second degree in the numbers of pieces, own times own and own times enemy's, whose
coefficients are weights like all others.  Sources: L. Kaufman, "The Evaluation of Material Imbalances",
*Chess Life*, March 1999 (the rules in words); T. Romstad's Glaurung, 2007 (as a polynomial).
"""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.evaluation.layout import AGAINST, TOGETHER
from halfmove.games.chess.position import Position

Numbers = tuple[int, int, int, int, int]


def numbers(s: Position, own: Bitboard) -> Numbers:
    """How many pawns, knights, bishops, rooks, queens a side has."""
    return (
        bits.count(s.pawns & own),
        bits.count(s.knights & own),
        bits.count(s.bishops & own),
        bits.count(s.rooks & own),
        bits.count(s.queens & own),
    )


def sum_products(w: Any, own: Numbers, other: Numbers) -> int:
    """A side's products of numbers, weighed."""
    score = 0
    pair, rival = TOGETHER, AGAINST
    for i in range(5):
        if own[i] != 0:
            for j in range(i + 1):
                score += int(w[pair + j]) * own[i] * own[j]
            for j in range(i):
                score += int(w[rival + j]) * own[i] * other[j]
        pair += i + 1
        rival += i
    return score

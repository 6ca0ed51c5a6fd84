"""The score where one or two squares are empty, without a search: the hook `bounds`.

A search asks for the bounds of every child before it enters one, so these states are never entered:
most of the states of a search to the end.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.score import INFINITY, one_ply_on, settled
from halfmove.games.othello.rules import State
from halfmove.games.othello.symmetry import Symmetry


class LastSquares(Symmetry):
    """What `Othello` knows of its last two plies."""

    def bounds(self, s: State) -> tuple[int, int]:
        """The score itself where at most two squares are empty."""
        empty = self.board ^ (s.own | s.other)
        count = bits.count(empty)
        if count > 2 or count == 0:
            return -INFINITY, INFINITY
        first = bits.lowest(empty)
        if count == 1:
            score = self.last_one(s.own, s.other, first)
        else:
            score = self.last_two(s.own, s.other, first, bits.lowest(bits.without_lowest(empty)))
        return score, score

    def last_one(self, own: Bitboard, other: Bitboard, square: int) -> int:
        """The score to the side to move, whose discs are `own`, where one square is empty."""
        margin = bits.count(own) - bits.count(other)
        flips = bits.count(self.flips(own, other, square))
        if flips > 0:
            return one_ply_on(self.settled_margin(margin + 2 * flips + 1, 0))
        flips = bits.count(self.flips(other, own, square))
        if flips > 0:
            return one_ply_on(one_ply_on(self.settled_margin(margin - 2 * flips - 1, 0)))
        return self.settled_margin(margin, 1)

    def last_two(self, own: Bitboard, other: Bitboard, first: int, second: int) -> int:
        """The same where two squares are empty."""
        score = self.best_of_two(own, other, first, second)
        if score != -INFINITY:
            return score
        score = self.best_of_two(other, own, first, second)
        if score != -INFINITY:
            return one_ply_on(-score)
        return self.settled_margin(bits.count(own) - bits.count(other), 2)

    def best_of_two(self, own: Bitboard, other: Bitboard, first: int, second: int) -> int:
        """The score to the side to move on one of two empty squares; -INFINITY where it cannot."""
        best = -INFINITY
        flips = self.flips(own, other, first)
        if flips != bits.board(0):
            best = one_ply_on(-self.last_one(other ^ flips, own | flips | bits.bit(first), second))
        flips = self.flips(own, other, second)
        if flips != bits.board(0):
            best = max(best, one_ply_on(-self.last_one(other ^ flips, own | flips | bits.bit(second), first)))
        return best

    def settled_margin(self, margin: int, empty: int) -> int:
        """The score of a game that is over."""
        if not self.counts_discs:
            return settled(1 if margin > 0 else -1 if margin < 0 else 0)
        if self.counts_empty and margin != 0:
            margin += empty if margin > 0 else -empty
        return settled(margin)

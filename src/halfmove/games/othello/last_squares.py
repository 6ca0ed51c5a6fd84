"""What is proven of a position without a search: the score where four squares or fewer are empty, and what
discs that can never be turned leave open: the hooks `bounds` and `bounds_within`.

A search asks for the bounds of every child before it enters one, so states with so few empty squares are
never entered: most of the states of a search to the end.  Of the empty squares those are tried first that lie
in a quarter of the board with an odd number of them, as whoever moves there has the last move there too
(B. Rose, *Othello: A Minute to Learn... A Lifetime to Master*, 2005); the search is told the same
by `candidates`.

Stable discs: a disc is never turned if in each of the four directions it stands on a full line, beside the
edge, or beside a stable disc of its own colour (P. Rosenbloom, *A World-Championship-Level Othello Program*,
Artificial Intelligence 19, 1982).
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.score import INFINITY, WIN, one_ply_back, one_ply_on, score_of_utility
from halfmove.games.othello.flipping import turned_by_last
from halfmove.games.othello.rules import WORD_SIDE, State
from halfmove.games.othello.symmetry import Symmetry

ODD_FIRST = 8
"""Empty squares up to which `candidates` offers those in odd quarters of the board first."""
STABLE_FROM = 8
"""How many discs, beyond one for each empty square, the window must be from even before stable discs are
counted: with fewer they seldom decide.  Set by judgement."""


class LastSquares(Symmetry):
    """What `Othello` knows of its last plies."""

    usual: bool
    """Whether the board is the one of 8 x 8."""
    quarters: tuple[Bitboard, ...]
    sides: tuple[Bitboard, ...]
    """The squares on an edge in each of four directions: left or right, top or bottom, and both diagonals."""

    def setup(self) -> None:
        super().setup()
        left = self.column * ((1 << self.width // 2) - 1)
        upper = (1 << self.squares // 2) - 1
        right_half, lower = self.board ^ left, self.board ^ upper
        self.usual = self.width == self.height == WORD_SIDE
        self.quarters = (left & upper, right_half & upper, left & lower, right_half & lower)
        columns = self.column | self.column << (self.width - 1)
        rows = self.row | self.row << (self.squares - self.width)
        self.sides = (columns, rows, columns | rows)

    # ---- which squares first
    def odd_quarters(self, empty: Bitboard) -> Bitboard:
        """The quarters of the board with an odd number of empty squares."""
        odd = bits.board(0)
        for quarter in self.quarters:
            if bits.count(empty & quarter) & 1:
                odd |= quarter
        return odd

    def candidates(self, s: State) -> Iterator[int]:
        """All moves; near the end those first that are in a quarter with an odd number of empty squares."""
        moves = self.moves(s.own, s.other)
        empty = self.board ^ (s.own | s.other)
        first = moves
        if bits.count(empty) <= ODD_FIRST:
            first = moves & self.odd_quarters(empty)
        for square in bits.squares(first):
            yield square
        for square in bits.squares(bits.without(moves, first)):
            yield square
        if moves == bits.board(0) and self.moves(s.other, s.own) != bits.board(0):
            yield self.squares

    # ---- the hooks
    def bounds(self, s: State) -> tuple[int, int]:
        """The score itself where at most two squares are empty."""
        empty = bits.count(self.board ^ (s.own | s.other))
        if empty > 2 or empty == 0:
            return -INFINITY, INFINITY
        return self.bounds_within(s, -INFINITY, INFINITY)

    def bounds_within(self, s: State, low: int, high: int) -> tuple[int, int]:
        """The score, as far as it lies between `low` and `high`, where at most four squares are empty; with
        more, what stable discs leave open, if the window is so far from even that they may decide."""
        empty = self.board ^ (s.own | s.other)
        count = bits.count(empty)
        if count <= 4:
            score = self.last(s.own, s.other, empty, count, low, high)
            if score <= low:
                return -INFINITY, score
            if score >= high:
                return score, INFINITY
            return score, score
        return self.stable_bounds(s.own, s.other, count, low, high)

    # ---- stable discs
    def stable_bounds(
        self, own: Bitboard, other: Bitboard, empty: int, low: int, high: int
    ) -> tuple[int, int]:
        """Bounds on the score by the discs of either side that are stable."""
        lower, upper = -INFINITY, INFINITY
        if not self.counts_discs:
            return lower, upper
        least = (empty + STABLE_FROM) * WIN
        if low >= least and low < INFINITY:
            margin = self.squares - 2 * bits.count(self.stable_discs(other, own | other))
            upper = score_of_utility(margin) + (0 if margin >= 0 else 2 * empty)
        if high <= -least and high > -INFINITY:
            margin = 2 * bits.count(self.stable_discs(own, own | other)) - self.squares
            lower = score_of_utility(margin) - (0 if margin <= 0 else 2 * empty)
        return lower, upper

    def stable_discs(self, own: Bitboard, taken: Bitboard) -> Bitboard:
        """Discs of `own` that can never be turned (not all, but mostly)."""
        empty = self.board ^ taken
        w = self.width
        across = self.sides[0] | bits.invert(self.on_lines(empty, 1, self.not_left, self.not_right))
        down = self.sides[1] | bits.invert(self.on_lines(empty, w, self.board, self.board))
        rising = self.sides[2] | bits.invert(self.on_lines(empty, w - 1, self.not_right, self.not_left))
        falling = self.sides[2] | bits.invert(self.on_lines(empty, w + 1, self.not_left, self.not_right))
        stable = own & across & down & rising & falling
        while True:
            left = (stable >> 1) & self.not_right
            right = bits.left(stable, 1) & self.not_left
            grown = own & (across | left | right)
            grown &= down | (stable >> w) | bits.left(stable, w)
            grown &= rising | (right >> w) | bits.left(left, w)
            grown &= falling | (left >> w) | bits.left(right, w)
            grown |= stable
            if grown == stable:
                return stable
            stable = grown

    def on_lines(self, squares: Bitboard, step: int, above: Bitboard, below: Bitboard) -> Bitboard:
        """All squares of the lines, in steps of `step`, on which one of the squares lies; `above` and `below`
        are the squares that a step to higher and to lower squares may come to."""
        up, down = squares, squares
        for _ in range(7):
            up |= bits.left(up, step) & above
            down |= (down >> step) & below
        return up | down

    # ---- the last four squares
    def last(self, own: Bitboard, other: Bitboard, empty: Bitboard, count: int, low: int, high: int) -> int:
        """The score where four squares or fewer are empty, by the promise of alpha-beta: no more than `low`,
        no less than `high`, or exact."""
        if count == 0:
            return self.settled_margin(bits.count(own) - bits.count(other), 0)
        odd = self.odd_quarters(empty) & empty
        even = bits.without(empty, odd)
        if odd == bits.board(0):
            odd, even = even, bits.board(0)
        first = bits.lowest(odd)
        odd = bits.without_lowest(odd)
        if count == 1:
            return self.last_one(own, other, first)
        if odd == bits.board(0):
            odd, even = even, bits.board(0)
        second = bits.lowest(odd)
        odd = bits.without_lowest(odd)
        if count == 2:
            return self.last_two(own, other, first, second, high)
        if odd == bits.board(0):
            odd, even = even, bits.board(0)
        third = bits.lowest(odd)
        odd = bits.without_lowest(odd)
        if count == 3:
            return self.last_three(own, other, first, second, third, low, high)
        if odd == bits.board(0):
            odd = even
        return self.last_four(own, other, first, second, third, bits.lowest(odd), low, high)

    def last_one(self, own: Bitboard, other: Bitboard, square: int) -> int:
        """The score to the side to move, whose discs are `own`, where one square is empty."""
        margin = bits.count(own) - bits.count(other)
        flips = self.count_flips(own, other, square)
        if flips > 0:
            return one_ply_on(self.settled_margin(margin + 2 * flips + 1, 0))
        flips = self.count_flips(other, own, square)
        if flips > 0:
            return one_ply_on(one_ply_on(self.settled_margin(margin - 2 * flips - 1, 0)))
        return self.settled_margin(margin, 1)

    def count_flips(self, own: Bitboard, other: Bitboard, square: int) -> int:
        """How many discs a disc of `own` turns over on the only empty square."""
        if self.usual:
            return turned_by_last(own, square)
        return bits.count(self.flips(own, other, square))

    def last_two(self, own: Bitboard, other: Bitboard, first: int, second: int, high: int) -> int:
        """The same where two squares are empty; any score from `high` on will do where it is as high."""
        score = self.best_of_two(own, other, first, second, high)
        if score != -INFINITY:
            return score
        score = self.best_of_two(other, own, first, second, INFINITY)
        if score != -INFINITY:
            return one_ply_on(-score)
        return self.settled_margin(bits.count(own) - bits.count(other), 2)

    def best_of_two(self, own: Bitboard, other: Bitboard, first: int, second: int, high: int) -> int:
        """The score to the side to move on one of two empty squares; -INFINITY where it cannot."""
        best = -INFINITY
        flips = self.flips(own, other, first)
        if flips != bits.board(0):
            best = one_ply_on(-self.last_one(other ^ flips, own | flips | bits.bit(first), second))
            if best >= high:
                return best
        flips = self.flips(own, other, second)
        if flips != bits.board(0):
            best = max(best, one_ply_on(-self.last_one(other ^ flips, own | flips | bits.bit(second), first)))
        return best

    def last_three(
        self, own: Bitboard, other: Bitboard, first: int, second: int, third: int, low: int, high: int
    ) -> int:
        """The same where three squares are empty."""
        score = self.best_of_three(own, other, first, second, third, low, high)
        if score != -INFINITY:
            return score
        score = self.best_of_three(other, own, first, second, third, -one_ply_back(high), -one_ply_back(low))
        if score != -INFINITY:
            return one_ply_on(-score)
        return self.settled_margin(bits.count(own) - bits.count(other), 3)

    def best_of_three(
        self, own: Bitboard, other: Bitboard, first: int, second: int, third: int, low: int, high: int
    ) -> int:
        """The score to the side to move on one of three empty squares; -INFINITY where it cannot."""
        best = -INFINITY
        for _ in range(3):
            flips = self.flips(own, other, first)
            if flips != bits.board(0):
                score = self.last_two(
                    other ^ flips, own | flips | bits.bit(first), second, third, -one_ply_back(max(low, best))
                )
                best = max(best, one_ply_on(-score))
                if best >= high:
                    return best
            first, second, third = second, third, first
        return best

    def last_four(
        self,
        own: Bitboard,
        other: Bitboard,
        first: int,
        second: int,
        third: int,
        fourth: int,
        low: int,
        high: int,
    ) -> int:
        """The same where four squares are empty."""
        score = self.best_of_four(own, other, first, second, third, fourth, low, high)
        if score != -INFINITY:
            return score
        score = self.best_of_four(
            other, own, first, second, third, fourth, -one_ply_back(high), -one_ply_back(low)
        )
        if score != -INFINITY:
            return one_ply_on(-score)
        return self.settled_margin(bits.count(own) - bits.count(other), 4)

    def best_of_four(
        self,
        own: Bitboard,
        other: Bitboard,
        first: int,
        second: int,
        third: int,
        fourth: int,
        low: int,
        high: int,
    ) -> int:
        """The score to the side to move on one of four empty squares; -INFINITY where it cannot."""
        best = -INFINITY
        for _ in range(4):
            flips = self.flips(own, other, first)
            if flips != bits.board(0):
                score = self.last_three(
                    other ^ flips,
                    own | flips | bits.bit(first),
                    second,
                    third,
                    fourth,
                    -one_ply_back(high),
                    -one_ply_back(max(low, best)),
                )
                best = max(best, one_ply_on(-score))
                if best >= high:
                    return best
            first, second, third, fourth = second, third, fourth, first
        return best

    def settled_margin(self, margin: int, empty: int) -> int:
        """The score of a game that is over."""
        if not self.counts_discs:
            return score_of_utility(1 if margin > 0 else -1 if margin < 0 else 0)
        if self.counts_empty and margin != 0:
            margin += empty if margin > 0 else -empty
        return score_of_utility(margin)

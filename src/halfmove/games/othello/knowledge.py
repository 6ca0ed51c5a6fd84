"""What Othello players know, as hooks: an estimate, and which moves to look at first.

The usual board is judged by tables of patterns (`patterns`), others of one word by features (`features`).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.term import Term
from halfmove.games.othello.features import DISC, Counts, Features
from halfmove.games.othello.patterns import HUNDREDTHS, PARTS
from halfmove.games.othello.probcut import ProbCut
from halfmove.games.othello.rules import State

ODD = 12
"""What a move into a quarter of the board with an odd number of empty squares gains in the order of moves."""


class Knowledge(ProbCut, Features):
    """What `Othello` knows beyond its rules."""

    unranked_plies = 12
    tableless_plies = 12
    """Twice the six squares from which on neither ranks nor table pay: with seven for the one, or seven or
    eight for the other, the FFO's endings 40 and 41 took from as long to a third longer."""

    corners: Bitboard
    rows: tuple[Bitboard, ...]
    columns: tuple[Bitboard, ...]

    def setup(self) -> None:
        super().setup()
        right, last = self.width - 1, self.squares - self.width
        self.corners = 1 | 1 << right | 1 << last | 1 << (last + right)
        self.rows = (self.row, self.row << last)
        self.columns = (self.column, self.column << right)

    # ---- features of one side
    def diagonal(self, b: Bitboard) -> Bitboard:
        """The squares diagonally beside those of `b`."""
        return self.above(self.beside(b))

    def stable(self, own: Bitboard, taken: Bitboard) -> Bitboard:
        """Discs of `own` on the edges, corners left out, that can never be turned."""
        found = own & self.corners
        full = bits.board(0)
        for edge in self.rows:
            if bits.without(edge, taken) == bits.board(0):
                full |= edge
            run = found & edge
            for _ in range(self.width - 1):
                run |= self.beside(run) & own & edge
            full |= run
        for edge in self.columns:
            if bits.without(edge, taken) == bits.board(0):
                full |= edge
            run = found & edge
            for _ in range(self.height - 1):
                run |= self.above(run) & own & edge
            full |= run
        return bits.without(full & own, self.corners)

    def feature_counts(self, own: Bitboard, other: Bitboard) -> Counts:
        taken = own | other
        free = bits.without(self.corners, taken)
        return Counts(
            bits.count(self.moves(own, other)),
            bits.count(bits.without(self.around(other), taken)),
            bits.count(own & self.corners),
            bits.count(own & self.diagonal(free)),
            bits.count(own & (self.beside(free) | self.above(free))),
            bits.count(self.stable(own, taken)),
        )

    # ---- the evaluation
    def evaluate(self, s: State, player: int) -> int:
        if self.patterned:
            empty = self.squares - bits.count(s.own | s.other)
            value = self.limited(self.pattern_sum(s.own, s.other, empty) * (DISC // HUNDREDTHS))
        else:
            value = self.limited(self.feature_sum(s))
        return value if player == s.mover else -value

    def terms(self, s: State) -> list[Term]:
        return self.with_limit(s, self.pattern_terms(s) if self.patterned else self.feature_terms(s))

    def pattern_terms(self, s: State) -> list[Term]:
        """The patterns of the usual board by kinds."""
        stage = self.stage(self.squares - bits.count(s.own | s.other))
        places = self.pattern_places(s.own, s.other)
        sign = (1 if s.mover == 0 else -1) / HUNDREDTHS
        return [
            Term(name, words, {}, sign * sum(self.entry(stage, place) for place in places[first:last]))
            for name, words, first, last in PARTS
        ]

    # ---- which moves first
    def order(self, s: State, a: int) -> int:
        """Corners, then what leaves the other side few moves and no corner, in a quarter of the board with an
        odd number of empty squares; squares beside an empty corner last."""
        if a == self.squares:
            return 0
        disc = bits.bit(a)
        child = self.result(s, a)
        empty = self.board ^ (s.own | s.other)
        replies = self.moves(child.own, child.other)
        rank = -16 * (bits.count(replies) + bits.count(replies & self.corners))
        for quarter in self.quarters:
            left = quarter & empty
            if (disc & quarter) != bits.board(0) and bits.count(left) & 1:
                rank += ODD
        free = bits.without(self.corners, s.own | s.other)
        if (disc & self.corners) != bits.board(0):
            rank += 400
        elif (disc & self.diagonal(free)) != bits.board(0):
            rank -= 160
        elif (disc & (self.beside(free) | self.above(free))) != bits.board(0):
            rank -= 48
        return rank

    # ---- playouts
    def pick(self, s: State, random: Buffer) -> int:
        moves = self.moves(s.own, s.other)
        if moves == bits.board(0):
            return self.squares
        return bits.select(moves, below(random, bits.count(moves)))

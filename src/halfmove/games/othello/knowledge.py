"""What Othello players know, as hooks: an evaluation by named features, and which moves to look at first.

The usual board is judged by tables of patterns instead (`patterns`); the features judge all others.

The features are those of the classical programs: mobility, potential mobility and stability (P. Rosenbloom,
*A World-Championship-Level Othello Program*, Artificial Intelligence 19, 1982), the squares beside an empty
corner (players call those on the edge C, on the diagonal X), and parity: who has the last move.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.term import Term
from halfmove.games.othello.patterns import HUNDREDTHS, PARTS
from halfmove.games.othello.probcut import ProbCut
from halfmove.games.othello.rules import State

DISC = 10_000
"""What a disc of the final difference is worth, in units of an estimate, where a win is the score."""
MOBILITY, POTENTIAL, CORNER, X_SQUARE, C_SQUARE, STABLE, PARITY = (
    8_000,
    3_000,
    80_000,
    -50_000,
    -15_000,
    20_000,
    15_000,
)
"""Weights, set by judgement."""
PARITY_FROM = 20
"""Empty squares from which on the last move is counted."""
DISCS_FROM = 16
"""Empty squares from which on discs are counted, each less of them more."""
ODD = 12
"""What a move into a quarter of the board with an odd number of empty squares gains in the order of moves."""
WORDS = {
    "mobility": "moves the side has, or would have on turn",
    "potential mobility": "empty squares beside a disc of the other side",
    "corners": "corners held",
    "X-squares": "discs diagonally beside an empty corner",
    "C-squares": "discs on the edge beside an empty corner",
    "stable edge discs": "discs on edges that are never turned: joined to an own corner, or on a full edge",
    "parity": "the last move, where an odd number of squares is left to the mover",
    "discs": "discs on the board, near the end",
}
"""Each term's name and meaning."""


class Knowledge(ProbCut):
    """What `Othello` knows beyond its rules."""

    estimate_unit = "discs"
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
        self.scale = WIN // DISC if self.counts_discs else 1
        self.unit = DISC * self.scale

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

    def position_of(self, own: Bitboard, other: Bitboard) -> int:
        """One side's part of the evaluation, discs and parity left out."""
        taken = own | other
        open_corners = bits.without(self.corners, taken)
        return (
            MOBILITY * bits.count(self.moves(own, other))
            + POTENTIAL * bits.count(bits.without(self.around(other), taken))
            + CORNER * bits.count(own & self.corners)
            + X_SQUARE * bits.count(own & self.diagonal(open_corners))
            + C_SQUARE * bits.count(own & (self.beside(open_corners) | self.above(open_corners)))
            + STABLE * bits.count(self.stable(own, taken))
        )

    def parity(self, empty: int) -> int:
        """What the last move is worth to the mover."""
        if empty == 0 or empty > PARITY_FROM:
            return 0
        return PARITY if empty & 1 else -PARITY

    def disc(self, empty: int) -> int:
        """What a disc on the board is worth."""
        return max(DISCS_FROM - empty, 0) * DISC // DISCS_FROM

    # ---- the evaluation
    def evaluate(self, s: State, player: int) -> int:
        own, other = bits.count(s.own), bits.count(s.other)
        empty = self.squares - own - other
        if self.patterned:
            value = self.pattern_sum(s.own, s.other, empty) * (DISC // HUNDREDTHS)
        else:
            value = self.position_of(s.own, s.other) - self.position_of(s.other, s.own)
            value += self.parity(empty) + (own - other) * self.disc(empty)
        value = min(max(value, 1 - ESTIMATE), ESTIMATE - 1)
        if self.counts_discs:
            value = min(max(value, -(self.squares - 1) * DISC), (self.squares - 1) * DISC) * self.scale
        return value if player == s.mover else -value

    def terms(self, s: State) -> list[Term]:
        found = self.pattern_terms(s) if self.patterned else self.feature_terms(s)
        beyond = self.evaluate(s, 0) / self.unit - sum(term.worth for term in found)
        if abs(beyond) > 0.5 / DISC:
            found.append(Term("limit", "an estimate stays below what can be won", {}, beyond))
        return found

    def pattern_terms(self, s: State) -> list[Term]:
        """The patterns of the usual board by kinds."""
        stage = self.stage(self.squares - bits.count(s.own | s.other))
        places = self.pattern_places(s.own, s.other)
        sign = (1 if s.mover == 0 else -1) / HUNDREDTHS
        return [
            Term(name, words, {}, sign * sum(self.entry(stage, place) for place in places[first:last]))
            for name, words, first, last in PARTS
        ]

    def feature_terms(self, s: State) -> list[Term]:
        """The features of other boards, one by one."""
        sides = (s.own, s.other) if s.mover == 0 else (s.other, s.own)
        taken = s.own | s.other
        empty = self.squares - bits.count(taken)
        free = bits.without(self.corners, taken)
        columns: list[dict[str, int]] = []
        for who, (own, other) in enumerate((sides, sides[::-1])):
            columns.append(
                {
                    "mobility": MOBILITY * bits.count(self.moves(own, other)),
                    "potential mobility": POTENTIAL * bits.count(bits.without(self.around(other), taken)),
                    "corners": CORNER * bits.count(own & self.corners),
                    "X-squares": X_SQUARE * bits.count(own & self.diagonal(free)),
                    "C-squares": C_SQUARE * bits.count(own & (self.beside(free) | self.above(free))),
                    "stable edge discs": STABLE * bits.count(self.stable(own, taken)),
                    "parity": self.parity(empty) if who == s.mover else 0,
                    "discs": self.disc(empty) * bits.count(own),
                }
            )
        found = []
        for name, words in WORDS.items():
            parts = {self.player_name(who): columns[who][name] / DISC for who in (0, 1)}
            found.append(Term(name, words, parts, (columns[0][name] - columns[1][name]) / DISC))
        return found

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

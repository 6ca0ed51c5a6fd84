"""What a weighted sum does not know: endings whose result is known, and those that material does not win.

Where one side has nothing but its king, the result is known, or nearly so.  King and pawn are looked up
(`kpk`); a rook's pawn whose last square the bishop does not reach wins nothing against a king in that corner,
nor do two knights; with anything more the king is driven to the edge and the other brought near, with bishop
and knight into a corner of the bishop's colour (Philidor, 1777; Fine, *Basic Chess Endings*, 1941).

Elsewhere an advantage is scaled: rook against bishop or knight, a piece more without pawns, bishops of
opposite colours, a queen against a pawn about to promote (all Fine).  None of it is asked about where both
sides have three pieces and pawns or more, but for the scaling, which looks at pawns first.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.endings import EndingRules
from halfmove.games.chess.evaluation.kpk import is_won
from halfmove.games.chess.evaluation.masks import CORNERED, DARK, DISTANCE, FILE_OF, LOSING_FILES
from halfmove.games.chess.position import WHITE, Position

FULL = 64
"""The scale where nothing speaks against a win."""
UNKNOWN = 1 << 20
"""No value."""
CERTAIN = 300
"""What it is worth, in hundredths of a pawn, that a win is certain."""
MOST = 5_000
"""More pieces than these fifty pawns' worth count as much: an estimate stays below a win."""


class Endings(EndingRules):
    """Known results, scaling, and mates."""

    def known(self, s: Position) -> int:
        """White's value, in hundredths of a pawn, of an ending against a bare king that is drawn, that is
        won with a pawn, or in which mate is forced; `UNKNOWN` of anything else."""
        nothing = bits.board(0)
        bare_white = bits.without_lowest(s.white) == nothing
        bare_black = bits.without_lowest(s.black) == nothing
        if bare_white == bare_black:
            return UNKNOWN
        strong, weak = (s.black, s.white) if bare_white else (s.white, s.black)
        value = UNKNOWN
        if s.pawns == nothing:
            value = min(100 * self.worth(s, strong), MOST) + CERTAIN + self.driven(s, strong, weak)
            if not self.can_mate(s, strong):
                value = 0
        elif self.is_cornered(s, strong, weak):
            value = 0
        elif bits.without_lowest(strong ^ s.pawns) == nothing and bits.without_lowest(s.pawns) == nothing:
            value = self.lone_pawn(s, strong, weak)
        return value if bare_black or value == UNKNOWN else -value

    def can_mate(self, s: Position, strong: Bitboard) -> bool:
        """Whether pieces without pawns force mate: not a knight, two knights, or bishops of one colour."""
        nothing = bits.board(0)
        if (s.rooks | s.queens) & strong != nothing:
            return True
        bishops, knights, dark = s.bishops & strong, s.knights & strong, bits.board(DARK)
        if bishops & dark != nothing and bits.without(bishops, dark) != nothing:
            return True
        if bishops != nothing:
            return knights != nothing
        return bits.count(knights) > 2

    def driven(self, s: Position, strong: Bitboard, weak: Bitboard) -> int:
        """How near a king is to being mated, in hundredths of a pawn: by where it and the other stand."""
        nothing = bits.board(0)
        king, other = bits.lowest(s.kings & weak), bits.lowest(s.kings & strong)
        near = 7 - int(DISTANCE[64 * king + other])
        dark = bits.board(DARK)
        light_bishop, dark_bishop = bits.without(s.bishops, dark) & strong, s.bishops & dark & strong
        if (s.rooks | s.queens) & strong != nothing or (light_bishop == nothing) == (dark_bishop == nothing):
            return 10 * near + 20 * int(CORNERED[king])
        diagonal = (king >> 3) + (king & 7) - 7  # 7 in a1 and h8, 0 between the others
        if dark_bishop == nothing:
            diagonal = (king >> 3) - (king & 7)
        # nearer to the right corner counts ever more: 25 starts were won in 24 moves on average against
        # Stockfish 15; 50 for each step took 25, and 30 for each step missed a win (20,000 nodes a move)
        return 8 * near + 4 * int(CORNERED[king]) + 8 * diagonal * diagonal

    def is_cornered(self, s: Position, strong: Bitboard, weak: Bitboard) -> bool:
        """Whether a bare king holds the corner where rook's pawns would promote, and no bishop reaches it."""
        nothing = bits.board(0)
        if s.knights | s.rooks | s.queens != nothing:
            return False
        corner = 56 if strong == s.white else 0
        if bits.without(s.pawns, bits.entry(FILE_OF, 0)) != nothing:
            if bits.without(s.pawns, bits.entry(FILE_OF, 7)) != nothing:
                return False
            corner += 7
        if int(DISTANCE[64 * bits.lowest(s.kings & weak) + corner]) > 1:
            return False
        reached = bits.board(DARK)
        if reached & bits.bit(corner) == nothing:
            reached = bits.invert(reached)
        return s.bishops & reached == nothing

    def lone_pawn(self, s: Position, strong: Bitboard, weak: Bitboard) -> int:
        """The value of king and pawn against king to the side with the pawn: the nearer it is to promotion,
        the better."""
        turn = 0 if strong == s.white else 56  # ranks turned over
        pawn = bits.lowest(s.pawns) ^ turn
        king, bare = bits.lowest(s.kings & strong) ^ turn, bits.lowest(s.kings & weak) ^ turn
        strong_moves = (s.mover == WHITE) == (strong == s.white)
        if not is_won(pawn, king, bare, not strong_moves):
            return 0
        return 100 + CERTAIN + 20 * (pawn >> 3)

    def scale(self, s: Position, end: int) -> int:
        """How much, in 64ths, of an endgame's advantage (White's, `end`) counts."""
        own = s.white if end > 0 else s.black
        other = s.white ^ s.black ^ own
        nothing = bits.board(0)
        pieces = s.knights | s.bishops | s.rooks | s.queens
        if s.pawns & own == nothing:
            worth = self.worth(s, own)
            if worth - self.worth(s, other) <= 3:
                # without pawns a piece more is often not enough
                return 8 if worth < 5 else 16
            if pieces & own == s.knights & own and worth <= 6:
                return 8  # two knights
            if pieces == s.queens and self.is_reached(s, own, other):
                return 8
        elif pieces == s.bishops and self.opposite(s):
            return min(8 + 8 * bits.count(s.pawns & own), 32)
        return FULL

    def is_reached(self, s: Position, own: Bitboard, other: Bitboard) -> bool:
        """Whether a pawn of a file a, c, f or h stands a step before promotion beside its king: a queen whose
        king is far off cannot stop it, for stalemate (Fine; Averbakh)."""
        nothing = bits.board(0)
        seventh = 1 if other == s.black else 6
        if bits.without_lowest(s.pawns) != nothing or bits.lowest(s.pawns) >> 3 != seventh:
            return False
        pawn = bits.lowest(s.pawns)
        if bits.bit(pawn) & bits.board(LOSING_FILES) != nothing:
            return False
        last = pawn - 8 if seventh == 1 else pawn + 8
        beside = int(DISTANCE[64 * bits.lowest(s.kings & other) + pawn]) == 1
        return beside and int(DISTANCE[64 * bits.lowest(s.kings & own) + last]) > 4

    def worth(self, s: Position, own: Bitboard) -> int:
        """A side's pieces, without pawns, as a player counts them."""
        minor = bits.count((s.knights | s.bishops) & own)
        return 3 * minor + 5 * bits.count(s.rooks & own) + 9 * bits.count(s.queens & own)

    def opposite(self, s: Position) -> bool:
        """Whether each side has one bishop, on squares of different colours."""
        white, black = s.bishops & s.white, s.bishops & s.black
        if bits.count(white) != 1 or bits.count(black) != 1:
            return False
        return bits.count((white | black) & bits.board(DARK)) == 1

    def driving(self, s: Position) -> int:
        """White's advantage, in hundredths of a pawn, besides the weighted sum: where one side has much the
        better pieces and the other at most one, that one's king is driven to the edge."""
        nothing = bits.board(0)
        single_white = bits.without_lowest(bits.without_lowest(s.white)) == nothing
        single_black = bits.without_lowest(bits.without_lowest(s.black)) == nothing
        if single_white == single_black:
            if not single_white or s.pawns != nothing:
                return 0
            single_white = self.worth(s, s.white) < self.worth(s, s.black)
        strong, weak = (s.black, s.white) if single_white else (s.white, s.black)
        if s.pawns & weak != nothing or self.worth(s, strong) - self.worth(s, weak) < 4:
            return 0
        if not self.can_mate(s, strong):
            return 0
        value = self.driven(s, strong, weak)
        if bits.without_lowest(weak) == nothing:
            value += CERTAIN
        return -value if single_white else value

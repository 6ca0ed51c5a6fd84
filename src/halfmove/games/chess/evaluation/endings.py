"""What a weighted sum does not know: endings that material alone does not win, and how the others are won.

Against a bare king the winner drives it to the edge and brings his own near; with bishop and knight into a
corner of the bishop's colour (Philidor, 1777).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.chess.evaluation.masks import CORNERED, DARK, DISTANCE
from halfmove.games.chess.position import Position
from halfmove.games.chess.rules import Rules

FULL = 64
"""The scale where nothing speaks against a win."""


class Endings(Rules):
    """Scaling, and mates against a bare king."""

    def scale(self, s: Position, end: int) -> int:
        """How much, in 64ths, of an endgame's advantage (White's, `end`) counts."""
        own = s.white if end > 0 else s.black
        nothing = bits.board(0)
        pieces = s.knights | s.bishops | s.rooks | s.queens
        if s.pawns & own == nothing and self.worth(s, own) - self.worth(s, s.white ^ s.black ^ own) <= 3:
            # without pawns a piece more is often not enough
            return 8 if self.worth(s, own) < 5 else 16
        if pieces == s.bishops and self.opposite(s):
            return 32
        return FULL

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
        """White's advantage, in hundredths of a pawn, in driving a bare king; 0 where neither is bare."""
        nothing = bits.board(0)
        if s.pawns != nothing:
            return 0
        bare_white, bare_black = s.white == s.white & s.kings, s.black == s.black & s.kings
        if bare_white == bare_black:
            return 0
        weak = s.white if bare_white else s.black
        strong = s.black if bare_white else s.white
        if self.worth(s, strong) < 5:
            return 0
        king, other = bits.lowest(s.kings & weak), bits.lowest(s.kings & strong)
        near = 14 - 2 * int(DISTANCE[64 * king + other])
        edge = 20 * int(CORNERED[king])
        if s.rooks | s.queens == nothing and bits.count(s.bishops) == 1:
            corner = 0  # a1 and h8
            if s.bishops & bits.board(DARK) == nothing:
                corner = 7
            far = min(self.steps(king, corner), self.steps(king, 63 - corner))
            edge = 4 * int(CORNERED[king]) + 30 * (14 - far)
        value = 200 + 3 * near + edge
        return value if bare_black else -value

    def steps(self, a: int, b: int) -> int:
        """Files and ranks between two squares, added."""
        files, ranks = (a & 7) - (b & 7), (a >> 3) - (b >> 3)
        return (files if files > 0 else -files) + (ranks if ranks > 0 else -ranks)

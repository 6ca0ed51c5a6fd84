"""Chess before a network: sixteen planes, and AlphaZero's 73 planes of moves.

The board is seen from the mover's side: for Black the ranks are turned over, so that both sides' pawns go up,
and one network plays both.  A move has the square it starts from, and a plane for how it goes:

    7 × direction + distance − 1    as a queen goes, eight directions, 1 to 7 squares; promotion to a queen
    56 + leap                       as a knight goes
    64 + 3 × piece + turn           promotion to a knight, bishop or rook, to the left, ahead or to the right

Castling goes to the rook's square, which no other move of the king can, in chess and Chess960 alike.

There are 4,672 places, of which 1,858 can be moves of chess.  All are kept, as a convolution makes them from
64 × 73 weights where there are 64 filters; the 1,858 by themselves need a dense layer of 64 × 64 × 1,858.
Source: Silver et al., *Mastering Chess and Shogi by Self-Play* (2017), table S2.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.games.chess.knowledge import Knowledge
from halfmove.games.chess.legal import other_of, own_of
from halfmove.games.chess.position import NOWHERE, ROOK, WHITE, Position, end_of, kind_of, start_of

PLANES = 16
"""Each side's pawns, knights, bishops, rooks, queens and king, the mover's first; the rooks with which each
may castle; where a pawn can be taken in passing; plies since the last capture or pawn's move, up to 100."""
MOVES = 73
LEAPS = 56
UNDERPROMOTIONS = 64


class Encoding(Knowledge):
    """Planes and policy."""

    plane_shape = (PLANES, 8, 8)
    policy_size = MOVES * 64

    def write_planes(self, s: Position, out: Buffer, at: int) -> int:
        own, other = own_of(s), other_of(s)
        at = self.write_pieces(s, own, out, at)
        at = self.write_pieces(s, other, out, at)
        at = self.write_squares(s, s.castling & own, out, at)
        at = self.write_squares(s, s.castling & other, out, at)
        passing = bits.board(0) if s.passed == NOWHERE else bits.bit(s.passed)
        at = self.write_squares(s, passing, out, at)
        quiet = min(s.quiet, PRESENT)
        for square in range(64):
            out[at + square] = quiet
        return at + 64

    def write_pieces(self, s: Position, side: Bitboard, out: Buffer, at: int) -> int:
        """A plane for each kind of piece of a side; the place after them."""
        at = self.write_squares(s, s.pawns & side, out, at)
        at = self.write_squares(s, s.knights & side, out, at)
        at = self.write_squares(s, s.bishops & side, out, at)
        at = self.write_squares(s, s.rooks & side, out, at)
        at = self.write_squares(s, s.queens & side, out, at)
        return self.write_squares(s, s.kings & side, out, at)

    def write_squares(self, s: Position, b: Bitboard, out: Buffer, at: int) -> int:
        """A plane of the squares of a set, from the mover's side; the place after it."""
        seen = b if s.mover == WHITE else bits.swap(b)
        for square in range(64):
            out[at + square] = PRESENT if bits.has(seen, square) else 0
        return at + 64

    def policy_index(self, s: Position, a: int) -> int:
        turned = 0 if s.mover == WHITE else 56
        start, end, kind = start_of(a) ^ turned, end_of(a) ^ turned, kind_of(a)
        right, up = (end & 7) - (start & 7), (end >> 3) - (start >> 3)
        if 0 < kind <= ROOK:
            return 64 * (UNDERPROMOTIONS + 3 * (kind - 1) + right + 1) + start
        if abs(right * up) == 2:
            leap = (4 if abs(right) == 2 else 0) + (2 if right > 0 else 0) + (1 if up > 0 else 0)
            return 64 * (LEAPS + leap) + start
        direction = 3 * (sign(right) + 1) + sign(up) + 1
        if direction > 4:  # 4 would be to stay
            direction -= 1
        return 64 * (7 * direction + max(abs(right), abs(up)) - 1) + start


def sign(n: int) -> int:
    """-1, 0 or 1."""
    return (1 if n > 0 else 0) - (1 if n < 0 else 0)

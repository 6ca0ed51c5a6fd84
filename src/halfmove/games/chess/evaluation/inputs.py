"""What chess tells a network that estimates: which piece of which side stands where.

768 inputs: six kinds of piece, two sides, 64 squares, as a player sees them, whose own pawns go up and whose
king is on the right half of the board (else the board is mirrored).  They come again in each zone in which
his king may stand: castled, in the middle of the back rank, on the second rank, and further up.
"""

from __future__ import annotations

from pathlib import Path

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.games.chess.evaluation.endings import UNKNOWN
from halfmove.games.chess.evaluation.evaluation import UNITS, Evaluation
from halfmove.games.chess.evaluation.stockfish_network import SUFFIX, StockfishJudge
from halfmove.games.chess.position import WHITE, Position

WORDS = 12
ZONES = 4


class Inputs(Evaluation):
    """The hooks of an evaluation network."""

    evaluation_words = WORDS
    evaluation_zones = ZONES
    evaluation_views = 2 * ZONES
    evaluation_buckets = 8

    def evaluation_network(self) -> Path | None:
        own = Path(__file__).with_name("network.npz")
        return own if own.exists() else None

    def file_judge(self, file: str) -> object:
        return StockfishJudge(self, file) if file.endswith(SUFFIX) else None

    def write_words(self, s: Position, out: Buffer, at: int) -> int:
        at = self.write_side(s, s.white, out, at)
        return self.write_side(s, s.black, out, at)

    def write_side(self, s: Position, side: Bitboard, out: Buffer, at: int) -> int:
        """A word for each kind of piece of a side; the place after them."""
        out[at] = bits.number(s.pawns & side)
        out[at + 1] = bits.number(s.knights & side)
        out[at + 2] = bits.number(s.bishops & side)
        out[at + 3] = bits.number(s.rooks & side)
        out[at + 4] = bits.number(s.queens & side)
        out[at + 5] = bits.number(s.kings & side)
        return at + 6

    def word_view(self, s: Position, player: int) -> int:
        """Twice the zone of the player's king, and 1 more where he is on the queen's side."""
        king = bits.lowest(s.kings & (s.white if player == WHITE else s.black))
        file, rank = king & 7, king >> 3 if player == WHITE else 7 - (king >> 3)
        mirrored = 1 if file < 4 else 0
        if rank == 0:
            return (2 if 1 < file < 6 else 0) + mirrored
        return (4 if rank == 1 else 6) + mirrored

    def input_zone(self, view: int) -> int:
        return view >> 1

    def input_seen(self, view: int, player: int, bit: int) -> int:
        return bit ^ (0 if player == WHITE else 56) ^ (7 if view & 1 else 0)

    def input_place(self, word: int, bit: int) -> str:
        return "abcdefgh"[bit & 7] + str(1 + (bit >> 3))

    def output_bucket(self, s: Position) -> int:
        """By the number of pieces."""
        return (bits.count(s.white | s.black) - 1) >> 2

    def refine(self, s: Position, player: int, value: int) -> int:
        """What is known of an ending counts for certain; towards a draw by the rule of fifty moves less and
        less of the value is left."""
        known = self.known(s)
        if known != UNKNOWN:
            return (known if player == WHITE else -known) * UNITS
        driving = self.driving(s) * UNITS
        left = 200 - min(s.quiet, 100)
        total = (value + (driving if player == WHITE else -driving)) * left
        return total // 200 if total >= 0 else -(-total // 200)

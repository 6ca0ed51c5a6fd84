"""What a board of one word tells a network that estimates: the discs of both sides, and their moves.

Which side has the last move is a question of odd or even: it chooses the output weights, together with the
number of empty squares.
"""

from __future__ import annotations

from pathlib import Path

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.othello.knowledge import Knowledge
from halfmove.games.othello.rules import State

EMPTY = 8
"""Empty squares that share output weights."""


class Inputs(Knowledge):
    """The hooks of an evaluation network."""

    evaluation_words = 4
    evaluation_spread = 8.0

    def setup(self) -> None:
        super().setup()
        self.evaluation_buckets = 2 * -(-self.squares // EMPTY)

    def evaluation_network(self) -> Path | None:
        """That of the usual board; others, and the usual one without its tables, are judged by features."""
        return Path(__file__).with_name("network.npz") if self.patterned else None

    def evaluation_inputs(self, s: State) -> tuple[Bitboard, ...]:
        black, white = (s.own, s.other) if s.mover == 0 else (s.other, s.own)
        return black, self.moves(black, white), white, self.moves(white, black)

    def input_place(self, word: int, bit: int) -> str:
        row, column = divmod(bit, self.width)
        return f"{'abcdefgh'[column]}{row + 1}"

    def input_name(self, word: int, bit: int) -> str:
        return f"{self.player_name(word // 2)} may move"

    def output_bucket(self, s: State) -> int:
        """By the number of empty squares, and whether it is odd."""
        empty = bits.count(self.board ^ (s.own | s.other))
        return 2 * (empty // EMPTY) + (empty & 1)

    def refine(self, s: State, player: int, value: int) -> int:
        """An estimate stays below what can be won."""
        most = (self.squares - 1) * self.unit
        return min(max(value, -most), most)

"""What checkers tells a network that estimates: men and kings of both sides, on the squares of `geometry`.

The second player sees the board turned.  Which side will run out of moves first (the move, opposition) is a
question of odd or even, which no sum of squares answers: it chooses the output weights, together with the
number of pieces.
"""

from __future__ import annotations

from pathlib import Path

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.games.checkers.geometry import BLACK, BOARD, PLACES
from halfmove.games.checkers.knowledge import SYSTEM, Knowledge
from halfmove.games.checkers.rules import State

LAST = PLACES[-1]
STAGES, PIECES = 8, 3
"""Output weights by the number of pieces, three of them a set."""


class Inputs(Knowledge):
    """The hooks of an evaluation network."""

    evaluation_words = 4
    evaluation_buckets = 2 * STAGES
    evaluation_spread = 1.0

    def evaluation_network(self) -> Path:
        return Path(__file__).with_name("network.npz")

    def evaluation_inputs(self, s: State) -> tuple[Bitboard, ...]:
        black, white = (s.own, s.other) if s.mover == BLACK else (s.other, s.own)
        kings = s.kings
        return bits.without(black, kings), black & kings, bits.without(white, kings), white & kings

    def input_seen(self, view: int, player: int, bit: int) -> int:
        return bit if player == BLACK else LAST - bit

    def input_place(self, word: int, bit: int) -> str:
        return str(PLACES.index(bit) + 1)

    def output_bucket(self, s: State) -> int:
        """By the number of pieces, and whether the mover has the move."""
        taken = s.own | s.other
        system = bits.board(SYSTEM) if s.mover == BLACK else bits.board(BOARD) ^ bits.board(SYSTEM)
        stage = min((bits.count(taken) - 1) // PIECES, STAGES - 1)
        return 2 * stage + (bits.count(taken & system) & 1)

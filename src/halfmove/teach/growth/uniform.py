"""The uniform random tree as a game: b actions everywhere, all leaves at depth d, their values random.

A node is named by a 64-bit word, its child by a hash of that word and the action; a leaf's word, scattered,
is its value, uniform on (−1, 1).  So a tree of any size needs no memory, and each word that a root is given
makes another tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.score import ESTIMATE
from halfmove.teach.growth.formulas import check

SCALE = 2.0**-52


class Spot(NamedTuple):
    """A node: its word, and how many plies lie below the root."""

    word: Bitboard
    ply: int


class UniformTree(Game):
    """MAX and MIN in turn; `branching` actions at every node, `plies` moves to every leaf."""

    name = "uniform tree"
    whole_utilities = False

    branching: int = 3
    plies: int = 4

    def setup(self) -> None:
        check(self.branching, self.plies)
        self.actions_limit = self.branching

    def initial(self) -> Spot:
        return Spot(bits.board(1), 0)

    def to_move(self, s: Spot) -> int:
        return s.ply % 2

    def actions(self, s: Spot) -> Iterator[int]:
        for i in range(self.branching):  # noqa: UP028  `yield from` has no machine code
            yield i

    def result(self, s: Spot, a: int) -> Spot:
        return Spot(bits.hash_with(s.word, a), s.ply + 1)

    def is_terminal(self, s: Spot) -> bool:
        return s.ply == self.plies

    def utility(self, s: Spot, player: int) -> float:
        worth = bits.number(bits.right(bits.mix(s.word), 11)) * SCALE - 1.0
        return worth if player == 0 else -worth


class JudgedTree(UniformTree):
    """The same with an evaluation of every inner node, which is random and says nothing of the leaves."""

    name = "judged uniform tree"

    def evaluate(self, s: Spot, player: int) -> int:
        """Uniform on (−ESTIMATE, ESTIMATE)."""
        share = bits.number(bits.right(bits.mix(s.word), 11)) * SCALE - 1.0
        worth = int(share * (ESTIMATE - 1))
        return worth if player == 0 else -worth


def root(seed: int, number: int) -> Spot:
    """The root of the tree of that number, in the series of that seed."""
    return Spot(bits.mix(bits.hash_with(bits.mix(bits.board(seed)), number)), 0)

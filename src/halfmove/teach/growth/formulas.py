"""How many leaves alpha-beta looks at, at best and at worst, and how many branches that is worth.

A uniform tree has b actions at every node and all leaves at depth d.  Minimax, and alpha-beta with the worst
ordering, look at b^d leaves; whatever the ordering, alpha-beta looks at

    b^⌈d/2⌉ + b^⌊d/2⌋ − 1

at least, and at exactly so many where the best action always comes first: the leaves where one of the two
players has chosen best at each of his nodes (b^⌊d/2⌋ for the one, b^⌈d/2⌉ for the other, and the one leaf
counted twice).  An odd ply multiplies the one term by b, an even ply the other, so that odd depths are dear:
from d = 2k to 2k + 1 the best case grows by nearly b, half of what minimax would pay for two plies, and from
2k + 1 to 2k + 2 by hardly more than 2 (to 2b^(k+1) − 1 from b^(k+1) + b^k − 1).

Sources: M. Levin's count, proved by J. R. Slagle and J. K. Dixon, "Experiments with some programs that search
game trees", *Journal of the ACM* 16(2), 1969, and by D. E. Knuth and R. W. Moore, "An analysis of alpha-beta
pruning", *Artificial Intelligence* 6(4), 1975, section 6; the effective branching factor b*: N. J. Nilsson,
*Problem-Solving Methods in Artificial Intelligence* (1971), section 3.8.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.score import ESTIMATE

MOST_BRANCHES = 1000
DEEPEST = 100


def best_case(branching: int, depth: int) -> int:
    """The leaves that alpha-beta evaluates if the best action always comes first: no ordering does with less.

    `branching` is from 1 to 1,000, `depth` in plies from 0 to 100; `BadInput` otherwise.
    """
    check(branching, depth)
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def worst_case(branching: int, depth: int) -> int:
    """All leaves, b^d: what minimax evaluates always, and alpha-beta with the worst ordering."""
    check(branching, depth)
    return int(branching**depth)


def best_case_nodes(branching: int, depth: int) -> int:
    """The nodes, root and leaves included, that alpha-beta enters if the best action always comes first.

    At level k they are as many as the leaves of a tree of that depth: an ordering perfect for the whole tree
    is perfect down to every level.
    """
    check(branching, depth)
    return sum(best_case(branching, level) for level in range(depth + 1))


def worst_case_nodes(branching: int, depth: int) -> int:
    """All nodes of the tree, 1 + b + … + b^d."""
    check(branching, depth)
    return sum(branching**level for level in range(depth + 1))


def leaf_root(leaves: float, depth: int) -> float:
    """The branching factor of the uniform tree with so many leaves: leaves^(1/d), for `depth` of 1 or more.

    Of minimax's b^d leaves it is b; of alpha-beta's best case it tends to √b.
    """
    _check_count(leaves, depth)
    return float(leaves ** (1 / depth))


def effective_branching(nodes: float, depth: int) -> float:
    """Nilsson's b*: the b with b + b² + … + b^d = `nodes`, the root not counted; `depth` is 1 or more.

    The branching factor of a uniform tree of that depth that a search would have generated as many nodes of.
    """
    _check_count(nodes, depth)
    low, high = 0.0, max(2.0, nodes ** (1 / depth) + 1)
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return float(middle)
        if math.fsum(middle**k for k in range(1, depth + 1)) < nodes:
            low = middle
        else:
            high = middle


def check(branching: int, depth: int) -> None:
    """`BadInput` for a uniform tree that is none, or whose counts say nothing any more."""
    for what, number, least, most in (
        ("branching factor", branching, 1, MOST_BRANCHES),
        ("depth", depth, 0, DEEPEST),
    ):
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise BadInput(f"The {what} must be a whole number from {least} to {most}, not {number!r}.")


def _check_count(number: float, depth: int) -> None:
    if not isinstance(depth, int) or depth < 1:
        raise BadInput(f"A branching factor needs a depth of 1 or more, not {depth!r}.")
    if not (math.isfinite(number) and number > 0):
        raise BadInput(f"A branching factor needs a count above zero, not {number!r}.")


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

"""Games for testing searches: trees written as lists, and random trees that compile."""

from typing import NamedTuple

import pytest

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.contract import Game
from halfmove.core.score import WIN

TREES = [1_000, pytest.param(10_000, marks=pytest.mark.exhaustive)]
"""How many random trees a search is tried on."""

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""Russell and Norvig, 4th ed., fig. 5.2: MAX moves; the value is 3 by the first action."""


class ListTree(Game):
    """A number is a leaf, a list an inner node; players move in turn; a state is the path to it."""

    compiled = False

    def __init__(self, spec, first=0, players=2, evaluations=None):
        super().__init__()
        self.spec, self.first, self.players = spec, first, players
        self.evaluations = evaluations or {}

    def node(self, s):
        node = self.spec
        for i in s:
            node = node[i]
        return node

    def initial(self):
        return ()

    def to_move(self, s):
        return (self.first + len(s)) % self.players

    def actions(self, s):
        yield from range(len(self.node(s)))

    def result(self, s, a):
        return (*s, a)

    def is_terminal(self, s):
        return not isinstance(self.node(s), list)

    def utility(self, s, player):
        return self.node(s) if player == 0 else -self.node(s)

    def evaluate(self, s, player):
        return self.evaluations[s] * WIN * (1 if player == 0 else -1)


class Knot(NamedTuple):
    """A node of a `RandomTree`: a random word, and how deep it lies."""

    word: Bitboard
    ply: int


class RandomTree(Game):
    """An irregular random tree, different for each word that a root is given; compiled.

    Leaves are worth -4 to 4 to MAX. The players move in turn, or where `in_turn` is false at random.
    """

    branching: int = 3
    plies: int = 5
    movers: int = 2
    in_turn: bool = True
    runtime_parameters = ("plies", "in_turn")  # so that trees that differ in these share machine code

    def setup(self):
        self.players = self.movers
        self.actions_limit = self.branching

    def initial(self):
        return Knot(1, 0)

    def to_move(self, s):
        if self.in_turn:
            return s.ply % self.movers
        return bits.number(bits.right(bits.mix(s.word), 40)) % self.movers

    def actions(self, s):
        for i in range(1 + bits.number(bits.right(s.word, 8) & bits.board(1023)) % self.branching):  # noqa: UP028
            yield i

    def result(self, s, a):
        return Knot(bits.hash_with(s.word, a), s.ply + 1)

    def is_terminal(self, s):
        return s.ply == self.plies or (s.ply > 1 and (s.word & bits.board(7)) == bits.board(0))

    def utility(self, s, player):
        worth = bits.number(bits.right(s.word, 20) & bits.board(1023)) % 9 - 4
        return worth if player == 0 else -worth

    def evaluate(self, s, player):
        worth = 1000 * (bits.number(bits.right(s.word, 30) & bits.board(1023)) - 512)
        return worth if player == 0 else -worth


def root(number):
    """A `RandomTree`'s root made from any whole number."""
    return Knot(bits.mix(number + 1), 0)


def naive(game, s, depth=None):
    """The minimax value to player 0, by the definition."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0) / WIN
    values = [naive(game, game.result(s, a), None if depth is None else depth - 1) for a in game.actions(s)]
    return max(values) if game.to_move(s) == 0 else min(values)


class ChanceTree(RandomTree):
    """A `RandomTree` in which nature moves as often as any player; compiled.

    Where `exact`, probabilities are eighths, so that all means are exact in floating point.
    """

    chance = "explicit"
    utility_limit = 4
    exact: bool = True
    runtime_parameters = (*RandomTree.runtime_parameters, "exact")

    def to_move(self, s):
        mover = bits.number(bits.right(bits.mix(s.word), 40)) % (self.movers + 1)
        return -1 if mover == self.movers else mover

    def outcomes(self, s):
        n = 1 + bits.number(bits.right(s.word, 8) & bits.board(1023)) % self.branching
        turn = bits.number(bits.right(s.word, 50)) % n
        total = n * (n + 1) // 2
        for i in range(n):
            rank = (i + turn) % n
            if not self.exact:
                yield i, (1 + rank) / total
            elif rank == n - 1:
                yield i, 1 - (n - 1) * 0.125
            else:
                yield i, 0.125


def expected(game, s, depth=None):
    """The expectiminimax value to player 0, by the definition."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0) / WIN
    below = None if depth is None else depth - 1
    if game.to_move(s) == -1:
        return sum(p * expected(game, game.result(s, a), below) for a, p in game.outcomes(s) if p > 0)
    values = [expected(game, game.result(s, a), below) for a in game.actions(s)]
    return max(values) if game.to_move(s) == 0 else min(values)

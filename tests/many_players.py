"""Games of several players for testing searches: trees with payoff vectors, and random ones."""

from small_games import ChanceTree

from halfmove.core import bits

AIMA_THREE = [
    [[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]],
    [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]],
]
"""Russell and Norvig, 4th ed., fig. 5.4: players A, B and C in turn."""

COLLUSION = [[[(9, 0, 5), (0, 6, 3)], [(8, 1, 1), (8, 1, 0)]], [[(5, 2, 2), (5, 2, 1)]]]
"""Alone, player 2 would take his 5, so player 1 settles for 1 and leaves player 0 eight.  Together they take
6 and 3, and player 0 had better go the other way."""


class Selfish(ChanceTree):
    """A `ChanceTree` whose players all have payoffs of their own, 0 to 5, with many ties."""

    payoffs = "general"
    utility_limit = 5

    def utility(self, s, player):
        return bits.number(bits.right(bits.hash_with(s.word, player), 20) & bits.board(1023)) % 6

    def evaluate(self, s, player):
        return 1000 * self.utility(s, player)


class Rivals(Selfish):
    """Three players with payoffs of their own, and no chance."""

    chance = "none"

    def to_move(self, s):
        return s.ply % self.movers

    def outcomes(self, s):
        for a in self.actions(s):
            yield a, 0.0


RIVALS = Rivals(movers=3, plies=5)


PACMAN = [
    [[[4, 9], [6, 7]], [[5, 8], [3, 9]]],
    [[[1, 2], [7, 8]], [[6, 9], [5, 7]]],
]
"""Pac-Man, two ghosts in turn, and Pac-Man again."""

"""Random games in which many paths meet, for testing searches that remember positions."""

from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.contract import Game
from halfmove.core.score import ESTIMATE, INFINITY, WIN, one_ply_on, score_of_utility
from halfmove.search.alphabeta.memory import new_memory
from halfmove.search.alphabeta.sharing import new_marks
from halfmove.search.alphabeta.table import Table


class Spot(NamedTuple):
    """One of `size` places that a ply of the game with this seed has."""

    seed: int
    place: int
    ply: int


class Maze(Game):
    """A different game for each seed; every position is one of `size` to a ply, so that it is met often."""

    utility_limit: int = 1
    branching: int = 3
    plies: int = 8
    size: int = 12
    in_turn: bool = True
    knowing: bool = False

    def setup(self):
        self.actions_limit = self.branching

    def noise(self, s, salt):
        """A random number from 0 on that belongs to the position."""
        return bits.number(bits.right(bits.hash_with(self.key(s), salt), 33))

    def initial(self):
        return Spot(0, 0, 0)

    def to_move(self, s):
        return s.ply % 2 if self.in_turn else self.noise(s, 1) % 2

    def actions(self, s):
        for a in range(1 + self.noise(s, 2) % self.branching):  # noqa: UP028
            yield a

    def result(self, s, a):
        return Spot(s.seed, self.noise(s, 10 + a) % self.size, s.ply + 1)

    def is_terminal(self, s):
        return s.ply == self.plies or (s.ply > 0 and self.noise(s, 3) % 6 == 0)

    def utility(self, s, player):
        worth = self.noise(s, 4) % (2 * self.utility_limit + 1) - self.utility_limit
        return worth if player == 0 else -worth

    def evaluate(self, s, player):
        worth = (self.noise(s, 5) % (2 * ESTIMATE - 1) - ESTIMATE + 1) * self.utility_limit
        return worth if player == 0 else -worth

    def order(self, s, a):
        return self.noise(s, 20 + a) % 2001 - 1000

    def bounds(self, s):
        """What the ends that are one ply away tell, where the game is a knowing one."""
        if not self.knowing:
            return -INFINITY, INFINITY
        lower, upper = -INFINITY, -INFINITY
        for a in self.actions(s):
            child = self.result(s, a)
            most = INFINITY
            if self.is_terminal(child):
                most = one_ply_on(score_of_utility(self.utility(child, self.to_move(s))))
                lower = max(lower, most)
            upper = max(upper, most)
        return lower, upper

    def plies_left(self, s):
        return self.plies - s.ply

    def key(self, s):
        return bits.board(s.seed * 2**20 + s.place * 2**8 + s.ply)


def start(seed):
    """The first position of the game with this seed."""
    return Spot(seed, 0, 0)


def limited(game, state, depth, known):
    """The score by minimax to `depth` plies, the evaluation there."""
    mover = game.to_move(state)
    if game.is_terminal(state):
        return score_of_utility(game.utility(state, mover))
    if depth == 0:
        most = game.utility_limit * WIN - WIN + ESTIMATE - 1
        return min(max(game.evaluate(state, mover), -most), most)
    if (state, depth) not in known:
        best = -INFINITY
        for action in game.actions(state):
            child = game.result(state, action)
            score = limited(game, child, depth - 1, known)
            best = max(best, one_ply_on(score if game.to_move(child) == mover else -score))
        known[state, depth] = best
    return known[state, depth]


def blank(game, megabytes=0.02):
    """A memory that knows nothing."""
    return new_memory(game, Table(megabytes), new_marks())

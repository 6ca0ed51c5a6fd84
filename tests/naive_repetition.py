"""Small games whose positions come again, and their values by going through every path."""

from typing import NamedTuple

from halfmove.core import bits
from halfmove.core.contract import Game


class Knot(NamedTuple):
    """One of `size` places of the game with this seed."""

    seed: int
    place: int


class Tangle(Game):
    """A random graph, different for each seed; a position that comes again is a draw.

    `holding` makes the place a pair of a place and what player 0 holds, which he may only gain by.
    """

    size: int = 7
    branching: int = 3
    repetition = "draw"
    runtime_parameters = ("size",)

    def setup(self):
        self.actions_limit = self.branching

    def noise(self, s, salt):
        """A random number from 0 on that belongs to the position."""
        return bits.number(bits.right(bits.hash_with(self.key(s), salt), 33))

    def initial(self):
        return Knot(0, 0)

    def to_move(self, s):
        return self.noise(s, 1) % 2

    def actions(self, s):
        for a in range(1 + self.noise(s, 2) % self.branching):  # noqa: UP028
            yield a

    def result(self, s, a):
        return Knot(s.seed, self.noise(s, 10 + a) % self.size)

    def is_terminal(self, s):
        return s.place > 0 and self.noise(s, 3) % 4 == 0

    def utility(self, s, player):
        worth = self.noise(s, 4) % 3 - 1
        return worth if player == 0 else -worth

    def in_check(self, s):
        return self.noise(s, 5) % 3 > 0


def value_by_paths(game, state, path=()):
    """What a state is worth to player 0 after a path, where a state on it is a draw."""
    if state in path:
        return 0
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [value_by_paths(game, game.result(state, a), (*path, state)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


def forces(game, state, question, path=()):
    """Whether the player of a question gets what it asks for, by going through every path."""
    if game.is_terminal(state):
        return game.utility(state, question.player) >= question.least
    if state in path or question.plies == 0:
        return False
    ours = game.to_move(state) == question.player
    rest = question if question.plies is None else question._replace(plies=question.plies - 1)
    listed = game.checking(state) if ours and question.checks else game.actions(state)
    answers = (
        forces(game, game.result(state, a), rest, path if question.plies is not None else (*path, state))
        for a in listed
    )
    return any(answers) if ours else all(answers)

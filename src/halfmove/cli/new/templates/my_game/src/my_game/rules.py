"""The rules: a state, and the six functions of it.

Squares are numbered row by row, and a set of squares is a bitboard, whose bit n says whether it has square n:

    6 7 8
    3 4 5
    0 1 2

These are compiled: what they may use stands in Halfmove's page "Your own game".
"""

from collections.abc import Iterator
from typing import NamedTuple

from halfmove import BadInput, Bitboard, Game, bits


class State(NamedTuple):
    """The squares with a cross, and the player to move: 0 or 1."""

    crosses: Bitboard
    mover: int


class Rules(Game):
    """A board of `size` by `size` squares, and its lines."""

    player_names = ("first", "second")

    size: int = 3  # a parameter: `--set size=4`

    def setup(self) -> None:
        if not 2 <= self.size <= 5:
            raise BadInput(f"The board is 2 to 5 wide, not {self.size}.")
        self.squares = self.size * self.size
        self.actions_limit = self.squares
        side = range(self.size)
        lines = [[self.size * row + column for column in side] for row in side]
        lines += [[self.size * row + column for row in side] for column in side]
        lines += [[(self.size + 1) * n for n in side], [(self.size - 1) * (n + 1) for n in side]]
        self.lines = tuple(sum(1 << square for square in line) for line in lines)

    def initial(self) -> State:
        return State(bits.board(0), 0)

    def to_move(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> Iterator[int]:
        for square in range(self.squares):
            if not bits.has(s.crosses, square):
                yield square

    def result(self, s: State, a: int) -> State:
        return State(s.crosses | bits.bit(a), 1 - s.mover)

    def is_terminal(self, s: State) -> bool:
        for line in self.lines:
            if (s.crosses & bits.board(line)) == bits.board(line):
                return True
        return False

    def utility(self, s: State, player: int) -> int:
        return 1 if player == s.mover else -1  # whoever has just completed a line has lost

    # ---- knowledge: each hook has a default, and makes searches stronger or faster
    def plies_left(self, s: State) -> int:
        return self.squares - bits.count(s.crosses)

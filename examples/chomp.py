"""Chomp: a bar of chocolate whose corner square is poisoned, and states that are plain Python objects.

Players in turn choose a square and eat it with everything above it and to the right of it; whoever eats the
poisoned square, a1, loses.  David Gale, "A curious Nim-type game", *American Mathematical Monthly* 81 (1974):
on every board but 1 x 1 the first player wins, and nobody knows how in general.

    halfmove play examples/chomp.py --set width=4

Here nothing is arranged for machine code: a state is a tuple of a tuple and a name, an action is a pair of
numbers.  `compiled = False` says so, and every search then runs as the Python it is written in.
"""

from halfmove import BadInput, Game

State = tuple[tuple[int, ...], str]  # how long each row is, from the bottom; who moves
Square = tuple[int, int]  # a row and a column, from 0


class Chomp(Game):
    """Eat chocolate from the top right; whoever is left with the poisoned corner loses."""

    name = "chomp"
    compiled = False

    width: int = 4
    height: int = 3

    def setup(self) -> None:
        if self.width < 1 or self.height < 1:
            raise BadInput(f"A bar has at least one column and one row, not {self.width} by {self.height}.")

    def initial(self) -> State:
        return (self.width,) * self.height, "first"

    def to_move(self, s: State) -> int:
        return self.player_names.index(s[1])

    def actions(self, s: State) -> list[Square]:
        return [(row, column) for row, length in enumerate(s[0]) for column in range(length)]

    def result(self, s: State, a: Square) -> State:
        rows, mover = s
        row, column = a
        eaten = (min(length, column) for length in rows[row:])
        return (*rows[:row], *eaten), "second" if mover == "first" else "first"

    def is_terminal(self, s: State) -> bool:
        return s[0][0] == 0

    def utility(self, s: State, player: int) -> int:
        return 1 if player == self.to_move(s) else -1  # the other has just eaten the poison

    # ---- text
    def action_text(self, s: State, a: Square) -> str:
        row, column = a
        return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}"

    def show(self, s: State) -> str:
        rows = [f"{row + 1} {'# ' * length}".rstrip() for row, length in reversed(list(enumerate(s[0])))]
        return "\n".join([*rows, "  " + " ".join("abcdefghijklmnopqrstuvwxyz"[: self.width])])

"""My game: rules, notation and board in one class, which `pyproject.toml` registers."""

from my_game.board import Board, draw
from my_game.notation import Notation
from my_game.rules import State


class MyGame(Notation):
    """Both players write crosses; whoever completes a line loses."""

    name = "my_game"

    def surface(self) -> Board:
        return Board(self)

    def draw(self, s: State) -> str:
        return draw(self, s)

"""The m,n,k-games as games: notation and picture on the rules, and the choice between one machine word and
several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import PRESENT
from halfmove.core.term import Term
from halfmove.games.grid import cells_in_lines
from halfmove.games.mnk.knowledge import terms, weights
from halfmove.games.mnk.notation import Notation
from halfmove.games.mnk.rules import span

if TYPE_CHECKING:
    from halfmove.core.surface import Surface


class MNK(Notation):
    """Put stones on a board in turn; k in a line, in any direction, win."""

    name = "mnk"

    def __new__(cls, **parameters: Any) -> MNK:
        """A board of one word where it fits; the classes that implement the rules stand for themselves."""
        if cls is not MNK:
            return super().__new__(cls)
        from halfmove.games.mnk.many_words import ManyWords
        from halfmove.games.mnk.one_word import OneWord

        try:
            width, height = int(parameters.get("width", cls.width)), int(parameters.get("height", cls.height))
        except (TypeError, ValueError):
            width = height = 0  # the parameters' own check will say it
        return super().__new__(OneWord if span(width, height) <= 64 else ManyWords)

    def setup(self) -> None:
        super().setup()
        self.weights = weights(self.k)
        self.plane_shape = (2, self.height, self.width)
        self.policy_size = self.squares

    def __repr__(self) -> str:
        # whichever class implements it, the one that has the name
        kind = next(c.__name__ for c in type(self).__mro__ if "name" in vars(c))
        return f"{kind}({', '.join(f'{key}={value!r}' for key, value in self.parameters.items())})"

    def terms(self, s: Any) -> list[Term]:
        return terms(self.stones(s), self.width, self.k, self.weights, self.evaluate(s, 0))

    def evaluation_step(self) -> int:
        """The least of the open lines that count: one with a stone, of up to five."""
        return int(self.weights[min(self.k - 1, 4)])

    def draw(self, s: Any) -> str:
        from halfmove.games.mnk.board import svg

        grid = self.grid(s)
        return svg(grid, cells_in_lines(grid, self.k))

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            f"{side} × {side}, {k} in a row": {"width": side, "height": side, "k": k}
            for side, k in ((3, 3), (4, 4), (5, 4), (7, 4), (15, 5))
        }

    def lesson(self) -> tuple[Mapping[str, Any], str, int] | None:
        """Of a large board: five points left of a small one, where X wins by the right one."""
        if self.width * self.height <= 16:
            return None
        return {"width": 5, "height": 5, "k": 4}, "O.XXX/OX.OX/OOO.O/X.OO./XXOXX", 3

    def surface(self) -> Surface:
        from halfmove.games.mnk.board import Squares

        return Squares(self)

    # ---- before a network: the mover's stones, and the other's; an action's number is its point
    def holds(self, s: Any, square: int, mine: bool) -> bool:
        """Whether there is a stone of the mover on a square of the padded board, or of the other."""
        raise NotImplementedError

    def write_planes(self, s: Any, out: Buffer, at: int) -> int:
        for a in range(self.squares):
            square = a + a // self.width
            out[at + a] = PRESENT if self.holds(s, square, True) else 0
            out[at + self.squares + a] = PRESENT if self.holds(s, square, False) else 0
        return at + 2 * self.squares

"""Games in which positions come again: a token on a ring, under each rule about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from halfmove.core.contract import Game


class Place(NamedTuple):
    place: int
    mover: int


class Ring(Game):
    """A token goes one place on (1), one back (2), or stays (0); nobody ever wins."""

    size: int = 4
    compiled = False
    repetition_count = 2

    def initial(self) -> Place:
        return Place(0, 0)

    def to_move(self, s: Place) -> int:
        return s.mover

    def actions(self, s: Place) -> Iterator[int]:
        yield from (0, 1, 2)

    def result(self, s: Place, a: int) -> Place:
        return Place((s.place + (0, 1, -1)[a]) % self.size, 1 - s.mover)

    def is_terminal(self, s: Place) -> bool:
        return False

    def utility(self, s: Place, player: int) -> Any:
        raise AssertionError("no state is terminal")


class Forbidding(Ring):
    repetition = "forbidden"

    def repetition_key(self, s: Place) -> Any:
        return s.place  # the place alone, whoever moves: positional

    def may_repeat(self, s: Place, a: int) -> bool:
        return a != 0  # staying is a pass


class Drawing(Ring):
    repetition = "draw"
    repetition_count = 3


class Losing(Ring):
    repetition = "loss"


class Blaming(Drawing):
    """The third standing is a draw, but lost for the second player where it comes within four plies."""

    def repetition_loser(self, s: Place, plies: int) -> int:
        return 1 if plies == 4 else -1

"""The same board from its other sides, so that a network learns from each position eight times.

No table of a search uses them: Go is played by Monte Carlo, and turning a board of several words costs more
than the few repeated positions would save.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.games.go.rules import NOWHERE, Rules, State
from halfmove.games.turning import symmetries, turned_square


class Symmetry(Rules):
    """Four symmetries of an oblong board, eight of a square one."""

    table_symmetries = False

    def setup(self) -> None:
        super().setup()
        self.symmetry_count = symmetries(self.width, self.height)

    def symmetric(self, s: State, k: int) -> State:
        if k == 0:
            return s
        ko = s.ko if s.ko == NOWHERE else self.turned_place(s.ko, k)
        return State(self.turned(s.black, k), self.turned(s.white, k), s.mover, ko, s.passes, s.prisoners)

    def symmetric_action(self, a: int, k: int) -> int:
        return a if a == self.points else turned_square(a, self.width, self.height, k)

    def turned(self, a: Wide, k: int) -> Wide:
        """A set of points as symmetry number `k` shows it."""
        done = self.nothing
        for place in bits.wide_squares(a):
            done = bits.wide_with(done, self.turned_place(place, k))
        return done

    def turned_place(self, place: int, k: int) -> int:
        """Where a place comes to lie."""
        return self.place(turned_square(self.point(place), self.width, self.height, k))

"""Eyes: points that a player who wants to live does not fill.

The eye of a playout is the usual one: an empty point whose neighbours are all the player's own, and of whose
diagonal points the other player holds at most one, at the edge none.  (Whether it is an eye for good depends
on what lies around; Benson's theorem says when, see `benson`.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.games.go.rules import Rules


class Eyes(Rules):
    """What `Go` inherits: neighbours from tables, and eyes."""

    beside_table: Any
    corner_table: Any

    def setup(self) -> None:
        super().setup()
        self.beside_table = self._table([(0, 1), (1, 0), (0, -1), (-1, 0)])
        self.corner_table = self._table([(1, 1), (1, -1), (-1, 1), (-1, -1)])

    def _table(self, steps: list[tuple[int, int]]) -> np.ndarray[Any, Any]:
        """For every place the points so many steps away, as words."""
        words = len(self.nothing)
        table = np.zeros((64 * words, words), np.uint64)
        for point in range(self.points):
            row, column = divmod(point, self.width)
            for down, right in steps:
                if 0 <= row + down < self.height and 0 <= column + right < self.width:
                    place = self.place(point + down * self.width + right)
                    table[self.place(point), place // 64] |= np.uint64(1 << (place % 64))
        return table.reshape(-1)

    def beside(self, place: int) -> Wide:
        """The up to four points next to one."""
        return bits.wide_entry(self.nothing, self.beside_table, place)

    def corners(self, place: int) -> Wide:
        """The up to four points diagonally next to one."""
        return bits.wide_entry(self.nothing, self.corner_table, place)

    def is_eye(self, place: int, own: Wide, other: Wide) -> bool:
        """Whether an empty point is an eye of the player with the stones `own`."""
        if not bits.wide_empty(bits.wide_without(self.beside(place), own)):
            return False
        corners = self.corners(place)
        held = bits.wide_count(bits.wide_and(corners, other))
        return held == 0 or (held == 1 and bits.wide_count(corners) == 4)

    def fills(self, place: int, own: Wide, other: Wide, empty: Wide) -> bool:
        """Whether a playout should not play on an empty point: an eye, or not allowed (but for the ko)."""
        if not bits.wide_empty(bits.wide_and(self.beside(place), empty)):
            return False
        return self.is_eye(place, own, other) or not self.breathes(place, own, other, empty)

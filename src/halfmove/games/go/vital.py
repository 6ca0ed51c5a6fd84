"""Vital points: where a stone makes two eyes of a space, or keeps it from becoming two (*nakade*).

A space of three to six empty points has one if a single point is next to all the others (a line of three, a
T, a cross), and besides in the *bulky five* and the *rabbity six*; a square of four, a line of four and all
larger spaces have none (J. Davies, *Life and Death*, 1975, chapter 1).
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.games.go.eyes import Eyes

LARGEST = 6
"""Points of the largest space that one stone decides."""
NONE = -1


class Vital(Eyes):
    """What `Go` inherits: spaces, and the point that decides them."""

    def vital_beside(self, place: int, own: Wide, other: Wide, empty: Wide) -> int:
        """The vital point of a space next to `place` that only one player surrounds; -1 if there is none."""
        left = bits.wide_and(self.beside(place), empty)
        while not bits.wide_empty(left):
            seed = self.alone(bits.wide_lowest(left))
            space = self.space(seed, empty)
            left = bits.wide_without(left, space)
            size = bits.wide_count(space)
            if 3 <= size <= LARGEST:
                around = self.neighbours(space)
                if bits.wide_empty(bits.wide_and(around, own)) or bits.wide_empty(
                    bits.wide_and(around, other)
                ):
                    found = self.vital(space, size)
                    if found != NONE:
                        return found
        return NONE

    def space(self, seed: Wide, empty: Wide) -> Wide:
        """The empty points that hang together with `seed`, or more than `LARGEST` of them."""
        space = seed
        before = 0
        size = 1
        while before < size <= LARGEST:
            before = size
            space = bits.wide_and(bits.wide_or(space, self.neighbours(space)), empty)
            size = bits.wide_count(space)
        return space

    def vital(self, space: Wide, size: int) -> int:
        """The vital point of a space of so many points; -1 if there is none."""
        best, most, joints = NONE, 0, 0
        for at in bits.wide_squares(space):
            beside = bits.wide_count(bits.wide_and(self.beside(at), space))
            joints += beside
            if beside > most:
                best, most = at, beside
        star = most == size - 1 and size <= 5
        bulky = size == 5 and most == 3 and joints == 10
        rabbity = size == 6 and most == 4 and joints == 12
        return best if star or bulky or rabbity else NONE

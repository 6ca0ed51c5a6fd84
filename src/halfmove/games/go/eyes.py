"""Eyes: points that a player who wants to live does not fill.

The eye of a playout is the usual one: an empty point whose neighbours are all the player's own, and of whose
diagonal points the other player holds at most one, at the edge none.  (Whether it is an eye for good depends
on what lies around; Benson's theorem says when, see `benson`.)
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Wide
from halfmove.games.go.rules import Rules


class Eyes(Rules):
    """What `Go` inherits: eyes, and what a playout need not fill."""

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

"""Which players the games allow to compare, and how.

An arrow leads from a player to everyone it has scored against (a win or a draw).  Ratings have finite
likeliest values exactly among players who can all be reached from one another along arrows; whoever can reach
others but never be reached back is infinitely stronger, as far as the games say (Ford, "Solution of a Ranking
Problem from Binary Comparisons", American Mathematical Monthly 64, 1957).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Place(StrEnum):
    """Where a player stands among those it is linked to by games."""

    RATED = "rated"
    ABOVE = "above"
    """No rating is high enough: it, or those with it, never lost a point to the rated ones or below."""
    BELOW = "below"
    APART = "apart"
    """The games set no order, or there are none."""


def reach(scored: NDArray[Any]) -> NDArray[np.bool_]:
    """Who can be reached from whom along arrows, everyone from itself included; players × players."""
    paths = (scored > 0) | np.eye(len(scored), dtype=np.bool_)
    while True:  # each round doubles the length of the paths known
        longer = (paths.astype(np.float64) @ paths) > 0
        if (longer == paths).all():
            return paths
        paths = longer


def groups(scored: NDArray[Any], met: NDArray[Any]) -> list[tuple[list[int], dict[int, Place]]]:
    """The players by group: groups have not met each other.

    Of each group its core, the most players who can be rated together (in a tie those with more games), and
    the place of every player of the group.
    """
    paths, linked = reach(scored), reach(met)
    found = []
    for first in range(len(scored)):
        members = np.flatnonzero(linked[first])
        if members[0] == first:
            core = _core(members, paths, met)
            found.append((core, {int(player): _place(int(player), core, paths) for player in members}))
    return found


def _core(members: NDArray[Any], paths: NDArray[np.bool_], met: NDArray[Any]) -> list[int]:
    """The largest set of players that reach each other."""
    mutual = paths & paths.T

    def size(player: int) -> tuple[int, float]:
        together = np.flatnonzero(mutual[player])
        return len(together), float(met[together].sum())

    best = max((int(player) for player in members), key=size)
    return [int(player) for player in np.flatnonzero(mutual[best])]


def _place(player: int, core: list[int], paths: NDArray[np.bool_]) -> Place:
    if player in core and len(core) > 1:
        return Place.RATED
    others = paths[player] | paths[:, player]
    others[player] = False
    if not others.any():
        return Place.APART
    if len(core) == 1:  # a ladder in which nobody scored back: the ends are clear, the middle is not
        above, below = not (paths[:, player] & others).any(), not (paths[player] & others).any()
        return Place.ABOVE if above else Place.BELOW if below else Place.APART
    if paths[player, core[0]]:
        return Place.ABOVE
    return Place.BELOW if paths[core[0], player] else Place.APART

"""The results of a contest so far: the records of its games.

The verdict of a sequential test is taken on the pairs in the order of the schedule, not in the order in which
they happened to finish: so it does not depend on how many games are played at once, and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from halfmove.arena.job import Record
from halfmove.arena.plan import Plan


@dataclass(frozen=True)
class Results:
    """A plan and the records of its games by number; what reports, tables and plots are made from."""

    plan: Plan
    records: Mapping[int, Record]
    """Games that count, by their number in the schedule."""
    faults: int = 0
    """Faults of all games, those played again included."""
    done: bool = False
    """Whether nothing is left to play: all games are, or the test has decided."""

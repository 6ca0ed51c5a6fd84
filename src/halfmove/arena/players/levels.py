"""How strong the engine plays: ten levels, from a beginner to all it can.

A level bounds how far ahead the engine looks and for how long, and says how often it slips: then it plays a
legal move drawn at random, with the seed, instead of the best it has found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from halfmove.core.limit import Limit

if TYPE_CHECKING:
    from halfmove.search.algorithms import Algorithm

SIMULATIONS = 40
"""What stands for the first ply where an algorithm makes simulations."""


@dataclass(frozen=True)
class Level:
    """A strength: plies ahead (None: as far as time allows), seconds, and the chance of a random move."""

    depth: int | None
    seconds: float
    slips: float

    def limit_for(self, algorithm: Algorithm) -> Limit:
        """The bounds for an algorithm; one that counts no plies gets four times the simulations for each."""
        if self.depth is None or "depth" in algorithm.limits:
            return Limit(depth=self.depth, seconds=self.seconds)
        return Limit(simulations=SIMULATIONS * 4 ** (self.depth - 1), seconds=self.seconds)


LEVELS = (
    Level(depth=1, seconds=1.0, slips=0.50),
    Level(depth=1, seconds=1.0, slips=0.25),
    Level(depth=2, seconds=1.0, slips=0.15),
    Level(depth=3, seconds=1.0, slips=0.08),
    Level(depth=4, seconds=1.0, slips=0.03),
    Level(depth=5, seconds=1.0, slips=0.0),
    Level(depth=7, seconds=1.0, slips=0.0),
    Level(depth=10, seconds=1.0, slips=0.0),
    Level(depth=None, seconds=0.5, slips=0.0),
    Level(depth=None, seconds=2.0, slips=0.0),
)
DEFAULT, FULL = 5, 10


def find_level(number: int | None, seconds: float | None) -> Level:
    """Level `number`, 1 to 10; `seconds` replaces its time, and alone means full strength for so long."""
    chosen = LEVELS[(number or (FULL if seconds else DEFAULT)) - 1]
    return replace(chosen, seconds=seconds) if seconds else chosen


def describe_level(chosen: Level, algorithm: Algorithm | None = None) -> str:
    """`looks 4 plies ahead, 3 % of its moves at random`; of an algorithm that counts no plies how many
    simulations it makes, and of one that solves the game that it does so."""
    words = []
    if not chosen.depth:
        words.append(f"thinks {chosen.seconds:g} s a move")
    elif algorithm is not None and algorithm.to_the_end:
        words.append("plays what solving the whole game says")
    elif algorithm is not None and (simulations := chosen.limit_for(algorithm).simulations):
        words.append(f"{simulations:,} simulations a move")
    else:
        words.append(f"looks {chosen.depth} {'ply' if chosen.depth == 1 else 'plies'} ahead")
    if chosen.slips:
        words.append(f"{chosen.slips:.0%} of its moves at random")
    return ", ".join(words)

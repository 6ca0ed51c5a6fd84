"""How strong the engine plays: ten levels, from a beginner to all it can.

A level bounds how far ahead the engine looks and for how long, and says how often it slips: then it does not
look further than at a glance, and draws one of all moves by lot, the better ones more often.  So
it plays on plausibly, and errs as people do who overlook something, more often by little than by much.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from halfmove.core.limit import Limit

if TYPE_CHECKING:
    from halfmove.core.analysis import Analysis
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.search.algorithms import Algorithm

SIMULATIONS = 40
"""What stands for the first ply where an algorithm makes simulations."""


@dataclass(frozen=True)
class Level:
    """A strength: its number, plies ahead (None: as far as time allows), seconds, and the chance of a slip;
    what the number means is the game's to say where it has `own_levels`."""

    number: int
    depth: int | None
    seconds: float
    slips: float

    def limit_for(self, algorithm: Algorithm) -> Limit:
        """The bounds for an algorithm; one that counts no plies gets four times the simulations for each, and
        fewer of those that are worth more."""
        if self.depth is None or "depth" in algorithm.limits:
            return Limit(depth=self.depth, seconds=self.seconds)
        simulations = SIMULATIONS * 4 ** (self.depth - 1) // algorithm.insight
        return Limit(simulations=max(simulations, 1), seconds=self.seconds)

    def choose_own(self, game: Game, state: Any) -> Any:
        """What a player of the game's own level does; None where the engine decides."""
        own = game.own_levels()
        return None if own is None else own.choose(state, self.number)


LEVELS = (
    Level(number=1, depth=1, seconds=1.0, slips=0.50),
    Level(number=2, depth=1, seconds=1.0, slips=0.25),
    Level(number=3, depth=2, seconds=1.0, slips=0.15),
    Level(number=4, depth=3, seconds=1.0, slips=0.08),
    Level(number=5, depth=4, seconds=1.0, slips=0.03),
    Level(number=6, depth=5, seconds=1.0, slips=0.0),
    Level(number=7, depth=7, seconds=1.0, slips=0.0),
    Level(number=8, depth=10, seconds=1.0, slips=0.0),
    Level(number=9, depth=None, seconds=0.5, slips=0.0),
    Level(number=10, depth=None, seconds=2.0, slips=0.0),
)
DEFAULT, FULL = 5, 10
SLIP = 0.1
"""A move that a glance holds worse by so large a share of the points is played e times less often."""
GLANCE = Level(number=1, depth=1, seconds=1.0, slips=0.0)
"""What is seen of each move before a slip."""


def find_level(number: int | None, seconds: float | None) -> Level:
    """Level `number`, 1 to 10; `seconds` replaces its time, and alone means full strength for so long."""
    chosen = LEVELS[(number or (FULL if seconds else DEFAULT)) - 1]
    return replace(chosen, seconds=seconds) if seconds else chosen


def describe_level(chosen: Level, algorithm: Algorithm | None = None, game: Game | None = None) -> str:
    """`looks 4 plies ahead, 3 % of its moves at random`; of an algorithm that counts no plies how many
    simulations it makes, and of one that solves the game that it does so."""
    own = game.own_levels() if game is not None else None
    if own is not None and (said := own.describe(chosen.number)):
        return said
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
        words.append(f"{chosen.slips:.0%} of its moves at a glance")
    return ", ".join(words)


def draw_slip(
    history: History, algorithm: Algorithm, look: Callable[[Limit, int], Analysis], random: Random
) -> Any:
    """A move by somebody who does not look closely.  `look` analyses the position within a limit, so many
    moves of it; where something is hidden, or an algorithm cannot tell what all moves are worth, they are
    drawn alike."""
    game, legal = history.game, history.legal()
    if game.hidden or len(legal) == 1:
        return random.choice(legal)
    lines = look(GLANCE.limit_for(algorithm), len(legal)).lines
    shares = {line.action: line.score.of(history.mover).share(game) for line in lines}
    known = {action: share for action, share in shares.items() if share is not None}
    if not all(action in known for action in legal):
        return random.choice(legal)
    best = max(known.values())
    weights = [math.exp((known[action] - best) / SLIP) for action in legal]
    return random.choices(legal, weights)[0]

"""How long to think about a move: a share of the time left, more where the search needs it, never all of it.

A clock for the game is shared out over the moves still expected: to the next time control where there is
one, else as many as the game can still last, but no more than `MOVES`.  To that comes most of the
increment, which is paid back after the move.  The share is an aim, not a limit.  Iterative deepening gives
its answers level by level, each taking longer than all before together, so no level is begun once three
quarters of the aim are over.  The aim itself moves with what is found (`AimFactor`): less is needed where the
choice has been the same for many levels, more where it has just changed or is worse than it looked.  A level
that has been begun may go on to `OVERDRAFT` times the aim, as what it has cost is lost if it is broken
off, but not beyond half of what is left, so that some remains for the moves after it.
Source: Hyatt, "Using time wisely", *ICCA Journal* 7(1), 1984.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from halfmove.arena.clock import Budget
from halfmove.core.analysis import Analysis
from halfmove.core.history import History

MOVES = 28
"""Moves of its own that a player keeps time for where neither the rules nor the clock say how many come."""
OVERDRAFT = 3.0
OF_THE_INCREMENT = 0.8
NO_NEW_LEVEL = 0.75
"""The part of the aim after which no new level is begun."""
MOVE_OVERHEAD = 0.001
"""Seconds of a fixed time for each move that are kept back: a search ends about as late as that."""
CLOCK_OVERHEAD = 0.005
"""The same where the time is a clock's: running over would cost the game."""

STEADY = (1.5, 1.25, 1.1, 1.0, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6)
"""How much of the aim is used where the choice has stood for 0, 1, 2 … levels before."""
DISAPPOINTED = 0.8
"""How much more for each unit (a pawn, in chess), one at most, by which a level finds the position worse than
the one before."""

INSTANT = 1e-4
"""Seconds for a move where none are left: a clock may be over and the game go on, by the match's grace."""


@dataclass(frozen=True)
class MoveTime:
    """Seconds for one move: no level is begun after `aim`, none goes on after `most`; None: no bound."""

    aim: float | None = None
    most: float | None = None


def divide_time(history: History, budget: Budget, overhead: float | None = None) -> MoveTime:
    """What the budget allows the player to move; `overhead` seconds are kept back for what lies between
    here and the clock."""
    fixed = budget.limit.seconds
    most = (
        None if fixed is None else _subtract_overhead(fixed, MOVE_OVERHEAD if overhead is None else overhead)
    )
    seat = history.mover
    left = budget.clocks[seat] if seat < len(budget.clocks) else None
    if left is None:
        return MoveTime(most=most)
    usable = _subtract_overhead(left, CLOCK_OVERHEAD if overhead is None else overhead)
    increment = budget.increments[seat] if seat < len(budget.increments) else 0.0
    moves = budget.moves_to_go or expect_moves(history)
    aim = min(usable / moves + OF_THE_INCREMENT * increment, usable)
    longest = min(OVERDRAFT * aim, max(aim, usable / 2))
    return MoveTime(NO_NEW_LEVEL * aim, longest if most is None else min(longest, most))


class AimFactor:
    """How much of the aim a search deserves, level by level."""

    def __init__(self) -> None:
        self._action: Any = None
        self._steady = 0
        self._score: int | None = None

    def update(self, analysis: Analysis) -> float:
        """To multiply the aim by, now that this has been found."""
        if not analysis.lines:
            return 1.0
        action, score = analysis.lines[0].action, analysis.raw
        self._steady = self._steady + 1 if action == self._action else 0
        worse = 0.0
        if score is not None and self._score is not None:
            worse = min(max((self._score - score) / analysis.game.unit, 0.0), 1.0)
        self._action, self._score = action, score
        return STEADY[min(self._steady, len(STEADY) - 1)] * (1 + DISAPPOINTED * worse)


def expect_moves(history: History) -> int:
    """How many moves of its own the player to move should keep time for, this one included."""
    game = history.game
    return min(max(math.ceil(game.plies_left(history.state) / game.players), 1), MOVES)


def _subtract_overhead(seconds: float, overhead: float) -> float:
    """The time less the overhead; of a time as short as that, half; never nothing, as a move must come."""
    return max(seconds - overhead, seconds / 2, INSTANT)

"""A player's time as GTP tells it: whole seconds, a main time, then so many stones in each period.

GTP version 2, section 4.2 and `time_settings`: Canadian byo-yomi; a period of 0 is none, and 0 stones with
a period are no limit at all.  It knows neither increments nor times below a second.  A time for each move is
told as a period for one stone, below a second as a second for several; an increment as the period that
follows the main time.  Both promise the engine no more than it has.
"""

from __future__ import annotations

import math

from halfmove.arena.clock import Budget


def time_settings(budget: Budget, seat: int) -> str | None:
    """The command for a seat's first move of a game; None where nothing bounds its time."""
    left = _left(budget, seat)
    if budget.limit.seconds is not None:
        return "time_settings 0 {} {}".format(*rate(_of_move(budget, seat)))
    if left is None:
        return None
    if budget.moves_to_go:
        return f"time_settings 0 {_whole(left)} {budget.moves_to_go}"
    increment = budget.increments[seat] if seat < len(budget.increments) else 0.0
    if increment:
        return "time_settings {} {} {}".format(_whole(left), *rate(increment))
    return f"time_settings {_whole(left)} 0 0"


def time_left(budget: Budget, seat: int) -> list[tuple[int, int, int]]:
    """What is left to whom: the seat, seconds, and the stones to play in them (0: it is main time).  The
    seat whose turn it is comes last."""
    told = [
        (other, _whole(left), 0)
        for other, left in enumerate(budget.clocks)
        if left is not None and other != seat
    ]
    left = _left(budget, seat)
    if budget.limit.seconds is not None:
        told.append((seat, *rate(_of_move(budget, seat))))
    elif left is not None:
        told.append((seat, _whole(left), budget.moves_to_go or 0))
    return told


def rate(seconds: float) -> tuple[int, int]:
    """So many seconds for each move as a period of whole seconds and its stones, never more generous."""
    if seconds >= 1:
        return math.floor(seconds), 1
    return 1, math.ceil(1 / seconds)


def _left(budget: Budget, seat: int) -> float | None:
    return budget.clocks[seat] if seat < len(budget.clocks) else None


def _of_move(budget: Budget, seat: int) -> float:
    """What a move may take, where the time of each is bounded: no more than the clock has left."""
    left = _left(budget, seat)
    seconds = budget.limit.seconds or 0.0
    return max(seconds if left is None else min(seconds, left), 0.01)


def _whole(seconds: float) -> int:
    """Seconds in whole; 1 where less is left, for an engine may read 0 as no limit."""
    return max(math.floor(seconds), 1)

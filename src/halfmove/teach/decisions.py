"""Decisions judged: what was played and what was best, compared in one position by what the player knew.

Where nature or hidden things come between two decisions, the position after a move says more about luck than
about the move (`core.scale`).  So two searches of the position before it are made: the first finds the best
action; the second looks at that and at what was played only, so that the difference rests on samples that did
not choose the winner, which else would look better than it is (the winner's curse).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from halfmove.core.analysis import Analysis, Line, line_chance
from halfmove.core.contract import Game
from halfmove.core.limit import Limit
from halfmove.core.scale import Decision

LINES = 1000
"""More actions than an expert looks at."""

Search = Callable[[Limit, int, Collection[Any] | None], Iterator[Analysis]]
"""Searches the position before a move: limit, lines, and the actions to choose from."""


def judge_decision(search: Search, game: Game, action: Any, limit: Limit) -> Decision:
    """Judge an action within a limit, half of whose seconds each search has."""
    half = limit if limit.seconds is None else replace(limit, seconds=limit.seconds / 2)
    [first] = deque(search(half, LINES, None), maxlen=1)
    best = first.lines[0]
    known = next((line for line in first.lines if line.action == action), None)
    if best.action == action:
        return Decision(best, best, first.lines)
    if best.proven and known is not None and known.proven:
        is_better = known.value < best.value
        return Decision(best if is_better else known, known, first.lines)
    [second] = deque(search(half, 2, (best.action, action)), maxlen=1)
    by_action = {line.action: line for line in second.lines}
    again, played = by_action.get(best.action, best), by_action[action]
    lost = lost_share(game, again, played)
    is_better = lost > 0 or (lost == 0 and again.value > played.value)
    best = again if is_better else played
    others = (by_action.get(line.action, line) for line in first.lines if line.action != best.action)
    return Decision(best, played, (best, *others))


def lost_share(game: Game, best: Line, played: Line) -> float:
    """The share of a point by which one line is better for who decides than another."""
    sign = 1 if played.score.player == 0 else -1
    return sign * (line_chance(game, best) - line_chance(game, played))

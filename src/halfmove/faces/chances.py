"""How a position stands, from 0 to 1: what a bar beside the board shows.

Where a score counts small advantages (pawns, and what is like them), p of them to the good are worth
1 / (1 + exp(-0.368 p)) points, the curve by which games are annotated (`teach.annotating.chess`).  A Monte
Carlo search says the share of points itself.
"""

from __future__ import annotations

import math

from halfmove.core.analysis import Analysis, Line
from halfmove.core.game import Game
from halfmove.core.score import WIN
from halfmove.teach.annotating.chess import STEEPNESS


def chance(analysis: Analysis) -> float:
    """The points that player 0 can expect, 0 to 1; of a game that is not between two, 0.5."""
    mean = any(line.visits is not None for line in analysis.lines)
    return _to_first(analysis.game, analysis.state, analysis.value, analysis.proven, mean=mean)


def chance_of(analysis: Analysis, line: Line) -> float:
    """The same after one line's move."""
    return _to_first(analysis.game, analysis.state, line.value, line.proven, mean=line.visits is not None)


def share(game: Game, value: float) -> float:
    """A value in the game's units as a share of the points, 0 to 1, to whoever it is a value to."""
    limit = game.utility_limit
    return float((max(-limit, min(value, limit)) / limit + 1) / 2)


def _to_first(game: Game, state: object, value: float, proven: bool, *, mean: bool) -> float:
    if game.players != 2 or not game.zero_sum or math.isinf(game.utility_limit) or not math.isfinite(value):
        return 0.5
    points = share(game, value)
    if not (proven or mean or abs(value) >= game.utility_limit):
        points = 1 / (1 + math.exp(-STEEPNESS * max(-60.0, min(value * WIN / game.unit, 60.0))))
    return float(points if max(game.to_move(state), 0) == 0 else 1 - points)

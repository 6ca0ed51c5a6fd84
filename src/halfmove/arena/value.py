"""What a search says of a position, in the one unit in which the arena compares: 1 is a win, or a pawn.

Where a game counts its estimates in units of its own (`Game.unit`, a pawn's worth, in games searched
selectively), a value is a number of these, and a forced win is `WON` of them less its distance.  Elsewhere a
value is a share of the largest utility, so that a win is 1 and a draw 0.
"""

from __future__ import annotations

import math

from halfmove.core.analysis import Analysis
from halfmove.core.game import Game
from halfmove.core.score import WIN

WON = 100.0
"""A won game, in units such as a pawn's: more than any estimate, as `core.score.ESTIMATE` is 90 of them."""


def counts_units(game: Game) -> bool:
    """Whether values of the game are numbers of pawns, or of what is like them; else shares of a win."""
    return game.selective


def value(analysis: Analysis) -> float | None:
    """What the player to move may expect; None where it is no finite number."""
    game = analysis.game
    known = analysis.value
    if not isinstance(known, (int, float)) or math.isnan(known):
        return None
    if math.isinf(known):
        return math.copysign(WON if counts_units(game) else 1.0, known)
    if counts_units(game):
        score = known * WIN if analysis.score is None else analysis.score
        return score * WON / WIN if analysis.proven else score / game.unit
    largest = game.utility_limit
    return float(known) if math.isinf(largest) else float(known) / largest


def mate(analysis: Analysis) -> int | None:
    """Plies to a forced end: positive where the player to move wins, negative where it loses."""
    if not analysis.proven or analysis.distance is None or not analysis.value:
        return None
    return analysis.distance if analysis.value > 0 else -analysis.distance

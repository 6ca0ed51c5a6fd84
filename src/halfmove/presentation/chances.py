"""How a position stands, from 0 to 1: what a bar beside the board shows."""

from __future__ import annotations

from halfmove.core.contract import Game
from halfmove.core.scores import Score


def chance(game: Game, score: Score) -> float:
    """The points that player 0 can expect, 0 to 1; of a game that is not between two, 0.5."""
    share = score.share(game)
    if share is None:
        return 0.5
    return share if score.player == 0 else 1 - share

"""Chance: an outcome drawn with the probabilities that the game states."""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Chance, Game
from halfmove.core.randomness import fraction


def draw_outcome(game: Game, s: Any, random: Buffer) -> Any:
    """Where nature moves in `s`: one of its actions, drawn from the stream `random` (`core.randomness`)."""
    if game.chance is Chance.SAMPLED:
        return game.draw_outcome(s, random)
    point, chosen = fraction(random), None
    for action, probability in game.outcomes(s):
        chosen = action
        point -= probability
        if point < 0.0:
            break
    return chosen  # rounding may leave a little after the last

"""Chance: an outcome drawn with the probabilities that the game states."""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.randomness import fraction, stream

LONG_RUN = 8
"""So many of nature's moves in a row nobody wants to watch one by one."""


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


def makes_long_run(game: Game, s: Any) -> bool:
    """Whether nature moves more than `LONG_RUN` times in a row from `s` on, as where all cards are dealt."""
    random = stream(0)
    for _ in range(LONG_RUN + 1):
        if game.is_terminal(s) or game.to_move(s) != CHANCE:
            return False
        s = game.result(s, draw_outcome(game, s, random))
    return True

"""Which action a playout goes on with."""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Game
from halfmove.core.randomness import fraction
from halfmove.search.montecarlo.memory import Worker, slot
from halfmove.search.montecarlo.plan import HEAVY, UNIFORM, Plan


def suggest_action(game: Game, state: Any, worker: Worker, plan: Plan, mover: int, last: int) -> int:
    """What the last good reply, the game's playout or its sampler says; -1 where none of them does."""
    a = -1
    if plan.replies != 0:
        a = worker.replies[slot(game, mover, last)] - 1
        if a >= 0 and not game.is_legal(state, a):
            a = -1
    if a < 0 and plan.playouts == HEAVY:
        a = game.playout(state, last, worker.random)
    if a < 0:
        if plan.playouts == UNIFORM:
            a = game.pick(state, worker.random)
        else:
            a = game.sample(state, worker.random)
    return a


def nature(game: Game, state: Any, worker: Worker) -> int:
    """One of nature's actions, by its probability."""
    left = fraction(worker.random)
    drawn = -1
    for a, p in game.outcomes(state):
        if drawn < 0 or left >= 0.0:
            drawn = a
        left -= p
    return drawn

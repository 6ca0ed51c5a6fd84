"""Positions at rest: those that a weighted sum can judge, as no capture is due."""

from __future__ import annotations

from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import INFINITY
from halfmove.search.alphabeta.selective.memory import Memory
from halfmove.search.alphabeta.selective.quiesce import quiesce
from halfmove.search.alphabeta.threads import Engine


@kernel
def at_rest(game: Game, state: Any, m: Memory) -> bool:
    """Whether a quiescence search finds nothing better, or worse, than the static evaluation."""
    ply = m.counters[0] - m.counters[0]
    static = game.evaluate(state, game.to_move(state))
    return quiesce(game, state, ply - INFINITY, ply + INFINITY, ply, ply, m) == static


def is_quiet(game: Game, state: Any, engine: Engine) -> bool:
    """Whether a position is neither over nor in check, and at rest; what `engine` knew is forgotten."""
    if game.in_check(state) or game.is_terminal(state):
        return False
    engine.begin()
    engine.table.clear()
    return at_rest(game, state, engine.memories[0])

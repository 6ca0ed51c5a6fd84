"""Perft: counting the sequences of exactly `depth` legal actions, the standard check of rules."""

from __future__ import annotations

from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.game import Game


@kernel
def perft(game: Game, state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` actions start at `state`; if it ends earlier, none."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    nodes = 0
    for action in game.actions(state):
        nodes += perft(game, game.result(state, action), depth - 1)
    return nodes

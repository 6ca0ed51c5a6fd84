"""Perft: counting the sequences of exactly `depth` legal actions, the standard check of rules."""

from __future__ import annotations

from typing import Any

from halfmove.core.compile import kernel
from halfmove.core.contract import Game


@kernel
def perft(game: Game, state: Any, depth: int) -> int:
    """How many sequences of exactly `depth` actions start at `state`; if it ends earlier, none, or one where
    the game says `finished_count`.

    The last action of a sequence is counted, not carried out, and the state before it is looked at where it
    is made: a call less for nine positions in ten, which a compiler of C++ sees for itself.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return moves(game, state)
    if game.is_terminal(state):
        return finished(game)
    nodes = 0
    for action in game.actions(state):
        child = game.result(state, action)
        nodes += moves(game, child) if depth == 2 else perft(game, child, depth - 1)
    return nodes


def moves(game: Game, state: Any) -> int:
    """How many sequences of one action a state has."""
    if game.stuck_is_over:
        count = 0 if game.is_drawn(state) else game.count_actions(state)
    else:
        count = 0 if game.is_terminal(state) else game.count_actions(state)
    return finished(game) if count == 0 else count


def finished(game: Game) -> int:
    """What a game that is over before its last action counts."""
    return 1 if game.finished_count else 0

"""Positions to warm up with."""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Game


def near_end(rules: Game, plies: int = 6) -> Any:
    """A position with about so many plies left: always the first action that does not end the game."""
    state = rules.initial()
    while rules.plies_left(state) > plies:
        children = (rules.result(state, action) for action in rules.actions(state))
        child = next((child for child in children if not rules.is_terminal(child)), None)
        if child is None:
            break
        state = child
    return state

"""A recorded game on the board again: its states and actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.arena.job import MoveRecord, Record
from halfmove.core.game import Game


def moves_of(game: Game, record: Record, start: Any) -> Iterator[tuple[Any, Any, MoveRecord]]:
    """Each move as the state before it, the action, and what was recorded of it."""
    state = start
    for move in record.moves:
        action = game.parse_action(state, move.text)
        yield state, action, move
        state = game.result(state, action)


def start_of(game: Game, record: Record) -> Any:
    """The state in which the game began."""
    return game.initial() if record.position is None else game.parse(record.position)

"""A position of a game, from its notation and the moves played since."""

from __future__ import annotations

from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.history import History


def position(game: Game, text: str | None = None, moves: str | None = "") -> tuple[Any, list[Any]]:
    """The state after `moves` from the position `text` (the initial one by default), and the moves as
    actions.

    Moves are written as the game writes them, separated by blanks or commas; a game may allow them to be run
    together (`Game.split_moves`).  `BadInput` says which move cannot be played and why.
    """
    history = History(game, game.initial() if text is None else game.parse(text))
    for number, word in enumerate(game.split_moves(moves or ""), 1):
        if history.over:
            after = f"after move {number - 1}" if history.actions else "in this position already"
            raise BadInput(f"Move {number}, '{word}', cannot be played: the game is over {after}.")
        try:
            history.play(game.parse_action(history.state, word))
        except BadInput as error:
            raise BadInput(f"Move {number}, '{word}', cannot be played: {error}") from None
    return history.state, history.actions

"""An opening on the board."""

from __future__ import annotations

from halfmove.arena.job import Opening
from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.core.history import History


def opened(game: Game, opening: Opening) -> History:
    """The game with its opening played; `BadInput` if that cannot be, or leaves nothing to play."""
    history = played(game, opening)
    if history.over:
        raise BadInput("It leaves nothing to play: the game is over.")
    return history


def played(game: Game, opening: Opening) -> History:
    """The same, whether or not that ends the game."""
    history = History(game, None if opening.position is None else game.parse(opening.position))
    for number, text in enumerate(opening.moves, 1):
        try:
            history.play(game.parse_action(history.state, text))
        except BadInput as error:
            raise BadInput(f"Move {number}, '{text}', cannot be played: {error}") from None
    return history

"""A game that is at hand, by a name under which another process finds it."""

from __future__ import annotations

import sys

from halfmove.arena.job import GameRef
from halfmove.core.errors import BadInput
from halfmove.core.game import Game


def reference(game: Game | str | GameRef) -> GameRef:
    """The game's registered name, the path of its file, or `module:Class`; `BadInput` where other processes
    could not find it: it was made in `__main__`, in a notebook, or inside a function."""
    if isinstance(game, GameRef):
        return game
    if isinstance(game, str):
        return GameRef(game)
    from halfmove.games.registry import games

    cls = type(game)
    for name, registered in games().items():
        if registered is cls:
            return GameRef(name, dict(game.parameters))
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if cls.__module__.startswith("halfmove_user_") and file:
        return GameRef(file, dict(game.parameters))
    if cls.__module__ == "__main__" or "<locals>" in cls.__qualname__ or module is None:
        raise BadInput(
            f"{game.title()} is defined where other processes cannot find it; put it into a file of its own, "
            "and give that file's path."
        )
    return GameRef(f"{cls.__module__}:{cls.__qualname__}", dict(game.parameters))

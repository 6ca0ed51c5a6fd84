"""A game with its databases at hand, for whoever is about to search: what is there is used, and what cannot
be read is told of once and left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.endings.database import Database, shared

WITHOUT = "none"
"""What is given for a folder by those who want no databases."""

_told: set[str] = set()


def attached(
    game: Game, state: Any, folder: str | None = None, tell: Callable[[str], None] = lambda sentence: None
) -> Game:
    """The game as it asks the tables that a search of `state` may come to, below `folder` (None: the default
    one); the game itself where there are none.  `BadInput` for a folder that was named and has none."""
    if folder == WITHOUT or (game.endings() is None and folder is None):
        return game
    try:
        database = shared(game, folder)
    except Unsuitable:
        if folder is not None:
            raise
        return game
    there = database.there()
    if not there:
        if folder is not None:
            raise BadInput(f"There are no tables of {game.title()} in '{database.folder}'.")
        return game
    near = database.endings.near(state)
    for name in there if near is None else [name for name in near if name in there]:
        _load(database, name, tell)
    return database.equipped() if database.loaded else game


def _load(database: Database, name: str, tell: Callable[[str], None]) -> None:
    try:
        database.load([name])
    except BadInput as error:
        if str(error) not in _told:
            _told.add(str(error))
            tell(f"{error} The search goes on without it.")

"""A game with its databases at hand, for whoever is about to search: what is there is used, and what cannot
be read is told of once and left out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.endings.database import FOLDER_VARIABLE, Database, default_folder, shared
from halfmove.endings.files import SUFFIX

WITHOUT = "none"
"""What is given for a folder by those who want no databases."""

_told: set[str] = set()


Tell = Callable[[str], None]


class AtHand:
    """The tables of a game below a folder (None: the default one) for searches that follow each other.

    `game` is what they search: the game as it asks the tables, or the game itself where there are none.
    `BadInput` for a folder that was named and has none; `Unsuitable` where the game has no endings.
    """

    def __init__(self, game: Game, folder: str | None = None, tell: Tell = lambda sentence: None) -> None:
        self.game = game
        self._tell = tell
        self._database: Database | None = None
        if folder is None and os.environ.get(FOLDER_VARIABLE) == WITHOUT:
            folder = WITHOUT
        if folder == WITHOUT or (game.endings() is None and folder is None):
            return
        try:
            database = shared(game, folder)
        except Unsuitable:
            if folder is not None:
                raise
            return
        self._there = database.there()
        if self._there:
            self._database, self.game = database, database.equipped()
        elif folder is not None:
            raise BadInput(f"There are no tables of {game.title()} in '{database.folder}'.")

    def bring(self, state: Any) -> None:
        """Have the tables in memory that a search of this state may come to; what cannot be read is told of
        once in a process, and left out."""
        if self._database is not None:
            near = self._database.endings.near(state)
            for name in self._there if near is None else [name for name in near if name in self._there]:
                _load(self._database, name, self._tell)

    @property
    def database(self) -> Database | None:
        """Where the tables are from; None where there are none."""
        return self._database

    @property
    def loaded(self) -> list[str]:
        """The tables in memory."""
        return self._database.loaded if self._database is not None else []


def attached(game: Game, state: Any, folder: str | None = None, tell: Tell = lambda sentence: None) -> Game:
    """The game as it asks the tables that a search of `state` may come to; the game itself where there are
    none.  Errors as of `AtHand`."""
    tables = AtHand(game, folder, tell)
    tables.bring(state)
    return tables.game if tables.loaded else game


def make_usual(folder: str) -> None:
    """Have this folder ("none": no tables) be the default one, for this process and those that it starts;
    `BadInput` for one without tables of any game."""
    if folder != WITHOUT:
        place = Path(folder).expanduser().absolute()
        if not any(place.glob(f"*/*{SUFFIX}")):
            raise BadInput(
                f"There are no tables of endings in '{folder}'; `halfmove endgame build` makes them."
            )
        folder = str(place)
    os.environ[FOLDER_VARIABLE] = folder


def usual_folder(game: Game) -> str:
    """The default folder, where it has tables of a game; else nothing."""
    return "" if AtHand(game).database is None else str(default_folder().absolute())


def _load(database: Database, name: str, tell: Tell) -> None:
    try:
        database.load([name])
    except BadInput as error:
        if str(error) not in _told:
            _told.add(str(error))
            tell(f"{error} The search goes on without it.")

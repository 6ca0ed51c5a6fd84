"""A game with its databases at hand, for whoever is about to search: what is there is used, and what cannot
be read is told of once and left out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from halfmove.core.computer import free_memory_bytes
from halfmove.core.contract import Game
from halfmove.core.endings import is_loss, plies_of
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.tablebases import SYZYGY, Tablebase
from halfmove.endings.database import FOLDER_VARIABLE, WITHOUT, Database, default_folder, share_database
from halfmove.endings.files import SUFFIX

TABLEBASE_VARIABLE = "HALFMOVE_SYZYGY"
"""Names the default folder of tables made by others."""
MUCH = 1 << 26
"""Bytes of a table in memory before it is asked whether they are free."""
_told: set[str] = set()


Tell = Callable[[str], None]


class AttachedTables:
    """The tables of a game below a folder (None: the default one) for searches that follow each other, and
    those that others have made in a folder `tablebase` (None: the default one, where the game can read it).

    `game` is what they search: the game as it asks the tables, or the game itself where there are none.
    `BadInput` for a folder that was named and has none; `Unsuitable` where the game has no endings.
    """

    def __init__(
        self,
        game: Game,
        folder: str | None = None,
        tell: Tell = lambda sentence: None,
        tablebase: str | None = None,
    ) -> None:
        self.game = game
        self._tell = tell
        self._database: Database | None = None
        self._there: list[str] = []
        if tablebase is None:
            tablebase = find_default_tablebase(game, tell)
        elif tablebase == WITHOUT:
            tablebase = ""
        if folder is None and os.environ.get(FOLDER_VARIABLE) == WITHOUT:
            folder = WITHOUT
        if not tablebase and (folder == WITHOUT or (game.endings() is None and folder is None)):
            return
        try:
            database = share_database(game, None if folder == WITHOUT else folder, tablebase, tell)
        except Unsuitable:
            if folder is not None or tablebase:
                raise
            return
        self._there = [] if folder == WITHOUT else database.there()
        if self._there or tablebase:
            self._database, self.game = database, database.equipped()
        if not self._there and folder not in (None, WITHOUT):
            raise BadInput(f"There are no tables of {game.title()} in '{database.folder}'.")

    def bring(self, state: Any) -> None:
        """Have the tables in memory that a search of this state may come to; what cannot be read is told of
        once in a process, and left out."""
        if self._database is not None:
            near = self._database.endings.near(state)
            for name in self._there if near is None else [name for name in near if name in self._there]:
                _load(self._database, name, self._tell)

    def only(self, history: History) -> list[Any] | None:
        """The actions that a search of a game is to choose from, by the tables that others have made; None:
        all.  Where a table of ours has the position, with a win in time, the search knows better."""
        if self.tablebase is None or history.over:
            return None
        database, state = self._database, history.state
        assert database is not None, "which has the tablebase"
        code = database.probe(state)
        if code is not None and self.game.ending_in_time(state, plies_of(code)) and not is_loss(code):
            return None
        return self.tablebase.best(history)

    @property
    def tablebase(self) -> Tablebase | None:
        """Tables made by others; None where there are none."""
        return self._database.tablebase if self._database is not None else None

    @property
    def database(self) -> Database | None:
        """Where the tables are from; None where there are none."""
        return self._database

    @property
    def loaded(self) -> list[str]:
        """The tables in memory."""
        return self._database.loaded if self._database is not None else []

    @property
    def asked(self) -> bool:
        """Whether a search has any tables to ask."""
        return bool(self.loaded) or self.tablebase is not None


def attach_tables(
    game: Game,
    state: Any,
    folder: str | None = None,
    tell: Tell = lambda sentence: None,
    tablebase: str | None = None,
) -> AttachedTables:
    """The tables that a search of `state` may come to, at hand; where there are none, its `game` is the game
    itself.  Errors as of `AttachedTables`."""
    tables = AttachedTables(game, folder, tell, tablebase)
    tables.bring(state)
    if not tables.asked:
        tables.game = game
    return tables


def make_usual_tablebase(folder: str) -> None:
    """Have this folder ("none": no tables) be the default one of Syzygy's tables, for this process and those
    that it starts; `BadInput` for one without tables."""
    if folder != WITHOUT:
        for place in folder.split(os.pathsep):
            if not any(Path(place).expanduser().glob(f"*{SYZYGY}")):
                raise BadInput(f"There are no tables of Syzygy's (*{SYZYGY}) in '{place}'.")
        folder = os.pathsep.join(str(Path(p).expanduser().absolute()) for p in folder.split(os.pathsep))
    os.environ[TABLEBASE_VARIABLE] = folder


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


def find_usual_tablebase(game: Game) -> str:
    """The default folder of tables made by others, where the game can read it; else nothing."""
    return find_default_tablebase(game, lambda sentence: None)


def find_default_tablebase(game: Game, tell: Tell) -> str:
    """The same; where it cannot be read, `tell` hears so once."""
    folder = os.environ.get(TABLEBASE_VARIABLE, "")
    if not folder or folder == WITHOUT or game.endings() is None:
        return ""
    try:
        share_database(game, None, folder, tell)
    except Unsuitable:
        return ""
    except BadInput as error:
        _tell_once(f"{error} The search goes on without it.", tell)
        return ""
    return folder


def find_usual_folder(game: Game) -> str:
    """The default folder, where it has tables of a game; else nothing."""
    return "" if AttachedTables(game).database is None else str(default_folder().absolute())


def _load(database: Database, name: str, tell: Tell) -> None:
    try:
        takes = database.bytes_to_load(name)
        if takes > MUCH and takes > (free := free_memory_bytes()):
            raise BadInput(
                f"The table {name} takes {takes / 1e9:.1f} GB of memory, of which {free / 1e9:.1f} are free."
            )
        database.load([name])
    except BadInput as error:
        _tell_once(f"{error} The search goes on without it.", tell)


def _tell_once(sentence: str, tell: Tell) -> None:
    if sentence not in _told:
        _told.add(sentence)
        tell(sentence)

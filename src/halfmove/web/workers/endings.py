"""The tables of endings near a position, in a process that searches."""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.endings.attach import AttachedTables
from halfmove.endings.verdict import ending_json


class Endings:
    """The tables of the default folder that a search of a state may come to.

    `game` is what is searched, and `notes` the sentences about tables that cannot be read, each once in a
    process.
    """

    def __init__(self, game: Game, state: Any) -> None:
        self.notes: list[str] = []
        self._state = state
        self._tables = AttachedTables(game, tell=self.notes.append)
        self._tables.bring(state)
        self.game = self._tables.game if self._tables.asked else game

    def only(self, history: History) -> list[Any] | None:
        """The actions that a search is to choose from, by tables made by others; None: all."""
        return self._tables.only(history)

    def told(self, *, veiled: bool) -> dict[str, Any]:
        """What an analysis says besides: `ending` (None where no table has the state, or it is `veiled`) and
        `notes`."""
        database = self._tables.database
        known = None
        if database is not None and self._tables.asked and not veiled:
            known = ending_json(database, self._state)
        return {"ending": known, "notes": self.notes}

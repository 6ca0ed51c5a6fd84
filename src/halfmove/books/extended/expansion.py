"""How a book was expanded: what is noted of it in its file."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from halfmove.books.extended.store import Store
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN

PREFIX = "expansion "
"""What the names of these facts begin with."""
SHARE_OF_A_WIN = 20
"""In a game that counts nothing smaller than wins, so many units are one."""


class Expansion(NamedTuple):
    """The settings, and how far it has come."""

    positions: int = 0
    """Positions that were expanded: all their moves have values."""
    wanted: int = 0
    """How many there are to be."""
    weight: float = 0.0
    """Plies that the loss of a unit counts as."""
    search: str = ""
    """JSON: the algorithm, and what bounds each search."""
    complete: bool = False
    """Whether all values are proven, so that there is nothing left to expand."""

    @classmethod
    def of(cls, store: Store) -> Expansion | None:
        """What a file tells; None where it has no values."""
        if not store.fact(PREFIX + "search"):
            return None
        try:
            read = {name: json.loads(store.fact(PREFIX + name)) for name in cls._fields if name != "search"}
            return cls(search=store.fact(PREFIX + "search"), **read)
        except ValueError:
            raise BadInput(f"The book '{store.path}' cannot be read: its facts are damaged.") from None

    def noted(self) -> list[tuple[str, object]]:
        """As facts for a file."""
        rest = [
            (PREFIX + name, json.dumps(value)) for name, value in self._asdict().items() if name != "search"
        ]
        return [*rest, (PREFIX + "search", self.search)]

    @property
    def interrupted(self) -> bool:
        """Whether there is more to be done."""
        return self.positions < self.wanted and not self.complete

    @property
    def settings(self) -> dict[str, Any]:
        """How each position was searched, by name."""
        found = json.loads(self.search)
        return found if isinstance(found, dict) else {}


def step_of(game: Game) -> int:
    """A unit in which losses are counted: a pawn, a disc, or the twentieth part of a win."""
    return game.unit if game.estimate_unit else WIN // SHARE_OF_A_WIN

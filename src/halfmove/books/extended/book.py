"""An extended book asked for moves: each with what is known of it, its bonus, and the weight that follows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from halfmove.books.book import Book, BookMove, keys_of
from halfmove.books.extended.bonus import Bonus, bonuses, weights
from halfmove.books.extended.played import Played
from halfmove.books.extended.store import Facts, Store
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput

NOTHING, NO_BONUS = Played(), Bonus(0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class ExtendedMove(BookMove):
    """A move with what speaks for its weight."""

    played: Played = NOTHING
    bonus: Bonus = NO_BONUS


class ExtendedBook(Book):
    """The book in the file `path`; `BadInput` where that is none."""

    def __init__(self, path: Path) -> None:
        self._store = Store(path)
        try:
            self.facts: Facts = self._store.facts()
        except BadInput:
            self._store.close()
            raise

    @property
    def positions(self) -> int:
        return self.facts.positions

    @property
    def size(self) -> int:
        return self.facts.moves

    def moves(self, game: Game, state: Any) -> list[BookMove]:
        return [*self.extended(game, state)]

    def extended(self, game: Game, state: Any) -> list[ExtendedMove]:
        """The same with all that is known of them."""
        keys = keys_of(game)
        legal = keys.actions(state)
        known: dict[int, Played] = {}
        for key in keys.keys(state):
            for number, played in self._store.records(key).items():
                if number in legal:
                    action = legal[number]
                    known[action] = known.get(action, NOTHING).plus(played)
        bonus = bonuses([*known.values()], self.facts.latest)
        found = [
            ExtendedMove(action, weight, 0, played, parts)
            for (action, played), parts, weight in zip(known.items(), bonus, weights(bonus), strict=True)
        ]
        return sorted(found, key=lambda move: (-move.bonus.total, move.action))

    def close(self) -> None:
        self._store.close()

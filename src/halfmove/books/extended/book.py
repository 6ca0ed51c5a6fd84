"""An extended book asked for moves: each with what is known of it, its bonus, and the weight that follows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.books.book import Book, BookMove, find_keys
from halfmove.books.extended.bonus import Bonus, MoveTotals, compute_bonuses, compute_weights
from halfmove.books.extended.store import Facts, Judgement, Store
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN
from halfmove.core.scores import Score

# ---- how a book was expanded: what is noted of it in its file

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

    def list_facts(self) -> list[tuple[str, object]]:
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


def find_step(game: Game) -> int:
    """A unit in which losses are counted: a pawn, a disc, or the twentieth part of a win."""
    return game.unit if game.estimate_unit else WIN // SHARE_OF_A_WIN


NOTHING, NO_BONUS = MoveTotals(), Bonus(0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class ExtendedMove(BookMove):
    """A move with what speaks for its weight."""

    played: MoveTotals = NOTHING
    bonus: Bonus = NO_BONUS
    value: Score | None = None
    """What it is worth to its player, where the book was expanded: by negamax from the searches at its
    ends."""


class ExtendedBook(Book):
    """The book in the file `path`; `BadInput` where that is none."""

    def __init__(self, path: Path) -> None:
        self._store = Store(path)
        try:
            self.facts: Facts = self._store.facts()
            self.identity = self._store.identity()
            self.expansion = Expansion.of(self._store)
        except BadInput:
            self._store.close()
            raise
        self._checked: list[Game] = []

    @property
    def positions(self) -> int:
        return self.facts.positions

    @property
    def size(self) -> int:
        return self.facts.moves

    def game(self) -> Game:
        return self.identity.open(self._store.path)

    def options(self) -> Mapping[str, Any]:
        return self.identity.parameters

    def check(self, game: Game) -> None:
        if game not in self._checked:
            self.identity.check(self._store.path, game)
            self._checked.append(game)

    def moves(self, game: Game, state: Any) -> list[BookMove]:
        return [*self.list_extended_moves(game, state)]

    def list_extended_moves(self, game: Game, state: Any) -> list[ExtendedMove]:
        """The same with all that is known of them."""
        self.check(game)
        if game.is_terminal(state):
            return []
        keys = find_keys(game)
        legal = keys.actions(state)
        known: dict[Any, MoveTotals] = {}
        judged: dict[Any, Judgement] = {}
        for key in keys.keys(state):
            for row in self._store.moves(key):
                if row.number in legal:
                    action = legal[row.number]
                    known[action] = known.get(action, NOTHING).plus(row.played)
                    if row.judged is not None:
                        judged.setdefault(action, row.judged)
        bonus = compute_bonuses(
            [*known.values()], self.facts.latest, compute_losses(game, [judged.get(a) for a in known])
        )
        mover = game.to_move(state)
        found = [
            ExtendedMove(
                action,
                weight,
                0,
                played,
                parts,
                _score(game, mover, judged[action]) if action in judged else None,
            )
            for (action, played), parts, weight in zip(
                known.items(), bonus, compute_weights(bonus), strict=True
            )
        ]
        return sorted(found, key=lambda move: (-move.bonus.total, move.action))

    def value(self, game: Game, state: Any) -> Score | None:
        """What a position is worth to the player to move, where it was searched; None elsewhere."""
        self.check(game)
        place = self._store.place(find_keys(game).keys(state)[0])
        if place is None:
            return None
        return Score.read(game, place.mover, place.value, proven=place.proven)

    def close(self) -> None:
        self._store.close()


def compute_losses(game: Game, judged: Sequence[Judgement | None]) -> list[float | None]:
    """By how many units each of a position's moves is worth less than the best; None where that is not
    known."""
    best = max((one.value for one in judged if one is not None), default=0)
    return [None if one is None else (best - one.value) / find_step(game) for one in judged]


def _score(game: Game, mover: int, judged: Judgement) -> Score:
    return Score.read(game, mover, judged.value, proven=judged.proven)

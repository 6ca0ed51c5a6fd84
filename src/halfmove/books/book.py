"""A book of openings: moves for positions that somebody has judged, or played, before.

A book is asked about a position, not about the moves that led to it, so that transpositions find their way.
A move is chosen at random, with a probability in proportion to its weight, or it is the one with the largest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import Any, Self

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.opening_keys import UsualKeys, bookable
from halfmove.core.openings import OpeningKeys
from halfmove.games.registry import find_usual_game

GAME = find_usual_game("polyglot")
"""The game of Polyglot's books, and of files of games that do not say whose they are."""


@dataclass(frozen=True)
class BookMove:
    """A move that a book has for a position."""

    action: Any
    weight: int
    """How often it is to be chosen, in proportion to the others; 0: never."""
    learn: int = 0
    """What a program has learnt of it: 32 bits that each program fills as it likes."""


class Book(ABC):
    """Moves for positions; a context manager that closes its file."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """For how many positions it has moves."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many moves it has, of all positions together."""

    @abstractmethod
    def game(self) -> Game:
        """The game that it is of; `BadInput` where only its player has that game."""

    def options(self) -> Mapping[str, Any]:
        """The parameters that a game must have in common with it."""
        return {}

    @abstractmethod
    def check(self, game: Game) -> None:
        """`BadInput` for a book that is not of this game with these parameters."""

    @abstractmethod
    def moves(self, game: Game, state: Any) -> list[BookMove]:
        """The book's legal moves in a position, those of large weight first; none where it has nothing."""

    def choose(
        self, game: Game, state: Any, random: Random | None = None, among: Collection[Any] | None = None
    ) -> BookMove | None:
        """A move drawn by weight, or without `random` the first of the largest weight; None where the book
        has none, of those in `among` where that is given."""
        found = [m for m in self.moves(game, state) if m.weight > 0 and (among is None or m.action in among)]
        if not found:
            return None
        if random is None:
            return found[0]
        return random.choices(found, [m.weight for m in found])[0]

    @abstractmethod
    def close(self) -> None:
        """Let go of the file; safe to call twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def find_keys(game: Game) -> OpeningKeys:
    """How books of a game call its positions and moves; `BadInput` for a game that has no opening books."""
    keys = game.opening_keys()
    if keys is not None:
        return keys
    if why := bookable(game):
        raise BadInput(f"There are no opening books of {game.title()}: {why}.")
    return UsualKeys(game)

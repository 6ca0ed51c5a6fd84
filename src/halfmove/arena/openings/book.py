"""A book of openings: `book[k]` for every k from 0 on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from halfmove.arena.job import Opening


class Book(ABC):
    """Openings by number; the same number is always the same opening."""

    @abstractmethod
    def __getitem__(self, number: int) -> Opening: ...

    @property
    def length(self) -> int | None:
        """How many there are before they come round again; None where they never do."""
        return None


class Initial(Book):
    """The initial position, every time."""

    def __getitem__(self, number: int) -> Opening:
        return Opening()

    @property
    def length(self) -> int:
        return 1


class Numbered(Book):
    """Boards by their numbers, from 1: each begins where the game says, and is dealt from there."""

    def __init__(self, start: Callable[[int], str | None]) -> None:
        self._start = start

    def __getitem__(self, number: int) -> Opening:
        return Opening((), self._start(number + 1), f"board {number + 1}")


class Listed(Book):
    """Openings in the order given, or in one drawn with the seed, round and round."""

    def __init__(self, openings: Sequence[Opening], *, shuffled: bool = False, seed: int = 0) -> None:
        self._openings = list(openings)
        if shuffled:
            Random(seed).shuffle(self._openings)

    def __getitem__(self, number: int) -> Opening:
        return self._openings[number % len(self._openings)]

    @property
    def length(self) -> int:
        return len(self._openings)

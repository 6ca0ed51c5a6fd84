"""What books of openings need to know of a game: numbers for positions and moves, and games to learn from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GOOD, BAD = (1, 3), (2, 4)
"""Numeric annotation glyphs: `!`, `!!`; `?`, `??` (PGN standard, 8.2.4)."""
YEARS = range(1000, 2100)
"""What a year can be: one game with a slip of the pen would make all others old."""


@dataclass
class Ply:
    """A move played in a position."""

    key: int
    number: int
    mover: int
    played: bool = True
    """Whether it was played; else an annotator suggests it."""
    good: bool = False
    bad: bool = False
    """Whether an annotator calls it so."""


@dataclass
class GameRead:
    """The beginning of a game."""

    plies: list[Ply] = field(default_factory=list)
    points: tuple[float, float] | None = None
    """Of the two players; None where the game has no result."""
    elo: tuple[int, int] = (0, 0)
    """0: not known."""
    year: int = 0
    broken: bool = False
    """Whether something in it could not be read."""
    left_out: bool = False
    """Whether nothing of it counts: it cannot be read, or is of other parameters."""
    why: str = ""
    """Then: what is wrong with it."""
    repairs: tuple[str, ...] = ()
    """What was repaired as it was read, and what in it contradicts itself: a sentence each."""


class OpeningKeys(ABC):
    """How books of a game call positions and moves."""

    polyglot = False
    """Whether they are Polyglot's, so that other programs can read its books."""

    @abstractmethod
    def keys(self, s: Any) -> list[int]:
        """The 64-bit keys under which a position may stand in a book, the proper one first."""

    @abstractmethod
    def actions(self, s: Any) -> Mapping[int, Any]:
        """Each legal action by its numbers, its proper one first; other numbers are no moves of the position.
        Of actions that lead to symmetric positions one may stand for all."""

    @abstractmethod
    def options(self) -> Mapping[str, Any]:
        """The parameters that a game must have in common with a book."""

    @abstractmethod
    def games(self, path: Path, plies: int, *, variations: bool = False) -> Iterator[tuple[GameRead, int]]:
        """Each game of a file of records, up to so many plies, with the bytes of the file read so far, about.

        What cannot be made sense of ends a game there, and the game counts as broken.  Variations are left
        aside, as suggestions are worth less than what was played, unless they are asked for.  `BadInput` for
        a file that cannot be read.
        """


def whole_number(text: str) -> int:
    """A number of up to four digits, as of a year or an Elo; 0 for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 4 else 0


def year_of(date: str) -> int:
    """The year that a date begins with; 0 where it begins with none."""
    year = whole_number(date[:4])
    return year if year in YEARS else 0

"""The books of openings that the server was given, and which of them is of a table's game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.books.book import Book
    from halfmove.core.contract import Game


@dataclass(frozen=True)
class Opened:
    """A book, and its file, by which the processes that search open it themselves."""

    file: str
    book: Book

    @property
    def path(self) -> str:
        """The file, wherever a process stands."""
        return str(Path(self.file).expanduser().absolute())


def book_of(books: Sequence[Opened], game: Game) -> Opened | None:
    """The first book that is of a game with these parameters."""
    for opened in books:
        try:
            opened.book.check(game)
        except BadInput:
            continue
        return opened
    return None

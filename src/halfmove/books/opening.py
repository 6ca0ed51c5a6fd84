"""A book opened, of whichever kind it is: its first bytes tell."""

from __future__ import annotations

from pathlib import Path

from halfmove.books.book import Book, find_keys
from halfmove.books.extended.store import MAGIC
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput


def open_book(path: str | Path) -> Book:
    """The Polyglot or extended book in a file; `BadInput` where there is none.

    with hm.open_book("book.bin") as book:
        print(book.moves(game, game.initial()))
    """
    file = Path(path).expanduser()
    if find_kind(file) == "extended":
        from halfmove.books.extended.book import ExtendedBook

        return ExtendedBook(file)
    from halfmove.books.polyglot import PolyglotBook

    return PolyglotBook(file)


def open_book_of(game: Game, path: str | Path) -> Book:
    """The same; `BadInput` also for a game that has no books, and for a book of another game."""
    find_keys(game)
    book = open_book(path)
    try:
        book.check(game)
    except BadInput:
        book.close()
        raise
    return book


def find_kind(file: Path) -> str:
    """`extended` for an SQLite file, else `other`; `BadInput` for a file that cannot be read."""
    try:
        with file.open("rb") as stream:
            return "extended" if stream.read(len(MAGIC)) == MAGIC else "other"
    except FileNotFoundError:
        raise BadInput(f"There is no file '{file}'.") from None
    except OSError as error:
        raise BadInput(f"The book '{file}' cannot be read: {error.strerror}.") from None

"""The game that a command about books is about: as it is named, or as the book says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.cli.position import open_game, open_history
from halfmove.core.errors import BadInput

if TYPE_CHECKING:
    from halfmove.books.book import Book
    from halfmove.core.contract import Game
    from halfmove.core.history import History


def named_game(name: str | None, settings: list[str] | None) -> Game | None:
    """The game that --game and --set name; None where nothing is said."""
    if name is not None:
        return open_game(name, settings)
    if settings:
        raise BadInput("--set is about the game that --game names; give --game as well.")
    return None


def opened(
    file: str, name: str | None, settings: list[str] | None, position: str | None, moves: str | None
) -> tuple[Book, History]:
    """A book, and its game in a position; the parameters are the book's, where no other is set."""
    from halfmove.books.book import GAME
    from halfmove.books.opening import kind_of, open_book

    if name is None and kind_of(Path(file).expanduser()) != "extended":
        name = GAME
    if name is not None:
        target = open_history(name, settings, position, moves)
        return open_book(file), target
    book = open_book(file)
    try:
        return book, _history(book, settings, position, moves)
    except BadInput:
        book.close()
        raise


def _history(book: Book, settings: list[str] | None, position: str | None, moves: str | None) -> History:
    game = book.game()
    own = {setting.partition("=")[0].strip() for setting in settings or []}
    kept = [f"{key}={value}" for key, value in book.options().items() if key not in own]
    return open_history(game.name, [*kept, *(settings or [])], position, moves)

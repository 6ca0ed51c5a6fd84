"""Whose games files have: what a book is to be made of says itself which game it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from halfmove.books.book import GAME
from halfmove.books.extended.store import Store
from halfmove.books.opening import kind_of
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import format_of
from halfmove.core.opening_keys import bookable
from halfmove.core.plain_text import TITLE, PlainText
from halfmove.games.registry import game, games, games_recorded_as


def game_of(files: Sequence[Path]) -> Game:
    """The game of the first of the files, with its parameters; that of Polyglot's books where the name of the
    file says nothing.  `BadInput` where it cannot be read."""
    first = files[0]
    if kind_of(first) == "extended":
        with closing(Store(first)) as store:
            return store.identity().open(first)
    suffix = first.suffix.lower()
    if suffix in PlainText.suffixes:
        return _of_text(first)
    known = [] if suffix == ".pgn" else [game(name) for name in games_recorded_as(suffix)]
    with_books = [one for one in known if one.opening_keys() is not None or not bookable(one)]
    return _as_recorded((with_books or known)[0], first) if known else game(GAME)


def _of_text(file: Path) -> Game:
    """The game of a file in plain text, which begins with its title."""
    with file.open(encoding="utf-8-sig", errors="replace") as stream:
        line = stream.readline(200)
    title = line.removeprefix(TITLE).strip() if line.startswith(TITLE) else ""
    if not title:
        raise BadInput(f"'{file}' does not begin with '{TITLE}…', as saved games do.")
    name = next((name for name in games() if games()[name].title() == title), None)
    if name is None:
        raise BadInput(f"'{file}' has games of '{title}', which has to be named (--game).")
    return _as_recorded(game(name), file)


def _as_recorded(usual: Game, file: Path) -> Game:
    """The game with the parameters of the first of a file that can be read."""
    form = format_of(usual, file.suffix) or PlainText(usual)
    first = next(iter(form.read_file(file, broken=lambda error: None)), None)
    return usual if first is None else first.rules

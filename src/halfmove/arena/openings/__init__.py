"""Openings: from a file, or made at random so that neither side is ahead."""

from __future__ import annotations

from halfmove.arena.openings.book import Book, Initial, Numbered
from halfmove.arena.plan import OpeningSource
from halfmove.core.contract import Game

__all__ = ["Book", "load_book", "parse_source"]


def load_book(source: OpeningSource, game: Game, seed: int) -> Book:
    """The openings of a source; `BadInput` for a file that cannot be read or played, with the line."""
    if source.file:
        from halfmove.arena.openings.files import load_file

        return load_file(source, game, seed)
    if source.plies:
        from halfmove.arena.openings.balanced import Balanced

        return Balanced(game, source.plies, source.margin, seed)
    duplicate = game.duplicate()
    return Initial() if duplicate is None else Numbered(duplicate.start)


def parse_source(
    text: str | None = None, *, plies: int = 0, shuffled: bool = False, margin: float = 0.25
) -> OpeningSource:
    """The source that a person means: `random`, a file, or (None) the initial position."""
    if text is None:
        return OpeningSource(plies=plies, margin=margin)
    if text == "random":
        return OpeningSource(plies=plies or DEFAULT_PLIES, margin=margin)
    from halfmove.arena.openings.files import digest_of

    return OpeningSource(file=text, digest=digest_of(text), plies=plies, shuffled=shuffled, margin=margin)


DEFAULT_PLIES = 4
"""Random plies where nobody says how many."""

"""The engine's own book: what it answers at once, and when it does not.

A book is for playing.  A controller that analyses (`infinite`, `mate`, `UCI_AnalyseMode`), or lets the engine
ponder, wants a search.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from halfmove.books.book import Book
    from halfmove.core.history import History
    from halfmove.protocols.uci.server.messages import Go
    from halfmove.protocols.uci.server.options import Options


class OwnBook:
    """The book that the options name, and the moves drawn from it."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._random = Random()
        self._book: Book | None = None

    def open(self) -> None:
        """Take up another `Book File`; `BadInput` for one that is no book, and then there is none."""
        self.close()
        name = self._options.text("Book File")
        if name:
            from halfmove.books.book import GAME
            from halfmove.books.opening import open_book_of
            from halfmove.games.registry import game

            self._book = open_book_of(game(GAME), name)

    def close(self) -> None:
        """Let go of the book."""
        if self._book is not None:
            self._book.close()
            self._book = None

    def move(self, command: Go, history: History, among: Collection[Any] | None) -> tuple[Any, str] | None:
        """A move of the book and what there is to say about it; None where a search is to find one."""
        true = self._options.true
        if self._book is None or not true("OwnBook") or true("UCI_AnalyseMode"):
            return None
        if command.infinite or command.ponder or "mate" in command.numbers:
            return None
        game, state = history.game, history.state
        known = self._book.moves(game, state)
        best = true("Best Book Move")
        chosen = self._book.choose(game, state, None if best else self._random, among)
        if chosen is None:
            return None
        share = chosen.weight / sum(move.weight for move in known)
        return chosen.action, f"book move, {share:.0%} by weight, one of {len(known)}"

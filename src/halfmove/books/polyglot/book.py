"""A Polyglot book read: entries of 16 bytes in the order of their keys, found by bisection.

python-chess reads the file, mapped into memory, so that opening a book costs nothing however large it is.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from halfmove.books.book import GAME, Book, BookMove, keys_of
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.extras import need

ENTRY = 16
"""Bytes of an entry."""
SAMPLE = 1000
"""So many entries are looked at, evenly spread, to tell a book from another file."""
WEIGHTS, LEARN = 0xFFFF, 0xFFFF_FFFF


class PolyglotBook(Book):
    """The book in the file `path`; `BadInput` where that is none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            size = path.stat().st_size
            if size == 0 or size % ENTRY:
                raise BadInput(
                    f"'{path}' is no Polyglot book: a move takes 16 bytes there, and this file has {size:,}."
                )
            self._reader = _reader(path)
        except OSError as error:
            raise BadInput(f"The book '{path}' cannot be read: {error.strerror or error}.") from None
        if not self._in_order():
            self.close()
            raise BadInput(f"'{path}' is no Polyglot book: its entries are not in the order of their keys.")

    def _in_order(self) -> bool:
        size = len(self._reader)
        places = range(0, size, max(size // SAMPLE, 1))
        sample = [self._reader[place].key for place in places]
        return sample == sorted(sample)

    @property
    def positions(self) -> int:
        import numpy as np

        words = np.memmap(self._path, ">u8", "r")[:: ENTRY // 8]
        return 1 + int(np.count_nonzero(words[1:] != words[:-1]))

    @property
    def size(self) -> int:
        return len(self._reader)

    def game(self) -> Game:
        from halfmove.games.registry import game

        return game(GAME)

    def check(self, game: Game) -> None:
        if not keys_of(game).polyglot:
            raise BadInput(
                f"'{self._path}' is a Polyglot book, of {GAME}; it has nothing for {game.title()}."
            )

    def moves(self, game: Game, state: Any) -> list[BookMove]:
        known = keys_of(game)
        legal = known.actions(state)
        weights: Counter[int] = Counter()
        learnt: dict[int, int] = {}
        for key in known.keys(state):
            for entry in self._reader.find_all(key, minimum_weight=0):
                if entry.raw_move in legal:
                    action = legal[entry.raw_move]
                    weights[action] += entry.weight
                    learnt.setdefault(action, entry.learn)
        return [BookMove(action, weight, learnt[action]) for action, weight in weights.most_common()]

    def close(self) -> None:
        self._reader.close()


def _reader(path: Path) -> Any:
    """The file as python-chess reads it; `BadInput` where that is not installed."""
    return need("chess.polyglot", "Opening books need").open_reader(path)

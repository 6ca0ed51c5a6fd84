"""Polyglot's books: entries of 16 bytes in the order of their keys, found by bisection.

python-chess reads the file, mapped into memory, so that opening a book costs nothing however large it is.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from halfmove.books.book import GAME, Book, BookMove, find_keys
from halfmove.core.atomic_file import whole_bytes
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
            self._reader = _open_reader(path)
        except OSError as error:
            raise BadInput(f"The book '{path}' cannot be read: {error.strerror or error}.") from None
        if not self._is_in_order():
            self.close()
            raise BadInput(f"'{path}' is no Polyglot book: its entries are not in the order of their keys.")

    def _is_in_order(self) -> bool:
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
        if not find_keys(game).polyglot:
            raise BadInput(
                f"'{self._path}' is a Polyglot book, of {GAME}; it has nothing for {game.title()}."
            )

    def moves(self, game: Game, state: Any) -> list[BookMove]:
        known = find_keys(game)
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


def _open_reader(path: Path) -> Any:
    """The file as python-chess reads it; `BadInput` where that is not installed."""
    return need("chess.polyglot", "Opening books need").open_reader(path)


# ---- writing: entries highest byte first

_LAYOUT = struct.Struct(">QHHI")


class Entry(NamedTuple):
    """One move of one position, as the file has it."""

    key: int
    """Of the position: 64 bits."""
    number: int
    """Of the move: `numbers.number_of`, 16 bits."""
    weight: int
    """16 bits."""
    learn: int = 0
    """32 bits."""


def write(path: Path, entries: Iterable[Entry]) -> int:
    """Write a book with these entries, whatever their order; how many there were.

    Where a position has several moves, those of large weight come first, as in other books.  The file is
    written beside its place and then moved there.  `ValueError` for a number too large for its field,
    `BadInput` where the file cannot be written.
    """
    return write_sorted(path, sorted(entries, key=lambda e: (e.key, -e.weight, e.number)))


def write_sorted(path: Path, entries: Iterable[Entry]) -> int:
    """The same for entries that come in the order of their keys, however many, one by one."""
    count, last = 0, -1
    with whole_bytes(path) as file:
        for entry in entries:
            _check(entry, last)
            file.write(_LAYOUT.pack(*entry))
            count, last = count + 1, entry.key
    return count


def _check(entry: Entry, last: int) -> None:
    if not (0 <= entry.key < 1 << 64 and 0 <= entry.number < 1 << 16):
        raise ValueError(f"{entry} does not fit into 64 and 16 bits")
    if not (0 <= entry.weight <= WEIGHTS and 0 <= entry.learn <= LEARN):
        raise ValueError(f"{entry} does not fit into 16 and 32 bits")
    if entry.key < last:
        raise ValueError(f"{entry} comes after an entry with a larger key")

"""A Polyglot book written: entries of 16 bytes, highest byte first, in the order of their keys."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from halfmove.books.polyglot.book import LEARN, WEIGHTS
from halfmove.core.atomic_file import whole_bytes

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

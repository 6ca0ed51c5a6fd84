"""States as rows of 64-bit words in a buffer: a kernel keeps many there, of many games under way, say.

A state of a compiled game is a tuple of whole numbers, truth values and tuples of these, so the words are its
numbers in their order, and how many there are is the same for all states of a game.  In machine code
`write_words` and `read_words` mean what `core.machine.state_words` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.buffer import Buffer
from halfmove.core.specialisation import item_hints


def write_words(s: Any, out: Buffer, at: int) -> int:
    """Write the numbers of a state to signed words from `at` on; the place after the last."""
    if isinstance(s, tuple):
        for item in s:
            at = write_words(item, out, at)
        return at
    out[at] = bits.number(bits.board(int(s)))
    return at + 1


def read_words(like: Any, words: Buffer, at: int) -> Any:
    """The state that `write_words` wrote there, of the same kind as `like`, any state of the game."""
    return _read(like, None, words, at)[0]


def buffer_of(rows: Any) -> Buffer:
    """Rows of signed words, a NumPy array with a state in each, as a kernel reads them."""
    made = Buffer(rows.size)
    made.array[:] = rows.reshape(-1)
    return made


def write_rows(states: Sequence[Any]) -> Any:
    """A NumPy array (states, words) of signed words: at least one state, all of one game."""
    size = count_words(states[0])
    out = Buffer(size * len(states))
    for number, state in enumerate(states):
        write_words(state, out, number * size)
    return out.array.reshape(len(states), size)


def read_rows(like: Any, rows: Any) -> Iterator[Any]:
    """The states that such rows hold."""
    words, size = buffer_of(rows), count_words(like)
    return (read_words(like, words, number * size) for number in range(len(rows)))


def count_words(s: Any) -> int:
    """How many words a state takes; `TypeError` where it holds what is no number."""
    if isinstance(s, tuple):
        return sum(map(count_words, s))
    if not isinstance(s, int):
        raise TypeError(f"{s!r} is no whole number")
    return 1


def _read(like: Any, hint: Any, words: Buffer, at: int) -> tuple[Any, int]:
    if not isinstance(like, tuple):
        word = words[at]
        if hint == Bitboard or (hint is None and like > bits.FULL >> 1):
            return bits.board(word), at + 1
        return (bool(word) if isinstance(like, bool) else int(word)), at + 1
    items = []
    for item, kind in zip(like, item_hints(like, hint)):
        found, at = _read(item, kind, words, at)
        items.append(found)
    return (type(like)(*items) if hasattr(like, "_fields") else tuple(items)), at

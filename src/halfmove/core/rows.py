"""A set of rows of words in a buffer, each with a number: a hash table with linear probing that compares
whole rows, so that two different ones are never taken for the same.

`table[0]` is the number of slots; a slot, from `table[1]` on, is 0 or the number of a row and 1.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game


def find_slot(rows: Buffer, row: int, words: int, table: Buffer) -> int:
    """The slot of the row that is equal to row number `row`, or the empty one where it belongs."""
    h = bits.board(words)
    for word in range(words):
        h = bits.hash_with(h, rows[row * words + word])
    slot = bits.number(bits.right(bits.mix(h), 20)) % table[0]
    while table[1 + slot] != 0:
        other = table[1 + slot] - 1
        same = True
        for word in range(words):
            if rows[other * words + word] != rows[row * words + word]:
                same = False
                break
        if same:
            return slot
        slot = slot + 1 if slot + 1 < table[0] else 0
    return slot


@kernel
def fill_table(game: Game, words: int, rows: Buffer, table: Buffer, known: int) -> int:
    """Enter all rows, each different from the others, in an empty table."""
    for row in range(known):
        table[1 + find_slot(rows, row, words, table)] = row + 1
    return known

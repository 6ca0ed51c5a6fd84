"""How threads that search one tree share the work: what one is searching, the others put off.

All threads search the same root and meet in the table. At a node whose first child has not settled it, a
thread leaves the children that another one is just then searching to the end of its list: by then the table
mostly holds them (J.-C. Weill, *The ABDADA distributed minimax search algorithm*, ICCA Journal 19(1), 1996,
without its counters in the table, as T. Kerrigan, *Simplified ABDADA*, has it). The marks are hints: one that
another overwrites, or that two threads write at once, costs a little work and no more.
"""

from __future__ import annotations

from halfmove.core.buffer import Buffer

MARKS = 1 << 10
"""Words for positions being searched: many times those on the paths of some threads, and in a near cache."""
SHARED_DEPTH = 10
"""The fewest plies of a search whose children threads share: smaller trees are done before it pays."""


def new_marks() -> Buffer:
    """Marks for threads that are to search together."""
    return Buffer(MARKS)


def is_searched(marks: Buffer, key: int) -> bool:
    """Whether some thread is searching a position; no position has the key 0."""
    return key != 0 and marks[key & (MARKS - 1)] == key


def mark(marks: Buffer, key: int) -> None:
    """Say that a position is being searched."""
    marks[key & (MARKS - 1)] = key


def unmark(marks: Buffer, key: int) -> None:
    """Say that it is no more."""
    if marks[key & (MARKS - 1)] == key:
        marks[key & (MARKS - 1)] = 0


def put_off(order: Buffer, at: int, end: int) -> None:
    """Move a child, a word of `order`, behind all others that end before `end`."""
    word = order[at]
    for k in range(at + 1, end):
        order[k - 1] = order[k]
    order[end - 1] = word

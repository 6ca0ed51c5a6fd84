"""The transposition table: what a search found out about a position, for when it comes by another way.

A power of two of buckets, each one cache line of four entries, each entry two words:

    word 0:  key ^ word 1            (so that a half-written entry of another thread does not match)
    word 1:  score 30 | action 16 | depth 8 | bound 2 | work 5 | age 3      bits, from the top

An action that does not fit into 16 bits is kept as its `fold` (`search.action_numbers`); where there is none,
NO_ACTION stands.

The key is the game's own 64-bit key put through a bijection, so that games with exact keys see no collisions.
`work` is the logarithm of the nodes that the entry cost: where a bucket is full, the cheapest entry of the
oldest search gives way.  Lockless hashing: Hyatt and Mann, ICGA Journal 25(1), 2002.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.buffer import Buffer

UPPER, LOWER, EXACT = 1, 2, 3
"""Kinds of bound: the true score is at most, at least, or exactly the stored score."""

COMPLETE = 255
"""The depth of an entry whose score no horizon influenced."""

MOST_WORK = 31
"""The largest `work` that an entry can hold."""

_HALF = 1 << 29
_SLICE = 1 << 16


class Table:
    """A transposition table of about `megabytes`, shared by threads and kept from move to move."""

    def __init__(self, megabytes: float = 64) -> None:
        buckets = 1
        while buckets * 2 * 64 <= megabytes * 2**20:
            buckets *= 2
        self.buckets = buckets
        self.words = Buffer(buckets * 8, unsigned=True)
        self.age = 0

    def grow(self) -> None:
        """Four times the size, nothing forgotten: a bucket's entries go to four new ones, which have room."""
        old, buckets = self.words.array.reshape(-1, 4, 2), self.buckets
        self.buckets *= 4
        self.words = Buffer(self.buckets * 8, unsigned=True)
        new = self.words.array.reshape(-1, 4, 2)
        for first in range(0, buckets, _SLICE):  # a slice at a time, as index arrays are large too
            part = old[first : first + _SLICE]
            bucket, place = np.nonzero(part[:, :, 1])
            entries = part[bucket, place]
            there = ((entries[:, 0] ^ entries[:, 1]) & np.uint64(self.buckets - 1)).astype(np.int64)
            # an entry of which two threads wrote one half each names some other bucket: drop it
            whole = ((there ^ (bucket + first)) & (buckets - 1)) == 0
            new[there[whole], place[whole]] = entries[whole]

    def clear(self, places: np.ndarray[Any, np.dtype[np.int64]] | None = None) -> None:
        """Forget everything; only the buckets at `places`, where these are all that was written to."""
        if places is None:
            self.words.clear()
        else:
            self.words.array.reshape(-1, 8)[places // 8] = 0
        self.age = 0

    @property
    def megabytes(self) -> float:
        """The size it has."""
        return self.buckets * 64 / 2**20

    @property
    def entries(self) -> int:
        """How many positions it has room for."""
        return self.buckets * 4

    def lookup(self, key: int) -> int:
        """The data word stored for a game's key, or 0: for looking at the table from outside a search."""
        mixed = bits.mix(key)
        return find(self.words, bucket_of(mixed, self.buckets - 1), mixed)

    def permille(self) -> int:
        """How many in a thousand of a sample of entries are of the present search."""
        sample = self.words.array[: min(self.buckets, 1000) * 8].reshape(-1, 2)
        used = (sample[:, 1] != 0) & ((sample[:, 1] & np.uint64(7)) == self.age)
        return int(1000 * np.count_nonzero(used) // max(len(used), 1))

    def new_search(self) -> None:
        """Entries from now on are younger than all that are there."""
        self.age = (self.age + 1) & 7


def bucket_of(key: int, mask: int) -> int:
    """The index of the first word of the bucket for a (mixed) key; `mask`: the number of buckets less one."""
    return bits.number(bits.board(key) & bits.board(mask)) * 8


def find(words: Buffer, at: int, key: int) -> int:
    """The data word stored for `key` in the bucket at `at`, or 0."""
    for i in range(4):
        data = words[at + 2 * i + 1]
        if words[at + 2 * i] ^ data == key:
            return data
    return bits.board(0)


def store(words: Buffer, at: int, key: int, data: int, age: int) -> None:
    """Put `data` into the bucket at `at`: over the same key, or over the entry that is worth least."""
    victim = at
    least = 1 << 20
    for i in range(4):
        old = words[at + 2 * i + 1]
        if words[at + 2 * i] ^ old == key:
            victim = at + 2 * i
            break
        value = work_of(old) - 32 * ((age - age_of(old)) & 7)
        if value < least:
            least = value
            victim = at + 2 * i
    words[victim] = key ^ data
    words[victim + 1] = data


def bound_between(score: int, floor: int, beta: int) -> int:
    """What a search from `floor` to `beta` has found out by its score: UPPER, LOWER or EXACT."""
    if score >= beta:
        return LOWER
    return UPPER if score <= floor else EXACT


def tighten_bounds(data: int, lower: int, upper: int) -> tuple[int, int]:
    """Bounds on a score, with what an entry says of it."""
    if bound_of(data) & LOWER:
        lower = max(lower, score_of(data))
    if bound_of(data) & UPPER:
        upper = min(upper, score_of(data))
    return lower, upper


def pack(score: int, action: int, depth: int, bound: int, work: int, age: int) -> int:
    """An entry's data word, `action` being a `fold`; never 0, as `bound` is not."""
    low = (action << 18) | (depth << 10) | (bound << 8) | (work << 3) | age
    return bits.left(bits.board(score + _HALF), 34) | bits.board(low)


def score_of(data: int) -> int:
    """The score of an entry."""
    return bits.number(bits.right(data, 34)) - _HALF


def action_of(data: int) -> int:
    """The action of an entry: the one to try first."""
    return bits.number(bits.right(data, 18)) & 0xFFFF


def depth_of(data: int) -> int:
    """The depth, in plies, to which an entry's score was searched, or COMPLETE."""
    return bits.number(bits.right(data, 10)) & 0xFF


def bound_of(data: int) -> int:
    """UPPER, LOWER or EXACT."""
    return bits.number(bits.right(data, 8)) & 3


def work_of(data: int) -> int:
    """The number of binary digits of the nodes that an entry cost."""
    return bits.number(bits.right(data, 3)) & 31


def age_of(data: int) -> int:
    """The search, modulo 8, that made an entry."""
    return bits.number(data) & 7

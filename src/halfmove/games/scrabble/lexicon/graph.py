"""Word graphs: a DAWG and a GADDAG of a list in one block of 64-bit words, which share what they can.

A DAWG has each word as a path from its root; a GADDAG each word from each of its letters: that letter and
those before it backwards, then a separator (letter 0) and the letters after it.  Equal parts are one
(Appel and Jacobson, *The World's Fastest Scrabble Program*, CACM 31, 1988; Gordon, *A Faster Scrabble Move
Generation Algorithm*, Software: Practice and Experience 24, 1994).

    word     meaning
    0        number of the DAWG's root
    1        number of the GADDAG's root
    2        how many words the list has
    3        a checksum of all that follows
    4 …      nodes

    a node   bits 0-31 of its first word: the letters that lead on; bits 32-63: those that end a word
             then an edge of 32 bits for each letter that leads on, two to a word
    an edge  bits 0-26: the node it leads to; bits 27-31: where that node has one letter only, which one it
             is, so that nobody looks there in vain; else 0

A node's number is the place of its first word; 0 is no node.

The trie of the sorted strings is folded level by level from its leaves: each node gets a hash of its letters
and of what they lead to, and nodes with one hash are one.  NumPy does it, so that a list takes as long
interpreted as compiled.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

SEPARATOR = 0
DAWG, GADDAG, WORDS, CHECK, HEAD = 0, 1, 2, 3, 4
LOW = 0xFFFF_FFFF
ONLY = 27
"""Where an edge has the only letter."""
NODE = (1 << ONLY) - 1
Array = Any
_PAD = 255


class _Nodes(NamedTuple):
    """Nodes, and their edges node by node, in the order of the letters."""

    hashes: Array
    starts: Array
    """Where the edges of each node begin."""
    letters: Array
    accepts: Array
    children: Array
    """The hash of the node that each edge leads to; 0: none."""


def compile_graph(words: Sequence[bytes]) -> Array:
    """The graph of a list of words (letters from 1 to 31), as uint64; the list need not be sorted."""
    rows, lengths = _matrix(words)
    rows, lengths = _sort(rows, lengths)
    forward, root = _fold(rows, lengths)
    backward, other = _fold(*_sort(*_turned(rows, lengths)))
    return _encode(_joined(forward, backward), root, other, len(rows))


def _matrix(words: Sequence[bytes]) -> tuple[Array, Array]:
    """Words as rows, and their lengths."""
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    width = int(lengths.max(initial=1))
    rows = np.full((len(words), width), _PAD, np.uint8)
    rows[np.arange(width) < lengths[:, None]] = np.frombuffer(b"".join(words), np.uint8)
    return rows, lengths


def _turned(rows: Array, lengths: Array) -> tuple[Array, Array]:
    """All the strings of the GADDAG."""
    width = rows.shape[1] + 1
    parts, sizes = [], []
    for length in np.unique(lengths):
        group = rows[lengths == length, :length]
        for first in range(1, length + 1):
            part = np.full((len(group), width), _PAD, np.uint8)
            part[:, :first] = group[:, first - 1 :: -1] if first < length else group[:, ::-1]
            if first < length:
                part[:, first] = SEPARATOR
                part[:, first + 1 : length + 1] = group[:, first:]
            parts.append(part)
            sizes.append(np.full(len(group), length + (first < length), np.int64))
    return np.concatenate(parts), np.concatenate(sizes)


def _sort(rows: Array, lengths: Array) -> tuple[Array, Array]:
    """The rows in order, each once; a string before those that it begins."""
    turned = np.ascontiguousarray(rows + np.uint8(1))  # the padding becomes 0
    order = np.argsort(turned.view(f"S{rows.shape[1]}").ravel(), kind="stable")
    rows, lengths = rows[order], lengths[order]
    new = np.ones(len(rows), bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return rows[new], lengths[new]


def _scatter(word: Array) -> Array:
    """A bijection that scatters words (SplitMix64's)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
    return word ^ (word >> np.uint64(31))


def _fold(rows: Array, lengths: Array) -> tuple[_Nodes, int]:
    """The nodes of the smallest graph of sorted rows, deepest first, and the hash of the root."""
    count, width = rows.shape
    shared = np.zeros(count, np.int64)  # how many letters a row shares with the one before
    differ = rows[1:] != rows[:-1]
    shared[1:] = differ.argmax(axis=1)
    numbers = np.arange(count)
    below = np.zeros(count, np.uint64)
    known = np.zeros(0, np.uint64)
    found: list[_Nodes] = []
    for depth in range(width - 1, -1, -1):
        at = np.flatnonzero((shared <= depth) & (lengths > depth))
        letters, accepts, children = rows[at, depth], lengths[at] == depth + 1, below[at]
        parent = np.maximum.accumulate(np.where(shared < depth, numbers, 0))[at]
        starts = np.flatnonzero(np.diff(parent, prepend=-1))
        edge = _scatter(_scatter(children + letters.astype(np.uint64) * np.uint64(2) + accepts) ^ children)
        hashes = _scatter(np.add.reduceat(edge, starts)) if len(starts) else np.zeros(0, np.uint64)
        below = np.zeros(count, np.uint64)
        below[parent[starts]] = hashes
        _, first = np.unique(hashes, return_index=True)
        first = np.sort(first[~np.isin(hashes[first], known)])
        known = np.concatenate([known, hashes[first]])
        found.append(_chosen(_Nodes(hashes, starts, letters, accepts, children), first))
    return _joined(*found), int(below[0]) if count else 0


def _chosen(nodes: _Nodes, which: Array) -> _Nodes:
    """Some of the nodes, with their edges."""
    ends = np.append(nodes.starts[1:], len(nodes.letters))
    sizes = ends[which] - nodes.starts[which]
    starts = np.cumsum(sizes) - sizes
    edges = np.repeat(nodes.starts[which] - starts, sizes) + np.arange(int(sizes.sum()))
    return _Nodes(
        nodes.hashes[which], starts, nodes.letters[edges], nodes.accepts[edges], nodes.children[edges]
    )


def _joined(*parts: _Nodes) -> _Nodes:
    """All the nodes, each once."""
    sizes = [len(part.letters) for part in parts]
    offsets = np.cumsum([0, *sizes[:-1]])
    whole = _Nodes(
        np.concatenate([part.hashes for part in parts]),
        np.concatenate([part.starts + offset for part, offset in zip(parts, offsets, strict=True)]),
        *(np.concatenate([part[k] for part in parts]) for k in (2, 3, 4)),
    )
    _, first = np.unique(whole.hashes, return_index=True)
    return _chosen(whole, np.sort(first)) if len(first) < len(whole.hashes) else whole


def _encode(nodes: _Nodes, root: int, other: int, words: int) -> Array:
    """The block of words: nodes near the roots first, which are asked the most."""
    nodes = _chosen(nodes, np.arange(len(nodes.hashes))[::-1])
    on = nodes.children != 0
    owner = np.repeat(np.arange(len(nodes.hashes)), np.diff(np.append(nodes.starts, len(nodes.letters))))
    degree = np.bincount(owner[on], minlength=len(nodes.hashes))
    size = 1 + (degree + 1) // 2
    place = HEAD + np.cumsum(size) - size
    block = np.zeros(HEAD + int(size.sum()), np.uint64)
    bit = np.uint64(1) << nodes.letters.astype(np.uint64)
    np.bitwise_or.at(block, place[owner[on]], bit[on])
    np.bitwise_or.at(block, place[owner[nodes.accepts]], bit[nodes.accepts] << np.uint64(32))
    order = np.argsort(nodes.hashes)
    number = {0: 0}
    target = place[order[np.searchsorted(nodes.hashes[order], nodes.children[on])]].astype(np.uint32)
    rank = np.arange(len(target)) - np.repeat(np.cumsum(degree) - degree, degree)
    halves = block.view("<u4")
    alone = np.flatnonzero(np.diff(np.append(nodes.starts, len(nodes.letters))) == 1)
    only = np.zeros(len(block), np.uint32)
    only[place[alone]] = nodes.letters[nodes.starts[alone]]
    halves[2 * (place[owner[on]] + 1) + rank] = target | only[target] << np.uint32(ONLY)
    for hash_of in (root, other):
        if hash_of:
            number[hash_of] = int(place[order[np.searchsorted(nodes.hashes[order], np.uint64(hash_of))]])
    block[DAWG], block[GADDAG], block[WORDS] = number[root], number[other], words
    block[CHECK] = zlib.crc32(block[HEAD:].tobytes())
    return block


def is_whole(block: Array) -> bool:
    """Whether a block is as it was made."""
    return len(block) >= HEAD and int(block[CHECK]) == zlib.crc32(block[HEAD:].tobytes())


# ---- walks, of Python; the generator has its own
def child(block: Any, node: int, letter: int) -> int:
    """The node that a letter leads to; 0: none."""
    letters = int(block[node]) & LOW
    if not letters >> letter & 1:
        return 0
    rank = (letters & ((1 << letter) - 1)).bit_count()
    return int(block[node + 1 + rank // 2]) >> (32 * (rank & 1)) & NODE


def ends(block: Any, node: int, letter: int) -> bool:
    """Whether a letter ends a word."""
    return bool(int(block[node]) >> (32 + letter) & 1)


def letters_of(block: Any, node: int) -> Iterator[int]:
    """The letters of a node, which lead on or end a word."""
    word = int(block[node])
    either = (word | word >> 32) & LOW
    while either:
        yield (either & -either).bit_length() - 1
        either &= either - 1

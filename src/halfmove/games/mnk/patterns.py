"""The shapes that five in a row is made of, as tables.

Whatever a stone does along one line, it does to the five windows of five squares that go through its square,
so to the four squares on either side of it: a pattern of nine squares with the stone's own in the middle,

    bit 0   1   2   3   4   5   6   7   8        <- the stone goes to 4
        .   X   X   .   *   .   O   .   #

Seen by one side each of the other eight is empty, its own or shut (the other side's, or off the board), which
makes 3**8 = 6,561 patterns, each with

    what the side's stone in the middle adds to its census, and what the other side's takes from it;
    the squares that complete five once the side has its stone there;
    the squares on which it can make a four then;
    how much the stone is worth, for an order of moves.

A **census** counts the windows without a stone of the other side by the side's own stones on them, in one
word: 12 bits each for none to three, 10 for four, 6 for five. What a move changes is added to it, borrows
and all.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

REACH = 4
"""Squares of a line to either side that a stone has to do with."""
CELLS = 2 * REACH + 1
MIDDLE = 1 << REACH
EVERY = (1 << CELLS) - 1

PLACES = (0, 12, 24, 36, 48, 58)
"""Where in a census the windows with so many stones are counted."""
FIELD = 4095
FOUR_FIELD, FIVE_FIELD = 1023, 63

FIVES, FOURS, WORTH = 0, 16, 32
"""Where in a word of `shapes` the squares that complete five begin, those that make a four, and the worth."""

WORTHS = (1, 4, 16, 64, 256)
"""What a window through the square is worth by the stones on it: four times as much for each (as
`OneWord.order` has it)."""


@cache
def digits() -> NDArray[np.uint64]:
    """Nine squares, as bits, to the number that they are to the base of three; the middle one counts for
    nothing."""
    found = np.zeros(1 << CELLS, np.uint64)
    for cells in range(1 << CELLS):
        others = (cells & (MIDDLE - 1)) | (cells >> 1) & ~(MIDDLE - 1)
        found[cells] = sum(3**i for i in range(CELLS - 1) if others >> i & 1)
    return found


@cache
def tables() -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
    """By pattern, `digits` of the side's own squares plus twice those of the shut ones: what its stone adds
    to its census, what the other side's stone takes from it, and its `shapes`."""
    patterns = np.arange(3 ** (CELLS - 1))
    cells = [patterns // 3**i % 3 for i in range(CELLS - 1)]
    cells.insert(REACH, np.zeros_like(patterns))  # the middle, empty
    added, taken = np.zeros(len(patterns), object), np.zeros(len(patterns), object)
    fives, fours = np.zeros(len(patterns), np.int64), np.zeros(len(patterns), np.int64)
    worth = np.zeros(len(patterns), np.int64)
    for first in range(REACH + 1):
        window = range(first, first + REACH + 1)
        is_open = ~np.any([cells[i] == 2 for i in window], axis=0)
        stones = np.sum([cells[i] == 1 for i in window], axis=0)
        for n in range(REACH + 1):
            here = is_open & (stones == n)
            added[here] += (1 << PLACES[n + 1]) - (1 << PLACES[n])
            taken[here] += 1 << PLACES[n]
            worth[here] += WORTHS[n]
        for i in window:
            if i != REACH:
                free = is_open & (cells[i] == 0)
                fives |= np.where(free & (stones == 3), 1 << i, 0)
                fours |= np.where(free & (stones == 2), 1 << i, 0)
    words = [np.array([int(w) % 2**64 for w in column], np.uint64) for column in (added, taken)]
    shapes = (fives << FIVES) | (fours << FOURS) | (worth << WORTH)
    return words[0], words[1], shapes.astype(np.uint64)


@cache
def views() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """By what both sides have around a square (`FiveInLine.seen`: the lower byte one side's stones, the upper
    the other's, in both what is off the board): how much the square is worth to the two together, and the
    squares where the first completes five once it has a stone in the middle."""
    seen = np.arange(1 << 2 * (CELLS - 1))
    mine, theirs = seen & 255, seen >> 8
    low, high = (_with_middle(cells) for cells in (mine, theirs))
    base = digits().astype(np.int64)
    _, _, shapes = tables()
    first = shapes[base[low & ~high] + 2 * base[high]]
    second = shapes[base[high & ~low] + 2 * base[low]]
    worth = (first >> np.uint64(WORTH)) + (second >> np.uint64(WORTH))
    return worth.astype(np.uint16), (first >> np.uint64(FIVES) & np.uint64(EVERY)).astype(np.uint16)


def _with_middle(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Eight squares as nine, the middle one empty."""
    return (cells & (MIDDLE - 1)) | (cells & ~(MIDDLE - 1)) << 1

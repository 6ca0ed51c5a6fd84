"""How often each feature counts in a position, asked of the evaluation itself.

The evaluation is a sum of weights, each times a small whole number.  With weights that are powers of a base
larger than those numbers, one call tells several of them at once, as the digits of the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game

BITS = 8
"""Of a digit: a feature counts less than 128 times, for either side."""
DIGITS = 7

Matrix = np.ndarray[tuple[int, int], np.dtype[np.int8]]


@kernel
def ask(game: Game, state: Any, size: int, w: Buffer, out: Buffer) -> int:
    """Write to `out` how often each of `size` features counts, the first player's less the second's."""
    for first in range(0, size, DIGITS):
        last = min(first + DIGITS, size)
        for i in range(first, last):
            w[i] = 1 << (BITS * (i - first))
        total = game.weighed(state, w)  # type: ignore[attr-defined]
        for i in range(first, last):
            digit = ((total + 128) & 255) - 128
            total = (total - digit) >> BITS
            out[i] = digit
            w[i] = 0
    return size


@kernel
def shares(game: Game, state: Any, out: Buffer) -> int:
    """Write `game.shares` to `out`."""
    out[0], out[1], out[2] = game.shares(state)  # type: ignore[attr-defined]
    return 3


def compute_coefficients(game: Game, states: Sequence[Any], size: int) -> Matrix:
    """A row for each state: how often each feature counts in it."""
    weights, row = Buffer(size), Buffer(size)
    matrix = np.zeros((len(states), size), np.int8)
    for number, state in enumerate(states):
        ask(game, state, size, weights, row)
        matrix[number] = row.array
    return matrix

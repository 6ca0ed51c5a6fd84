"""Rows of 16-bit numbers in buffers, many numbers at a time: what an efficiently updatable network computes.

A row is `width` signed numbers of 16 bits, a multiple of `LANES`, and begins at a word of 64 bits.  Sums wrap
at 16 bits, as the processor's do; a network is made so that they never need to.
"""

from __future__ import annotations

import numpy as np

from halfmove.core.buffer import Buffer

LANES = 64
"""A row's width is a multiple of this."""


def rows_of(buffer: Buffer) -> np.ndarray:
    """The buffer's memory as numbers of 16 bits, four in a word."""
    return buffer.array.view(np.int16)


def sum_rows(
    sums: Buffer,
    target: int,
    source: int,
    rows: Buffer,
    changes: Buffer,
    first: int,
    added: int,
    removed: int,
    width: int,
) -> None:
    """Write to `sums`, from word `target` on, the row at word `source` plus some rows less others.

    Words `first`, `first + 1` … of `changes` are the words of `rows` at which these rows begin: first those
    `added`, then those `removed` (their numbers, 0 and more).
    """
    here, every = rows_of(sums), rows_of(rows)
    total = here[4 * source : 4 * source + width].copy()
    for i in range(added + removed):
        at = 4 * changes[first + i]
        if i < added:
            total += every[at : at + width]
        else:
            total -= every[at : at + width]
    here[4 * target : 4 * target + width] = total


def weigh_row(sums: Buffer, at: int, most: int, weights: Buffer, place: int, width: int) -> int:
    """Σ w·x² over the row of `sums` at word `at`, with each x first brought between 0 and `most`, and the
    weights w from word `place` of `weights` on.  x·w stays within 16 bits where |w|·`most` does; the sum is
    one of 32 bits.
    """
    x = np.clip(rows_of(sums)[4 * at : 4 * at + width].astype(np.int64), 0, most)
    w = rows_of(weights)[4 * place : 4 * place + width].astype(np.int64)
    return int(np.dot(x * w, x))

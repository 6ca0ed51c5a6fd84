"""What lies under a kernel at each point of a board, a row each, so that a convolution is one matrix product.

A stack is states × rows × columns × filters: with the filters last a row of a patch is one run of memory, and
all are gathered with one copy for each row of the kernel.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import DTypeLike, NDArray

Array = NDArray[np.floating[Any]]

_ROOMS = 64
"""Sizes of memory kept: a last batch may be of any size."""


class Patches:
    """Gathers patches, into memory that is kept from call to call; not thread-safe, for that memory."""

    def __init__(self, kind: DTypeLike = np.float32) -> None:
        self._kind = kind
        self._room: dict[tuple[str, int], Array] = {}

    def gather(self, x: Array, kernel: int) -> Array:
        """The patches of a stack, zeros beyond the edges: (states × rows × columns) × (kernel rows × kernel
        columns × filters).  They hold until the next call."""
        n, rows, columns, filters = x.shape
        if kernel == 1:
            return x.reshape(-1, filters)
        edge = kernel // 2
        padded = self._take("padded", (n, rows + 2 * edge, columns + 2 * edge, filters))
        # the memory may have held another stack, so the edges are cleared as well
        padded[:, :edge], padded[:, -edge:], padded[:, :, :edge], padded[:, :, -edge:] = 0, 0, 0, 0
        padded[:, edge:-edge, edge:-edge] = x
        state, row, column, number = padded.strides
        width = kernel * filters
        under = as_strided(padded, (n, rows, columns, kernel, width), (state, row, column, row, number))
        patches = self._take("patches", (n, rows, columns, kernel, width))
        np.copyto(patches, under)
        return patches.reshape(n * rows * columns, kernel * width)

    def _take(self, what: str, shape: tuple[int, ...]) -> Array:
        """Memory for a stack, the same each time one of that size is wanted."""
        size = math.prod(shape)
        if (what, size) not in self._room:
            if len(self._room) > _ROOMS:
                self._room.clear()
            self._room[what, size] = np.empty(size, self._kind)
        return self._room[what, size].reshape(shape)

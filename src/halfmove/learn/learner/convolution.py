"""A convolution and the norm after it, forwards and backwards, a few states at a time.

The patches under a kernel of 3 × 3 take nine times the memory of the stack that they are of.  So those of a
few states are gathered, multiplied and forgotten, and gathered again on the way back; memory that is kept
for a layer is its result, and what its norm made of it.  A norm's mean and variance are those of the whole
batch all the same: the result is that of the batch in one piece, but for the order of the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from halfmove.search.neural.folding import EPSILON
from halfmove.search.neural.patches import Array, Patches

PATCHES = 1 << 20
"""Numbers of the patches that are gathered at once."""


class Normalisation(NamedTuple):
    """What a norm made of a stack, as the way back needs it."""

    even: Array
    """The stack with the mean 0 and the variance 1 in each filter."""
    scale: Array
    """Of each filter: by what its norm multiplies."""
    mean: Array
    variance: Array
    """Of each filter, over the batch; the variance is unbiased, as it is kept."""


class Gradients(NamedTuple):
    """How the loss changes with all of a layer."""

    weight: Array
    scale: Array
    """Of the norm's weights; 0 where there is no norm."""
    shift: Array
    """Of the norm's biases, or the layer's own."""
    input: Array | None
    """Where it was wanted."""


class Convolution:
    """One layer on stacks of states × rows × columns × filters.

    `weight` is filters × units × kernel rows × kernel columns.
    `together` is the most states at once; 0: as many as there is memory for patches (`PATCHES`).
    """

    def __init__(self, patches: Patches, weight: Array, together: int = 0) -> None:
        self._patches, self._weight, self._together = patches, weight, together
        self.filters, self.units, self.kernel, _ = weight.shape

    def forward(self, x: Array) -> Array:
        """The stack convolved."""
        n, rows, columns, _ = x.shape
        made = np.empty((n, rows, columns, self.filters), x.dtype)
        flat = _as_patches(self._weight)
        for part in self._parts(x):
            product = made[part].reshape(-1, self.filters)
            np.matmul(self._patches.gather(x[part], self.kernel), flat, out=product)
        return made

    def normalise(self, x: Array, weight: Array, bias: Array) -> tuple[Array, Normalisation]:
        """The stack convolved, and normed by mean and variance of the batch."""
        even = self.forward(x)
        total, squares = np.zeros(self.filters), np.zeros(self.filters)  # in float64
        number = even.size // self.filters
        for part in self._parts(x):
            total += even[part].reshape(-1, self.filters).sum(axis=0)
        mean = (total / number).astype(x.dtype)
        for part in self._parts(x):
            about = even[part]
            about -= mean
            squares += np.square(about).reshape(-1, self.filters).sum(axis=0)
        spread = (1 / np.sqrt(squares / number + EPSILON)).astype(x.dtype)
        made = np.empty_like(even)
        for part in self._parts(x):
            piece = even[part]
            piece *= spread
            np.multiply(piece, weight, out=made[part])
            made[part] += bias
        variance = (squares / max(number - 1, 1)).astype(x.dtype)
        return made, Normalisation(even, weight * spread, mean, variance)

    def backward(
        self, x: Array, sent: Array, norm: Normalisation | None = None, *, to_input: bool = True
    ) -> Gradients:
        """The gradients, for what is `sent` back to its result."""
        shift, scale = _sums(sent, norm, self._parts(x))
        number = np.asarray(sent.size // self.filters, x.dtype)
        weight = np.zeros((self.kernel**2 * self.units, self.filters), x.dtype)
        turned = _as_patches(self._weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3))
        back = np.empty_like(x) if to_input else None
        for part in self._parts(x):
            piece = sent[part]
            if norm is not None:  # mean and variance move with the batch
                piece = piece - shift / number
                piece -= norm.even[part] * (scale / number)
                piece *= norm.scale
            weight += self._patches.gather(x[part], self.kernel).T @ piece.reshape(-1, self.filters)
            if back is not None:
                # the gradient convolved by the kernel turned round
                product = back[part].reshape(-1, self.units)
                np.matmul(self._patches.gather(piece, self.kernel), turned, out=product)
        return Gradients(self._as_weight(weight), scale, shift, back)

    def _parts(self, x: Array) -> Iterator[slice]:
        """Which states go together."""
        n, rows, columns, units = x.shape
        room = rows * columns * self.kernel**2 * max(units, self.filters)
        together = self._together or max(PATCHES // room, 1)
        return (slice(start, start + together) for start in range(0, n, together))

    def _as_weight(self, flat: Array) -> Array:
        shaped = flat.reshape(self.kernel, self.kernel, self.units, self.filters)
        return np.ascontiguousarray(shaped.transpose(3, 2, 0, 1))


def _as_patches(weight: Array) -> Array:
    """Weights as a row of patches has them: rows of the kernel, columns, units; a column a filter."""
    filters = weight.shape[0]
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, filters))


def _sums(sent: Array, norm: Normalisation | None, parts: Iterator[slice]) -> tuple[Array, Array]:
    """Over the batch: what is sent back to each filter, and that times what the norm had made of it."""
    filters = sent.shape[3]
    shift, scale = np.zeros(filters), np.zeros(filters)  # in float64
    for part in parts:
        shift += sent[part].reshape(-1, filters).sum(axis=0)
        if norm is not None:
            scale += (sent[part] * norm.even[part]).reshape(-1, filters).sum(axis=0)
    return shift.astype(sent.dtype), scale.astype(sent.dtype)

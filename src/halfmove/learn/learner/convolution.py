"""A convolution and the norm after it, forwards and backwards, a few states at a time.

The patches under a kernel of 3 × 3 take nine times the memory of the stack that they are of.  So those of a
few states are gathered, multiplied and forgotten, and gathered again on the way back; memory that is kept
for a layer is its result, and what its norm made of it.  A norm's mean and variance are those of the whole
batch all the same: the result is that of the batch in one piece, but for the order of the sums.  A batch of
boards of several sizes is a stack for each size, and a norm has the mean and the variance of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from halfmove.search.neural.folding import EPSILON
from halfmove.search.neural.patches import Array, Patches

PATCHES = 1 << 20
"""Numbers of the patches that are gathered at once."""


class Normalisation(NamedTuple):
    """What a norm made of stacks, as the way back needs it."""

    even: list[Array]
    """The stacks with the mean 0 and the variance 1 in each filter."""
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
    inputs: list[Array]
    """Of each stack; none where they were not wanted."""


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

    def normalise(
        self, stacks: Sequence[Array], weight: Array, bias: Array
    ) -> tuple[list[Array], Normalisation]:
        """Each stack convolved, and normed by mean and variance of all together."""
        even = [self.forward(x) for x in stacks]
        kind = even[0].dtype
        total, squares = np.zeros(self.filters), np.zeros(self.filters)  # in float64
        number = sum(one.size for one in even) // self.filters
        for _, piece in self._pieces(stacks, even):
            total += piece.reshape(-1, self.filters).sum(axis=0)
        mean = (total / number).astype(kind)
        for _, about in self._pieces(stacks, even):
            about -= mean
            squares += np.square(about).reshape(-1, self.filters).sum(axis=0)
        spread = (1 / np.sqrt(squares / number + EPSILON)).astype(kind)
        made = [np.empty_like(one) for one in even]
        for _, piece, normed in self._pieces(stacks, even, made):
            piece *= spread
            np.multiply(piece, weight, out=normed)
            normed += bias
        variance = (squares / max(number - 1, 1)).astype(kind)
        return made, Normalisation(even, weight * spread, mean, variance)

    def backward(
        self,
        stacks: Sequence[Array],
        sent: Sequence[Array],
        norm: Normalisation | None = None,
        *,
        to_input: bool = True,
    ) -> Gradients:
        """The gradients, for what is `sent` back to each result."""
        shift, scale = self._sum(stacks, sent, norm)
        kind = stacks[0].dtype
        number = np.asarray(sum(one.size for one in sent) // self.filters, kind)
        weight = np.zeros((self.kernel**2 * self.units, self.filters), kind)
        turned = _as_patches(self._weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3))
        back = [np.empty_like(x) for x in stacks] if to_input else []
        for x, given, even, out in self._pieces(stacks, sent, norm.even if norm else sent, back or stacks):
            piece = given
            if norm is not None:  # mean and variance move with the batch
                piece = given - shift / number
                piece -= even * (scale / number)
                piece *= norm.scale
            weight += self._patches.gather(x, self.kernel).T @ piece.reshape(-1, self.filters)
            if to_input:
                # the gradient convolved by the kernel turned round
                product = out.reshape(-1, self.units)
                np.matmul(self._patches.gather(piece, self.kernel), turned, out=product)
        return Gradients(self._as_weight(weight), scale, shift, back)

    def _sum(
        self, stacks: Sequence[Array], sent: Sequence[Array], norm: Normalisation | None
    ) -> tuple[Array, Array]:
        """Over the batch: what is sent back to each filter, and that times what the norm had made of it."""
        shift, scale = np.zeros(self.filters), np.zeros(self.filters)  # in float64
        for _, piece, even in self._pieces(stacks, sent, norm.even if norm else sent):
            shift += piece.reshape(-1, self.filters).sum(axis=0)
            if norm is not None:
                scale += (piece * even).reshape(-1, self.filters).sum(axis=0)
        return shift.astype(sent[0].dtype), scale.astype(sent[0].dtype)

    def _pieces(self, stacks: Sequence[Array], *others: Sequence[Array]) -> Iterator[tuple[Array, ...]]:
        """The states of each stack that go together, with the same of what else there is for it."""
        for arrays in zip(stacks, *others, strict=True):
            for part in self._parts(arrays[0]):
                yield tuple(array[part] for array in arrays)

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

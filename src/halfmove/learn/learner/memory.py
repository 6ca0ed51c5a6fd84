"""The memory that a step takes: what the layers of a network keep of a batch for the way back.

The operations of `search.neural.layers` on shapes alone, as `search.neural.shapes` has them; here each counts
the numbers of a state that `learner.tape` keeps.  What PyTorch keeps is about the same: of each convolution
its result, and the rectified norm.
"""

from __future__ import annotations

from halfmove.learn.learner.convolution import PATCHES
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.layers import run
from halfmove.search.neural.shapes import Shape, Shapes

NUMBER = 4
"""Bytes of a number in single precision."""
COPIES = 7
"""Of each parameter: itself, AdamW's two moments, its gradient, and what a step makes of these."""
UNDER_WAY = 4
"""Stacks beside those that are kept: gradients on their way back, and a result that is being made."""
ROOMS = 4
"""Times `PATCHES`: the patches and the padded stack, forwards and backwards."""


def learner_bytes(architecture: Architecture, batch: int) -> int:
    """The memory of a learner with steps of `batch` positions, beside that of the program."""
    kept = MemoryCount()
    run(architecture, kept, kept.input(architecture.planes, architecture.points))
    state = kept.numbers + UNDER_WAY * kept.largest
    return NUMBER * (batch * state + COPIES * architecture.size + ROOMS * PATCHES)


def largest_stack(architecture: Architecture) -> int:
    """The numbers of a state in the largest stack of a network."""
    kept = MemoryCount()
    run(architecture, kept, kept.input(architecture.planes, architecture.points))
    return kept.largest


class MemoryCount(Shapes):
    """Counts what is kept as the layers come."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = 0
        """Of a state, in all."""
        self.largest = 0
        """Of these in one stack."""

    def input(self, planes: int, points: int) -> Shape:
        return self._keep(super().input(planes, points))

    def convolve(self, x: Shape, name: str, filters: int, kernel: int, norm: str = "") -> Shape:
        found = self._keep(super().convolve(x, name, filters, kernel, norm))
        return self._keep(found) if norm else found

    def dense(self, x: Shape, name: str, units: int) -> Shape:
        return self._keep(super().dense(x, name, units))

    def flatten(self, x: Shape) -> Shape:
        return self._keep(super().flatten(x))

    def average_pool(self, x: Shape) -> Shape:
        return self._keep(super().average_pool(x))

    def max_pool(self, x: Shape) -> Shape:
        return self._keep(super().max_pool(x))

    def concatenate(self, x: Shape, y: Shape) -> Shape:
        return self._keep(super().concatenate(x, y))

    def scale(self, x: Shape, y: Shape) -> Shape:
        return self._keep(super().scale(x, y))

    def sigmoid(self, x: Shape) -> Shape:
        return self._keep(super().sigmoid(x))

    def tanh(self, x: Shape) -> Shape:
        return self._keep(super().tanh(x))

    def _keep(self, found: Shape) -> Shape:
        numbers = found.units * max(found.points, 1)
        self.numbers += numbers
        self.largest = max(self.largest, numbers)
        return found

"""A network in NumPy: each convolution is one matrix product over the patches of all states.

Nothing is made anew for a batch but the results: the memory of the patches (`patches`) is kept from call to
call.  At most `CHUNK` states go through at once, as more do not fit the
processor's cache (docs/decisions/0030).  Not thread-safe, for that memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.blas import use_threads
from halfmove.search.neural.folding import Floats, fold_norm
from halfmove.search.neural.layers import run
from halfmove.search.neural.patches import Patches

CHUNK = 64
"""States that go through the network at once."""


class InNumPy:
    """A network's outputs by NumPy, in float32, from parameters as they are stored."""

    name = "numpy"

    def __init__(
        self, architecture: Architecture, parameters: Mapping[str, Floats], *, threads: int = 1
    ) -> None:
        """`threads` are NumPy's, for all of this process."""
        use_threads(threads)
        self.architecture = architecture
        self._operations = NumPyOperations(parameters)

    def __call__(self, planes: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Logits (states × policy) and values (states × values) for planes in hundredths; zeros where the
        network has no such head."""
        a, count = self.architecture, len(planes)
        logits, values = np.zeros((count, a.policy), np.float32), np.zeros((count, a.values), np.float32)
        for start in range(0, count, CHUNK):
            part = slice(start, start + CHUNK)
            heads = self.heads(planes[part])
            if a.has_policy:
                logits[part] = heads["policy"]
            if a.has_value:
                values[part] = heads["value"]
        return logits, values

    def heads(self, planes: NDArray[np.int8]) -> dict[str, Floats]:
        """What every head says, the auxiliary ones too."""
        return run(self.architecture, self._operations, as_stack(planes))


def as_stack(planes: NDArray[np.int8]) -> Floats:
    """Planes in hundredths as a stack."""
    stack: Floats = np.ascontiguousarray(planes.transpose(0, 2, 3, 1), np.float32)
    stack *= np.float32(0.01)
    return stack


class NumPyOperations:
    """`layers.Operations`: a stack is states × rows × columns × filters, a vector states × units."""

    def __init__(self, parameters: Mapping[str, Floats]) -> None:
        self._parameters = parameters
        self._ready: dict[str, tuple[Floats, Floats]] = {}
        self._patches = Patches()

    def convolve(self, x: Floats, name: str, filters: int, kernel: int, norm: str = "") -> Floats:
        if name not in self._ready:
            weight, bias = fold_norm(self._parameters, name, norm)
            # as the patches have them: rows of the kernel, columns, filters of the input
            self._ready[name] = np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, filters)), bias
        weights, bias = self._ready[name]
        n, rows, columns, _ = x.shape
        y: Any = self._patches.gather(x, kernel) @ weights
        y += bias
        found: Floats = y.reshape(n, rows, columns, filters)
        return found

    def dense(self, x: Floats, name: str, units: int) -> Floats:
        if name not in self._ready:
            weight = np.ascontiguousarray(self._parameters[f"{name}.weight"].T)
            self._ready[name] = weight, self._parameters[f"{name}.bias"]
        weight, bias = self._ready[name]
        y: Floats = x @ weight + bias
        return y

    def bias(self, x: Floats, name: str) -> Floats:
        y: Floats = x + self._parameters[name]
        return y

    def flatten(self, x: Floats) -> Floats:
        return x.transpose(0, 3, 1, 2).reshape(len(x), -1)

    def average_pool(self, x: Floats) -> Floats:
        found: Floats = x.mean(axis=(1, 2), dtype=np.float32)
        return found

    def max_pool(self, x: Floats) -> Floats:
        found: Floats = x.max(axis=(1, 2))
        return found

    def concatenate(self, x: Floats, y: Floats) -> Floats:
        return np.concatenate((x, y), axis=1)

    def cut(self, x: Floats, start: int, stop: int) -> Floats:
        return x[:, start:stop]

    def add(self, x: Floats, y: Floats) -> Floats:
        z: Floats = x + _spread(x, y)
        return z

    def scale(self, x: Floats, y: Floats) -> Floats:
        z: Floats = x * _spread(x, y)
        return z

    def relu(self, x: Floats) -> Floats:
        return np.maximum(x, 0, out=x)

    def sigmoid(self, x: Floats) -> Floats:
        y: Floats = np.float32(1) / (np.float32(1) + np.exp(-np.clip(x, -60, 60)))
        return y

    def tanh(self, x: Floats) -> Floats:
        return np.tanh(x)


def _spread(x: Floats, y: Floats) -> Any:
    """A vector as one number for all points of a filter."""
    return y[:, None, None, :] if y.ndim < x.ndim else y

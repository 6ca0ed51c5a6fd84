"""A network's graph in whole numbers of eight bits: convolutions run two to three times as fast.

Each stack is kept as bytes, with a scale taken from what the network says of some positions (calibration),
and each filter's weights as signed bytes with a scale of their own (Jacob et al., *Quantization and Training
of Neural Networks for Efficient Integer-Arithmetic-Only Inference*, 2018).  The graph says so by pairs of
QuantizeLinear and DequantizeLinear, which ONNX Runtime joins with the convolution between them.  Dense
layers, and the convolution that makes the policy's planes, stay in float32: they are small, and their outputs
count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.folding import Floats, fold_norm
from halfmove.search.neural.in_numpy import NumPyOperations, as_stack
from halfmove.search.neural.in_onnx import OnnxOperations
from halfmove.search.neural.layers import run
from halfmove.search.neural.shapes import Shapes

LARGEST = 1e6
"""Of a range that a file names."""
LARGEST_WEIGHT = 63
"""Of a signed byte, half of what it holds: processors without VNNI add pairs of products in 16 bits, where
larger ones overflow."""

Range = tuple[float, float]
Ranges = list[tuple[str, float, float]]
"""Of each operation, in the order of the layers: its name, the least and the greatest number it gives."""


class _Watched:
    """Operations, each of whose results is shown to `see` with its name."""

    def __init__(self, operations: Any, see: Any) -> None:
        self._operations, self._see = operations, see

    def __getattr__(self, name: str) -> Any:
        def operation(*arguments: Any) -> Any:
            result = getattr(self._operations, name)(*arguments)
            self._see(name, result)
            return result

        return operation


def ranges_of(
    architecture: Architecture, parameters: Mapping[str, Floats], planes: NDArray[np.int8]
) -> Ranges:
    """The least and the greatest number that each operation gives for some positions, layer by layer."""
    ranges: Ranges = []
    watched = _Watched(
        NumPyOperations(parameters),
        lambda name, result: ranges.append((name, float(result.min()), float(result.max()))),
    )
    run(architecture, watched, as_stack(planes))
    return ranges


def read_ranges(text: str, architecture: Architecture) -> Ranges | None:
    """Ranges as a file has them (JSON); None where they are not those of this architecture's operations."""
    try:
        found = [(str(name), float(low), float(high)) for name, low, high in json.loads(text)]
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    names: list[str] = []
    stack = Shapes().input(architecture.planes, architecture.points)
    run(architecture, _Watched(Shapes(), lambda name, _: names.append(name)), stack)
    fits = [name for name, _, _ in found] == names
    return found if fits and all(-LARGEST <= low <= high <= LARGEST for _, low, high in found) else None


def run_in_bytes(architecture: Architecture, ops: OnnxOperations, x: str, ranges: Ranges) -> dict[str, str]:
    """`layers.run` for a graph in bytes."""
    quantised = _Quantised(ops, ranges)
    return run(architecture, quantised, quantised.quantise(x, (-1.0, 1.0)))


class _Quantised:
    """`layers.Operations` that keep stacks as bytes."""

    def __init__(self, ops: OnnxOperations, ranges: Ranges) -> None:
        self._ops, self._count = ops, 0
        self._ranges = [(low, high) for _, low, high in ranges]
        self._range: dict[str, Range] = {}
        """Of stacks that are not bytes yet."""
        self._scale: dict[str, float] = {}
        """Of those that are."""

    def __getattr__(self, name: str) -> Any:
        """An operation that stays in float32."""

        def operation(x: str, *arguments: Any) -> str:
            others = [self._bytes(a) if isinstance(a, str) and a in self._range else a for a in arguments]
            found: str = getattr(self._ops, name)(self._bytes(x), *others)
            self._next(found)
            return found

        return operation

    def convolve(self, x: str, name: str, filters: int, kernel: int, norm: str = "") -> str:
        ops, x = self._ops, self._bytes(x)
        if name.endswith(".planes"):
            found = ops.convolve(x, name, filters, kernel, norm)
            self._count += 1
            return found
        weight, bias = fold_norm(ops.parameters, name, norm)
        scales = np.maximum(abs(weight).max(axis=(1, 2, 3)), 1e-12) / np.float32(LARGEST_WEIGHT)
        small = np.rint(weight / scales[:, None, None, None]).astype(np.int8)
        both = (scales * np.float32(self._scale[x])).astype(np.float32)
        whole = np.clip(np.rint(bias / both), -(2**31), 2**31 - 1).astype(np.int32)
        found = ops.node(
            "Conv",
            x,
            self._widen(small, scales.astype(np.float32)),
            self._widen(whole, both),
            pads=[kernel // 2] * 4,
            kernel_shape=[kernel] * 2,
        )
        self._next(found)
        return found

    def relu(self, x: str) -> str:
        """Bytes begin at 0 where nothing is negative: that is the rectifier."""
        if x not in self._range:
            found = self._ops.relu(x)
            self._count += 1
            return found
        (_, high), self._count = self._ranges[self._count], self._count + 1
        del self._range[x]
        return self.quantise(x, (0.0, high))

    def quantise(self, x: str, about: Range) -> str:
        """A stack as bytes, and what is read of them again."""
        low, high = min(about[0], 0.0), max(about[1], 1e-6)
        scale = np.float32((high - low) / 255)
        zero = np.uint8(round(-low / float(scale)))
        how = self._ops.constant(scale), self._ops.constant(zero)
        found = self._ops.node("DequantizeLinear", self._ops.node("QuantizeLinear", x, *how), *how)
        self._scale[found] = float(scale)
        return found

    def _bytes(self, x: str) -> str:
        """The stack as bytes, if it is one that should be."""
        return self.quantise(x, self._range.pop(x)) if x in self._range else x

    def _next(self, found: str) -> None:
        about, self._count = self._ranges[self._count], self._count + 1
        if self._ops.is_stack(found):
            self._range[found] = about

    def _widen(self, array: Any, scales: Floats) -> str:
        zeros = self._ops.constant(np.zeros(len(scales), array.dtype))
        return self._ops.node(
            "DequantizeLinear", self._ops.constant(array), self._ops.constant(scales), zeros, axis=0
        )

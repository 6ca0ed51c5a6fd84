"""A network as an ONNX graph, and its outputs by ONNX Runtime, where that is installed.

The graph takes `planes` (signed bytes, in hundredths: states × planes × rows × columns) and gives `policy`
and `value`.  The file's few message types are written here byte by byte (`protobuf`), so that playing needs
one package and not three; the field numbers are those of onnx.proto.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from halfmove.core.extras import need
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.folding import Floats, fold_norm
from halfmove.search.neural.layers import run
from halfmove.search.neural.protobuf import number, packed, text

if TYPE_CHECKING:
    from halfmove.search.neural.int8 import Ranges

OPSET, IR = 17, 8
"""Of ONNX 1.12 (2022), which all runtimes since then read."""
FLOAT, INT8 = 1, 3
KINDS = {"float32": FLOAT, "uint8": 2, "int8": INT8, "int32": 6, "int64": 7}
"""Kinds of a tensor."""
INT, INTS = 2, 7
"""Kinds of an attribute."""
TO_VECTORS = ("Flatten", "Gemm")
"""Kinds of node that give a vector whatever they take."""


def graph(
    architecture: Architecture,
    parameters: Mapping[str, Floats],
    note: Mapping[str, str],
    ranges: Ranges | None = None,
) -> bytes:
    """The network as the bytes of an `.onnx` file, with `note` as its metadata; in whole numbers of eight
    bits where there are ranges of what its operations give (`int8.ranges_of`)."""
    ops = OnnxOperations(parameters)
    stack = ops.node("Mul", ops.node("Cast", "planes", to=FLOAT), ops.constant(np.float32(0.01)))
    if ranges is None:
        heads = run(architecture, ops, stack)
    else:
        from halfmove.search.neural.int8 import run_in_bytes

        heads = run_in_bytes(architecture, ops, stack, ranges)
    a = architecture
    outputs = b""
    for name, units in (("policy", a.policy), ("value", a.values)):
        if name in heads:
            ops.nodes += _node("Identity", [heads[name]], name)
            outputs += packed(12, _value(name, FLOAT, units))
    body = ops.nodes + text(2, "halfmove") + ops.constants
    body += packed(11, _value("planes", INT8, a.planes, a.rows, a.columns)) + outputs
    model = number(1, IR) + text(2, "halfmove") + packed(7, body)
    model += packed(8, text(1, "") + number(2, OPSET))
    return model + b"".join(packed(14, text(1, key) + text(2, said)) for key, said in note.items())


class InOnnx:
    """A network's outputs by ONNX Runtime, on one thread unless told."""

    name = "onnx"

    def __init__(
        self,
        architecture: Architecture,
        parameters: Mapping[str, Floats],
        *,
        threads: int = 1,
        ranges: Ranges | None = None,
    ) -> None:
        runtime = need("onnxruntime", "Playing through ONNX needs", "or leave backend=onnx out")
        self.architecture = architecture
        if ranges is not None:
            self.name = "onnx int8"
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3
        # a thread that waits in a loop for the next call takes the search's processor time
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = runtime.InferenceSession(
            graph(architecture, parameters, {}, ranges), options, providers=["CPUExecutionProvider"]
        )
        self._heads = [one.name for one in self._session.get_outputs()]

    def __call__(self, planes: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Logits (states × policy) and values (states × values) for planes in hundredths; zeros where the
        network has no such head."""
        a, count = self.architecture, len(planes)
        told: dict[str, Any] = {}
        if count:
            told = dict(zip(self._heads, self._session.run(self._heads, {"planes": planes}), strict=True))
        logits = told.get("policy", np.zeros((count, a.policy), np.float32))
        return logits, told.get("value", np.zeros((count, a.values), np.float32))


class OnnxOperations:
    """`layers.Operations`: stacks and vectors are the names of the graph's edges."""

    def __init__(self, parameters: Mapping[str, Floats]) -> None:
        self.parameters = parameters
        self.nodes, self.constants, self._made = b"", b"", 0
        self._vectors: set[str] = set()

    def node(self, kind: str, *inputs: str, **attributes: int | list[int]) -> str:
        """Add a node; the name of what it gives."""
        self._made += 1
        name = f"{kind.lower()}_{self._made}"
        self.nodes += _node(kind, inputs, name, **attributes)
        if kind in TO_VECTORS or (inputs[0] in self._vectors and kind != "Unsqueeze"):
            self._vectors.add(name)
        return name

    def constant(self, array: Any) -> str:
        """Add a constant; its name."""
        self._made += 1
        name = f"constant_{self._made}"
        array = np.asarray(array)
        kind = KINDS[array.dtype.name]
        tensor = b"".join(number(1, size) for size in array.shape) + number(2, kind) + text(8, name)
        self.constants += packed(5, tensor + packed(9, np.ascontiguousarray(array).tobytes()))
        return name

    def is_stack(self, name: str) -> bool:
        """Whether an edge is a stack, and no vector."""
        return name not in self._vectors

    def convolve(self, x: str, name: str, filters: int, kernel: int, norm: str = "") -> str:
        weight, bias = (self.constant(part) for part in fold_norm(self.parameters, name, norm))
        return self.node("Conv", x, weight, bias, pads=[kernel // 2] * 4, kernel_shape=[kernel] * 2)

    def dense(self, x: str, name: str, units: int) -> str:
        weight, bias = (self.constant(self.parameters[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.node("Gemm", x, weight, bias, transB=1)

    def bias(self, x: str, name: str) -> str:
        return self.node("Add", x, self.constant(self.parameters[name]))

    def flatten(self, x: str) -> str:
        return self.node("Flatten", x, axis=1)

    def average_pool(self, x: str) -> str:
        return self.flatten(self.node("GlobalAveragePool", x))

    def max_pool(self, x: str) -> str:
        return self.flatten(self.node("GlobalMaxPool", x))

    def concatenate(self, x: str, y: str) -> str:
        return self.node("Concat", x, y, axis=1)

    def cut(self, x: str, start: int, stop: int) -> str:
        ends = (self.constant(np.array([end], np.int64)) for end in (start, stop, 1))
        return self.node("Slice", x, *ends)

    def add(self, x: str, y: str) -> str:
        return self.node("Add", x, self._spread(x, y))

    def scale(self, x: str, y: str) -> str:
        return self.node("Mul", x, self._spread(x, y))

    def relu(self, x: str) -> str:
        return self.node("Relu", x)

    def sigmoid(self, x: str) -> str:
        return self.node("Sigmoid", x)

    def tanh(self, x: str) -> str:
        return self.node("Tanh", x)

    def _spread(self, x: str, y: str) -> str:
        """A vector, where a stack is to take it, as one number for all points of a filter."""
        if y not in self._vectors or x in self._vectors:
            return y
        return self.node("Unsqueeze", y, self.constant(np.array([2, 3], np.int64)))


def _node(kind: str, inputs: Sequence[str], output: str, **attributes: int | list[int]) -> bytes:
    """One node, as a field of the graph."""
    body = b"".join(text(1, name) for name in inputs) + text(2, output) + text(3, output) + text(4, kind)
    for name, value in attributes.items():
        if isinstance(value, int):
            told = number(3, value) + number(20, INT)
        else:
            told = b"".join(number(8, one) for one in value) + number(20, INTS)
        body += packed(5, text(1, name) + told)
    return packed(1, body)


def _value(name: str, kind: int, *sizes: int) -> bytes:
    """What goes in or comes out: a tensor of so many states, and these sizes for each."""
    states = packed(1, text(2, "states"))
    shape = states + b"".join(packed(1, number(1, size)) for size in sizes)
    return text(1, name) + packed(2, packed(1, number(1, kind) + packed(2, shape)))

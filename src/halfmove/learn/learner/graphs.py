"""A network's outputs for a server of leaves: on a GPU by captured graphs, elsewhere by whatever computes it.

Starting the kernels of a small network costs a GPU's driver more than the arithmetic; a graph captured for a
size of batch is started as a whole.  A batch is filled up to the next size.  Two batches may be under way:
while the device computes one, the next is put together in pinned memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from halfmove.learn.learner.evaluating import TorchEvaluate, split_heads
from halfmove.learn.learner.in_torch import torch_module, within_memory
from halfmove.learn.selfplay import Evaluate
from halfmove.search.neural.network import Network

SIZES = 4
"""Sizes of batches that graphs are captured for: the largest, and a half, a quarter and an eighth of it."""
WARM = 3
"""Evaluations before a graph is captured, in which libraries choose their kernels."""

Floats = NDArray[np.float32]


class Device(Protocol):
    """What evaluates batches, two of them under way at the most."""

    name: str

    def load(self, network: Network) -> None:
        """Evaluate with this network from the next batch on."""

    def room(self, number: int) -> NDArray[np.int8]:
        """Where the planes of batch number 0 or 1 are put together; nobody reads them after `collect`."""

    def submit(self, number: int, count: int) -> None:
        """Begin to evaluate the first states of that room."""

    def collect(self, number: int) -> tuple[Floats, Floats]:
        """Their logits and values, once they are there."""


class AtOnce:
    """`Device` by a function that answers when it is called."""

    def __init__(self, evaluate_of: Callable[[Network], Evaluate], shape: tuple[int, ...]) -> None:
        """`shape` is that of a room: states × planes × rows × columns."""
        self.name = ""
        self._evaluate_of = evaluate_of
        self._rooms = [np.zeros(shape, np.int8) for _ in range(2)]
        self._evaluate: Evaluate | None = None
        self._answers: dict[int, tuple[Floats, Floats]] = {}

    def load(self, network: Network) -> None:
        """Evaluate with this network from the next batch on."""
        self._evaluate = self._evaluate_of(network)
        self.name = getattr(self._evaluate, "name", "")

    def room(self, number: int) -> NDArray[np.int8]:
        """Where the planes of a batch are put together."""
        return self._rooms[number]

    def submit(self, number: int, count: int) -> None:
        """Evaluate them."""
        assert self._evaluate is not None, "a network is loaded first"
        self._answers[number] = self._evaluate(self._rooms[number][:count])

    def collect(self, number: int) -> tuple[Floats, Floats]:
        """Their logits and values."""
        return self._answers.pop(number)


class _Captured(NamedTuple):
    """A graph for a size of batch, and the tensors that it reads and writes."""

    graph: Any
    planes: Any
    found: Any


class ByGraphs:
    """`Device` on a GPU, by PyTorch, in bfloat16 where the GPU computes with it (`TorchEvaluate`)."""

    def __init__(self, torch: Any, shape: tuple[int, ...]) -> None:
        self.name = ""
        self._torch, self._shape = torch, shape
        self._rooms = [torch.empty(shape, dtype=torch.int8, pin_memory=True) for _ in range(2)]
        self._evaluate: TorchEvaluate | None = None
        self._graphs: dict[int, _Captured] = {}
        self._under_way: dict[int, tuple[int, Any, Any]] = {}
        """The states, the answers in pinned memory, and the event that says they are there."""
        self._stream = torch.cuda.Stream()

    def load(self, network: Network) -> None:
        """Evaluate with this network from the next batch on; the graphs of the one before serve on where the
        architecture is the same."""
        if self._evaluate is not None and self._evaluate.architecture == network.architecture:
            with self._torch.cuda.stream(self._stream):
                self._evaluate.update(network.parameters)
            return
        self._stream.synchronize()  # the graphs of another network may be under way, in memory that goes now
        remedy = "fewer games at once (--option games=64)"
        with within_memory(self._torch, self._shape[0], network.architecture, remedy):
            self._evaluate = TorchEvaluate(network.architecture, network.parameters, device="cuda")
            self.name = f"{self._evaluate.name} by graphs"
            self._graphs = {size: self._capture(size) for size in list_sizes(self._shape[0])}

    def room(self, number: int) -> NDArray[np.int8]:
        """Where the planes of a batch are put together, in pinned memory."""
        found: NDArray[np.int8] = self._rooms[number].numpy()
        return found

    def submit(self, number: int, count: int) -> None:
        """Send the states to the GPU and start the smallest graph that holds them."""
        torch = self._torch
        captured = self._graphs[min(size for size in self._graphs if size >= count)]
        with torch.inference_mode(), torch.cuda.stream(self._stream):
            captured.planes[:count].copy_(self._rooms[number][:count], non_blocking=True)
            captured.graph.replay()
            told = torch.empty((count, captured.found.shape[1]), dtype=torch.float32, pin_memory=True)
            told.copy_(captured.found[:count], non_blocking=True)
            event = torch.cuda.Event()
            event.record()
        self._under_way[number] = count, told, event

    def collect(self, number: int) -> tuple[Floats, Floats]:
        """Wait for the answers."""
        assert self._evaluate is not None
        _, told, event = self._under_way.pop(number)
        event.synchronize()
        return split_heads(self._evaluate.architecture, told.numpy())

    def _capture(self, size: int) -> _Captured:
        torch, evaluate = self._torch, self._evaluate
        assert evaluate is not None
        with torch.inference_mode(), torch.cuda.stream(self._stream):
            planes = torch.zeros((size, *self._shape[1:]), dtype=torch.int8, device="cuda")
            for _ in range(WARM):
                evaluate.forward(planes)
            self._stream.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, stream=self._stream):
                found = evaluate.forward(planes)
        return _Captured(graph, planes, found)


def list_sizes(most: int) -> list[int]:
    """The sizes of batches that graphs are captured for.

    >>> list_sizes(1000)
    [125, 250, 500, 1000]
    """
    return sorted({max(-(-most // 2**halved), 1) for halved in range(SIZES)})


def open_device(evaluate_of: Callable[[Network], Evaluate], shape: tuple[int, ...], gpu: bool) -> Device:
    """The device of this machine."""
    if not gpu:
        return AtOnce(evaluate_of, shape)
    return ByGraphs(torch_module(), shape)

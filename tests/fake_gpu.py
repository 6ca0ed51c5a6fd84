"""A GPU as PyTorch's programs see one, on the processor: what is started runs later, as late as it may.

Copies that are not waited for, and captured graphs, stand in their stream's queue until someone waits for an
event or for the stream.  So a program that reads an answer too early, or writes over what is still to be
sent, gets wrong numbers each time, and not only now and then.  A captured graph repeats the calls that were
recorded, on the memory of then, as CUDA's does; what CUDA refuses while it captures is refused.
"""

from __future__ import annotations

from contextlib import contextmanager

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

NOT_CAPTURED = "operation not permitted when stream is capturing"


class Stream:
    """Work in the order in which it was started."""

    current = None

    def __init__(self):
        self.queue = []

    def synchronize(self):
        self.run(len(self.queue))

    def run(self, count):
        """Do the first of what stands in the queue."""
        done, self.queue[:count] = self.queue[:count], []
        with stream(None), torch.inference_mode():
            for work in done:
                work()


class Event:
    """A place in a stream's queue."""

    def record(self):
        self.stream, self.reached = Stream.current, False
        self.stream.queue.append(self._reach)

    def synchronize(self):
        while not self.reached:
            self.stream.run(1)

    def _reach(self):
        self.reached = True


class Recorder(TorchDispatchMode):
    """Every call while a graph is captured."""

    active = None

    def __init__(self):
        super().__init__()
        self.calls = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten._local_scalar_dense.default:
            raise RuntimeError(NOT_CAPTURED)
        found = func(*args, **(kwargs or {}))
        self.calls.append((func, args, kwargs or {}, found))
        return found


class CUDAGraph:
    """Recorded calls; `replay` stands in the queue of the current stream."""

    captured = 0

    def __init__(self):
        self.calls = None

    def replay(self):
        Stream.current.queue.append(self._repeat)

    def _repeat(self):
        for func, args, kwargs, found in self.calls:
            again = func(*args, **kwargs)
            for old, new in zip(tree_leaves(found), tree_leaves(again), strict=True):
                if isinstance(old, torch.Tensor) and old.data_ptr() != new.data_ptr():
                    old.copy_(new)


@contextmanager
def graph(made, stream=None):
    """Record what the block does."""
    assert stream is Stream.current
    assert not stream.queue, "what is under way would be captured with it"
    Recorder.active = recorder = Recorder()
    try:
        with recorder:
            yield
    finally:
        Recorder.active = None
    made.calls = recorder.calls
    CUDAGraph.captured += 1


@contextmanager
def stream(one):
    """In the block, calls go to this stream."""
    before, Stream.current = Stream.current, one
    try:
        yield
    finally:
        Stream.current = before


class FakeGpu(TorchFunctionMode):
    """In this block "cuda" is such a device; its memory is told from the processor's by copies alone."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        kwargs.pop("pin_memory", None)
        if func is torch.Tensor.pin_memory:
            return args[0].clone()
        if func is torch.Tensor.to and "cuda" in (*args, kwargs.get("device")):
            if Recorder.active:
                raise RuntimeError(NOT_CAPTURED)
            return args[0].clone()
        if func is torch.Tensor.copy_ and Stream.current and not Recorder.active:
            target, source = args
            source = source if kwargs.get("non_blocking") else source.clone()
            Stream.current.queue.append(lambda: target.copy_(source))
            return target
        if kwargs.get("device") == "cuda":
            kwargs["device"] = "cpu"
        return func(*args, **kwargs)


@contextmanager
def fake_gpu(monkeypatch):
    """PyTorch has such a device in the block, without bfloat16, and compiles nothing."""
    for name, fake in {
        "Stream": Stream,
        "Event": Event,
        "CUDAGraph": CUDAGraph,
        "graph": graph,
        "stream": stream,
        "is_available": lambda: True,
        "is_bf16_supported": lambda: False,
    }.items():
        monkeypatch.setattr(torch.cuda, name, fake)
    monkeypatch.setattr(torch, "compile", lambda function: function)
    monkeypatch.setattr(CUDAGraph, "captured", 0)
    with FakeGpu():
        yield

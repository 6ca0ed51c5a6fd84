"""Gradients in NumPy: operations that note on a tape how to send a gradient back to what they were made of.

The operations are those of `search.neural.layers`, in training: norms take mean and variance of the batch.  A
stack is states × rows × columns × filters, a vector states × units, as in `search.neural.in_numpy`; here
nothing is fast that can be short.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from halfmove.learn.learner.settings import MOMENTUM
from halfmove.search.neural.folding import EPSILON

Array = NDArray[np.floating[Any]]


class Node:
    """What an operation made, and how the loss changes with it."""

    __slots__ = ("gradient", "value")

    def __init__(self, value: Array) -> None:
        self.value = value
        self.gradient: Array | None = None

    def receive(self, gradient: Array) -> None:
        """Add what one user of it sends back."""
        self.gradient = gradient if self.gradient is None else self.gradient + gradient


class Tape:
    """`layers.Operations` on `Node`s; `backward` fills the gradients of the parameters."""

    def __init__(self, parameters: dict[str, Array], *, training: bool = True) -> None:
        self.parameters = parameters
        self.training = training
        self.gradients: dict[str, Array] = {}
        self._steps: list[Callable[[], None]] = []

    def backward(self) -> None:
        """Send the gradients that the last nodes have received back to the parameters."""
        for step in reversed(self._steps):
            step()

    # ---- operations with parameters

    def convolve(self, x: Node, name: str, filters: int, kernel: int, norm: str = "") -> Node:
        weight = self.parameters[f"{name}.weight"]
        edge = kernel // 2
        padded = np.pad(x.value, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
        n, rows, columns, units = x.value.shape
        # states × rows × columns × filters × kernel × kernel, as the weights of a filter lie
        patches = sliding_window_view(padded, (kernel, kernel), (1, 2)).reshape(n * rows * columns, -1)
        flat = weight.reshape(filters, -1)
        out = Node((patches @ flat.T).reshape(n, rows, columns, filters))

        def back() -> None:
            sent = _sent(out).reshape(-1, filters)
            self._learnt(f"{name}.weight", (sent.T @ patches).reshape(weight.shape))
            # the gradient of the input: the gradient convolved by the kernel turned round
            around = np.pad(_sent(out), ((0, 0), (edge, edge), (edge, edge), (0, 0)))
            patched = sliding_window_view(around, (kernel, kernel), (1, 2)).reshape(n * rows * columns, -1)
            turned = weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3).reshape(units, -1)
            x.receive((patched @ turned.T).reshape(x.value.shape))

        self._steps.append(back)
        return self._normed(out, norm) if norm else self.bias(out, f"{name}.bias")

    def dense(self, x: Node, name: str, units: int) -> Node:
        weight = self.parameters[f"{name}.weight"]
        out = Node(x.value @ weight.T)

        def back() -> None:
            self._learnt(f"{name}.weight", _sent(out).T @ x.value)
            x.receive(_sent(out) @ weight)

        self._steps.append(back)
        return self.bias(out, f"{name}.bias")

    def bias(self, x: Node, name: str) -> Node:
        out = Node(x.value + self.parameters[name])

        def back() -> None:
            self._learnt(name, _sent(out).reshape(-1, x.value.shape[-1]).sum(axis=0))
            x.receive(_sent(out))

        self._steps.append(back)
        return out

    def _normed(self, x: Node, name: str) -> Node:
        """Each filter with the mean 0 and the variance 1 of the batch, times a weight, plus a bias."""
        weight = self.parameters[f"{name}.weight"]
        held = x.value.reshape(-1, x.value.shape[-1])
        if self.training:
            mean, variance = held.mean(axis=0), held.var(axis=0)
            unbiased = variance * len(held) / max(len(held) - 1, 1)
            for part, new in (("running_mean", mean), ("running_var", unbiased)):
                kept = self.parameters[f"{name}.{part}"]
                self.parameters[f"{name}.{part}"] = (1 - MOMENTUM) * kept + MOMENTUM * new
        else:
            mean, variance = self.parameters[f"{name}.running_mean"], self.parameters[f"{name}.running_var"]
        spread = 1 / np.sqrt(variance + EPSILON)
        normed = (x.value - mean) * spread
        out = Node(normed * weight + self.parameters[f"{name}.bias"])

        def back() -> None:
            sent, even = _sent(out), normed.reshape(held.shape)
            flat = sent.reshape(held.shape)
            self._learnt(f"{name}.weight", (flat * even).sum(axis=0))
            self._learnt(f"{name}.bias", flat.sum(axis=0))
            back = sent * (weight * spread)
            if self.training:  # mean and variance move with the batch
                along = (back.reshape(held.shape) * even).mean(axis=0)
                back = back - back.reshape(held.shape).mean(axis=0) - normed * along
            x.receive(back)

        self._steps.append(back)
        return out

    # ---- operations without

    def flat(self, x: Node) -> Node:
        n, rows, columns, filters = x.value.shape
        out = Node(x.value.transpose(0, 3, 1, 2).reshape(n, -1))
        return self._made(
            out, lambda sent: x.receive(sent.reshape(n, filters, rows, columns).transpose(0, 2, 3, 1))
        )

    def pooled(self, x: Node) -> Node:
        points = x.value.shape[1] * x.value.shape[2]
        out = Node(x.value.mean(axis=(1, 2)))
        return self._made(
            out, lambda sent: x.receive(np.broadcast_to(sent[:, None, None] / points, x.value.shape))
        )

    def greatest(self, x: Node) -> Node:
        out = Node(x.value.max(axis=(1, 2)))

        def back(sent: Array) -> None:
            n, rows, columns, filters = x.value.shape
            first = x.value.reshape(n, -1, filters).argmax(axis=1)
            gradient = np.zeros((n, rows * columns, filters), x.value.dtype)
            np.put_along_axis(gradient, first[:, None], sent[:, None], axis=1)
            x.receive(gradient.reshape(x.value.shape))

        return self._made(out, back)

    def joined(self, x: Node, y: Node) -> Node:
        out, units = Node(np.concatenate((x.value, y.value), axis=1)), x.value.shape[1]

        def back(sent: Array) -> None:
            x.receive(sent[:, :units])
            y.receive(sent[:, units:])

        return self._made(out, back)

    def cut(self, x: Node, start: int, stop: int) -> Node:
        def back(sent: Array) -> None:
            gradient = np.zeros_like(x.value)
            gradient[:, start:stop] = sent
            x.receive(gradient)

        return self._made(Node(x.value[:, start:stop]), back)

    def add(self, x: Node, y: Node) -> Node:
        def back(sent: Array) -> None:
            x.receive(sent)
            y.receive(_gathered(sent, y))

        return self._made(Node(x.value + _spread(x, y)), back)

    def scale(self, x: Node, y: Node) -> Node:
        def back(sent: Array) -> None:
            x.receive(sent * _spread(x, y))
            y.receive(_gathered(sent * x.value, y))

        return self._made(Node(x.value * _spread(x, y)), back)

    def relu(self, x: Node) -> Node:
        return self._made(Node(np.maximum(x.value, 0)), lambda sent: x.receive(sent * (x.value > 0)))

    def sigmoid(self, x: Node) -> Node:
        y = 1 / (1 + np.exp(-np.clip(x.value, -60, 60)))
        return self._made(Node(y), lambda sent: x.receive(sent * y * (1 - y)))

    def tanh(self, x: Node) -> Node:
        y = np.tanh(x.value)
        return self._made(Node(y), lambda sent: x.receive(sent * (1 - y * y)))

    # ----

    def _made(self, out: Node, back: Callable[[Array], None]) -> Node:
        self._steps.append(lambda: back(_sent(out)))
        return out

    def _learnt(self, name: str, gradient: Array) -> None:
        before = self.gradients.get(name)
        self.gradients[name] = gradient if before is None else before + gradient


def _sent(node: Node) -> Array:
    """The gradient of a node: zeros where no loss depends on it."""
    return np.zeros_like(node.value) if node.gradient is None else node.gradient


def _spread(x: Node, y: Node) -> Array:
    """A vector as one number for all points of a filter."""
    return y.value[:, None, None, :] if y.value.ndim < x.value.ndim else y.value


def _gathered(sent: Array, y: Node) -> Array:
    """The gradient of what `_spread` spread."""
    return sent.sum(axis=(1, 2)) if y.value.ndim < sent.ndim else sent

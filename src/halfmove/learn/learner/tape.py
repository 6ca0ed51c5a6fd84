"""Gradients in NumPy: operations that note on a tape how to send a gradient back to what they were made of.

The operations are those of `search.neural.layers`, in training: norms take mean and variance of the batch.  A
stack is states × rows × columns × filters, a vector states × units, as in `search.neural.in_numpy`.

Memory is what a batch of stacks is short of.  Convolutions gather their patches a few states at a time
(`convolution`); rectifiers, biases and sums are written over what they are made of, as `layers` never reads
that again, and nor does their way back; a gradient is dropped once it has been sent on, and so is what a
layer had kept for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from halfmove.learn.learner.convolution import Convolution
from halfmove.learn.learner.settings import MOMENTUM
from halfmove.search.neural.patches import Array, Patches


class Node:
    """What an operation made, and how the loss changes with it."""

    __slots__ = ("gradient", "value")

    def __init__(self, value: Array) -> None:
        self.value = value
        self.gradient: Array | None = None

    def receive(self, gradient: Array, *, own: bool = False) -> None:
        """Add what one user of it sends back; `own`: nobody else holds that array."""
        if self.gradient is None:
            self.gradient = gradient
        elif own:
            gradient += self.gradient
            self.gradient = gradient
        else:
            self.gradient = self.gradient + gradient

    def take_gradient(self) -> Array:
        """Its gradient, of which it lets go: zeros where no loss depends on it."""
        gradient, self.gradient = self.gradient, None
        return np.zeros_like(self.value) if gradient is None else gradient


class Input(Node):
    """What goes into the network, whose gradient nobody wants."""

    __slots__ = ()


class Tape:
    """`layers.Operations` on `Node`s; `backward` fills the gradients of the parameters, once.

    `patches` is the memory of convolutions, kept from tape to tape; `together` the states that a convolution
    takes at once (0: as it chooses).  Without `records` there is no way back, and nothing is kept for it.
    """

    def __init__(
        self,
        parameters: dict[str, Array],
        patches: Patches,
        *,
        together: int = 0,
        records: bool = True,
    ) -> None:
        self.parameters = parameters
        self.gradients: dict[str, Array] = {}
        self._patches, self._together, self._records = patches, together, records
        self._steps: list[Callable[[], None]] = []

    def backward(self) -> None:
        """Send the gradients that the last nodes have received back to the parameters.

        The steps are let go of one by one: they hold the tape, and what they kept would stay until the
        garbage collector finds that circle.
        """
        while self._steps:
            self._steps.pop()()

    # ---- operations with parameters

    def convolve(self, x: Node, name: str, filters: int, kernel: int, norm: str = "") -> Node:
        (out,) = self.convolve_jointly([x], name, filters, kernel, norm)
        return out

    def convolve_jointly(
        self, x: Sequence[Node], name: str, filters: int, kernel: int, norm: str = ""
    ) -> list[Node]:
        """`convolve` for stacks of several sizes, whose mean and variance are those of all together."""
        layer = Convolution(self._patches, self.parameters[f"{name}.weight"], self._together)
        stacks = [one.value for one in x]
        if norm:
            weight, bias = self.parameters[f"{norm}.weight"], self.parameters[f"{norm}.bias"]
            values, normed = layer.normalise(stacks, weight, bias)
            self._keep(norm, "running_mean", normed.mean)
            self._keep(norm, "running_var", normed.variance)
        else:
            values, normed = [layer.forward(stack) for stack in stacks], None
            for value in values:
                value += self.parameters[f"{name}.bias"]
        out = [Node(value) for value in values]
        to_input = not isinstance(x[0], Input)

        def back() -> None:
            sent = [one.take_gradient() for one in out]
            found = layer.backward(stacks, sent, normed, to_input=to_input)
            if norm:
                self._add_gradient(f"{norm}.weight", found.scale)
            self._add_gradient(f"{norm or name}.bias", found.shift)
            self._add_gradient(f"{name}.weight", found.weight)
            for one, gradient in zip(x if to_input else (), found.inputs, strict=True):
                one.receive(gradient, own=True)

        self._note(back)
        return out

    def dense(self, x: Node, name: str, units: int) -> Node:
        weight = self.parameters[f"{name}.weight"]
        out = Node(x.value @ weight.T)

        def back() -> None:
            sent = out.take_gradient()
            self._add_gradient(f"{name}.weight", sent.T @ x.value)
            x.receive(sent @ weight, own=True)

        self._note(back)
        return self.bias(out, f"{name}.bias")

    def bias(self, x: Node, name: str) -> Node:
        out = Node(np.add(x.value, self.parameters[name], out=x.value))

        def back() -> None:
            sent = out.take_gradient()
            self._add_gradient(name, sent.reshape(-1, sent.shape[-1]).sum(axis=0))
            x.receive(sent)

        self._note(back)
        return out

    def _keep(self, norm: str, part: str, new: Array) -> None:
        """Move what a norm keeps towards that of this batch."""
        kept = self.parameters[f"{norm}.{part}"]
        self.parameters[f"{norm}.{part}"] = (1 - MOMENTUM) * kept + MOMENTUM * new

    # ---- operations without

    def flatten(self, x: Node) -> Node:
        n, rows, columns, filters = x.value.shape
        out = Node(x.value.transpose(0, 3, 1, 2).reshape(n, -1))
        return self._make_node(
            out, lambda sent: x.receive(sent.reshape(n, filters, rows, columns).transpose(0, 2, 3, 1))
        )

    def average_pool(self, x: Node) -> Node:
        points = x.value.shape[1] * x.value.shape[2]
        out = Node(x.value.mean(axis=(1, 2)))
        return self._make_node(
            out, lambda sent: x.receive(np.broadcast_to(sent[:, None, None] / points, x.value.shape))
        )

    def max_pool(self, x: Node) -> Node:
        out = Node(x.value.max(axis=(1, 2)))

        def back(sent: Array) -> None:
            n, rows, columns, filters = x.value.shape
            first = x.value.reshape(n, -1, filters).argmax(axis=1)
            gradient = np.zeros((n, rows * columns, filters), x.value.dtype)
            np.put_along_axis(gradient, first[:, None], sent[:, None], axis=1)
            x.receive(gradient.reshape(x.value.shape))

        return self._make_node(out, back)

    def concatenate(self, x: Node, y: Node) -> Node:
        out, units = Node(np.concatenate((x.value, y.value), axis=1)), x.value.shape[1]

        def back(sent: Array) -> None:
            x.receive(sent[:, :units])
            y.receive(sent[:, units:])

        return self._make_node(out, back)

    def cut(self, x: Node, start: int, stop: int) -> Node:
        def back(sent: Array) -> None:
            gradient = np.zeros_like(x.value)
            gradient[:, start:stop] = sent
            x.receive(gradient)

        return self._make_node(Node(x.value[:, start:stop]), back)

    def add(self, x: Node, y: Node) -> Node:
        def back(sent: Array) -> None:
            x.receive(sent)
            y.receive(_gather(sent, y))

        over = y if y.value.ndim == x.value.ndim else x
        return self._make_node(Node(np.add(x.value, _spread(x, y), out=over.value)), back)

    def scale(self, x: Node, y: Node) -> Node:
        def back(sent: Array) -> None:
            x.receive(sent * _spread(x, y))
            y.receive(_gather(sent * x.value, y))

        return self._make_node(Node(x.value * _spread(x, y)), back)

    def relu(self, x: Node) -> Node:
        out = Node(np.maximum(x.value, 0, out=x.value))
        return self._make_node(out, lambda sent: x.receive(np.multiply(sent, out.value > 0), own=True))

    def sigmoid(self, x: Node) -> Node:
        y = 1 / (1 + np.exp(-np.clip(x.value, -60, 60)))
        return self._make_node(Node(y), lambda sent: x.receive(sent * y * (1 - y)))

    def tanh(self, x: Node) -> Node:
        y = np.tanh(x.value)
        return self._make_node(Node(y), lambda sent: x.receive(sent * (1 - y * y)))

    # ----

    def _make_node(self, out: Node, back: Callable[[Array], None]) -> Node:
        self._note(lambda: back(out.take_gradient()))
        return out

    def _note(self, back: Callable[[], None]) -> None:
        if self._records:
            self._steps.append(back)

    def _add_gradient(self, name: str, gradient: Array) -> None:
        before = self.gradients.get(name)
        self.gradients[name] = gradient if before is None else before + gradient


def _spread(x: Node, y: Node) -> Array:
    """A vector as one number for all points of a filter."""
    return y.value[:, None, None, :] if y.value.ndim < x.value.ndim else y.value


def _gather(sent: Array, y: Node) -> Array:
    """The gradient of what `_spread` spread."""
    return sent.sum(axis=(1, 2)) if y.value.ndim < sent.ndim else sent

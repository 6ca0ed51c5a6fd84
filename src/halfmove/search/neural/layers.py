"""The layers of a network in their order, written once over operations (`Operations`) that a caller brings.

    tower           stem: convolution, norm, rectifier
                    blocks: (convolution, norm, [+ pooled], rectifier, convolution, norm, [squeeze], + input,
                    rectifier) …
                    policy, value: a head each
    alphago-policy  layers: convolution, rectifier, …; a head
    alphago-value   the same, its layers under `value`; a head
    alphago         both side by side: nothing is shared

A parameter's name is that of the layer and of the part: `blocks.0.conv1.weight`, `blocks.0.norm1.bias`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from halfmove.search.neural.architecture import Architecture

AUXILIARY = ("reply", "plies", "owners", "score")
FIRST_KERNEL = 5
"""AlphaGo's first convolution."""


class Operations(Protocol):
    """What networks are made of.  A *stack* is filters × rows × columns for each state, a *vector* a number
    of units for each; both are whatever the caller computes with."""

    def convolve(self, x: Any, name: str, filters: int, kernel: int, norm: str = "") -> Any:
        """A stack convolved by `name`.weight, of edges padded with zeros, then `norm`ed, or with `name`.bias
        added where there is no norm."""

    def dense(self, x: Any, name: str, units: int) -> Any:
        """A vector times `name`.weight, plus `name`.bias."""

    def bias(self, x: Any, name: str) -> Any:
        """A vector plus the parameter `name`."""

    def flatten(self, x: Any) -> Any:
        """A stack as a vector, filter by filter and row by row."""

    def average_pool(self, x: Any) -> Any:
        """The means of a stack's filters over the board, a vector."""

    def max_pool(self, x: Any) -> Any:
        """The greatest number of each filter over the board, a vector."""

    def concatenate(self, x: Any, y: Any) -> Any:
        """Two vectors one after the other."""

    def cut(self, x: Any, start: int, stop: int) -> Any:
        """Some units of a vector."""

    def add(self, x: Any, y: Any) -> Any:
        """The sum of two of a shape; or of a stack and a vector that has a number for each filter."""

    def scale(self, x: Any, y: Any) -> Any:
        """A stack whose filters are multiplied by the numbers of a vector."""

    def relu(self, x: Any) -> Any:
        """The rectifier: what is negative becomes 0."""

    def sigmoid(self, x: Any) -> Any:
        """1 / (1 + exp(−x))."""

    def tanh(self, x: Any) -> Any:
        """The hyperbolic tangent."""


def run(a: Architecture, ops: Operations, x: Any) -> dict[str, Any]:
    """What the network says of a stack of planes (of shares from −1 to 1): `policy`, logits; `value`, from −1
    to 1; those of its auxiliary heads.  A head that it does not have is left out."""
    if a.kind != "tower":
        return _alphago(a, ops, x)
    x = ops.relu(ops.convolve(x, "stem.conv", a.filters, a.kernel, "stem.norm"))
    for number in range(a.blocks):
        x = _block(a, ops, x, number)
    heads = {"policy": _policy(a, ops, x, "policy")}
    held = _features(a, ops, x, "value")
    heads["value"] = ops.tanh(_units(a, ops, held, "value", a.values))
    if "reply" in a.auxiliary:
        heads["reply"] = _policy(a, ops, x, "reply")
    if "plies" in a.auxiliary:
        heads["plies"] = _units(a, ops, _features(a, ops, x, "plies"), "plies", 1)
    # these two see what the value is made of, which so becomes a count of the points
    if "owners" in a.auxiliary:
        heads["owners"] = ops.tanh(ops.flatten(ops.convolve(held, "owners.planes", 1, 1)))
    if "score" in a.auxiliary:
        heads["score"] = ops.tanh(_units(a, ops, held, "score", 1))
    return heads


def _block(a: Architecture, ops: Operations, x: Any, number: int) -> Any:
    name = f"blocks.{number}"
    y = ops.convolve(x, f"{name}.conv1", a.filters, a.kernel, f"{name}.norm1")
    if a.pools(number):
        z = ops.relu(ops.convolve(x, f"{name}.pool.conv", a.filters, a.kernel, f"{name}.pool.norm"))
        z = ops.concatenate(ops.average_pool(z), ops.max_pool(z))
        y = ops.add(y, ops.dense(z, f"{name}.pool.dense", a.filters))
    y = ops.convolve(ops.relu(y), f"{name}.conv2", a.filters, a.kernel, f"{name}.norm2")
    if a.squeeze:
        z = ops.relu(ops.dense(ops.average_pool(y), f"{name}.squeeze.dense1", a.squeeze))
        z = ops.dense(z, f"{name}.squeeze.dense2", 2 * a.filters)
        y = ops.scale(y, ops.sigmoid(ops.cut(z, 0, a.filters)))
        y = ops.add(y, ops.cut(z, a.filters, 2 * a.filters))
    return ops.relu(ops.add(x, y))


def _policy(a: Architecture, ops: Operations, x: Any, name: str) -> Any:
    if a.policy_head == "dense":
        x = ops.relu(ops.convolve(x, f"{name}.conv", a.policy_filters, 1, f"{name}.norm"))
        return ops.dense(ops.flatten(x), f"{name}.dense", a.policy)
    x = ops.relu(ops.convolve(x, f"{name}.conv", a.filters, a.kernel, f"{name}.norm"))
    places = ops.flatten(ops.convolve(x, f"{name}.planes", a.policy_planes, 1))
    return _with_rest(a, ops, x, places, name)


def _with_rest(a: Architecture, ops: Operations, x: Any, places: Any, name: str) -> Any:
    """The places after those on the board."""
    rest = a.policy - a.policy_planes * a.points
    return ops.concatenate(places, ops.dense(ops.average_pool(x), f"{name}.dense", rest)) if rest else places


def _features(a: Architecture, ops: Operations, x: Any, name: str) -> Any:
    return ops.relu(ops.convolve(x, f"{name}.conv", a.value_filters, 1, f"{name}.norm"))


def _units(a: Architecture, ops: Operations, x: Any, name: str, values: int) -> Any:
    if a.value_head == "pooled":
        x = ops.concatenate(ops.average_pool(x), ops.max_pool(x))
    else:
        x = ops.flatten(x)
    return ops.dense(ops.relu(ops.dense(x, f"{name}.dense1", a.value_units)), f"{name}.dense2", values)


def _alphago(a: Architecture, ops: Operations, x: Any) -> dict[str, Any]:
    heads = {}
    if a.has_policy:
        heads["policy"] = _alphago_policy(a, ops, _plain(a, ops, x, "layers"))
    if a.has_value:  # no rectifier after its one filter: it could only ever say 0
        y = ops.convolve(_plain(a, ops, x, "value.layers"), "value.conv", a.value_filters, 1)
        y = ops.relu(ops.dense(ops.flatten(y), "value.dense1", a.value_units))
        heads["value"] = ops.tanh(ops.dense(y, "value.dense2", a.values))
    return heads


def _plain(a: Architecture, ops: Operations, x: Any, name: str) -> Any:
    for number in range(a.blocks):
        kernel = FIRST_KERNEL if number == 0 and a.points > 1 else a.kernel
        x = ops.relu(ops.convolve(x, f"{name}.{number}.conv", a.filters, kernel))
    return x


def _alphago_policy(a: Architecture, ops: Operations, x: Any) -> Any:
    if a.policy_head == "dense":
        x = ops.relu(ops.convolve(x, "policy.conv", a.policy_filters, 1))
        return ops.dense(ops.flatten(x), "policy.dense", a.policy)
    # the paper's last layer: one filter, with a bias for each point
    places = ops.bias(ops.flatten(ops.convolve(x, "policy.planes", a.policy_planes, 1)), "policy.points")
    return _with_rest(a, ops, x, places, "policy")

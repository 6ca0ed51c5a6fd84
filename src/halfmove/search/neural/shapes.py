"""The parameters that a network's layers need: its operations (`layers.Operations`) on shapes alone."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """Of what goes from layer to layer: a stack, or a vector, of which the points are 0."""

    units: int
    points: int = 0


class Shapes:
    """Collects the parameters' names and shapes as the layers come."""

    def __init__(self) -> None:
        self.parameters: dict[str, tuple[int, ...]] = {}

    def input(self, planes: int, points: int) -> Shape:
        """What goes in."""
        return Shape(planes, points)

    def convolve(self, x: Shape, name: str, filters: int, kernel: int, norm: str = "") -> Shape:
        self.parameters[f"{name}.weight"] = (filters, x.units, kernel, kernel)
        if not norm:
            self.parameters[f"{name}.bias"] = (filters,)
        else:
            for part in ("weight", "bias", "running_mean", "running_var"):
                self.parameters[f"{norm}.{part}"] = (filters,)
        return Shape(filters, x.points)

    def dense(self, x: Shape, name: str, units: int) -> Shape:
        self.parameters[f"{name}.weight"] = (units, x.units)
        self.parameters[f"{name}.bias"] = (units,)
        return Shape(units)

    def bias(self, x: Shape, name: str) -> Shape:
        self.parameters[name] = (x.units,)
        return x

    def flatten(self, x: Shape) -> Shape:
        return Shape(x.units * x.points)

    def average_pool(self, x: Shape) -> Shape:
        return Shape(x.units)

    def max_pool(self, x: Shape) -> Shape:
        return Shape(x.units)

    def concatenate(self, x: Shape, y: Shape) -> Shape:
        return Shape(x.units + y.units)

    def cut(self, x: Shape, start: int, stop: int) -> Shape:
        return Shape(stop - start)

    def add(self, x: Shape, y: Shape) -> Shape:
        return x

    def scale(self, x: Shape, y: Shape) -> Shape:
        return x

    def relu(self, x: Shape) -> Shape:
        return x

    def sigmoid(self, x: Shape) -> Shape:
        return x

    def tanh(self, x: Shape) -> Shape:
        return x

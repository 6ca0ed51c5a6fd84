"""A step on boards of several sizes: every operation for each, and norms of all together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from halfmove.search.neural.layers import Operations


class SeveralStacks(Operations, Protocol):
    """`Operations` that convolve stacks of several sizes together."""

    def convolve_jointly(
        self, x: Sequence[Any], name: str, filters: int, kernel: int, norm: str = ""
    ) -> list[Any]:
        """`convolve` for each, normed by the mean and the variance of all together."""


class JointOperations:
    """`layers.Operations` on lists, of a stack or a vector for each size of board, for training: norms take
    the mean and the variance of all sizes together, so that play, which knows one mean, says the same."""

    def __init__(self, operations: SeveralStacks, count: int) -> None:
        self._operations, self._count = operations, count

    def convolve(self, x: list[Any], name: str, filters: int, kernel: int, norm: str = "") -> list[Any]:
        return self._operations.convolve_jointly(x, name, filters, kernel, norm)

    def __getattr__(self, name: str) -> Any:
        """An operation on each."""

        def operation(*arguments: Any) -> list[Any]:
            each = [
                [argument[i] if isinstance(argument, list) else argument for argument in arguments]
                for i in range(self._count)
            ]
            return [getattr(self._operations, name)(*one) for one in each]

        return operation

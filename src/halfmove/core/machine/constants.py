"""Constants of the rules that Numba has no type for: lists, rows of different lengths, dicts.

LINES = [[0, 1, 2], [3, 4, 5]]      stands in the code as a tuple of tuples: `frozen`
NEAR = [[1], [0, 2], [1]]           `NEAR[i]` is a call of `rows.row_of`: `is_ragged`
WORTH = {0: 0, 1: 10}               `WORTH[x]` is a call of `rows.item_of`: `is_table`
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

MOST_FROZEN = 1000
"""Numbers in the largest list that stands in the code as a tuple."""


def frozen(value: Any) -> Any:
    """A constant with each list in it as a tuple; None where there is none, or what it holds is no number."""
    found = freeze(value)
    return found if found != value and size_of(found) <= MOST_FROZEN else None


def freeze(value: Any) -> Any:
    """A value with each list in it, and in its tuples, as a tuple."""
    if type(value) in (list, tuple):
        return tuple(freeze(item) for item in value)
    return value


def size_of(value: Any) -> float:
    """How many numbers a tuple of tuples holds; infinitely many, where anything else is in it."""
    if isinstance(value, tuple):
        return sum(map(size_of, value))
    return 1 if isinstance(value, (int, float)) else float("inf")


def is_ragged(value: Any) -> bool:
    """Whether it is a row of rows of numbers that differ in length."""
    if type(value) not in (list, tuple) or not all(type(row) in (list, tuple) for row in value):
        return False
    return len(set(map(len, value))) > 1 and all(type(item) is int for row in value for item in row)


MOST_KEYS = 64
"""Keys of the largest dict that stands in the code."""


def is_table(value: Any) -> bool:
    """Whether it is a dict from numbers to numbers, or to tuples of them."""
    if (
        type(value) is not dict
        or not 0 < len(value) <= MOST_KEYS
        or not all(type(key) is int for key in value)
    ):
        return False
    return all(size_of(freeze(item)) <= MOST_FROZEN for item in value.values())


def frozen_global(scope: Mapping[str, Any], name: str) -> Any:
    """What `frozen` makes of the list or tuple that a global name means; None of anything else."""
    value = scope.get(name)
    return frozen(value) if type(value) in (list, tuple) else None


ARITHMETIC: dict[type, Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
}
"""What is worked out where all numbers are constants."""

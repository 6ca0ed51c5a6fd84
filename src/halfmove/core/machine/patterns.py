"""What the patterns of `match` ask of a value, typed for whatever the value is.

A pattern may be one of a tuple where the value is a number, as an action is in a game in which players move
at once and nature alone: it does not match, and what would follow is typed as if the items were such numbers.

The bodies here say in Python what each function means; `core.machine.match_statements` puts the calls into
the text.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types

from halfmove.core.machine.inner import overload

_ROWS = (types.BaseTuple, types.List)


@cache
def is_row_of(count: int) -> Any:
    """A function that says whether a value is a tuple or a list of so many items."""

    def is_row(value):  # type: ignore[no-untyped-def]
        return isinstance(value, (tuple, list)) and len(value) == count

    def machine(value):  # type: ignore[no-untyped-def]
        if isinstance(value, types.List):
            return lambda value: len(value) == count
        fits = isinstance(value, types.BaseTuple) and len(value) == count
        return lambda value: fits

    overload(is_row)(machine)
    return is_row


@cache
def part(at: int) -> Any:
    """A function that gives the item at a place of a row; asked of another value, as no running code does, it
    is typed as that value or, of a shorter row, as its last item."""

    def part_at(row):  # type: ignore[no-untyped-def]
        return row[at]

    def machine(row):  # type: ignore[no-untyped-def]
        if not isinstance(row, _ROWS):
            return lambda row: row
        if isinstance(row, types.BaseTuple) and at >= len(row):
            return (lambda row: row[-1]) if len(row) else (lambda row: 0)
        return lambda row: row[at]

    overload(part_at)(machine)
    return part_at


def equal(value: Any, literal: Any) -> bool:
    """Whether a value is what a literal is: a tuple is no number."""
    return bool(value == literal)


@overload(equal)
def _equal(value, literal):  # type: ignore[no-untyped-def]
    if isinstance(value, _ROWS) is isinstance(literal, _ROWS):
        return lambda value, literal: value == literal
    return lambda value, literal: False


@cache
def is_truth(truth: bool) -> Any:
    """A function that says whether a value is this truth value: a number is none."""

    def is_this(value):  # type: ignore[no-untyped-def]
        return value is truth

    def machine(value):  # type: ignore[no-untyped-def]
        if isinstance(value, types.Boolean):
            return lambda value: value == truth
        return lambda value: False

    overload(is_this)(machine)
    return is_this

"""What is asked of a value that may be a number or a row, typed for both.

The same text is compiled for either where an action is a tuple in some states, in which players move at
once, and a number in others.  What only the other kind can do is typed as if it could, and fails when it is
reached, as it does in Python; patterns of `match` do not match.

The bodies here say in Python what each function means; `core.machine.match_statements` and `mixed_actions`
put the calls into the text.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types

from halfmove.core.machine.inner import overload

_ROWS = (types.BaseTuple, types.List)
_NUMBERS = (types.Number, types.Boolean)


@cache
def is_row_of(count: int) -> Any:
    """A function that says whether a value is a tuple or a list of so many items."""

    def typed_is_row(value):  # type: ignore[no-untyped-def]
        return isinstance(value, (tuple, list)) and len(value) == count

    def machine(value):  # type: ignore[no-untyped-def]
        if isinstance(value, types.List):
            return lambda value: len(value) == count
        fits = isinstance(value, types.BaseTuple) and len(value) == count
        return lambda value: fits

    overload(typed_is_row)(machine)
    return typed_is_row


@cache
def part(at: int) -> Any:
    """A function that gives the item at a place of a row; asked of another value, as no running code does, it
    is typed as that value or, of a shorter row, as its last item."""

    def typed_part(row):  # type: ignore[no-untyped-def]
        return row[at]

    def machine(row):  # type: ignore[no-untyped-def]
        if not isinstance(row, _ROWS):
            return lambda row: row
        if isinstance(row, types.BaseTuple) and at >= len(row):
            return (lambda row: row[-1]) if len(row) else (lambda row: 0)
        return lambda row: row[at]

    overload(typed_part)(machine)
    return typed_part


def typed_equal(value: Any, literal: Any) -> bool:
    """Whether a value is what a literal is: a tuple is no number."""
    return bool(value == literal)


@overload(typed_equal)
def _equal(value, literal):  # type: ignore[no-untyped-def]
    if isinstance(value, _ROWS) is isinstance(literal, _ROWS):
        return lambda value, literal: value == literal
    return lambda value, literal: False


@cache
def is_truth(truth: bool) -> Any:
    """A function that says whether a value is this truth value: a number is none."""

    def typed_is(value):  # type: ignore[no-untyped-def]
        return value is truth

    def machine(value):  # type: ignore[no-untyped-def]
        if isinstance(value, types.Boolean):
            return lambda value: value == truth
        return lambda value: False

    overload(typed_is)(machine)
    return typed_is


# ---- what fails where the value is of the other kind


def reached() -> bool:
    """True, which type inference does not see: what follows `if reached(): raise …` has a type."""
    return True


overload(reached)(lambda: lambda: True)


@cache
def as_row(count: int, why: str) -> Any:
    """A function that gives a row as it is; a number, typed as a tuple of so many, fails for this reason."""

    def typed_row(value):  # type: ignore[no-untyped-def]
        return value

    fails = _failing("value", f"({'value, ' * count})", why)
    overload(typed_row)(lambda value: fails if isinstance(value, _NUMBERS) else lambda value: value)
    return typed_row


@cache
def as_number(why: str) -> Any:
    """A function that gives a number as it is; a tuple, typed as a number, fails for this reason."""

    def typed_number(value):  # type: ignore[no-untyped-def]
        return value

    fails = _failing("value", "0", why)
    overload(typed_number)(lambda value: fails if isinstance(value, types.BaseTuple) else lambda value: value)
    return typed_number


@cache
def operation(sign: str, why: str) -> Any:
    """A function that applies an operator; of a tuple and a number it says that they differ, or fails for
    this reason."""
    scope: dict[str, Any] = {}
    exec(f"def typed_operation(left, right): return left {sign} right", scope)
    plain: Any = scope["typed_operation"]

    def machine(left, right):  # type: ignore[no-untyped-def]
        for number, row, side in ((left, right, "left"), (right, left, "right")):
            if isinstance(number, _NUMBERS) and isinstance(row, types.BaseTuple):
                if sign in ("==", "!="):
                    return (lambda left, right: False) if sign == "==" else lambda left, right: True
                return _failing("left, right", f"{side} {sign} {side}", why)
        return plain

    overload(plain)(machine)
    return plain


def _failing(parameters: str, instead: str, why: str) -> Any:
    """A function that fails for this reason, typed as if it gave this expression."""
    scope: dict[str, Any] = {"reached": reached}
    body = f"if reached(): raise TypeError({why!r})\n    return {instead}"
    exec(f"def typed_failing({parameters}):\n    {body}", scope)
    return scope["typed_failing"]

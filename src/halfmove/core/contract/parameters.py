"""A game's parameters: annotated class attributes with a default, given by keyword or as text."""

from __future__ import annotations

from typing import Any, get_type_hints

from halfmove.core.errors import BadInput

_CONTRACT = "halfmove.core.contract."
"""Annotations of its classes are traits, and no parameters."""


def declared_parameters(cls: type) -> dict[str, type]:
    """The parameters a game class declares, with their types, base classes first; a trait too if the
    game itself declares it."""
    hints = get_type_hints(cls, include_extras=True)
    own = {
        key
        for ancestor in cls.__mro__
        if not ancestor.__module__.startswith(_CONTRACT)
        for key in vars(ancestor).get("__annotations__", ())
    }
    return {
        key: hint
        for key, hint in hints.items()
        if key in own and hint in (int, float, bool, str) and not key.startswith("_") and hasattr(cls, key)
    }


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def as_declared(title: str, key: str, value: Any, kind: type) -> Any:
    """`value` as the parameter's type; text is read, anything else must already fit."""
    try:
        if kind is bool and isinstance(value, str):
            return _TRUTH[value.strip().lower()]
        if isinstance(value, str) or (kind is float and isinstance(value, int)):
            return kind(value)
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
    except (ValueError, KeyError):
        pass
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    raise BadInput(f"{title}'s parameter '{key}' must be {words[kind]}, not {value!r}.")

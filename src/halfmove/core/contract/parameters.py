"""A game's parameters: annotated class attributes with a default, given by keyword or as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, get_type_hints
from weakref import WeakKeyDictionary

from halfmove.core.errors import BadInput
from halfmove.core.numbers import MOST_SEED, MOST_STEPS, read_decimal, read_whole, shorten

_CONTRACT = "halfmove.core.contract."
"""Annotations of its classes are traits, and no parameters."""


_declared: WeakKeyDictionary[type, Mapping[str, type]] = WeakKeyDictionary()
"""Of the classes that were asked: annotations are texts, and reading them takes milliseconds."""


def declared_parameters(cls: type) -> Mapping[str, type]:
    """The parameters a game class declares, with their types, base classes first; a trait too if the
    game itself declares it."""
    found = _declared.get(cls)
    if found is None:
        found = _declared[cls] = MappingProxyType(_read_parameters(cls))
    return found


def _read_parameters(cls: type) -> dict[str, type]:
    hints = get_type_hints(cls, include_extras=True)
    own = {
        key
        for ancestor in cls.__mro__
        if not ancestor.__module__.startswith(_CONTRACT)
        for key in getattr(ancestor, "__annotations__", ())  # its own: a class does not inherit them
    }
    return {
        key: hint
        for key, hint in hints.items()
        if key in own and hint in (int, float, bool, str) and not key.startswith("_") and hasattr(cls, key)
    }


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

_READERS: dict[type, Callable[[str], Any]] = {
    int: lambda text: read_whole(text, -MOST_SEED, MOST_SEED),
    float: lambda text: read_decimal(text, -MOST_STEPS, MOST_STEPS),
    bool: lambda text: _TRUTH.get(text.strip().lower()),
    str: str,
}


def convert_parameter(title: str, key: str, value: Any, kind: type) -> Any:
    """`value` as the parameter's type; text is read, anything else must already fit."""
    fitting: Any = None
    if isinstance(value, str):
        fitting = _READERS[kind](value)
    elif kind is float and isinstance(value, int) and abs(value) <= MOST_STEPS:
        fitting = float(value)
    elif isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        fitting = value
    if fitting is None:
        words = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        written = f"'{shorten(value)}'" if isinstance(value, str) else shorten(value)
        raise BadInput(f"{title}'s parameter '{key}' must be {words[kind]}, not {written}.")
    return fitting

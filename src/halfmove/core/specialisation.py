"""Which specialisation of a kernel a call from Python needs, found fast.

Python's int has no width, a machine word has.  The *shape* of an argument is whatever its machine type
depends on: its class; of a tuple, also the shapes of items that are not declared as plain numbers.  Calls
with equal shapes share machine code; a call costs a look at each argument and one in a dictionary.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Hashable
from enum import Enum
from pathlib import Path
from typing import Any, get_type_hints

from halfmove.core.bits import Bitboard
from halfmove.core.errors import CompileError

Shaper = Callable[[Any], Hashable]
_Field = tuple[type, str]
"""A class of states and the name of a field."""

_CHECKED = {int: int, bool: bool, float: float, Bitboard: int}
"""Declared type of a field: the class its values have."""


class _Shapers(dict[type, Shaper | None]):
    """How to find the shape of a value of each class; None where the class says it all."""

    def __missing__(self, cls: type) -> Shaper | None:
        self[cls] = found = _shaper_of_class(cls)
        return found


class _FieldHints(dict[type, tuple[Any, ...]]):
    """`field_hints` by class: they are looked up once."""

    def __missing__(self, cls: type) -> tuple[Any, ...]:
        try:
            hints = get_type_hints(cls, include_extras=True)
        except NameError:  # a class made inside a function may name what only that function knows
            hints = {}
        self[cls] = found = tuple(hints.get(field) for field in cls._fields)  # type: ignore[attr-defined]
        return found


_FIELD_HINTS = _FieldHints()


def field_hints(cls: type) -> tuple[Any, ...]:
    """The declared types of a `NamedTuple`'s fields, None for a field without one."""
    return _FIELD_HINTS[cls]


def item_hints(value: Any, hint: Any) -> Any:
    """The declared type of each item of a tuple; None where nothing is declared."""
    if hasattr(value, "_fields"):
        return field_hints(type(value))
    inner: Any = getattr(hint, "__args__", ())
    if len(inner) == 2 and inner[1] is Ellipsis:
        return [inner[0]] * len(value)
    return inner if len(inner) == len(value) else [None] * len(value)


def shape(value: Any) -> Hashable:
    """What the machine type of `value` depends on."""
    shaper = SHAPERS[value.__class__]
    return value.__class__ if shaper is None else shaper(value)


def _shaper_of_class(cls: type) -> Shaper | None:
    if cls in (int, bool, float):
        return None
    if issubclass(cls, tuple):
        if hasattr(cls, "_fields"):
            return _shaper_of_record(cls)
        return lambda value: (tuple, *map(shape, value))
    if hasattr(cls, "machine_shape"):
        return cls.machine_shape  # type: ignore[no-any-return]
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(cls, numpy.ndarray):
        return lambda a: (cls, a.dtype.str, a.ndim, a.flags.c_contiguous, a.flags.writeable)
    if any("__call__" in vars(base) for base in cls.__mro__) or hasattr(cls, "symmetric_action"):
        return lambda value: value  # a kernel, or another game: each has a type of its own
    return None


def _shaper_of_record(cls: type) -> Shaper:
    """A function written for one `NamedTuple` class, as a loop over fields takes twice as long."""
    names: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    scope: dict[str, Any] = {"cls": cls}
    tests, parts = [], []
    for i, hint in enumerate(field_hints(cls)):
        if hint in _CHECKED:
            tests.append(f"f{i}.__class__ is {_CHECKED[hint].__name__}")
        else:
            scope[f"shape{i}"] = _shaper_of_hint(hint, (cls, names[i]))
            parts.append(f"shape{i}(f{i})")
    result = f"(cls, {', '.join(parts)})" if parts else "cls"
    fields = "".join(f"f{i}, " for i in range(len(names)))
    source = f"def shape(s):\n    ({fields}) = s\n" if names else "def shape(s):\n"
    if tests:
        source += f"    if not ({' and '.join(tests)}):\n        check(s)\n"
    hints = field_hints(cls)

    def check(s: Any) -> None:
        for name, value, hint in zip(names, s, hints):
            _check(value, hint, (cls, name))

    scope["check"] = check
    exec(source + f"    return {result}\n", scope)
    return scope["shape"]  # type: ignore[no-any-return]


def _shaper_of_hint(hint: Any, where: _Field) -> Shaper:
    """The shape of a field that is not a plain number: tuples by length, records by class, else by value."""
    inner = getattr(hint, "__args__", ())
    if getattr(hint, "__origin__", None) is tuple and inner:
        if len(inner) == 2 and inner[1] is Ellipsis and inner[0] in _CHECKED:

            def shape_of_row(value: Any) -> Hashable:
                if not isinstance(value, tuple):  # its machine code would read what is not there
                    other: Hashable = value.__class__
                    return other
                for item in value:
                    if item.__class__ is not _CHECKED[inner[0]]:
                        _check(item, inner[0], where)
                return len(value)

            return shape_of_row
        if Ellipsis not in inner:

            def shape_of_tuple(value: Any) -> Hashable:
                if not isinstance(value, tuple):
                    other: Hashable = value.__class__
                    return other
                for item, kind in zip(value, inner):
                    if kind in _CHECKED:
                        _check(item, kind, where)
                return tuple(kind if kind in _CHECKED else shape(item) for item, kind in zip(value, inner))

            return shape_of_tuple
    return shape


def _check(value: Any, hint: Any, where: _Field) -> None:
    """Refuse what would silently become another number on its way into a machine word."""
    if hint not in _CHECKED or value.__class__ is _CHECKED[hint]:
        return
    whole = hasattr(value, "__index__") or type(value).__name__ in ("bool", "bool_")
    if not (whole or (hint is float and hasattr(value, "__float__"))):
        declared, (cls, name) = "Bitboard" if hint == Bitboard else hint.__name__, where
        raise CompileError(
            f"{cls.__name__}.{name}{place_of(cls)} is declared {declared} but holds {value!r}; "
            f"the states of a compiled game hold what they declare.{stand_in(value)}"
        )


def place_of(cls: type) -> str:
    """Where a class of states is written, in brackets; "" where nobody knows."""
    try:
        return f" ({Path(inspect.getsourcefile(cls) or '?').name}, line {inspect.getsourcelines(cls)[1]})"
    except (OSError, TypeError):
        return ""


def stand_in(value: Any) -> str:
    """What may stand in a state for a value that may not, as a sentence; "" where there is no advice."""
    if isinstance(value, str):
        return (
            " A number can stand for a text (0 for an empty cell, 1 for X, 2 for O); `show` writes the texts."
        )
    if isinstance(value, Enum):
        return " An IntEnum's members are numbers."
    return " A number such as -1 can stand for None." if value is None else ""


SHAPERS = _Shapers()

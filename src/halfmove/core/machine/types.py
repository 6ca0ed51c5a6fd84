"""The Numba type of what crosses from Python: by declared type where there is one, else by value."""

from typing import Any

from numba import typeof, types

from halfmove.core.bits import Bitboard
from halfmove.core.border import field_hints

_DECLARED = {int: types.int64, bool: types.boolean, float: types.float64, Bitboard: types.uint64}


def type_for(value: Any, hint: Any = None) -> types.Type:
    """The type of `value`, annotated `hint`; a whole number is signed unless declared a bitboard."""
    if hint in _DECLARED:
        return _DECLARED[hint]
    if isinstance(value, tuple):
        hints = item_hints(value, hint)
        return types.BaseTuple.from_types([type_for(v, h) for v, h in zip(value, hints)], type(value))
    if type(value) is int:
        return types.int64
    return typeof(value)


def type_of_argument(value: Any, hint: Any) -> types.Type:
    """The type of a kernel's argument: as `type_for`, but a number keeps its own kind where they differ."""
    if hint in _DECLARED and type(value) not in ((int, float) if hint is float else (int,)):
        hint = None
    return type_for(value, int if hint is bool else hint)


def item_hints(value: Any, hint: Any) -> Any:
    """The declared type of each item of a tuple; None where nothing is declared."""
    if hasattr(value, "_fields"):
        return field_hints(type(value))
    inner: Any = getattr(hint, "__args__", ())
    if len(inner) == 2 and inner[1] is Ellipsis:
        return [inner[0]] * len(value)
    return inner if len(inner) == len(value) else [None] * len(value)

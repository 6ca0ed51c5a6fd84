"""The Numba type of what crosses from Python: by declared type where there is one, else by value."""

from typing import Any

from numba import typeof, types

from halfmove.core.bits import Bitboard
from halfmove.core.errors import CompileError
from halfmove.core.specialisation import item_hints, place_of, stand_in

DECLARED = {int: types.int64, bool: types.boolean, float: types.float64, Bitboard: types.uint64}
"""The machine types of plain numbers by their declared types."""


def type_for(value: Any, hint: Any = None) -> types.Type:
    """The type of `value`, annotated `hint`; a whole number is signed unless declared a bitboard."""
    if hint in DECLARED:
        return DECLARED[hint]
    if isinstance(value, tuple):
        kinds = [_type_of_item(value, i, h) for i, h in enumerate(item_hints(value, hint))]
        return types.BaseTuple.from_types(kinds, type(value))
    if type(value) is int:
        return types.int64
    if isinstance(value, (list, dict, set, frozenset, str, type(None))):
        raise ValueError(value)
    return typeof(value)


def _type_of_item(value: Any, index: int, hint: Any) -> types.Type:
    try:
        return type_for(value[index], hint)
    except ValueError as error:  # of a tuple in a state the field is to be named
        if not hasattr(value, "_fields"):
            raise
        where = f"the field '{value._fields[index]}' of {type(value).__name__}{place_of(type(value))}"
        raise _without_type(where, *error.args) from None


def _without_type(where: str, item: Any) -> CompileError:
    article = "an" if type(item).__name__[0] in "aeiou" else "a"
    name = "None" if item is None else f"{article} {type(item).__name__}"
    return CompileError(
        f"{where} holds {name}, which can't be compiled: a state's fields are whole numbers, truth values, "
        f"bitboards and tuples of these.{stand_in(item)} "
        "For any other state set `compiled = False` in the game."
    )


def type_of_argument(value: Any, hint: Any) -> types.Type:
    """The type of a kernel's argument: as `type_for`, but a number keeps its own kind where they differ."""
    if hint in DECLARED and type(value) not in ((int, float) if hint is float else (int,)):
        hint = None
    try:
        return type_for(value, int if hint is bool else hint)
    except ValueError as error:
        if not isinstance(value, tuple):
            raise
        raise _without_type("a tuple", *error.args) from None

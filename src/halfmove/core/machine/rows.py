"""Tuples and lists of plain Python in machine code.

A tuple of machine code has its length in its type.  Where the length is known from other types, as that of a
tuple of which one item is replaced, tuples stay tuples and lie in registers.  A tuple whose length only
running tells is a list; `fitted` makes a tuple of it again where it becomes part of a state, as long as the
states of the game have it, and refuses one that is longer or shorter.

The bodies here say in Python what each function means; `core.machine.rewriting` puts the calls into the text.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.core import errors
from numba.cpython.unsafe.tuple import tuple_setitem

from halfmove.core.machine.inner import overload, overload_method
from halfmove.core.machine.number_or_row import reached

LONGEST = 400
"""Items of the longest tuple that is made item by item."""
WRITTEN_OUT = 16
"""Items up to which a tuple is written out; longer ones are filled in a loop."""


# ---- what the functions mean


def row(items: Iterable[Any]) -> Any:
    """The items as a tuple."""
    return tuple(items)


def cells(items: Iterable[Any]) -> Any:
    """The items as a list."""
    return list(items)


def backwards(items: Sequence[Any]) -> Any:
    """The items from the last to the first."""
    return items[::-1]


def replaced(items: Any, at: int, item: Any) -> Any:
    """A tuple, or a list, with the item at place `at` replaced."""
    return items[:at] + type(items)([item]) + items[at + 1 :]


def put(items: Any, at: int, item: Any) -> Any:
    """A tuple with the item at place `at` replaced, counted from its end where `at` is negative; a list that
    is changed in place."""
    if isinstance(items, list):
        items[at] = item
        return items
    return replaced(items, at % len(items), item)


def mapped(function: Any, items: Iterable[Any], captured: Any) -> Any:
    """A tuple of what a function gives for each item and the variables that it captured."""
    return tuple(function(item, *captured) for item in items)


def mapped_places(function: Any, items: Sequence[Any], captured: Any) -> Any:
    """The same for each place in a row."""
    return mapped(function, range(len(items)), captured)


@cache
def mapped_times(count: int) -> Any:
    """`mapped` for `count` items."""

    def mapped_n(function, items, captured):  # type: ignore[no-untyped-def]
        return mapped(function, items, captured)

    overload(mapped_n)(lambda function, items, captured: _map(captured, count))
    return mapped_n


def fitted(likes: Any, state: Any) -> Any:
    """A state of the same types as a state among `likes` has, or in those of a game among them."""
    return state


@cache
def replacing(fields: tuple[str, ...]) -> Any:
    """A function that gives a state with new values in some fields."""
    parameters = ", ".join(f"{field}_" for field in fields)
    scope: dict[str, Any] = {"fields": fields}
    exec(
        f"def replace(likes, s, {parameters}): return s._replace(**dict(zip(fields, ({parameters},))))", scope
    )

    def pick(s: Any) -> Any:
        if not isinstance(s, types.BaseNamedTuple) or not set(fields) <= set(s.fields):
            return None
        parts = ", ".join(f"{field}_" if field in fields else f"s.{field}" for field in s.fields)
        inside = {"made": s.instance_class, "fitted": fitted}
        exec(f"def replace(likes, s, {parameters}): return fitted((likes, s), made({parts}))", inside)
        return inside["replace"]

    return _by_state(scope["replace"], f"likes, s, {parameters}", pick)


@cache
def row_of(table: tuple[tuple[int, ...], ...]) -> Any:
    """A function that gives one row of a constant, whose rows differ in length."""
    flat = np.array([item for row in table for item in row] or [0])
    starts, count = np.cumsum([0, *map(len, table)]), len(table)

    def row_at(at):  # type: ignore[no-untyped-def]
        return table[at]

    def found(at):  # type: ignore[no-untyped-def]
        place = at + count if at < 0 else at
        if place < 0 or place >= count:
            raise IndexError("list index out of range")
        return [flat[i] for i in range(starts[place], starts[place + 1])]

    overload(row_at)(lambda at: found)
    return row_at


@cache
def item_of(items: tuple[tuple[int, Any], ...]) -> Any:
    """A function that gives an item of a constant dict."""
    lines = [f"    if key == {key}: return {value!r}" for key, value in items]
    scope: dict[str, Any] = {}
    exec("\n".join(["def item(key):", *lines, "    raise KeyError('no such key')"]), scope)
    overload(scope["item"])(lambda key: scope["item"])
    return scope["item"]


@cache
def method_of(name: str, count: int, named: tuple[str, ...]) -> Any:
    """A function that calls this method of a state with so many arguments, and those that have names."""
    places = [f"a{i}" for i in range(count)]
    parameters = "".join(f", {each}" for each in (*places, *named))
    return _member_of(name, parameters, ", ".join([*places, *(f"{each}={each}" for each in named)]))


@cache
def property_of(name: str) -> Any:
    """A function that gives this property of a state."""
    return _member_of(name, "", None)


def _member_of(name: str, parameters: str, arguments: str | None) -> Any:
    scope: dict[str, Any] = {}
    called = f"s.{name}" if arguments is None else f"s.{name}({arguments})"
    exec(f"def member(s{parameters}): return {called}", scope)

    def pick(s: Any) -> Any:
        found = inspect.getattr_static(getattr(s, "instance_class", None), name, None)
        found = found.fget if isinstance(found, property) else found
        if not isinstance(found, FunctionType):
            return scope["member"]
        inside = {"found": found}
        exec(f"def member(s{parameters}): return found(s, {arguments or ''})", inside)
        return inside["member"]

    return _by_state(scope["member"], f"s{parameters}", pick)


def _by_state(function: Any, parameters: str, pick: Callable[[Any], Any]) -> Any:
    """The function, which in machine code is what `pick` makes of the type of its parameter `s`."""
    scope: dict[str, Any] = {"pick": pick}
    exec(f"def overloaded({parameters}): return pick(s)", scope)
    overload(function)(scope["overloaded"])
    return function


# ---- what they mean in machine code


def _length(kind: Any) -> int | None:
    """How many items what is iterated over has, where its type tells."""
    if isinstance(kind, types.BaseTuple):
        return len(kind)
    if isinstance(kind, types.EnumerateType):
        return _length(kind.source_type.container) if hasattr(kind.source_type, "container") else None
    if isinstance(kind, types.ZipType):
        lengths = [_length(getattr(source, "container", None)) for source in kind.source_types]
        return None if None in lengths else min(lengths, default=None)  # type: ignore[type-var]
    return None


@overload(row)
def _row(items):  # type: ignore[no-untyped-def]
    if isinstance(items, types.BaseTuple):
        return lambda items: items
    return lambda items: list(items)


@overload(cells)
def _cells(items):  # type: ignore[no-untyped-def]
    return lambda items: list(items)


@overload(backwards)
def _backwards(items):  # type: ignore[no-untyped-def]
    if isinstance(items, types.RangeType):
        return lambda items: range(
            items.start + (len(items) - 1) * items.step, items.start - items.step, -items.step
        )
    return lambda items: items[::-1]


@overload(replaced)
def _replaced(items, at, item):  # type: ignore[no-untyped-def]
    if isinstance(items, types.List):

        def replaced_in_list(items, at, item):  # type: ignore[no-untyped-def]
            found = items[:]
            found[at] = item
            return found

        return replaced_in_list
    convert = None
    if isinstance(items, types.UniTuple) and isinstance(at, types.Integer):
        convert = _converted(items.dtype, item)
    if convert is None:
        raise errors.TypingError(f"no place {at} for {item} in {items}")
    count = len(items)

    def replaced_in_tuple(items, at, item):  # type: ignore[no-untyped-def]
        if at < 0 or at >= count:
            raise IndexError("tuple index out of range")
        return tuple_setitem(items, at, convert(item))

    return replaced_in_tuple


@overload(put)
def _put(items, at, item):  # type: ignore[no-untyped-def]
    if isinstance(items, types.List):

        def put_in_list(items, at, item):  # type: ignore[no-untyped-def]
            items[at] = item
            return items

        return put_in_list
    if not isinstance(items, types.BaseTuple) or not isinstance(at, types.Integer):
        return lambda items, at, item: replaced(items, at, item)
    count = len(items)
    return lambda items, at, item: replaced(items, at + count if at < 0 else at, item)


@overload(mapped)
def _mapped(function, items, captured):  # type: ignore[no-untyped-def]
    count = _length(items)
    if count is not None and count <= LONGEST:
        return _map(captured, count, by_place=isinstance(items, types.BaseTuple))
    more = "".join(f", captured[{i}]" for i in range(len(captured)))
    scope: dict[str, Any] = {}
    exec(
        f"def map_(function, items, captured): return [function(item{more}) for item in items]",
        scope,
    )
    return scope["map_"]


@overload(mapped_places)
def _mapped_places(function, items, captured):  # type: ignore[no-untyped-def]
    if not isinstance(items, types.BaseTuple) or len(items) > LONGEST:
        return lambda function, items, captured: mapped(function, range(len(items)), captured)
    times = mapped_times(len(items))
    return lambda function, items, captured: times(function, range(len(items)), captured)


def _written(items: list[str]) -> str:
    """A tuple as text: Python makes a list first of one with more than thirty items, which Numba does not."""
    parts = [items[i : i + WRITTEN_OUT] for i in range(0, len(items), WRITTEN_OUT)]
    return " + ".join(f"({', '.join(part)},)" for part in parts) or "()"


def _map(captured: Any, count: int, by_place: bool = False) -> Any:
    """A tuple of `count` items, each what the function gives."""
    more = "".join(f", captured[{i}]" for i in range(len(captured)))
    scope: dict[str, Any] = {"set_item": tuple_setitem}
    if count == 0:
        body = ["return ()"]
    elif by_place and count <= WRITTEN_OUT:
        body = [f"return ({''.join(f'function(items[{i}]{more}), ' for i in range(count))})"]
    else:
        body = [
            "at = 0",
            "for each in items:",
            f"    item = function(each{more})",
            "    if at == 0:",
            f"        found = {_written(['item'] * count)}",
            "    else:",
            "        found = set_item(found, at, item)",
            "    at += 1",
            "return found",
        ]
    exec("\n".join(["def map_(function, items, captured):", *(f"    {line}" for line in body)]), scope)
    return scope["map_"]


# ---- states as long as the game has them


@overload(fitted)
def _fitted(likes, state):  # type: ignore[no-untyped-def]
    same = [record for record in records_in(likes) if record.instance_class is state.instance_class]
    for record in same:
        convert = _converted(record, state)
        if convert is not None:
            return lambda likes, state: convert(state)
    if same and _is_for_another_action(likes, same[0], state):
        return _unreached(likes, same[0])
    if any(kind in _records_of_games(likes) for kind in same):
        raise errors.TypingError(_misfit(same[0], state))
    return lambda likes, state: state


def _records_of_games(likes: Any) -> list[Any]:
    if isinstance(likes, types.BaseTuple):
        return [record for like in likes for record in _records_of_games(like)]
    return list(likes.records()) if hasattr(likes, "records") else []


def _is_for_another_action(likes: Any, record: Any, state: Any) -> bool:
    """Whether a state has a tuple where the game's have a number, or the reverse, in a game whose actions are
    now tuples and now numbers, and there is such a state among `likes`."""
    mixed = any(getattr(kind, "mixed", False) for kind in _parts(likes))
    return mixed and _path_to(likes, record) is not None and _differs_in_kind(record, state)


def _differs_in_kind(kind: Any, value: Any) -> bool:
    """Whether a value would be of a kind, if some tuples in it were numbers, or some numbers tuples."""
    if _converted(kind, value) is not None:
        return True
    numbers = types.Number, types.Boolean
    if isinstance(kind, types.BaseTuple) and isinstance(value, types.BaseTuple):
        return len(kind) == len(value) and all(map(_differs_in_kind, kind, value))
    return (isinstance(kind, numbers) and isinstance(value, types.BaseTuple)) or (
        isinstance(kind, types.BaseTuple) and isinstance(value, numbers)
    )


def _parts(kind: Any) -> Iterable[Any]:
    if not isinstance(kind, types.BaseTuple) or isinstance(kind, types.BaseNamedTuple):
        return [kind]
    return [part for each in kind for part in _parts(each)]


def _path_to(likes: Any, record: Any) -> str | None:
    """Where a state of this type is among `likes`, as an index; None where there is none."""
    for i, kind in enumerate(likes):
        if kind == record:
            return f"[{i}]"
        if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
            inner = _path_to(kind, record)
            if inner is not None:
                return f"[{i}]{inner}"
    return None


def _unreached(likes: Any, record: Any) -> Any:
    """What makes a state of an action of the wrong kind fails where it is reached."""
    scope: dict[str, Any] = {"reached": reached}
    why = f"{record.instance_class.__name__}(…) is given a tuple for a number, or a number for a tuple"
    exec(
        "def unreached(likes, state):\n"
        f"    if reached(): raise TypeError({why!r})\n"
        f"    return likes{_path_to(likes, record)}",
        scope,
    )
    return scope["unreached"]


def _misfit(record: Any, state: Any) -> str:
    """What two states of a game differ in, as `core.machine.reasons` reads it."""
    for field, kind, other in zip(record.fields, record, state):
        if _converted(kind, other) is None:
            return f"{record.instance_class.__name__}.{field} holds {kind} at first and {other} here"
    return "two kinds of states"


def records_in(kind: Any) -> list[Any]:
    """The types of `NamedTuple`s in a type, itself among them; of a game, those of its states."""
    if not isinstance(kind, types.BaseTuple):
        return list(kind.records()) if hasattr(kind, "records") else []
    own = [kind] if isinstance(kind, types.BaseNamedTuple) else []
    return own + [record for item in dict.fromkeys(kind) for record in records_in(item)]


def _identity(value):  # type: ignore[no-untyped-def]
    return value


def _converted(kind: Any, value: Any) -> Callable[[Any], Any] | None:
    """A function that makes a `kind` of a value; None where it cannot be one without loss."""
    if kind == value:
        return _identity
    if isinstance(kind, (types.Integer, types.Float, types.Boolean)):
        whole = isinstance(value, (types.Integer, types.Boolean, types.IntEnumMember))
        if isinstance(kind, types.Boolean) and not isinstance(value, types.Boolean):
            return None
        if not whole and not (isinstance(kind, types.Float) and isinstance(value, types.Float)):
            return None
        return lambda value: kind(value)  # `kind` is a type of Numba's: a cast
    if not isinstance(kind, types.BaseTuple):
        return None
    count, scope = len(kind), {"set_item": tuple_setitem}
    if isinstance(value, types.List):
        inside = [_converted(item, value.dtype) for item in kind]
        body = [
            f"    if len(value) != {count}:",
            f"        raise ValueError('a tuple of {count} items has another length')",
        ]
    elif isinstance(value, types.BaseTuple) and len(value) == count:
        inside = [_converted(item, given) for item, given in zip(kind, value)]
        body = []
    else:
        return None
    if None in inside:
        return None
    if isinstance(kind, types.UniTuple) and isinstance(value, types.List) and count > WRITTEN_OUT:
        scope["of_item"] = inside[0]
        body += [
            "    item = of_item(value[0])",
            f"    found = {_written(['item'] * count)}",
            f"    for at in range(1, {count}):",
            "        found = set_item(found, at, of_item(value[at]))",
        ]
    else:
        scope.update({f"of_{i}": function for i, function in enumerate(inside)})
        body.append(f"    found = {_written([f'of_{i}(value[{i}])' for i in range(count)])}")
    if isinstance(kind, types.BaseNamedTuple):
        scope["made"] = kind.instance_class
        body.append("    found = made(*found)")
    exec("\n".join(["def convert(value):", *body, "    return found"]), scope)
    return scope["convert"]


# ---- operators and methods that Numba lacks


@overload(operator.getitem)
def _slice(items, at):  # type: ignore[no-untyped-def]
    """A part of a tuple, of a length that only running tells."""
    if isinstance(items, types.UniTuple) and isinstance(at, types.SliceType):
        return lambda items, at: [items[i] for i in range(*at.indices(len(items)))]
    return None


def _is_list_beside_tuple(left: Any, right: Any) -> bool:
    kinds = types.List, types.UniTuple
    return isinstance(left, kinds) and isinstance(right, kinds) and type(left) is not type(right)


@overload(operator.add)
def _add(left, right):  # type: ignore[no-untyped-def]
    if not _is_list_beside_tuple(left, right):
        return None
    return lambda left, right: list(left) + list(right)


@overload(operator.mul)
def _times(items, count):  # type: ignore[no-untyped-def]
    if isinstance(items, types.UniTuple) and isinstance(count, types.Integer):
        return lambda items, count: list(items) * count
    return None


@overload(operator.eq)
def _equal(left, right):  # type: ignore[no-untyped-def]
    if not _is_list_beside_tuple(left, right):
        return None

    def equal(left, right):  # type: ignore[no-untyped-def]
        if len(left) != len(right):
            return False
        for i in range(len(left)):
            if left[i] != right[i]:
                return False
        return True

    return equal


@overload(operator.ne)
def _unequal(left, right):  # type: ignore[no-untyped-def]
    if not _is_list_beside_tuple(left, right):
        return None
    return lambda left, right: not operator.eq(left, right)


@overload(operator.not_)
def _not(items):  # type: ignore[no-untyped-def]
    if isinstance(items, (types.List, types.BaseTuple)):
        return lambda items: len(items) == 0
    return None


@overload_method(types.UniTuple, "count")
def _count(items, item):  # type: ignore[no-untyped-def]
    def count(items, item):  # type: ignore[no-untyped-def]
        found = 0
        for each in items:
            if each == item:
                found += 1
        return found

    return count

"""Methods of a game that call each other in a circle: `self.even` calls `self.odd`, which calls `self.even`.

Numba looks a method up anew at each call, and finds one that it is compiling already.  Functions by their
own names it knows: so methods of a circle call each other as functions (`core.machine.rewriting`).  A
generator or a property can be none of these, and the circle is named (`core.machine.reasons`).
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from halfmove.core.digest import is_memoised
from halfmove.core.machine.tree_pieces import is_name_of
from halfmove.core.syntax import parse_function

_PACKAGE = __name__.split(".")[0]


def plain_method(cls: type | None, name: str) -> FunctionType | None:
    """The method of this name, if it is a function that gives what it returns, and none of this package's
    own; None for anything else."""
    found = _function(cls, name, of_property=False)
    if found is None or inspect.isgeneratorfunction(found) or found.__module__.split(".")[0] == _PACKAGE:
        return None
    return found


def circle_of(cls: type | None, name: str, plain: bool) -> list[str]:
    """The methods on a shortest way by which a method calls itself through others, itself first; none, if
    there is no such way.  Of `plain` methods only, or of all, properties among them."""
    find = plain_method if plain else _function
    ways, seen = [[name]], set()
    for way in ways:
        for called in _called(cls, way[-1], find):
            if called == name and len(way) > 1:
                return way
            if called not in seen and called != name:
                seen.add(called)
                ways.append([*way, called])
    return []


def circle_around(function: FunctionType, constants: Mapping[str, Any]) -> set[str]:
    """The methods that call this one and are called by it, itself among them; none without a circle."""
    if "__circles__" not in constants:
        return set()
    own = plain_method(constants["__class__"], function.__name__)
    if own is None or own.__code__ is not function.__code__:
        return set()
    return members_of(constants["__class__"], function.__name__)


def members_of(cls: type | None, name: str) -> set[str]:
    """All plain methods that a method calls, through others, and that call it so; none without a circle."""
    if not circle_of(cls, name, plain=True):
        return set()
    after = _reached(cls, name)
    return {each for each in after if name in _reached(cls, each)}


def words_about(cls: type, plain: bool) -> str:
    """A circle of a class in words, such as "self.even calls self.odd, which calls self.even"; of `plain`
    methods, or one with a generator or a property in it.  "" where there is none."""
    for name in dir(cls):
        way = circle_of(cls, name, plain) if not name.startswith("__") else []
        strange = [(each, kind) for each in way if (kind := _kind(cls, each))]
        if way and bool(strange) is not plain:
            called = ", which calls ".join(f"self.{each}" for each in (*way[1:], name))
            why = "".join(f", and self.{each} is a {kind}" for each, kind in strange[:1])
            return f"self.{name} calls {called}{why}"
    return ""


def _kind(cls: type, name: str) -> str:
    """What a method is that is no plain one."""
    if isinstance(inspect.getattr_static(cls, name, None), property):
        return "property"
    return "generator" if inspect.isgeneratorfunction(_function(cls, name)) else ""


def _reached(cls: type | None, name: str) -> set[str]:
    waiting, seen = [name], set()
    while waiting:
        for called in _called(cls, waiting.pop(), plain_method):
            if called not in seen:
                seen.add(called)
                waiting.append(called)
    return seen


def _function(cls: type | None, name: str, of_property: bool = True) -> FunctionType | None:
    found: Any = inspect.getattr_static(cls, name, None) if cls else None
    found = found.__wrapped__ if is_memoised(found) else found
    found = found.fget if of_property and isinstance(found, property) else found
    return found if isinstance(found, FunctionType) else None


@cache
def _called(
    cls: type | None, name: str, find: Callable[[type | None, str], FunctionType | None]
) -> Iterable[str]:
    """The methods that a method names of its own object."""
    function = find(cls, name)
    if function is None:
        return []
    likely = [each for each in dict.fromkeys(_names(function.__code__)) if find(cls, each) is not None]
    own = _own_names(function.__code__) if likely else frozenset()
    return [each for each in likely if each in own]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


@cache
def _own_names(code: CodeType) -> frozenset[str]:
    """The attributes of its first parameter that a function reads."""
    text = parse_function(code)
    if text is None or not text.args.args:
        return frozenset()
    owner = text.args.args[0].arg
    attributes = (each for each in ast.walk(text) if isinstance(each, ast.Attribute))
    return frozenset(each.attr for each in attributes if is_name_of(each.value, owner))

"""What rules take from `itertools`, as lists: Numba has nothing of that module.

    product(a, b)          [(x, y) for x in a for y in b]
    combinations(a, 2)     [(a[i], a[j]) for i in … for j in …]: a loop for each place, all written out
    chain(a, b)            list(a) + list(b)

The number of loops stands in the text: it is the length of the tuples, which is part of their type.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import types
from numba.core import errors

from halfmove.core.machine import rows
from halfmove.core.machine.inner import overload
from halfmove.core.machine.tree_pieces import as_list

MOST_LOOPS = 8
"""Loops in each other that are written out."""
_STARTS = {
    itertools.combinations: "i{before} + 1",
    itertools.combinations_with_replacement: "i{before}",
    itertools.permutations: "0",
}
"""Where the loop for each place but the first begins."""

Constant = Callable[[ast.expr], Any]
Helper = Callable[[str, Any, ast.AST, list[ast.expr]], ast.expr]


def as_listed(call: ast.Call, called: Any, constant: Constant, helper: Helper) -> ast.expr | None:
    """A call of something of `itertools` as an expression that gives a list; None where there is none."""
    words = {word.arg: constant(word.value) for word in call.keywords}
    if any(isinstance(each, ast.Starred) for each in call.args) or not call.args:
        return None
    items = [as_list(each) for each in call.args]
    if called is itertools.chain and not words:
        return _sum([helper("cells", rows.cells, call, [each]) for each in items])
    if called == itertools.chain.from_iterable and len(items) == 1 and not words:
        return helper("flat", typed_flat, call, items)
    if called is itertools.pairwise and len(items) == 1 and not words:
        return helper("pairs", typed_pairs, call, items)
    if called is itertools.product:
        times = words.pop("repeat", 1)
        if words or type(times) is not int or not 0 < times * len(items) <= MOST_LOOPS:
            return None
        return _product(items * times)
    if called not in _STARTS or len(items) > 2 or not words.keys() <= {"r"}:
        return None
    length = constant(call.args[1]) if len(items) == 2 else words.get("r", 0)
    if type(length) is not int or not 0 <= length <= MOST_LOOPS:
        return None
    if length == 0 and called is not itertools.permutations:
        return None
    return helper(f"{called.__name__}_{length or 'all'}", picks(called, length), call, items[:1])


def _sum(parts: list[ast.expr]) -> ast.expr:
    total = parts[0]
    for part in parts[1:]:
        total = ast.BinOp(total, ast.Add(), part)
    return total


def _product(items: list[ast.expr]) -> ast.expr:
    names = [f"_hm_of_{i}" for i in range(len(items))]
    each = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
    loops = [
        ast.comprehension(ast.Name(name, ast.Store()), item, [], 0)
        for name, item in zip(names, items, strict=True)
    ]
    return ast.ListComp(each, loops)


def typed_flat(items: Any) -> list[Any]:
    """The items of all items."""
    return [each for inside in items for each in inside]


def typed_pairs(items: Any) -> list[Any]:
    """Each item but the last, with the next one."""
    return list(itertools.pairwise(items))


@overload(typed_flat)
def _flat(items):  # type: ignore[no-untyped-def]
    return lambda items: [each for inside in items for each in inside]


@overload(typed_pairs)
def _pairs(items):  # type: ignore[no-untyped-def]
    if isinstance(items, (types.BaseTuple, types.List)):
        return lambda items: [(items[i], items[i + 1]) for i in range(len(items) - 1)]
    return lambda items: typed_pairs(list(items))


@cache
def picks(called: Any, length: int) -> Any:
    """A function that gives what `called` of `itertools` does of items, by this length; 0: all of them."""

    def typed_picks(items):  # type: ignore[no-untyped-def]
        return list(called(items, length) if length else called(items))

    def machine(items):  # type: ignore[no-untyped-def]
        count = length or (len(items) if isinstance(items, types.BaseTuple) else 0)
        if not 0 < count <= MOST_LOOPS:
            raise errors.TypingError(f"no length of {called.__name__}")
        if isinstance(items, (types.BaseTuple, types.List)):
            return _loops(called, count)
        listed = picks(called, count)
        return lambda items: listed(list(items))

    overload(typed_picks)(machine)
    return typed_picks


def _loops(called: Any, length: int) -> Any:
    lines = ["def picked(items):", "found, count = [], len(items)", "for i0 in range(count):"]
    for i in range(1, length):
        start = _STARTS[called].format(before=i - 1)
        lines.append(f"{'    ' * i}for i{i} in range({start}, count):")
        if called is itertools.permutations:
            same = " or ".join(f"i{i} == i{j}" for j in range(i))
            lines.append(f"{'    ' * (i + 1)}if {same}: continue")
    picked = "".join(f"items[i{i}], " for i in range(length))
    lines += [f"{'    ' * length}found.append(({picked}))", "return found"]
    scope: dict[str, Any] = {}
    exec("\n    ".join(lines), scope)
    return scope["picked"]

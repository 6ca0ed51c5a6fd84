"""What people write in plain Python, as what Numba compiles.

Numba knows no generator expression that is called for, no tuple of a length that only running tells, no
`yield from`.  A function that has one of these is compiled from another text, made of its own: a generator
expression becomes a function with a loop, and what makes tuples goes through `core.machine.rows`, which
keeps their length where the types tell it.

    any(s.board[i] == p for i in line)         a function that loops over `line`, called with s and p
    tuple(e for x in s.board)                  rows.mapped: e of each, as many as s.board has
    tuple(cells), (*a, x, *b)                  rows.row, of a sum of its parts
    board[:i] + (x,) + board[i + 1:]           rows.replaced(board, i, x)
    s._replace(turn=1)                         State(s.board, 1)
    State(cells, 1)                            rows.fitted(…, State(cells, 1)): as long as in other states
    cells = list(s.board); cells[i] = x        cells = s.board; cells = rows.put(cells, i, x)
    yield from xs                              for x in xs: yield x
    match s.heap: case 0: …                    if s.heap == 0: … (core.machine.match_statements)

Lines keep their numbers.  Interpreted runs never see any of it.  This package's own rules and kernels are
written for machine code, and left as they are.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Mapping
from functools import partial
from types import CodeType, FunctionType
from typing import Any, NoReturn

from halfmove.core.machine.circles import circle_around, plain_method
from halfmove.core.machine.constants import frozen_global
from halfmove.core.machine.diagnose import refusal
from halfmove.core.machine.match_statements import write_out_matches
from halfmove.core.machine.mixed_actions import type_for_both
from halfmove.core.machine.writer import CIRCLE, ITSELF, Writer, name_in
from halfmove.core.syntax import compile_function, parse_function, strip_annotations

_PACKAGE = __name__.split(".")[0]


def rewrite(function: FunctionType, constants: Mapping[str, Any] | None = None) -> FunctionType:
    """The function as machine code is made of it: itself, where Numba knows all that it does."""
    circle = circle_around(function, constants or {})
    if not circle:
        twin = _rewritten(function, constants)
        if twin is None:
            return function
        return _door(twin, ITSELF) if ITSELF in twin.__globals__ else twin
    assert constants is not None
    known: dict[frozenset[str], dict[str, FunctionType]] = constants["__circles__"]
    key = frozenset(circle)
    if key not in known:
        methods = {name: plain_method(constants["__class__"], name) for name in circle}
        twins = {name: _rewritten(method, constants) for name, method in methods.items() if method}
        known[key] = {name: twin for name, twin in twins.items() if twin}
        for twin in known[key].values():
            twin.__globals__.update({CIRCLE + name: each for name, each in known[key].items()})
    found = known[key].get(function.__name__)
    return _door(found, CIRCLE + function.__name__) if found else function


def _rewritten(function: FunctionType, constants: Mapping[str, Any] | None) -> FunctionType | None:
    """The function made of another text; None where there is nothing to rewrite."""
    found = rewritten_text(function, constants)
    if found is None:
        return None
    text, scope = found
    code = function.__code__
    made = compile_function(text, code.co_filename, function.__qualname__, code.co_freevars)
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in made.co_freevars)
    twin = FunctionType(made, scope, function.__name__, function.__defaults__, closure)
    twin.__kwdefaults__, twin.__qualname__ = function.__kwdefaults__, function.__qualname__
    twin.__module__ = function.__module__
    if ITSELF in scope:
        scope[ITSELF] = twin
    return twin


def _door(function: FunctionType, own: str) -> FunctionType:
    """A function that only calls this one, by the name that it has in its own text.

    Numba knows that a function calls itself where both are one function of its: what it makes of a method is
    another than what it makes of that name.
    """
    parameters = inspect.signature(function).parameters.values()
    defaults = {f"default_{each.name}": each.default for each in parameters if each.default is not each.empty}
    written = [
        f"{each.replace(default=each.empty, annotation=each.empty)}"
        + (f"=default_{each.name}" if f"default_{each.name}" in defaults else "")
        for each in parameters
    ]
    passed = [f"*{each.name}" if each.kind is each.VAR_POSITIONAL else each.name for each in parameters]
    scope = {own: function, **defaults}
    exec(f"def door({', '.join(written)}): return {own}({', '.join(passed)})", scope)
    door: Any = scope["door"]
    return door  # type: ignore[no-any-return]


def rewritten_text(
    function: FunctionType, constants: Mapping[str, Any] | None = None
) -> tuple[ast.FunctionDef, dict[str, Any]] | None:
    """Its new syntax tree and what its global names mean; None where there is nothing to rewrite."""
    if function.__globals__.get("__name__", "").split(".")[0] == _PACKAGE:
        return None
    text = parse_function(function.__code__)
    if text is None:
        return None
    strip_annotations(text)
    scope = dict(function.__globals__)
    frozen = {name: value for name in _names(function.__code__) if (value := frozen_global(scope, name))}
    name = partial(name_in, scope)
    matched = write_out_matches(text, partial(_refuse, function), name)
    mixed = type_for_both(function, text, constants or {}, name)
    writer = Writer(function, text, scope, constants or {})
    written: ast.FunctionDef = writer.visit(text)
    if not (writer.changed or matched or mixed or frozen):
        return None
    scope.update(frozen)
    return written, scope


def _refuse(function: FunctionType, line: int, why: str) -> NoReturn:
    raise refusal(function, line, why)


def _names(code: CodeType) -> Iterable[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)

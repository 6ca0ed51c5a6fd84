"""A search run as plain Python, with the steps of its watcher written into its text.

Compiled, a watcher's short methods are part of the kernel's machine code.  Interpreted, each would be a call:
eight calls a node, which count and follow the best line, take several times what the textbook's own lines
take.  Here the same is done as by the compiler: in a kernel's syntax tree, `watch.descend(a)` is replaced
by the statement that stands for `descend` in a table (`Steps`), the kernel calls itself directly, and what a
watcher keeps is a variable, shared by the functions of one run.  Lines keep their numbers and files, so that
tracebacks, debuggers and coverage see the kernel that somebody wrote.

Only what is understood is rewritten: a search that does more with its watcher than call its methods and hand
it on, or whose text cannot be read, runs as it is.
"""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import CellType, CodeType, FunctionType
from typing import Any

from halfmove.core.compile import Kernel
from halfmove.core.syntax import compile_function, parse_function, strip_annotations
from halfmove.core.watch import Watcher

WATCH = "watch"
"""What every search calls its watcher."""


@dataclass(frozen=True, eq=False)
class Steps:
    """What a watcher does, as statements to stand in the place of its calls."""

    shared: tuple[str, ...]
    """The variables that all functions of one run share, and the caller reads; others are the node's own."""
    statements: Mapping[str, str]
    """For each method of `Watcher` the statements, which may name its parameters; one that is not here does
    nothing."""


class Run:
    """One run of a search with its watcher written in: `run.search`, called as the search itself; then
    `run[name]` is what a shared variable holds."""

    def __init__(self, parts: tuple[Part, ...], steps: Steps, starts: Mapping[str, Any]) -> None:
        self.cells = {name: CellType(starts.get(name)) for name in steps.shared}
        functions = [CellType() for _ in parts]
        for part, cell in zip(parts, functions, strict=True):
            known = self.cells | {variable: functions[number] for variable, number in part.calls.items()}
            free = tuple(known[name] for name in part.code.co_freevars)
            cell.cell_contents = FunctionType(part.code, part.function.__globals__, closure=free)
        self.search: Callable[..., Any] = functions[0].cell_contents

    def __getitem__(self, name: str) -> Any:
        return self.cells[name].cell_contents

    def __setitem__(self, name: str, value: Any) -> None:
        self.cells[name].cell_contents = value


def run(search: Any, steps: Steps, **starts: Any) -> Run | None:
    """A run of `search` that begins with these values of the shared variables; None where it cannot be."""
    parts = _parts(search, steps)
    return None if parts is None else Run(parts, steps, starts)


# ---- the functions of a search
@dataclass(frozen=True)
class Part:
    """One function, rewritten."""

    function: FunctionType
    code: CodeType
    calls: Mapping[str, int]
    """The functions that it calls: the number of each, by the variable that holds it."""


@lru_cache(maxsize=256)
def _parts(search: Any, steps: Steps) -> tuple[Part, ...] | None:
    """The search and all that it hands its watcher to."""
    functions, parts = [search], []
    for function in functions:  # grows
        part = _part(function, steps, functions)
        if part is None:
            return None
        parts.append(part)
    return tuple(parts)


def _part(search: Any, steps: Steps, functions: list[Any]) -> Part | None:
    function = search.python if isinstance(search, Kernel) else search
    if not isinstance(function, FunctionType) or function.__closure__ or function.__defaults__:
        return None
    text = parse_function(function.__code__)
    if text is None:
        return None
    strip_annotations(text)
    writer = _Writer(function, steps, functions)
    written: ast.FunctionDef = writer.visit(text)
    if writer.lost:
        return None
    stored = {
        each.id
        for each in ast.walk(written)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    shared = [name for name in steps.shared if name in stored]
    if shared:
        written.body.insert(0, ast.copy_location(ast.Nonlocal(names=shared), written))
    code = compile_function(
        written, function.__code__.co_filename, function.__qualname__, (*steps.shared, *writer.calls)
    )
    return Part(function, code, writer.calls)


class _Writer(ast.NodeTransformer):
    """Rewrites one function."""

    def __init__(self, function: FunctionType, steps: Steps, functions: list[Any]) -> None:
        self.scope, self.steps, self.functions = function.__globals__, steps, functions
        self.calls: dict[str, int] = {}
        self.lost = False
        """Whether something is done with the watcher that is not understood."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        method = call.func if isinstance(call, ast.Call) else None
        if isinstance(method, ast.Attribute) and _is_watch(method.value):
            assert isinstance(call, ast.Call)
            return self._statements(method.attr, call)
        return self.generic_visit(node)

    def _statements(self, method: str, call: ast.Call) -> list[ast.stmt]:
        """What stands for a call of one of the watcher's methods."""
        statements = ast.parse(self.steps.statements.get(method, "")).body
        arguments = dict(zip(_parameters(method), call.args, strict=True))
        self.lost = self.lost or bool(call.keywords)
        for statement in statements:
            for each in ast.walk(statement):
                ast.copy_location(each, call)
        return [_Filled(arguments).visit(statement) for statement in statements] or [
            ast.copy_location(ast.Pass(), call)
        ]

    def visit_Call(self, node: ast.Call) -> Any:
        """A function that is handed the watcher is called as it is rewritten."""
        told = any(_is_watch(argument) for argument in node.args)
        if not told:
            return self.generic_visit(node)
        called = self.scope.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if not isinstance(called, Kernel | FunctionType) or node.keywords:
            self.lost = True
            return node
        if called not in self.functions:
            self.functions.append(called)
        name = f"_{self.functions.index(called)}"
        self.calls[name] = self.functions.index(called)
        node.func = ast.copy_location(ast.Name(name, ast.Load()), node.func)
        node.args = [each if _is_watch(each) else self.visit(each) for each in node.args]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """`math.inf` stands in the code: Python would look it up twice at every node."""
        if isinstance(node.value, ast.Name) and self.scope.get(node.value.id) is math:
            number = getattr(math, node.attr, None)
            if isinstance(number, float):
                return ast.copy_location(ast.Constant(number), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        self.lost = self.lost or node.id == WATCH
        return node


class _Filled(ast.NodeTransformer):
    """Puts arguments in the place of parameters."""

    def __init__(self, arguments: Mapping[str, ast.expr]) -> None:
        self.arguments = arguments

    def visit_Name(self, node: ast.Name) -> Any:
        return self.arguments.get(node.id, node)


def _is_watch(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == WATCH


@cache
def _parameters(method: str) -> tuple[str, ...]:
    """The parameters of one of a watcher's methods, without `self`."""
    return tuple(inspect.signature(getattr(Watcher, method)).parameters)[1:]

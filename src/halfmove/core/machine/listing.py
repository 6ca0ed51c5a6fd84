"""Generators of actions turned into loops that write to a buffer.

Numba keeps the variables of a generator in memory and goes through all of them again for each action: some
30 ns, several times what finding the action costs.  `Game.list_actions` and its kin say in
Python what is meant; for machine code they are made here from the generator's own source, each `yield e`
becoming `out[at] = e; at += 1`, so that the rules are still written once.
"""

import ast
import dis
import inspect
import textwrap
from types import CodeType, FunctionType
from typing import Any

from halfmove.core.contract.hooks import listed

OUT, AT = "_out", "_at"
LISTED = listed()
"""The methods that list, and the generators they list."""


def listing(method: Any) -> Any:
    """A generator method as a function (self, state, out, at) that returns where it ended; None where its
    source cannot be had, is not what it was, or does more than yield actions one by one."""
    if not inspect.isgeneratorfunction(method) or method.__closure__:
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    except (OSError, TypeError, SyntaxError):
        return None
    (function,) = tree.body
    if not isinstance(function, ast.FunctionDef) or not _means(tree, method.__code__):
        return None
    rewriter = _Rewriter()
    body = [rewriter.visit(statement) for statement in function.body]
    if rewriter.lost:
        return None
    made = ast.parse(f"def {function.name}(): return {AT}")
    lister = made.body[0]
    assert isinstance(lister, ast.FunctionDef)
    lister.args = function.args
    for argument in (*function.args.args, *function.args.kwonlyargs):
        argument.annotation = None
    lister.args.args += [ast.arg(OUT), ast.arg(AT)]
    lister.args.defaults = []
    lister.body = [*_flat(body), *lister.body]
    scope: dict[str, Any] = {}
    code = compile(ast.fix_missing_locations(made), method.__code__.co_filename, "exec")
    exec(code, method.__globals__, scope)
    found: FunctionType = scope[function.name]
    return found


def _means(tree: ast.Module, code: CodeType) -> bool:
    """Whether a source still is that of a function: its file may have been edited since it was read."""
    compiled = compile(tree, code.co_filename, "exec", dont_inherit=True)
    return any(_steps(c) == _steps(code) for c in compiled.co_consts if isinstance(c, CodeType))


_CALLS = ("PUSH_NULL", "PRECALL", "CALL", "CACHE", "NOP", "EXTENDED_ARG")


def _steps(code: CodeType) -> list[tuple[str, Any]]:
    """What a function does, step by step, but for how it calls: Python calls a function of a module that was
    imported in the same source in another way, and here the import is not seen."""
    return [
        (
            "LOAD_ATTR" if step.opname == "LOAD_METHOD" else step.opname,
            None if step.opcode in dis.hasjrel or isinstance(step.argval, CodeType) else step.argval,
        )
        for step in dis.get_instructions(code)
        if step.opname not in _CALLS
    ]


def _flat(statements: list[Any]) -> list[ast.stmt]:
    return [one for s in statements for one in (s if isinstance(s, list) else [s])]


class _Rewriter(ast.NodeTransformer):
    """`yield e` as a statement becomes two; `lost` is set where a yield stands elsewhere."""

    lost = False

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return self.generic_visit(node)
        self.visit(node.value.value)
        store = ast.parse(f"{OUT}[{AT}] = 0\n{AT} += 1").body
        assert isinstance(store[0], ast.Assign)
        store[0].value = node.value.value
        return [ast.copy_location(s, node) for s in store]

    def visit_Return(self, node: ast.Return) -> Any:
        return ast.copy_location(ast.Return(ast.Name(AT, ast.Load())), node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        self.lost = True
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> Any:
        self.lost = True
        return node

    def _inner(self, node: Any) -> Any:
        return node  # a function of its own: its returns are not ours

    visit_FunctionDef = visit_Lambda = _inner

"""Generators of actions turned into loops that write to a buffer.

Numba keeps the variables of a generator in memory and goes through all of them again for each action: some
30 ns, several times what finding the action costs.  `Game.list_actions` and its kin say in
Python what is meant; for machine code they are made here from the generator's own source, each `yield e`
becoming `out[at] = e; at += 1`, so that the rules are still written once.
"""

import ast
import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from halfmove.core.contract.hooks import listed
from halfmove.core.machine.rewriting import rewritten_text
from halfmove.core.syntax import compile_function, parse_function, strip_annotations

OUT, AT = "_out", "_at"
LISTED = listed()
"""The methods that list, and the generators they list."""


def listing(method: Any, constants: Mapping[str, Any] | None = None) -> Any:
    """A generator method as a function (self, state, out, at) that returns where it ended; None where its
    source cannot be had, is not what it was, or does more than yield actions one by one."""
    if not inspect.isgeneratorfunction(method) or method.__closure__:
        return None
    code = method.__code__
    text, scope = rewritten_text(method, constants) or (parse_function(code), method.__globals__)
    if text is None:
        return None
    rewriter = _Rewriter()
    body = [rewriter.visit(statement) for statement in text.body]
    if rewriter.lost:
        return None
    strip_annotations(text)
    text.args.args += [ast.arg(OUT), ast.arg(AT)]
    text.args.defaults = []
    text.body = [*_flat(body), ast.Return(ast.Name(AT, ast.Load()))]
    return FunctionType(compile_function(text, code.co_filename, method.__qualname__), scope)


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

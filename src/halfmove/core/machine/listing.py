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
from halfmove.core.machine.tree_pieces import is_name_of
from halfmove.core.syntax import compile_function, parse_function, strip_annotations

OUT, AT = "_out", "_at"
LISTED = listed()
"""The methods that list, and the generators they list."""
LISTERS = {generator: lister for lister, generator in LISTED.items()}


def listing(method: Any, constants: Mapping[str, Any] | None = None) -> Any:
    """A generator method as a function (self, state, out, at) that returns where it ended; None where its
    source cannot be had, is not what it was, or does more than yield actions one by one."""
    if not inspect.isgeneratorfunction(method) or method.__closure__:
        return None
    code = method.__code__
    text, scope = rewritten_text(method, constants) or (parse_function(code), method.__globals__)
    if text is None:
        return None
    rewriter = _Rewriter(text.args.args[0].arg if text.args.args else "")
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


def _yields_all(node: Any) -> bool:
    """Whether a loop yields each action of a generator that can be listed, and does nothing else."""
    match node:
        case ast.For(
            target=ast.Name(id=name),
            iter=ast.Call(func=ast.Attribute(attr=attribute), keywords=[]),
            body=[ast.Expr(value=ast.Yield(value=ast.Name(id=found)))],
            orelse=[],
        ):
            return name == found and attribute in LISTERS
    return False


class _Rewriter(ast.NodeTransformer):
    """`yield e` as a statement becomes two; `lost` is set where a yield stands elsewhere."""

    lost = False

    def __init__(self, owner: str) -> None:
        self.owner = owner
        """The name of the game in the method."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return self.generic_visit(node)
        self.visit(node.value.value)
        store = ast.parse(f"{OUT}[{AT}] = 0\n{AT} += 1").body
        assert isinstance(store[0], ast.Assign)
        store[0].value = node.value.value
        return [ast.copy_location(s, node) for s in store]

    def visit_For(self, node: Any) -> Any:
        """A loop that yields all that another generator of the game does: that one is listed, too, since
        machine code of both would hold it twice."""
        if _yields_all(node) and is_name_of(node.iter.func.value, self.owner):
            given = [ast.unparse(each) for each in node.iter.args]
            lister = f"{self.owner}.{LISTERS[node.iter.func.attr]}"
            (listed,) = ast.parse(f"{AT} = {lister}({', '.join([*given, OUT, AT])})").body
            return ast.copy_location(listed, node)
        return self.generic_visit(node)

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

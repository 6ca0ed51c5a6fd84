"""Pieces of syntax trees: recognised, made, moved to a place, and the variables in them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

WITH_TEST: dict[type, str] = {ast.If: "test", ast.While: "test", ast.Return: "value", ast.Assign: "value"}
"""Statements with an expression that may name values, and where it stands."""


def named_at_once(node: Any) -> list[ast.NamedExpr]:
    """The values that are named wherever an expression is evaluated; none, if others are named besides."""
    if not isinstance(node, ast.AST):
        return []
    found: list[ast.NamedExpr] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.NamedExpr):
            found.append(each)
        elif isinstance(each, ast.BoolOp):
            waiting.append(each.values[0])
        elif isinstance(each, ast.IfExp):
            waiting.append(each.test)
        elif isinstance(each, ast.Compare):
            waiting += [each.left, each.comparators[0]]
        elif not isinstance(each, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp, ast.Lambda)):
            waiting += ast.iter_child_nodes(each)
    all_of_them = sum(isinstance(each, ast.NamedExpr) for each in ast.walk(node))
    return found if len(found) == all_of_them else []


class Unnamed(ast.NodeTransformer):
    """A name instead of each value that has been given one."""

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        return ast.copy_location(ast.Name(node.target.id, ast.Load()), node)


def placed(new: Any, old: Any) -> Any:
    """A new piece of a tree, at the place of an old one wherever it has none of its own."""
    for each in ast.walk(new):
        if "lineno" in each._attributes and not hasattr(each, "lineno"):
            ast.copy_location(each, old)
    return new


def fill_template(text: str, values: Mapping[str, ast.expr]) -> list[ast.stmt]:
    """Statements with expressions in the place of some names, and without places of their own."""

    class Filler(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> Any:
            return values.get(node.id, node)

    statements = ast.parse(text).body
    for each in (one for statement in statements for one in ast.walk(statement)):
        for attribute in each._attributes:
            each.__dict__.pop(attribute, None)
    return [Filler().visit(statement) for statement in statements]


def applied(function: ast.expr | None, item: ast.expr) -> ast.expr:
    """A function applied to an item: the body of a lambda, where it is one."""
    if function is None or (isinstance(function, ast.Constant) and function.value is None):
        return item
    if isinstance(function, ast.Lambda) and len(function.args.args) == 1:
        name = function.args.args[0].arg

        class Filler(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> Any:
                return item if node.id == name else node

        return Filler().visit(function.body)  # type: ignore[no-any-return]
    return ast.Call(function, [item], [])


def as_list(node: ast.expr) -> ast.expr:
    """A generator expression as a list."""
    if isinstance(node, ast.GeneratorExp):
        return ast.copy_location(ast.ListComp(node.elt, node.generators), node)
    return node


def is_generated(node: ast.expr) -> bool:
    """Whether it is a generator expression or a comprehension of a list."""
    return isinstance(node, (ast.GeneratorExp, ast.ListComp))


def is_name_of(node: ast.AST, name: str) -> bool:
    """Whether it is this name."""
    return isinstance(node, ast.Name) and node.id == name


def addends(node: ast.expr) -> list[Any]:
    """What is added up in an expression: the expression alone, where it is no sum."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*addends(node.left), *addends(node.right)]
    return [node]


def next_places(at: ast.expr) -> set[str]:
    """The ways to write the place after one."""
    one = ast.Constant(1)
    ways = {ast.dump(ast.BinOp(at, ast.Add(), one)), ast.dump(ast.BinOp(one, ast.Add(), at))}
    if isinstance(at, ast.Constant) and isinstance(at.value, int):
        ways.add(ast.dump(ast.Constant(at.value + 1)))
    return ways


def stored_names(node: ast.AST) -> Iterable[str]:
    """The names that get a value in a tree, as often as they do."""
    return (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def loaded_names(node: ast.AST) -> set[str]:
    """The names that are read in a tree."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def variables_of(text: ast.FunctionDef) -> set[str]:
    """The parameters and the variables of a function, without those of comprehensions in it."""
    arguments = text.args
    found = {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
    waiting: list[ast.AST] = list(text.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
            continue
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            found.update(n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
            continue
        elif isinstance(node, ast.Lambda):
            continue
        waiting.extend(ast.iter_child_nodes(node))
    return found

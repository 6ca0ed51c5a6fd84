"""Rules of games whose actions are tuples where players move at once, and numbers where nature or one player
moves alone.

    def result(self, s, a):
        if s.die == 0:
            return State(a, s.lead)             a number, as the rules know
        x, y = a                                a tuple, as the rules know
        return State(0, s.lead + x - y)

Machine code is made of such a text twice, with `a` of either kind, and each time half of it could not be
typed.  What asks for one kind goes through `core.machine.number_or_row`, which is typed for both and fails,
as Python does, where a value of the other kind comes to it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

from halfmove.core.contract.game import Game
from halfmove.core.contract.traits import Dynamics
from halfmove.core.machine import number_or_row
from halfmove.core.machine.diagnose import quoted_line
from halfmove.core.machine.tree_pieces import is_name_of, loaded_names, placed, variables_of

_OF_ROWS = ("enumerate", "sum", "zip", "len", "sorted", "list", "tuple", "reversed", "any", "all", "set")
_OF_NUMBERS = ("range", "divmod", "abs", "round", "int", "float", "bool")
_OF_EITHER = ("max", "min")
"""Of a row, if it is given alone."""
_SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


Name = Callable[[str, Any], str]
"""The name under which the text may call a function."""


_NUMBERS = (ast.Constant, ast.UnaryOp, ast.BinOp)
"""Expressions that are numbers, as far as a rule uses an action beside them."""


def has_mixed_actions(cls: type[Game] | None) -> bool:
    """Whether actions of a class of games are tuples in some states and numbers in others."""
    return cls is not None and cls.dynamics == Dynamics.SIMULTANEOUS and cls.actions is not Game.actions


def type_for_both(
    function: FunctionType, text: ast.FunctionDef, constants: Mapping[str, Any], name: Name
) -> bool:
    """Let each use of a parameter of a rule be typed for a number and for a tuple; whether there was any."""
    cls = constants.get("__class__")
    branches = any(isinstance(each, (ast.If, ast.IfExp, ast.BoolOp)) for each in ast.walk(text))
    if cls is None or not has_mixed_actions(cls) or not branches:
        return False
    writer = _Uses(function, text, int(constants.get("players", cls.players)), name)
    text.body = [writer.visit(each) for each in text.body]
    return writer.changed


class _Uses(ast.NodeTransformer):
    def __init__(self, function: FunctionType, text: ast.FunctionDef, players: int, name: Name) -> None:
        self.function, self.players, self.name = function, players, name
        self.changed = False
        self.known = set(dir(builtins)) - variables_of(text)
        self.actions = {each.arg for each in text.args.args[1:]}
        self._add_copies(text)
        self.actions -= set(_asked_for(text))

    def _add_copies(self, text: ast.FunctionDef) -> None:
        """Variables that are nothing but a parameter by another name."""
        for each in ast.walk(text):
            if isinstance(each, ast.Assign) and self._is_action(each.value):
                self.actions |= {target.id for target in each.targets if isinstance(target, ast.Name)}

    def _is_action(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.actions

    def _why(self, node: Any, kind: str, other: str) -> str:
        place = quoted_line(self.function.__code__.co_filename, node.lineno)
        own = self.function.__qualname__
        return f"{own} {place} takes '{ast.unparse(node)}' for {kind}, and it is {other}"

    def _row(self, node: ast.expr, count: int = 0) -> ast.expr:
        """What is taken for a row; of an expression that is none of the actions, itself."""
        if not self._is_action(node):
            return node
        helper = number_or_row.as_row(count or self.players, self._why(node, "a tuple", "a number"))
        return self._call("_hm_as_row", helper, node, [node])

    def _number(self, node: ast.expr) -> ast.expr:
        if not self._is_action(node):
            return node
        helper = number_or_row.as_number(self._why(node, "a number", "a tuple"))
        return self._call("_hm_as_number", helper, node, [node])

    def _call(self, name: str, helper: Any, node: ast.AST, arguments: list[ast.expr]) -> ast.expr:
        self.changed = True
        called = ast.Name(self.name(name, helper), ast.Load())
        return placed(ast.Call(called, arguments, []), node)  # type: ignore[no-any-return]

    def visit_Assign(self, node: ast.Assign) -> Any:
        node.value = self._unpacked(node.targets[0], node.value)
        return self.generic_visit(node)

    def _unpacked(self, target: ast.expr, value: ast.expr) -> ast.expr:
        """A value as its target takes it, and the values of a tuple as theirs do."""
        if not isinstance(target, (ast.Tuple, ast.List)):
            return value
        stars = any(isinstance(each, ast.Starred) for each in target.elts)
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) and not stars:
            value.elts = [self._unpacked(*pair) for pair in zip(target.elts, value.elts, strict=True)]
        return self._row(value, 0 if stars else len(target.elts))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.target, ast.Name) and type(node.op) in _SIGNS and self._is_action(node.value):
            before = placed(ast.Name(node.target.id, ast.Load()), node)
            changed = placed(ast.Assign([node.target], ast.BinOp(before, node.op, node.value)), node)
            return self.generic_visit(changed)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.ctx, ast.Load):
            node.value = self._row(node.value)
        node.slice = self._number(node.slice)
        return self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> Any:
        for name in ("lower", "upper", "step"):
            if getattr(node, name) is not None:
                setattr(node, name, self._number(getattr(node, name)))
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._row(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._row(node.iter)
        return self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> Any:
        node.value = self._row(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        own = node.func.id if isinstance(node.func, ast.Name) and node.func.id in self.known else ""
        if own in _OF_ROWS or (own in _OF_EITHER and len(node.args) == 1):
            node.args = [self._row(each) for each in node.args]
        elif own in _OF_NUMBERS or own in _OF_EITHER:
            node.args = [self._number(each) for each in node.args]
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if not isinstance(node.op, ast.Not):
            node.operand = self._number(node.operand)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """`a if … else -1` is a number either way."""
        if isinstance(node.body, _NUMBERS):
            node.orelse = self._number(node.orelse)
        if isinstance(node.orelse, _NUMBERS):
            node.body = self._number(node.body)
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        return self._operation(node, node.left, node.op, node.right)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) > 1:
            return self.generic_visit(node)
        return self._operation(node, node.left, node.ops[0], node.comparators[0])

    def _operation(self, node: ast.expr, left: ast.expr, sign: ast.AST, right: ast.expr) -> Any:
        used = next((each for each in (left, right) if self._is_action(each)), None)
        if used is None or type(sign) not in _SIGNS:
            return self.generic_visit(node)
        why = self._why(used, "a number", "a tuple")
        helper = number_or_row.operation(_SIGNS[type(sign)], why)
        return self._call("_hm_operation", helper, node, [self.visit(left), self.visit(right)])


def _asked_for(text: ast.FunctionDef) -> Iterator[str]:
    """The variables that the text itself asks for their kind."""
    for each in ast.walk(text):
        if isinstance(each, ast.Call) and is_name_of(each.func, "isinstance") and each.args:
            yield from loaded_names(each.args[0])

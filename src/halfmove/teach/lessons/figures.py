"""What the text says of the runs: `{{ab.evaluations}}` is a figure of the block named `ab`.

Between the braces is a sum of such figures and numbers, with + - * / // ** and brackets, or `round(…, n)`;
a figure that is no number (a move, a list of leaves) stands alone.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.naming import figure

REFERENCE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
Facts = Mapping[str, Mapping[str, Any]]
LONGEST, HIGHEST = 200, 64
"""Letters of a reference, and the largest exponent."""

_SUMS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}


def filled(text: str, facts: Facts, *, escape: bool = False) -> str:
    """The text with its references replaced; `escape`: as Markdown takes the words literally."""

    def said(found: re.Match[str]) -> str:
        word = spoken(value(found[1], facts))
        return re.sub(r"([\\`*_{}\[\]<>|#~])", r"\\\1", word) if escape else word

    return REFERENCE.sub(said, text)


def spoken(found: Any) -> str:
    """A figure as the text has it: 7, 2.5, 1,048,576, a1."""
    if isinstance(found, bool) or not isinstance(found, (int, float, tuple)):
        return str(found)
    if isinstance(found, tuple):
        return f"({', '.join(map(figure, found))})"
    if isinstance(found, float) and found.is_integer() and abs(found) < 1e15:
        found = int(found)
    return f"{found:,}".replace("-", "−") if isinstance(found, int) else figure(found)


def value(expression: str, facts: Facts) -> Any:
    """What stands between the braces; `BadInput` says what is unknown."""
    text = expression.strip()
    if len(text) > LONGEST:
        raise BadInput(f"A figure between braces has at most {LONGEST} letters.")
    try:
        tree = ast.parse(text, mode="eval").body
        return _value(tree, text, facts)
    except BadInput:
        raise
    except (SyntaxError, ValueError, RecursionError):
        raise BadInput(f"'{{{{{text}}}}}' is no figure; one is written {{{{name.figure}}}}.") from None
    except (ZeroDivisionError, OverflowError):
        raise BadInput(f"'{{{{{text}}}}}' has no value.") from None


def _value(node: ast.expr, text: str, facts: Facts) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _known(node.value.id, node.attr, facts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_number(node.operand, text, facts)
    if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
        left, right = (_number(side, text, facts) for side in (node.left, node.right))
        if isinstance(node.op, ast.Pow) and not 0 <= right <= HIGHEST:
            raise BadInput(f"An exponent is a number from 0 to {HIGHEST}, in '{{{{{text}}}}}'.")
        return _SUMS[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round":
        arguments = [_number(side, text, facts) for side in node.args]
        if len(arguments) in (1, 2) and not node.keywords:
            return round(arguments[0], int(arguments[1]) if len(arguments) == 2 else None)
    raise BadInput(f"'{{{{{text}}}}}' is no figure; one is written {{{{name.figure}}}}.")


def _number(node: ast.expr, text: str, facts: Facts) -> Any:
    found = _value(node, text, facts)
    if isinstance(found, bool) or not isinstance(found, (int, float)):
        raise BadInput(f"'{{{{{text}}}}}' computes with '{spoken(found)}', which is no number.")
    return found


def _known(name: str, key: str, facts: Facts) -> Any:
    if name not in facts:
        there = ", ".join(sorted(facts)) or "none"
        raise BadInput(f"There is no block named '{name}' in this lesson; there are: {there}.")
    if key not in facts[name]:
        raise BadInput(f"The block '{name}' has no figure '{key}'; it has: {', '.join(facts[name])}.")
    return facts[name][key]

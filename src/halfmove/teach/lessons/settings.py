"""What stands inside a fenced block: settings, one a line, then perhaps text of its own.

    ```search ab
    tree: fig-5-2
    algorithm: alphabeta

    (after an empty line: a tree, or a question's text)
    ```

A block whose first line is no `key: value` is text from its first line on.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.naming import figure

_SETTING = re.compile(r"([a-z][a-z-]*):(?:[ \t]+(.*))?$")


class LessonError(BadInput):
    """What is wrong, and on which line of the lesson."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


@dataclass(frozen=True)
class Block:
    """A fenced block as it was written."""

    kind: str
    name: str
    """The second word after the fence; empty without one."""
    line: int
    """Of the fence, from 1."""
    settings: dict[str, str]
    lines: dict[str, int]
    """Of each setting."""
    body: str
    body_line: int

    def get(self, key: str, usual: str = "") -> str:
        """A setting's text, or what is usual."""
        return self.settings.get(key, usual)

    def wrong(self, sentence: str, key: str = "") -> LessonError:
        """The error that says what is wrong with a setting, or with the block."""
        return LessonError(self.lines.get(key, self.line), sentence)

    def know(self, keys: Collection[str], *, body: bool = False) -> None:
        """`LessonError` for a setting that is not one of `keys`, and for text where there is to be none."""
        for key in self.settings:
            if key not in keys:
                raise self.wrong(
                    f"A block '{self.kind}' has no setting '{key}'; it has: {', '.join(sorted(keys))}.", key
                )
        if self.body.strip() and not body:
            raise LessonError(
                self.body_line, f"A block '{self.kind}' has settings only, each on a line as key: value."
            )

    def number(self, key: str, least: int, most: int) -> int | None:
        """A whole number; None where it is not set."""
        text = self.get(key)
        if not text:
            return None
        if not re.fullmatch(r"-?\d{1,9}", text) or not least <= int(text) <= most:
            raise self.wrong(f"'{key}' is a whole number from {least} to {most:,}, not '{text[:40]}'.", key)
        return int(text)

    def yes(self, key: str, usual: bool) -> bool:
        """A choice of yes and no."""
        text = self.get(key, "yes" if usual else "no")
        if text not in ("yes", "no"):
            raise self.wrong(f"'{key}' is yes or no, not '{text[:40]}'.", key)
        return text == "yes"


def block(kind: str, name: str, line: int, content: str) -> Block:
    """The block that begins with a fence on `line` and has this content."""
    rows = content.split("\n")
    settings: dict[str, str] = {}
    lines: dict[str, int] = {}
    at = 0
    while at < len(rows) and (found := _SETTING.match(rows[at])):
        key, value = found[1], (found[2] or "").strip()
        if key in settings:
            raise LessonError(line + 1 + at, f"The setting '{key}' is there twice.")
        settings[key], lines[key] = value, line + 1 + at
        at += 1
    if settings and at < len(rows) and rows[at].strip():
        raise LessonError(
            line + 1 + at,
            f"After the settings of a block '{kind}' comes an empty line or its end, not '{rows[at][:40]}'.",
        )
    while at < len(rows) and not rows[at].strip():
        at += 1
    return Block(kind, name, line, settings, lines, "\n".join(rows[at:]).rstrip(), line + 1 + at)


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


def fill_references(text: str, facts: Facts, *, escape: bool = False) -> str:
    """The text with its references replaced; `escape`: as Markdown takes the words literally."""

    def said(found: re.Match[str]) -> str:
        word = format_value(value(found[1], facts))
        return re.sub(r"([\\`*_{}\[\]<>|#~])", r"\\\1", word) if escape else word

    return REFERENCE.sub(said, text)


def format_value(found: Any) -> str:
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
        raise BadInput(f"'{{{{{text}}}}}' computes with '{format_value(found)}', which is no number.")
    return found


def _known(name: str, key: str, facts: Facts) -> Any:
    if name not in facts:
        there = ", ".join(sorted(facts)) or "none"
        raise BadInput(f"There is no block named '{name}' in this lesson; there are: {there}.")
    if key not in facts[name]:
        raise BadInput(f"The block '{name}' has no figure '{key}'; it has: {', '.join(facts[name])}.")
    return facts[name][key]

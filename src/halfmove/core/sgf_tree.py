"""SGF's syntax: a tree of nodes with properties, every value kept as it stands (Hollosi, FF[4], 2006).

(;SZ[9]PB[Ann]KM[6.5]        the root: what is known of the game
  ;B[ee]C[a comment]         nodes one after the other
  (;W[cc];B[gc])             the main continuation
  (;W[gg]LB[cc:A][gc:B]))    and another: a property may have several values
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from halfmove.core.errors import BadInput

WIDTH = 78
"""Letters after which a line is broken before the next node."""
VALUE = re.compile(r"[^\\\]]*(?:\\.[^\\\]]*)*", re.DOTALL)
"""A value as it is written."""
_TOKEN = re.compile(
    rf"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?=\[)|\[(?P<value>{VALUE.pattern})\]|(?P<wrong>\S))",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_ENDS = re.compile(r"\r\n|\n\r|\r")


class Part(NamedTuple):
    """The text of one game of a collection."""

    line: int
    """The number of its first line, from 1."""
    text: str


@dataclass(eq=False, slots=True)
class Node:
    """A node; values are as they are written, escapes and all."""

    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    """The main continuation first."""
    properties: dict[str, list[str]] = field(default_factory=dict)
    line: int = 0
    """Where it stands in its file."""

    def child(self) -> Node:
        """A new child, after the others."""
        made = Node(self, line=self.line)
        self.children.append(made)
        return made

    def raw(self, name: str) -> str:
        """The first value as it is written; nothing where the property is not there."""
        return self.properties.get(name, [""])[0]

    def text(self, name: str) -> str:
        """The first value as text."""
        return unescaped(self.raw(name))

    def put(self, name: str, text: str) -> None:
        """One value, a text."""
        self.properties[name] = [escaped(text)]

    def below(self) -> Iterator[Node]:
        """All nodes that come after it."""
        waiting = list(self.children)
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children

    def main_line(self) -> Iterator[Node]:
        """This node and the main continuations."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


def escaped(text: str) -> str:
    """A text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescaped(raw: str) -> str:
    """The text that a value is, with plain ends of lines; an end of line that is escaped is none."""
    plain = _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], raw)
    return _ENDS.sub("\n", plain)


def parts(text: str) -> Iterator[Part]:
    """The games of a collection, by their brackets; `BadInput` for one that is not closed."""
    depth, start, inside, number, at = 0, 0, False, 1, 0
    line, counted = 1, 0
    while at < len(text):
        c = text[at]
        if inside:
            if c == "\\":
                at += 1
            inside = c != "]"
        elif c == "[" and depth:
            inside = True
        elif c == "(":
            start = start if depth else at
            depth += 1
        elif c == ")" and depth:
            depth -= 1
            if depth == 0:
                line += text.count("\n", counted, start)
                counted = start
                yield Part(line, text[start : at + 1])
                number += 1
        at += 1
    if depth:
        raise BadInput(f"game {number}: it is cut off; a bracket is not closed.")


def tree(part: Part) -> Node:
    """The root of a game; `BadInput` says in which line it is no SGF."""
    root: Node | None = None
    node: Node | None = None
    name = ""
    branches: list[Node | None] = []
    line, counted = part.line, 0
    for found in _TOKEN.finditer(part.text):
        line += part.text.count("\n", counted, found.start(found.lastgroup or 0))
        counted = found.start(found.lastgroup or 0)
        match found.lastgroup:
            case "sign" if found["sign"] == ";" and branches:
                if node is None:
                    if root is not None:
                        raise BadInput(f"line {line}: there is a second root.")
                    root = node = Node(line=line)
                else:
                    node = node.child()
                    node.line = line
                name = ""
            case "sign" if found["sign"] == "(":
                branches.append(node)
            case "sign" if found["sign"] == ")" and branches:
                node, name = branches.pop(), ""
            case "name" if node is not None:
                name = re.sub("[a-z]", "", found["name"]) or found["name"].upper()
                node.properties.setdefault(name, [])
            case "value" if node is not None and name:
                node.properties[name].append(found["value"])
            case _:
                raise BadInput(f"line {line}: '{found[0].strip()[:20]}' stands where no SGF has it.")
    if root is None:
        raise BadInput(f"line {part.line}: it is no SGF; a game begins with (; and its properties.")
    return root


def written(node: Node) -> str:
    """A node with all below it, in brackets."""
    out: list[str] = []
    column = 0
    waiting: list[Node | str] = [")", node, "("]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            word, after = item, []
        else:
            word, after = ";" + "".join(_property(*pair) for pair in item.properties.items()), item.children
        if column and column + len(word) > WIDTH and word != ")":
            out.append("\n")
            column = 0
        out.append(word)
        column = len(word) - word.rfind("\n") - 1 if "\n" in word else column + len(word)
        if len(after) == 1:
            waiting.append(after[0])
        else:
            for child in reversed(after):
                waiting += [")", child, "("]
    return "".join(out)


def _property(name: str, values: list[str]) -> str:
    return name + "".join(f"[{value}]" for value in values)

"""SGF's syntax: a tree of nodes with properties, every value kept as it stands (Hollosi, FF[4], 2006).

(;SZ[9]PB[Ann]KM[6.5]        the root: what is known of the game
  ;B[ee]C[a comment]         nodes one after the other
  (;W[cc];B[gc])             the main continuation
  (;W[gg]LB[cc:A][gc:B]))    and another: a property may have several values
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from halfmove.core.errors import BadInput
from halfmove.core.sgf_charset import Piece, pieces_of

WIDTH = 78
"""Letters after which a line is broken before the next node."""
VALUE = re.compile(r"[^\\\]]*(?:\\.[^\\\]]*)*", re.DOTALL)
"""A value as it is written."""
_TOKEN = re.compile(
    rf"[\s\ufeff]*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)\s*(?=\[)|\[(?P<value>{VALUE.pattern})\]"
    r"|(?P<wrong>[^\s\ufeff]))",
    re.DOTALL,
)
_START = re.compile(r"\(\s*(?:;|[A-Z]{1,2}\s*\[)")
"""How a game begins; in files of some servers its root has no semicolon."""
_SIGN = re.compile(rf"[()]|\[{VALUE.pattern}\]", re.DOTALL)
_ROOT = re.compile(r"\(\s*;\s*(?:GM|FF)\s*\[")
_ROOT_IN_VALUE = re.compile(r"[\r\n]\s*(\(\s*;\s*(?:GM|FF)\s*\[\s*\d+\s*\])")
"""The next game in a value that is not closed."""
_NEXT_ROOT = re.compile(r"[\r\n]\s*(\(\s*;\s*(?:GM|FF|CA|SZ|AP|US|EV|GN|PB|PW|DT|KM|HA|RU|RE|SO)\s*\[)")
"""How a game begins behind one that is not closed."""
_REST = re.compile(r"([^\[\]();\\]*)\]")
"""What is left of a value behind a bracket in it that was not escaped."""
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_ENDS = re.compile(r"\r\n|\n\r|\r")

MARKS = {1: ("TE", "1"), 2: ("BM", "1"), 3: ("TE", "2"), 4: ("BM", "2"), 5: ("IT", ""), 6: ("DO", "")}
"""PGN's glyphs ! ? !! ?? !? ?! as SGF has them: tesuji, bad move, interesting, doubtful."""

Repair = Callable[[str], None]
"""Told in a sentence what is repaired in reading; raises `BadInput` with it where that is refused."""


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
        return unescape(self.raw(name))

    @property
    def nags(self) -> tuple[int, ...]:
        """How its move is judged, by PGN's glyphs: 1 to 6 are ! ? !! ?? !? ?!."""
        return tuple(
            glyph
            for glyph, (name, value) in MARKS.items()
            if name in self.properties and (value != "2") == (self.raw(name) != "2")
        )

    def put(self, name: str, text: str) -> None:
        """One value, a text."""
        self.properties[name] = [escape(text)]

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


def escape(text: str) -> str:
    """A text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescape(raw: str) -> str:
    """The text that a value is, with plain ends of lines; an end of line that is escaped is none."""
    plain = _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], raw)
    return _ENDS.sub("\n", plain)


def parts(text: str, line: int = 1) -> Iterator[Part]:
    """The games of a collection, which begins in a line; what stands between them is none.

    A game whose brackets do not close ends where the next begins, and its text is no tree.
    """
    at = counted = 0
    while (start := _START.search(text, at)) is not None:
        begin = start.start()
        end = _end(text, begin)
        line += text.count("\n", counted, begin)
        counted = begin
        yield Part(line, text[begin:end])
        at = end


def collection(text: str) -> Iterator[tuple[int, Part, Piece]]:
    """The games of a text by their numbers, each with the piece of its file that it stands in."""
    line, number = 1, 0
    for piece in pieces_of(text):
        for part in parts(piece.text, line):
            number += 1
            yield number, part, piece
        line += piece.text.count("\n")


def with_place(number: int, line: int, error: BadInput) -> BadInput:
    """What is wrong with a game, with its number and line: the game's own, where the error has none."""
    found = re.match(r"line (\d+): ", str(error))
    sentence = str(error)[found.end() :] if found else str(error)
    return BadInput(f"game {number} (line {found[1] if found else line}): {sentence}")


def _end(text: str, begin: int) -> int:
    """Where a game ends that begins at a place."""
    depth = 0
    for found in _SIGN.finditer(text, begin):
        sign = text[found.start()]
        if sign == ")":
            depth -= 1
            if depth == 0:
                return found.end()
        elif sign == "(":
            if depth and _ROOT.match(text, found.start()):
                return found.start()
            depth += 1
        elif "(" in found[0] and (root := _ROOT_IN_VALUE.search(found[0])) is not None:
            return found.start() + root.start(1)
    root = _NEXT_ROOT.search(text, begin + 1)
    return len(text) if root is None else root.start(1)


def tree(part: Part, repair: Repair | None = None) -> Node:
    """The root of a game; `BadInput` says in which line it is no SGF.  `repair` is told of what is read
    though no SGF has it so; without it that is no SGF either."""
    root: Node | None = None
    node: Node | None = None
    name = last = ""
    branches: list[Node | None] = []
    line, counted, read = part.line, 0, 0
    text = part.text

    def line_of(at: int) -> int:
        return line + text.count("\n", counted, at)

    for found in _TOKEN.finditer(text):
        kind = found.lastgroup
        if kind == "value" and node is not None and name:
            node.properties[name].append(found["value"])
            last = name
            continue
        if kind == "name" and node is None and root is None and branches and repair is not None:
            repair(f"line {line_of(found.start(kind))}: its root has no semicolon.")
            root = node = Node(line=line_of(found.start(kind)))
        if kind == "name" and node is not None:
            name = found["name"] if found["name"].isupper() else _capitals(found["name"])
            node.properties.setdefault(name, [])
            continue
        at = found.start(kind or 0)
        if at < read:
            continue
        line, counted = line_of(at), at
        sign = text[at] if kind == "sign" else ""
        if sign == ";" and branches:
            if node is None:
                if root is not None:
                    raise BadInput(f"line {line}: there is a second root.")
                root = node = Node(line=line)
            else:
                node = node.child()
                node.line = line
            name = last = ""
        elif sign == "(":
            branches.append(node)
        elif sign == ")" and branches:
            node, name, last = branches.pop(), "", ""
        elif text[at] == "[":
            raise BadInput(f"line {line}: it is cut off; a bracket is not closed.")
        elif last and node is not None and repair is not None and (rest := _REST.match(text, at)) is not None:
            repair(f"line {line}: a ']' in its {last} stands without a backslash.")
            node.properties[last][-1] += f"\\]{rest[1]}"
            read = rest.end()
        else:
            raise BadInput(f"line {line}: '{found[0].strip()[:20]}' stands where no SGF has it.")
    if branches:
        raise BadInput(f"line {line}: it is cut off; a bracket is not closed.")
    if root is None:
        raise BadInput(f"line {part.line}: it is no SGF; a game begins with (; and its properties.")
    return root


def _capitals(name: str) -> str:
    """The name of a property, of which older files write small letters too: `CoPyright`."""
    return re.sub("[a-z]", "", name) or name.upper()


def write_node(node: Node) -> str:
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

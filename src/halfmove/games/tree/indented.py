r"""The indented text form: a node a line, indented deeper than the node it stands under.

    # Russell and Norvig, 4th ed., fig. 5.2
    MAX A
      a1: MIN B
        b1: 3
        b2: 12
        b3: 8
      a2: MIN C [2, 4, 6]
      a3: MIN D [14, 5, 2]

A line is `[edge:] node`, of which all parts may be left out but what makes it a leaf or an inner node:

    node  =  [player] [name] [= value] [brackets]
    edge  =  [action] [probability] [!]

    player       MAX, MIN, CHANCE or player 2, in small letters or large; without it, whose turn it is
    name         one or more words
    value        3, -0.5, ∞ or -inf; (1, 2, 3) for several players: a leaf's payoff, an inner node's
                 evaluation; a line that is a number and nothing else is a value
    brackets     the children in the form of `notation`, such as [3, 12, 8] or {b1: 3, b2: [4, 5]}
    action       what the move that leads here is called; without any, children are numbered from 0
    probability  of an outcome of chance: 1/3, 0.25 or 25%; without any, all are equally likely
    !            the move is forcing: a quiescence search still looks at it

Whatever would mean something else (a name that is a number or has a colon in it) stands in quotation marks,
with JSON's escapes.  From a # at the beginning of a word to the end of the line is a comment.  Indentation is
blanks or tabs, as much as one likes, the same for all children of a node.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.tree.notation import Notation, Written, place_of
from halfmove.games.tree.numerals import parse_number, parse_probability, parse_value
from halfmove.games.tree.quoting import cut

_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|["\[{:=]|(?:(?<=\s)|\A)\#')
PLAYER = re.compile(r"(max|min(?:\s+[1-9][0-9]{0,2})?|chance|player\s+[0-9]{1,3})(?:\s+|\Z)", re.IGNORECASE)
_MISSING = object()


@dataclass(slots=True)
class _Line:
    """One node as it was written."""

    at: int
    """The offset of its first character."""
    indent: str
    edge: str | None
    label: str = ""
    chance: str = ""
    forcing: bool = False
    player: str = ""
    name: str = ""
    value: Any = _MISSING
    value_at: int = 0
    inline: Any = _MISSING
    children: list[_Line] = field(default_factory=list)
    spec: Any = None


class _Reader:
    def __init__(self, text: str, what: str, root_by_chance: bool) -> None:
        self.text, self.what, self.root_by_chance = text, what, root_by_chance
        self.places: dict[int, dict[Any, int]] = {}
        self.root: _Line | None = None

    def fail(self, at: int, message: str) -> BadInput:
        return BadInput(f"{place_of(self.what, self.text, at)}: {message}.")

    def read(self) -> Written:
        lines = self.lines()
        for line in reversed(lines):  # children stand below their parents
            self.finish(line)
        return Written(lines[0].spec, self.what, self.text, lines[0].at, self.places)

    # ---- lines, and which stands under which
    def lines(self) -> list[_Line]:
        found: list[_Line] = []
        above: list[_Line] = []
        offset = 0
        for raw in self.text.split("\n"):
            content = raw.strip()
            if content and content[0] != "#":
                at = offset + len(raw) - len(raw.lstrip())
                line = self.line(raw, at, offset + len(raw.rstrip()), offset)
                self.attach(line, above, found)
                found.append(line)
            offset += len(raw) + 1
        if not found:
            raise BadInput(f"In {self.what} there is no node, only comments and empty lines.")
        return found

    def attach(self, line: _Line, above: list[_Line], found: list[_Line]) -> None:
        """Put a line under the last one that is indented less; `above` is the way down to the last line."""
        while above and not _deeper(line.indent, above[-1].indent):
            last = above.pop()
            if last.indent != line.indent and not last.indent.startswith(line.indent):
                raise self.fail(
                    line.at, "the indentation mixes tabs and blanks, so that nobody can say how deep it is"
                )
        if not above:
            if found:
                raise self.fail(
                    line.at,
                    "this would be a second root; all nodes but the first are indented under another",
                )
            if line.edge is not None:
                raise self.fail(line.at, "the root has no action that leads to it, so no colon either")
            self.root = line
        else:
            parent = above[-1]
            if parent.children and parent.children[0].indent != line.indent:
                raise self.fail(
                    line.at, "this line is indented neither like the nodes above it nor under one of them"
                )
            if parent.inline is not _MISSING:
                raise self.fail(line.at, "the node above has its children in brackets already")
            self.read_edge(line, parent)
            parent.children.append(line)
        above.append(line)

    # ---- one line
    def line(self, raw: str, at: int, end: int, offset: int) -> _Line:
        """What a line says, but for its edge, which means one thing under chance and another elsewhere."""
        indent = raw[: at - offset]
        number = parse_number(raw)
        if number is not None:
            return _Line(at, indent, None, value=number, value_at=at)
        edge: str | None = None
        begin, equals, brackets = at, -1, -1
        for match in _MARK.finditer(self.text, at, end):
            mark, here = match[0], match.start()
            if mark == "#":
                end = here
                break
            if mark == '"':
                raise self.fail(here, "this quotation mark is not closed on its line")
            if mark == ":" and edge is None:
                edge, begin, equals = self.text[at:here].strip(), here + 1, -1
            elif mark == ":":
                raise self.fail(
                    here, "there is a second colon; a name that has one stands in quotation marks"
                )
            elif mark == "=" and equals < 0:
                equals = here
            elif mark in "[{":
                brackets = here
                break
        line = _Line(at, indent, edge)
        if brackets >= 0:
            if equals >= 0 and not self.text[equals + 1 : brackets].strip():
                raise self.fail(brackets, "payoffs stand in round brackets, = (1, 2)")
            line.inline = self.inline(brackets, end)
            end = brackets
        self.read_node(line, begin, end, equals)
        return line

    def inline(self, start: int, end: int) -> Any:
        notation = Notation(self.text, self.what, start, end)
        value = notation.read()
        self.places.update(notation.places)
        return value

    def read_node(self, line: _Line, begin: int, end: int, equals: int) -> None:
        """`[player] [name] [= value]`, between two offsets."""
        text = self.text[begin : end if equals < 0 else equals]
        if equals >= 0:
            written = self.text[equals + 1 : end]
            line.value_at = equals + 1 + len(written) - len(written.lstrip())
            line.value = self.value(written, line.value_at if written.strip() else equals)
        elif (value := parse_value(text)) is not None:
            line.value, line.value_at = value, begin
            return
        text = text.strip()
        if player := PLAYER.match(text):
            line.player = " ".join(player[1].lower().split())
            text = text[player.end() :]
        line.name = self.word(text, line.at)

    def value(self, text: str, at: int) -> Any:
        found = parse_value(text)
        if found is None:
            said = f"not '{cut(text.strip())}'" if text.strip() else "and there is none"
            raise self.fail(at, f"after '=' comes a value, a number or payoffs such as (1, 2, 3), {said}")
        return found

    def word(self, text: str, at: int) -> str:
        """A name: in quotation marks, or as it stands."""
        text = text.strip()
        if '"' not in text:
            return " ".join(text.split())
        try:
            return str(json.loads(text, strict=False))
        except ValueError:
            raise self.fail(
                at, f"{cut(text)} is not a name; quotation marks go around the whole of it"
            ) from None

    def read_edge(self, line: _Line, parent: _Line) -> None:
        """`[action] [probability] [!]`."""
        text = (line.edge or "").strip()
        if text.endswith("!"):
            line.forcing, text = True, text[:-1].rstrip()
        by_chance = parent.player == "chance" or (
            parent is self.root and not parent.player and self.root_by_chance
        )
        if by_chance and (words := text.rsplit(None, 1)) and parse_probability(words[-1]) is not None:
            line.chance = words[-1]
            text = text[: -len(words[-1])].rstrip()
        if PLAYER.match(text):
            raise self.fail(
                line.at,
                f"'{cut(text)}' before a colon would be the name of an action; without a colon it says who "
                "moves, and in quotation marks it is a name",
            )
        line.label = self.word(text, line.at)
        if line.edge == "" or (line.edge is not None and not (line.label or line.chance or line.forcing)):
            raise self.fail(line.at, "before the colon comes the name of an action")

    # ---- specifications, from the leaves up
    def finish(self, line: _Line) -> None:
        """Make the specification of a node whose children have theirs."""
        if not line.children and line.inline is _MISSING:
            self.finish_leaf(line)
            return
        spec: dict[str, Any] = {}
        places: dict[Any, int] = {}
        if line.name:
            spec["name"] = line.name
        if line.player:
            spec["player"] = line.player
        if line.value is not _MISSING:
            spec["value"], places["value"] = line.value, line.value_at
        if line.inline is not _MISSING:
            if isinstance(line.inline, dict) and "children" in line.inline:
                raise self.fail(line.at, "braces after a node hold its children alone, {action: node, …}")
            spec["children"] = line.inline
        else:
            self.children(line, spec)
        self.places[id(spec)] = places
        line.spec = spec

    def finish_leaf(self, line: _Line) -> None:
        if line.value is _MISSING:
            what = f"'{cut(line.name)}'" if line.name else "this node"
            if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", line.name):
                raise self.fail(line.at, f"{what} has a comma; write a decimal with a point")
            raise self.fail(
                line.at,
                f"{what} has no value and nothing stands under it; a leaf is a number, or name = number",
            )
        if line.player:
            raise self.fail(line.at, f"'{line.player}' moves here, but nothing stands under it")
        line.spec = line.value
        if line.name:
            line.spec = {"name": line.name, "value": line.value}
            self.places[id(line.spec)] = {"value": line.value_at}

    def children(self, line: _Line, spec: dict[str, Any]) -> None:
        """The children, as a list, or by action where any action has a name."""
        below = line.children
        where = [child.at for child in below]
        labels: list[Any] = list(range(len(below)))
        if any(child.label for child in below):
            labels = [child.label or str(i) for i, child in enumerate(below)]
            first: dict[str, int] = {}
            for label, at in zip(labels, where, strict=True):
                if label in first:
                    raise self.fail(at, f"an action '{cut(label)}' leads from the same node already")
                first[label] = at
            spec["children"] = {label: child.spec for label, child in zip(labels, below, strict=True)}
        else:
            spec["children"] = [child.spec for child in below]
        self.places[id(spec["children"])] = dict(zip(labels, where, strict=True))
        if forcing := [label for label, child in zip(labels, below, strict=True) if child.forcing]:
            spec["forcing"] = forcing
        if any(child.chance for child in below):
            for child in below:
                if not child.chance:
                    raise self.fail(
                        child.at,
                        "the other outcomes have a probability, and this one has none",
                    )
            spec["probabilities"] = [child.chance for child in below]
            self.places[id(spec["probabilities"])] = dict(enumerate(where))


def read_indented(text: str, what: str, *, root_by_chance: bool = False) -> Written:
    """The tree that `text` is; `BadInput` with line and column if it is none.

    `root_by_chance` says who moves at a root that does not say.
    """
    return _Reader(text.replace("\r\n", "\n"), what, root_by_chance).read()


def _deeper(indent: str, than: str) -> bool:
    return len(indent) > len(than) and indent.startswith(than)

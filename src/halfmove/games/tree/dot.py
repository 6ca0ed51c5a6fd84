"""Trees as Graphviz's DOT language has them: `digraph { A -> B; A -> C; B -> b1; b1 [label="3"] … }`.

The grammar is that of graphviz.org/doc/info/lang.html; how a graph is to be drawn is read over.  Of a node

    label     a number is a leaf's payoff (an inner node's evaluation), MAX, MIN or CHANCE says who moves, any
              other text is the name; all three may stand together: "MIN B", "b1 = 3", "MIN\\nB"
    shape     a triangle is MAX, an inverted one MIN; among these a circle is a chance node
    name, value, player    say it outright, as the pictures that Halfmove itself writes do; "" for none

A node without a label is called by its identifier, which is its payoff where it is a number.  The label of an
edge is the action's name, under chance its probability or both ("heads 1/2"); `action`, `probability` and
`forcing` say it outright.  Children stand in the order of the edges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise

from halfmove.core.errors import BadInput
from halfmove.games.tree.indented import PLAYER
from halfmove.games.tree.notation import Written, place_of
from halfmove.games.tree.numerals import parse_probability, parse_value
from halfmove.games.tree.quoting import cut
from halfmove.games.tree.unfolding import Found, Step, Unfolding

# One blank at a time, and nothing is given back: a text of blanks would take exponential time.
_SKIP = r"(?:(?:(?<=\n)|\A)[ \t]*\#[^\n]*|\s|//[^\n]*|/\*.*?\*/)*+"
_BEGIN = re.compile(
    _SKIP + r'(?:strict\s+)?(di)?graph\b(?:\s*(?:[\w.]+|"[^"]*"))?\s*\{', re.IGNORECASE | re.DOTALL
)
_SAYS = re.compile(r"--|\[\s*\w+\s*=")
"""An edge, or attributes: what a node called `graph`, with its children in braces, has not."""
_TOKEN = re.compile(
    _SKIP + r"(?:(?P<edge>->|--)|(?P<mark>[{}\[\];,=:+])|(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<html><)"
    r"|(?P<word>-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)|[^\W\d]\w*)|(?P<end>\Z)|(?P<bad>.))",
    re.DOTALL,
)
_SHAPES = {"triangle": "max", "invtriangle": "min"}
_OWN = ("name", "value", "player")


def is_dot(text: str) -> bool:
    """Whether a text is a graph in the DOT language."""
    begin = _BEGIN.match(text)
    return bool(begin and (begin[1] or _SAYS.search(text, begin.end())))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    """Without its quotes."""
    at: int

    @property
    def said(self) -> str:
        return "the end" if self.kind == "end" else f"'{cut(self.text)}'"


Attributes = dict[str, _Token]


@dataclass(slots=True)
class _Node:
    at: int
    attributes: Attributes
    edges: list[tuple[str, int, Attributes]] = field(default_factory=list)


@dataclass(slots=True)
class _Scope:
    """What holds between two braces."""

    node: Attributes = field(default_factory=dict)
    edge: Attributes = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    """The nodes named inside, in order."""


class _Reader:
    """Reads the statements of a graph."""

    def __init__(self, text: str, what: str) -> None:
        self.text, self.what = text, what
        self.after = 0
        self.nodes: dict[str, _Node] = {}
        self.below: set[str] = set()
        """The nodes that an edge leads to."""
        self.scopes: list[_Scope] = [_Scope()]
        self.advance()

    def fail(self, at: int, message: str) -> BadInput:
        return BadInput(f"{place_of(self.what, self.text, at)}: {message}.")

    # ---- tokens
    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.after)
        assert match is not None, "anything is a token"
        kind = match.lastgroup
        assert kind is not None, "of some kind"
        text, at, self.after = match[kind], match.start(kind), match.end()
        if kind == "text":
            text = text[1:-1].replace("\\\n", "")
        elif kind == "html":
            text = self.html(at)
        elif kind == "bad":
            said = "a quotation mark that is not closed" if text == '"' else f"'{cut(text)}'"
            raise self.fail(at, f"{said} means nothing here")
        self.token = _Token("text" if kind == "html" else kind, text, at)

    def html(self, at: int) -> str:
        """What stands between angle brackets, without its tags."""
        depth = 0
        for i in range(at, len(self.text)):
            depth += {"<": 1, ">": -1}.get(self.text[i], 0)
            if not depth:
                self.after = i + 1
                return re.sub(r"<[^<>]*>", "\n", self.text[at + 1 : i])
        raise self.fail(at, "the '<' is not closed")

    def takes(self, kind: str, text: str) -> bool:
        """Whether the token at hand is that one, which is then read over."""
        if self.token.kind == kind and self.token.text.lower() == text:
            self.advance()
            return True
        return False

    def name(self, what: str) -> _Token:
        """An identifier; strings may be joined by +."""
        token = self.token
        if token.kind not in ("word", "text"):
            raise self.fail(token.at, f"here must be {what}, not {token.said}")
        self.advance()
        while token.kind == "text" and self.takes("mark", "+"):
            token = _Token("text", token.text + self.token.text, token.at)
            self.advance()
        return token

    # ---- statements
    def read(self) -> None:
        self.takes("word", "strict")
        self.advance()  # graph or digraph
        if self.token.kind in ("word", "text"):
            self.advance()
        opened = self.token.at
        self.advance()
        self.block(opened)
        if self.token.kind != "end":
            raise self.fail(self.token.at, f"the graph is complete, and {self.token.said} is too much")

    def block(self, opened: int) -> None:
        """The statements up to the brace that closes."""
        while not self.takes("mark", "}"):
            if self.token.kind == "end":
                opening = place_of(self.what, self.text, opened).partition(", ")[2]
                raise self.fail(self.token.at, f"the graph ends, but the '{{' of {opening} is not closed")
            if not self.takes("mark", ";") and not self.takes("mark", ","):
                self.statement()

    def statement(self) -> None:
        token = self.token
        word = token.text.lower() if token.kind == "word" else ""
        if word in ("node", "edge", "graph"):
            self.advance()
            scope = self.scopes[-1]
            {"node": scope.node, "edge": scope.edge}.get(word, {}).update(self.attributes())
            return
        ends = [self.end()]
        if self.token.kind == "mark" and self.token.text == "=" and token.kind != "mark":
            self.advance()  # an attribute of the graph
            self.name("a value")
            return
        at = self.token.at
        while self.token.kind == "edge":
            self.advance()
            ends.append(self.end())
        given = self.attributes()
        if len(ends) == 1:
            for name, _ in ends[0] if word != "subgraph" and token.text != "{" else ():
                self.node(name, token.at).attributes.update(given)
            return
        for above, below in pairwise(ends):
            for source, place in above:
                self.node(source, place)
                for name, target in below:
                    self.node(name, target)
                    self.nodes[source].edges.append((name, at, {**self.scopes[-1].edge, **given}))
                    self.below.add(name)

    def end(self) -> list[tuple[str, int]]:
        """One end of an edge: a node, or all nodes of a subgraph, with their offsets."""
        token = self.token
        if token.kind == "word" and token.text.lower() == "subgraph":
            self.advance()
            if self.token.kind in ("word", "text"):
                self.advance()
            if not (self.token.kind == "mark" and self.token.text == "{"):
                raise self.fail(self.token.at, f"after subgraph comes '{{', not {self.token.said}")
        if self.token.kind == "mark" and self.token.text == "{":
            opened = self.token.at
            if len(self.scopes) > 100:
                raise self.fail(opened, "braces are nested more than 100 deep")
            self.advance()
            around = self.scopes[-1]
            self.scopes.append(_Scope(dict(around.node), dict(around.edge)))
            self.block(opened)
            names = self.scopes.pop().names
            around.names.update(names)
            return [(name, self.nodes[name].at) for name in names]
        name = self.name("a node or an edge")
        while self.takes("mark", ":"):  # a port
            self.name("a port")
        if not (self.token.kind == "mark" and self.token.text == "="):
            self.node(name.text, name.at)
        return [(name.text, name.at)]

    def node(self, name: str, at: int) -> _Node:
        for scope in self.scopes:
            scope.names[name] = None
        if name not in self.nodes:
            self.nodes[name] = _Node(at, dict(self.scopes[-1].node))
        return self.nodes[name]

    def attributes(self) -> Attributes:
        """`[key=value, …]`, any number of times."""
        found: Attributes = {}
        while self.token.kind == "mark" and self.token.text == "[":
            opened = self.token.at
            self.advance()
            while not self.takes("mark", "]"):
                if self.token.kind == "end":
                    raise self.fail(opened, "this '[' is not closed")
                if self.takes("mark", ",") or self.takes("mark", ";"):
                    continue
                key = self.name("the name of an attribute")
                if not self.takes("mark", "="):
                    raise self.fail(
                        self.token.at, f"after '{cut(key.text)}' comes '=', not {self.token.said}"
                    )
                found[key.text.lower()] = self.name("a value")
        return found

    # ---- the tree
    def written(self) -> Written:
        self.read()
        if not self.nodes:
            raise BadInput(f"In {self.what} there is no node.")
        roots = [name for name in self.nodes if name not in self.below]
        if not roots:
            at = next(iter(self.nodes.values())).at
            raise self.fail(at, "an edge leads to every node, so that none of them is the root")
        if len(roots) > 1:
            raise self.fail(
                self.nodes[roots[1]].at,
                f"no edge leads to '{cut(roots[1])}', nor to '{cut(roots[0])}', and a tree has one root",
            )
        self.triangles = any(
            node.attributes["shape"].text in _SHAPES
            for node in self.nodes.values()
            if "shape" in node.attributes
        )
        return Unfolding(self.text, self.what, self.look).written(roots[0])

    def look(self, name: str) -> Found:
        """What the graph says of a node."""
        node = self.nodes[name]
        given = node.attributes
        found = Found(node.at, {})
        self.read_label(name, node, found)
        for key in _OWN:
            if text := _outright(given, key):
                value = parse_value(text) if key == "value" else text
                if value is None:
                    raise self.fail(given[key].at, f"the value is a number, not '{cut(text)}'")
                found.fields[key], found.places[key] = value, given[key].at
            elif key in given:
                found.fields.pop(key, None)
        if node.edges:
            shape = given["shape"].text.lower() if "shape" in given else ""
            mover = _SHAPES.get(shape) or ("chance" if self.triangles and shape == "circle" else "")
            if mover:
                found.fields.setdefault("player", mover)
            by_chance = str(found.fields.get("player", "")).lower() == "chance"
            found.steps = [self.step(to, at, edge, by_chance) for to, at, edge in node.edges]
        elif "value" not in found.fields:
            raise self.fail(
                node.at, f"'{cut(name)}' has no edge below it and no value; write it as its label, [label=3]"
            )
        else:
            found.fields.pop("player", None)
        return found

    def read_label(self, name: str, node: _Node, found: Found) -> None:
        """Who moves, the name and the value, as far as the label says them; else the identifier."""
        label = node.attributes.get("label")
        text = _seen(label.text, name) if label is not None else ""
        at = label.at if label is not None else node.at
        if not text and label is None:
            text = name
        player, called, value = _parts(text)
        if not called and (label is None or not _is_number(name)) and name != text:
            called = name
        for key, said in (("player", player), ("name", called)):
            if said:
                found.fields[key], found.places[key] = said, at
        if value is not None:
            found.fields["value"], found.places["value"] = value, at

    def step(self, to: str, at: int, given: Attributes, by_chance: bool) -> Step:
        """An edge as the tree has it."""
        label = _seen(given["label"].text, "").replace("\n", " ") if "label" in given else ""
        made = Step(to, at)
        words = label.rsplit(None, 1)
        if by_chance and words and parse_probability(words[-1]) is not None:
            made.chance = words[-1]
            label = label[: -len(words[-1])].strip().removesuffix(":").strip()
        made.label = _outright(given, "action") or label
        made.chance = _outright(given, "probability") or made.chance
        made.forcing = _outright(given, "forcing").lower() in ("true", "yes", "1")
        return made


def _outright(given: Attributes, key: str) -> str:
    """The text of an attribute that is no label: a backslash only protects what follows it."""
    return re.sub(r"\\(.)", r"\1", given[key].text).strip() if key in given else ""


def _is_number(text: str) -> bool:
    return parse_value(text) is not None


def _seen(text: str, name: str) -> str:
    """A label as it is seen: Graphviz's escapes for line ends and for the node's own name, entities."""
    plain = text.replace("\\N", name)
    plain = re.sub(r"\\[nlr]", "\n", plain)
    plain = unescape(re.sub(r"\\(.)", r"\1", plain))
    return "\n".join(filter(None, (" ".join(line.split()) for line in plain.split("\n"))))


def _parts(text: str) -> tuple[str, str, object]:
    """Player, name and value of `MIN B = 3`, of which any may be missing."""
    player = ""
    if found := PLAYER.match(text):
        player = " ".join(found[1].lower().split())
        text = text[found.end() :]
    if (value := parse_value(text)) is not None:
        return player, "", value
    for mark in ("=", ":"):
        name, between, worth = text.rpartition(mark)
        if between and (value := parse_value(worth)) is not None:
            return player, name.strip(), value
    lines = text.split("\n")
    value = parse_value(lines[-1]) if len(lines) > 1 else None
    return player, " ".join(lines if value is None else lines[:-1]).strip(), value


def read_dot(text: str, what: str) -> Written:
    """The tree that the graph is; `BadInput` with line and column if it is none."""
    return _Reader(text.replace("\r\n", "\n"), what).written()

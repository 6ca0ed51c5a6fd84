"""Nested brackets as text: JSON, and what people write who think of Python or JavaScript.

JSON, and besides: (1, 2, 3) for the payoffs of several players, ∞, inf and Infinity with or without a sign,
names in single quotes or, before a colon, in none, a comma after the last element, and # comments.  Every
element's place is kept, so that a mistake found later can be shown where it stands.  Nesting may be as deep
as it likes: nothing here recurs.
"""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.tree.numerals import parse_number
from halfmove.games.tree.quoting import cut

_TOKEN = re.compile(
    r"(?:\s+|\#[^\n]*)*(?:(?P<open>[\[{(])|(?P<close>[\]})])|(?P<mark>[,:])"
    r'|(?P<text>"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')'
    r"|(?P<word>[^\s\[\]{}(),:\"'#]+)|(?P<end>\Z)|(?P<bad>.))",
    re.DOTALL,
)
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_CONSTANTS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}


@dataclass(frozen=True)
class Written:
    """A specification that was read from text, and where everything in it stood."""

    spec: Any
    what: str
    """What to call the text: `the tree`, or the file's name."""
    text: str
    start: int
    """The offset of the root."""
    places: dict[int, dict[Any, int]]
    """Of each container in `spec`, by its id: the offset of every element, by index or key."""

    def place(self, keys: list[Any]) -> str:
        """Where the element stands that `keys` lead to, or the nearest one around it that stands anywhere."""
        inside, offset = self.spec, self.start
        for key in keys:
            offset = self.places.get(id(inside), {}).get(key, offset)
            try:
                inside = inside[key]
            except (LookupError, TypeError):
                break
        return place_of(self.what, self.text, offset)


def place_of(what: str, text: str, offset: int) -> str:
    """`In the tree, line 2, column 7`."""
    before = text[:offset]
    line = before.count("\n") + 1
    return f"In {what}, line {line}, column {offset - (before.rfind(chr(10)) + 1) + 1}"


@dataclass
class _Open:
    """A bracket that is not closed yet."""

    bracket: str
    at: int
    items: list[Any] = field(default_factory=list)
    places: dict[Any, int] = field(default_factory=dict)
    """Of each element, by index or key."""


class Notation:
    """Reads one value from `text`, from `start` up to `end`."""

    def __init__(self, text: str, what: str, start: int = 0, end: int | None = None) -> None:
        self.text, self.what, self.start = text, what, start
        self.end = len(text) if end is None else end
        self.places: dict[int, dict[Any, int]] = {}
        self.after = start
        self.advance()

    def advance(self) -> None:
        """The next token."""
        match = _TOKEN.match(self.text, self.after, self.end)
        assert match is not None, "anything is a token"
        assert match.lastgroup is not None, "of some kind"
        self.kind, self.token = match.lastgroup, match[match.lastgroup]
        self.at, self.after = match.start(match.lastgroup), match.end()

    def fail(self, message: str, at: int | None = None) -> BadInput:
        """What to raise: a message with its place."""
        return BadInput(f"{place_of(self.what, self.text, self.at if at is None else at)}: {message}.")

    def read(self) -> Any:
        """The value; `BadInput` if there is none, or more than one."""
        value = self.value()
        if self.kind != "end":
            raise self.fail(f"the tree is complete, and {self.found()} is too much")
        return value

    def value(self) -> Any:
        """One value, with all brackets in it."""
        opened: list[_Open] = []
        while True:
            if self.kind == "open":
                opened.append(_Open(self.token, self.at))
                self.advance()
                if not self.closes(opened[-1]):
                    self.begin_item(opened[-1])
                    continue
                value = self.close(opened.pop())
            else:
                value = self.scalar(opened)
            while opened:
                top = opened[-1]
                top.items.append(value)
                if self.kind == "mark" and self.token == ",":
                    self.advance()
                    if not self.closes(top):
                        self.begin_item(top)
                        break
                elif not self.closes(top):
                    raise self.unfinished(top)
                value = self.close(opened.pop())
            else:
                return value

    def begin_item(self, top: _Open) -> None:
        """Note where an element begins; in braces, read its key."""
        if top.bracket != "{":
            top.places[len(top.items)] = self.at
            return
        if self.kind not in ("text", "word"):
            raise (
                self.unfinished(top)
                if self.kind == "end"
                else self.fail(f'here must be a name in quotes, such as "children", not {self.found()}')
            )
        key = self.string() if self.kind == "text" else self.token
        if key in top.places:
            raise self.fail(f"'{cut(key)}' is there twice")
        top.places[key] = self.at
        self.advance()
        if self.kind != "mark" or self.token != ":":
            raise self.fail(f"after the name '{cut(key)}' comes a colon, not {self.found()}")
        self.advance()

    def closes(self, top: _Open) -> bool:
        return self.kind == "close" and self.token == _CLOSING[top.bracket]

    def close(self, top: _Open) -> Any:
        """The value in brackets that end here."""
        self.advance()
        value: Any
        if top.bracket == "{":
            value = dict(zip(top.places, top.items, strict=True))
        else:
            value = top.items if top.bracket == "[" else tuple(top.items)
        if value != ():  # Python's empty tuple is one object, and stands nowhere
            self.places[id(value)] = top.places
        return value

    def scalar(self, opened: list[_Open]) -> Any:
        """A number, a text or a constant."""
        token = self.token
        if self.kind == "text":
            value: Any = self.string()
        elif self.kind == "word" and token in _CONSTANTS:
            value = _CONSTANTS[token]
        elif self.kind == "word":
            value = parse_number(token)
            if value is None:
                raise self.fail(
                    f"{self.found()} is no number that can be used; a name stands in quotes, infinity is ∞"
                )
        elif opened and self.kind in ("end", "close"):
            raise self.unfinished(opened[-1])
        else:
            raise self.fail(f"here must be a number, a list or an object, not {self.found()}")
        self.advance()
        return value

    def string(self) -> str:
        """A name without its quotes."""
        try:
            if self.token[0] == '"':
                return str(json.loads(self.token, strict=False))
            return str(ast.literal_eval(self.token))
        except (ValueError, SyntaxError):
            raise self.fail(f"{self.found()} has a \\ that means nothing") from None

    def unfinished(self, top: _Open) -> BadInput:
        opening = place_of(self.what, self.text, top.at).partition(", ")[2]
        wanted = f"',' or '{_CLOSING[top.bracket]}'"
        if self.kind == "end":
            return self.fail(f"the tree ends, but the '{top.bracket}' of {opening} is not closed")
        return self.fail(f"here must be {wanted}, for the '{top.bracket}' of {opening}, not {self.found()}")

    def found(self) -> str:
        """The token at hand, for a message."""
        if self.kind == "end":
            return "the end"
        if self.kind == "bad":
            return "a quotation mark that is not closed" if self.token in "\"'" else repr(self.token)
        return cut(self.token if self.kind == "text" else f"'{self.token}'")


def read_notation(text: str, what: str) -> Written:
    """The value that `text` is; `BadInput` with line and column if it is none."""
    notation = Notation(text, what)
    start = notation.at
    return Written(notation.read(), what, text, start, notation.places)

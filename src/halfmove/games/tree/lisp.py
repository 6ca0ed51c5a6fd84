"""Trees as Lisp's lists: `((3 12 8) (2 4 6) (14 5 2))`, `(max (min B 3 12) (min 2 (c1 4)))`.

    node  =  number  |  (name number)  |  #(number number …)  |  ([player] [name] node node …)

A number is a leaf, and so is a name with one number; `#(1 2 3)`, Scheme's vector, is a leaf with a payoff for
each of several players.  A list is an inner node, whose first elements may be the word `max`, `min` or
`chance` and a name.  A quotation mark before a list, the word `list` at its beginning and comments after `;`
say nothing.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.games.tree.notation import Written, place_of
from halfmove.games.tree.numerals import parse_number
from halfmove.games.tree.quoting import cut

_TOKEN = re.compile(
    r"(?:\s+|;[^\n]*)*(?:(?P<quote>['`](?=\s*\())|(?P<open>\#?\()|(?P<close>\))"
    r'|(?P<text>"(?:[^"\\]|\\.)*")|(?P<word>[^\s()"\';`]+)|(?P<end>\Z)|(?P<bad>.))',
    re.DOTALL,
)
_BEGIN = re.compile(r"\s*(?:['`]\s*)?\#?\(")
_PLAYERS = ("max", "min", "chance")
_SKIPPED = ("list", "quote")
_INFINITE = {"+inf.0": math.inf, "-inf.0": -math.inf}


def is_lisp(text: str) -> bool:
    """Whether a text in round brackets is Lisp: outside of strings and comments it has no comma."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|;[^\n]*', "", text)
    return bool(_BEGIN.match(bare)) and "," not in bare


@dataclass
class _Open:
    """A list that is not closed yet."""

    at: int
    vector: bool
    said: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The player and the name, with their offsets."""
    items: list[Any] = field(default_factory=list)
    places: dict[Any, int] = field(default_factory=dict)


class _Reader:
    def __init__(self, text: str, what: str) -> None:
        self.text, self.what = text, what
        self.places: dict[int, dict[Any, int]] = {}

    def fail(self, at: int, message: str) -> BadInput:
        return BadInput(f"{place_of(self.what, self.text, at)}: {message}.")

    def read(self) -> Written:
        opened: list[_Open] = []
        position, whole, start = 0, None, 0
        while True:
            match = _TOKEN.match(self.text, position)
            assert match is not None, "anything is a token"
            kind = match.lastgroup
            assert kind is not None, "of some kind"
            token, at, position = match[kind], match.start(kind), match.end()
            if kind == "end":
                break
            if whole is not None:
                raise self.fail(at, f"the tree is complete, and '{cut(token)}' is too much")
            if kind == "quote":
                continue
            if kind == "bad":
                said = "a quotation mark that is not closed" if token == '"' else f"'{token}'"
                raise self.fail(at, f"here must be a number, a name or a list, not {said}")
            if kind == "open":
                opened.append(_Open(at, token[0] == "#"))
                continue
            if not opened:
                raise self.fail(
                    at, f"a tree is a list in brackets, such as ((3 12 8) (2 4 6)), not '{cut(token)}'"
                )
            if kind == "close":
                last = opened.pop()
                value: Any = self.closed(last)
                at = last.at
            else:
                value = self.atom(kind, token, at, opened[-1])
                if value is None:
                    continue
            if not opened:
                whole, start = value, at
                continue
            opened[-1].places[len(opened[-1].items)] = at
            opened[-1].items.append(value)
        if opened:
            opening = place_of(self.what, self.text, opened[-1].at).partition(", ")[2]
            raise self.fail(position, f"the tree ends, but the '(' of {opening} is not closed")
        assert whole is not None, "the text begins with a bracket"
        return Written(whole, self.what, self.text, start, self.places)

    def atom(self, kind: str, token: str, at: int, around: _Open) -> Any:
        """A number; None for a word at the beginning of a list, which is kept there."""
        if kind == "word":
            number = _INFINITE.get(token.lower(), parse_number(token))
            if number is not None:
                return number
        word = token[1:-1].replace('\\"', '"').replace("\\\\", "\\") if kind == "text" else token
        if around.vector:
            raise self.fail(at, f"payoffs are numbers, not '{cut(token)}'")
        if around.items:
            raise self.fail(
                at, f"'{cut(token)}' is no number; a leaf with a name is a list of the two, ({cut(token)} 3)"
            )
        if kind == "word" and not around.said and word.lower() in _SKIPPED:
            return None
        if kind == "word" and not around.said and word.lower() in _PLAYERS:
            around.said["player"] = word.lower(), at
        elif "name" not in around.said:
            around.said["name"] = word, at
        else:
            raise self.fail(at, f"a node has one name, and '{cut(token)}' would be a second one")
        return None

    def closed(self, node: _Open) -> Any:
        """What a list means that ends here."""
        if node.vector:
            value = tuple(node.items)
            if not value or not all(isinstance(item, (int, float)) for item in value):
                raise self.fail(node.at, "payoffs are numbers, one for each player, such as #(1 2 3)")
            self.places[id(value)] = node.places
            return value
        if not node.said:
            self.places[id(node.items)] = node.places
            return node.items
        spec: dict[str, Any] = {key: word for key, (word, _) in node.said.items()}
        places: dict[Any, int] = {key: at for key, (_, at) in node.said.items()}
        leaf = "player" not in spec and len(node.items) == 1 and not isinstance(node.items[0], (list, dict))
        key = "value" if leaf else "children"
        spec[key] = node.items[0] if leaf else node.items
        places[key] = node.places[0] if leaf else node.at
        self.places[id(spec)] = places
        if not leaf:
            self.places[id(node.items)] = node.places
        return spec


def read_lisp(text: str, what: str) -> Written:
    """The tree that the text is; `BadInput` with line and column if it is none."""
    return _Reader(text, what).read()

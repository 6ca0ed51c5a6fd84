"""Fill in the values: what every inner node is worth by plain minimax, pruned or not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.games.tree import tree
from halfmove.search.trace import Path
from halfmove.teach.naming import figure
from halfmove.teach.outline import MinimaxValues
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.question import Blanks
from halfmove.teach.quiz.requirements import another_dialect, dialects
from halfmove.teach.quiz.response import (
    NOTHING,
    Field,
    Form,
    Misconception,
    Pick,
    Remark,
    Response,
    Row,
    Word,
    numeric,
)
from halfmove.teach.trace import Trace

CLOSE = 0.005
"""Values that are no whole numbers count to two decimals."""


def close(a: Any, b: Any) -> bool:
    """Whether two values are the same, to two decimals; payoff vectors in every component."""
    if isinstance(a, tuple) or isinstance(b, tuple):
        return isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and all(map(close, a, b))
    return bool(a == b or abs(a - b) <= CLOSE + 1e-12)


def plain(value: Any) -> Any:
    """A value as JSON can write it: whole numbers whole, payoffs as a list, infinities as text."""
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    if value in (float("inf"), -float("inf")):
        return "inf" if value > 0 else "-inf"
    return int(value) if value == int(value) else value


class Values(Blanks):
    """The minimax value of every inner node, to MAX; under max^n the payoffs that the search found.

    A point each.  A value that is wrong only because one below it is gets half a point.
    """

    kind = "values"
    title = "minimax values"
    read_again = (
        "minimax values: the largest of the children's values where MAX moves, the smallest where MIN does, "
        "the mean weighted with the probabilities at a chance node (Russell and Norvig, 4th ed., sections "
        "5.2 and 5.5)"
    )

    @cached_property
    def paths(self) -> dict[str, Path]:
        """The nodes asked about."""
        visited = self.replay.marks
        every = self.trace.maximisers
        return {self.names.name(v.path): v.path for v in self.names.inner if every or v.path in visited}

    @cached_property
    def expected(self) -> dict[str, Any]:
        return {name: self.why.true(path) for name, path in self.paths.items()}

    def ask(self) -> str:
        if not self.trace.maximisers:
            return "Fill in the payoffs that every inner node is worth: to player 0, to player 1, and so on."
        return (
            "Fill in the minimax value (to MAX) of every inner node, also of those that a search leaves out."
        )

    @property
    def example(self) -> str:
        value = "(1, 2, 3)" if not self.trace.maximisers else "3"
        return ", ".join(f"{item}={value}" for item in self.items[:2])

    def read_one(self, given: Any) -> Any:
        if self.trace.maximisers:
            return reading.number(given)
        payoffs = reading.numbers(given)
        if len(payoffs) != self.trace.game.players:
            raise BadInput(f"A value is {self.trace.game.players} payoffs, such as (1, 2, 3), not '{given}'.")
        return payoffs

    def same(self, item: str, value: Any, right: Any) -> bool:
        return close(value, right)

    def plain(self, value: Any) -> Any:
        return plain(value)

    def said(self, value: Any) -> str:
        return figure(value)

    def reason(self, item: str) -> str:
        return self.why.value(self.paths[item], self.expected[item])

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        value = self.expected[item]
        if not isinstance(value, tuple):
            return (("", numeric(value, CLOSE)),)
        return tuple((f"to player {i}", numeric(v, CLOSE)) for i, v in enumerate(value))

    def hint(self) -> str:
        deepest = max(self.paths.values(), key=len)
        return f"Begin at the bottom, say at {self.names.name(deepest)}: {self._rule(deepest)}"

    def _rule(self, path: Path) -> str:
        player = self.names.vertices[path].player
        if player == CHANCE:
            return "the mean of its children, weighted with the probabilities."
        if not self.trace.maximisers:
            return f"player {player} takes the child whose payoff to player {player} is largest."
        return (
            "the largest of its children."
            if player in self.trace.maximisers
            else "the smallest of its children."
        )

    # ---- partial credit
    def credit(self, item: str, value: Any, given: Mapping[str, Any]) -> tuple[Fraction, str]:
        if close(value, self.expected[item]):
            return Fraction(1), ""
        if self._follows(self.paths[item], value, given):
            return Fraction(1, 2), "It follows from your values below, so it counts half."
        return Fraction(0), ""

    def _follows(self, path: Path, value: Any, given: Mapping[str, Any]) -> bool:
        """Whether the value is right for the children's values that were filled in."""
        vertex = self.names.vertices[path]
        below = []
        for child in vertex.children:
            name = self.names.name(child.path)
            known = given.get(name, self.expected.get(name))
            below.append(self.why.true(child.path) if known is None else known)
        if not self.trace.maximisers:
            player = vertex.player or 0
            return any(close(value, b) and b[player] == max(c[player] for c in below) for b in below)
        if vertex.player == CHANCE:
            own: Any = sum((child.probability or 0) * b for child, b in zip(vertex.children, below))
        else:
            own = max(below) if vertex.player in self.trace.maximisers else min(below)
        return close(value, own)

    # ---- how people think
    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        if not self.trace.maximisers:
            return
        yield (
            Misconception(
                "max-min-swapped",
                "You took the largest value where MIN moves and the smallest where MAX does; it is the "
                "reverse.",
            ),
            self._altered(exchanged),
        )
        if self.trace.game.has_chance:
            for thought, change in _CHANCE_THOUGHTS:
                yield thought, self._altered(change)
        returned = {
            name: self.replay.marks[path].value
            for name, path in self.paths.items()
            if path in self.replay.marks and not self.trace.from_mover
        }
        yield (
            Misconception(
                "bounds-for-values",
                "These are the values that the search returns; where it cut they are only bounds. Minimax "
                "looks at every child.",
            ),
            returned,
        )

    def _altered(self, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        """The minimax values of the tree after `change` to every node's specification."""
        spec = json.loads(self.exercise.spec)
        everywhere(spec, change)
        game = tree(spec)
        truth = MinimaxValues(game, self.trace.maximisers)
        return {name: truth.value(_descend(game.root, path)) for name, path in self.paths.items()}


def _descend(node: Any, path: Path) -> Any:
    for action in path:
        node = node.child(action)
    return node


def everywhere(node: Any, change: Callable[[dict[str, Any]], None], player: int = 0) -> None:
    """Change every inner node, each saying first who moves there."""
    if not isinstance(node, dict) or "children" not in node:
        return
    node.setdefault("player", player)
    after = player if node["player"] == "chance" else 1 - {"max": 0, "min": 1}.get(node["player"], player)
    change(node)
    children = node["children"]
    for child in children.values() if isinstance(children, dict) else children:
        everywhere(child, change, after)


def exchanged(node: dict[str, Any]) -> None:
    """Give the node to the other of two players."""
    other = {"max": "min", "min": "max", 0: 1, 1: 0}
    node["player"] = other.get(node["player"], node["player"])


def _even(node: dict[str, Any]) -> None:
    node.pop("probabilities", None)


def _as_player(player: str) -> Callable[[dict[str, Any]], None]:
    def change(node: dict[str, Any]) -> None:
        if node["player"] == "chance":
            node["player"] = player
            node.pop("probabilities", None)

    return change


_CHANCE_THOUGHTS = (
    (
        Misconception(
            "plain-mean",
            "At chance nodes you took the plain mean; every outcome counts with its probability.",
        ),
        _even,
    ),
    (
        Misconception(
            "chance-as-min",
            "You let chance choose the worst for MAX; chance chooses nothing, its value is a mean.",
        ),
        _as_player("min"),
    ),
    (
        Misconception(
            "chance-as-max",
            "You let chance choose the best for MAX; chance chooses nothing, its value is a mean.",
        ),
        _as_player("max"),
    ),
)


WORDS = {"=": "exactly", "≤": "at most", "≥": "at least"}


class Returned(Blanks):
    """The value that each visited inner node returns, with =, ≤ or ≥.

    A point each: half for the value, half for the relation if the value is right.  A bare value says "=",
    which is right wherever the leaves seen prove it (`search.intervals`), also after a cut.
    The blanks are those of all inner nodes; a value at one that is never visited takes a point away.
    """

    kind = "returned"
    title = "values returned"
    read_again = (
        "what alpha-beta returns: exact inside the window, a bound outside it (Knuth and Moore, 1975, "
        "section 3; Fishburn, 1983, for fail-soft and fail-hard)"
    )
    windowed = True

    @cached_property
    def paths(self) -> dict[str, Path]:
        """The nodes asked about."""
        marks = self.replay.marks
        return {self.names.name(v.path): v.path for v in self.names.inner if v.path in marks}

    @cached_property
    def expected(self) -> dict[str, tuple[Any, str]]:
        marks = self.replay.marks
        return {name: (marks[p].value, marks[p].relation or "=") for name, p in self.paths.items()}

    @property
    def items(self) -> tuple[str, ...]:
        return tuple(self.names.name(vertex.path) for vertex in self.names.inner)

    def excess(self, values: Mapping[str, Any]) -> list[Remark]:
        """Values at nodes that never return any."""
        return [
            Remark("excess", item, Fraction(-1), f"{item} returns nothing. {self._left_out(item)}")
            for item in values
            if item not in self.expected
        ]

    def _left_out(self, item: str) -> str:
        return self.why.left_out(self.names.find(item))

    def ask(self) -> str:
        view = ", to the player who moves there," if self.trace.from_mover else ""
        again = " the last time" if self._again else ""
        return (
            f"Which value{view} does each inner node that is visited return{again}, and is it exact (=), at "
            "most (≤) or at least (≥) the node's minimax value? Leave it blank (–) where none is returned."
        )

    @property
    def _again(self) -> bool:
        return any(self.replay.marks[path].visits > 1 for path in self.paths.values())

    @property
    def example(self) -> str:
        signs = ("=", "<=", ">=")
        return ", ".join(f"{item} {sign} 3" for item, sign in zip(self.items, signs))

    def read_one(self, given: Any) -> tuple[float, str]:
        return reading.bound(given)

    def same(self, item: str, value: Any, right: Any) -> bool:
        return close(value[0], right[0]) and value[1] == right[1]

    def plain(self, value: Any) -> Any:
        return f"{value[1]} {plain(value[0])}"

    def said(self, value: Any) -> str:
        return f"{value[1]} {figure(value[0])}"

    def shown(self, value: Any) -> str:
        return self.said(value)

    def reason(self, item: str) -> str:
        path = self.paths[item]
        mark = self.replay.marks[path]
        said = self.why.left_the(path)
        return f"{self.why.cut(mark.cutoff)} {said}" if mark.cutoff else said

    def credit(self, item: str, value: Any, given: Mapping[str, Any]) -> tuple[Fraction, str]:
        right = self.expected[item]
        if not close(value[0], right[0]):
            return Fraction(0), ""
        if value[1] == right[1]:
            return Fraction(1), ""
        return Fraction(1, 2), f"The value is right, but the node's minimax value is {WORDS[right[1]]} that."

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        words = (*WORDS.values(), "never visited")
        if item not in self.expected:
            return ("relation", Pick(words, words[-1])), ("value", Word(NOTHING))
        value, relation = self.expected[item]
        return ("relation", Pick(words, WORDS[relation])), ("value", numeric(value, CLOSE))

    def response(self) -> Response:
        question = self.ask().removesuffix(" Leave it blank (–) where none is returned.")
        rows = tuple(Row(item, self.blank(item)) for item in self.items)
        return Form(f"{question} Write - for the value of a node that is never visited.", rows)

    def hint(self) -> str:
        return (
            "A value is exact (=) where the leaves seen prove it: put anything at all in the place of those "
            "never visited, and it stays. After a cut that leaves children out it is mostly a bound; a cut "
            "after the last child leaves nothing out."
        )

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        yield (
            Misconception(
                "values-for-bounds",
                "These are the minimax values; where leaves were cut that could change a value, the search "
                "does not know it, and returns a bound.",
            ),
            {name: (self.trace.true_value(path), "=") for name, path in self.paths.items()},
        )
        yield (
            Misconception(
                "all-exact",
                "You took every returned value for exact; where leaves that were never visited could change "
                "it, it is only a bound.",
            ),
            {name: (value, "=") for name, (value, _) in self.expected.items()},
        )
        for name, other in dialects(self.exercise):
            yield another_dialect(name, self.exercise), self._in(other)

    def _in(self, other: Trace) -> dict[str, tuple[Any, str]]:
        """What the nodes return in another search of the tree."""
        marks = other.replay.marks
        return {
            name: (marks[path].value, marks[path].relation or "=")
            for name, path in self.paths.items()
            if path in marks
        }

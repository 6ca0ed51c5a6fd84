"""What every node returns: its value in the dialect at hand, and what it says of the true one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.search.trace import Path
from halfmove.teach.naming import figure
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
from halfmove.teach.quiz.values import CLOSE, close, plain
from halfmove.teach.trace import Trace

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

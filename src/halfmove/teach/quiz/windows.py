"""The window with which a node is entered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.number_text import window
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.question import Blanks
from halfmove.teach.quiz.response import Field, Form, Response, Row, numeric
from halfmove.teach.quiz.values import CLOSE, plain
from halfmove.teach.quiz.verdict import Misconception


class Windows(Blanks):
    """The window (α, β) with which some nodes are entered: two points each, one for each end."""

    kind = "window"
    title = "windows"
    read_again = "how α and β are handed down: a child begins with the window as it is at its parent then"
    windowed = True
    each = 2
    MOST = 3

    @cached_property
    def expected(self) -> dict[str, tuple[Any, Any]]:
        marks = self.replay.marks
        visited = [v.path for v in self.names.inner if v.path in marks and v.path]
        shown = sorted(visited, key=lambda p: (-sum(map(math.isfinite, marks[p].entered)), -len(p)))
        chosen = shown[: self.MOST] or [()]
        return {self.names.name(p): marks[p].entered for p in sorted(chosen, key=lambda p: marks[p].number)}

    def ask(self) -> str:
        again = any(self.replay.marks[self.names.find(item)].visits > 1 for item in self.items)
        last = " the last time" if again else ""
        return f"With which window (α, β) is each of these nodes entered{last}: {', '.join(self.items)}?"

    @property
    def example(self) -> str:
        return f"{self.items[0]} (-inf, 3)"

    def read_one(self, given: Any) -> tuple[float, float]:
        ends = reading.numbers(given)
        if len(ends) != 2:
            raise BadInput(f"A window is two numbers, such as (-inf, 3), not '{given}'.")
        return ends[0], ends[1]

    def plain(self, value: Any) -> Any:
        return [plain(end) for end in value]

    def said(self, value: Any) -> str:
        return window(*value)

    def reason(self, item: str) -> str:
        return self.why.entered(self.names.find(item))

    def credit(self, item: str, value: Any, given: Mapping[str, Any]) -> tuple[Fraction, str]:
        right = [_near(a, b) for a, b in zip(value, self.expected[item])]
        return Fraction(sum(right), 2), "One end is right." if sum(right) == 1 else ""

    def same(self, item: str, value: Any, right: Any) -> bool:
        return all(map(_near, value, right))

    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        alpha, beta = self.expected[item]
        return ("α", numeric(alpha, CLOSE)), ("β", numeric(beta, CLOSE))

    def response(self) -> Response:
        rows = tuple(Row(item, self.blank(item)) for item in self.items)
        return Form(f"{self.ask()} Write inf and -inf for ∞ and −∞.", rows)

    def hint(self) -> str:
        return "The search begins with (−∞, ∞); MAX raises α, MIN lowers β, and children inherit both."

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        yield (
            Misconception("ends-exchanged", "You exchanged the two ends; α, the lower one, comes first."),
            {item: (beta, alpha) for item, (alpha, beta) in self.expected.items()},
        )
        yield (
            Misconception("window-reset", "You began every node with (−∞, ∞); children inherit the window."),
            dict.fromkeys(self.items, (-math.inf, math.inf)),
        )
        marks = self.replay.marks
        yield (
            Misconception(
                "window-at-the-end", "These are the windows when the nodes are left, not when entered."
            ),
            {item: (m.alpha, m.beta) for item in self.items for m in (marks[self.names.find(item)],)},
        )


def _near(a: float, b: float) -> bool:
    """Equal as they are printed: the ends of the narrowest windows differ by less than can be written."""
    return a == b or (math.isfinite(a) and math.isfinite(b) and abs(a - b) <= 0.005)

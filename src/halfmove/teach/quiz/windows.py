"""Questions on windows: the window with which a node is entered, and which dialect made this trace."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.search.trace import Cutoff, Leaf
from halfmove.teach.naming import figure, window
from halfmove.teach.quiz import reading
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Blanks, OneChoice
from halfmove.teach.quiz.requirements import dialect_option, dialect_word, dialects
from halfmove.teach.quiz.response import (
    Field,
    Form,
    Misconception,
    Remark,
    Response,
    Row,
    Verdict,
    numeric,
    verdict,
)
from halfmove.teach.quiz.values import CLOSE, plain
from halfmove.teach.trace import Trace


class Dialect(OneChoice):
    """From the leaves evaluated and the values returned, name the dialect: one point.

    Every dialect in which the search would have looked the same is right.
    """

    kind = "dialect"
    usual = False
    title = "dialects"
    read_again = (
        "the dialects of alpha-beta: cut at equality or beyond it, return the value (fail-soft) or the bound "
        "(fail-hard)"
    )
    windowed = True

    @property
    def choice(self) -> tuple[str, ...]:
        """The dialects there are."""
        option = dialect_option(self.exercise)
        return tuple(dialect_word(option, value) for value in self.trace.lesson.options.get(option, ()))

    @cached_property
    def right(self) -> tuple[str, ...]:
        """The dialects that the evidence fits."""
        option, mine = dialect_option(self.exercise), self.evidence(self.trace)
        own = dialect_word(option, self.trace.options[option])
        return (own, *(name for name, other in dialects(self.exercise) if self.evidence(other) == mine))

    def evidence(self, search: Trace) -> tuple[Any, ...]:
        """What is shown of a search: the leaves in order, and what the inner nodes returned."""
        marks = search.replay.marks
        returned = tuple((v.path, figure(marks[v.path].value)) for v in self.names.inner if v.path in marks)
        return tuple(e.path for e in search.events if isinstance(e, Leaf)), returned

    def ask(self) -> str:
        leaves, returned = self.evidence(self.trace)
        order = " ".join(self.names.name(path) for path in leaves)
        values = ", ".join(f"{self.names.name(path)} {value}" for path, value in returned)
        return (
            f"A search evaluated the leaves {order}, and its inner nodes returned {values}. In which "
            f"dialect: {listed(self.choice, 'or')}?"
        )

    def reasons(self) -> tuple[str, ...]:
        cuts = [e for e in self.trace.events if isinstance(e, Cutoff) and e.remaining]
        return tuple(map(self.why.cut, cuts))

    def hint(self) -> str:
        return (
            "Look for a value that equals the bound it is tested against, and for a value returned that no "
            "leaf below has."
        )

    def read(self, given: Any) -> str | None:
        if given is None or (isinstance(given, str) and given.strip() in ("", "?")):
            return None
        word = str(given).strip().lower()
        if word not in self.choice:
            raise BadInput(f"There is no dialect '{given}'; there are: {listed(self.choice)}.")
        return word

    def mark(self, given: Any) -> Verdict:
        word = self.read(given)
        why = " ".join(self.reasons())
        if word is None:
            return verdict(self.kind, 1, [Remark("blank", "", Fraction(0), f"It is {self.answer()}. {why}")])
        if word in self.right:
            return verdict(self.kind, 1, [Remark("right", word, Fraction(1), f"{word} is right.")])
        return verdict(
            self.kind, 1, [Remark("wrong", word, Fraction(0), f"It is {self.answer()}, not {word}. {why}")]
        )


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

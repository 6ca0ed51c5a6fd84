"""Which dialect made this trace?"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.search.trace import Cutoff, Leaf
from halfmove.teach.number_text import figure
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.requirements import dialect_option, dialect_word, dialects
from halfmove.teach.quiz.response import Response, one_of
from halfmove.teach.quiz.verdict import Remark, Verdict, verdict
from halfmove.teach.trace import Trace


class Dialect(Question):
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

    @property
    def items(self) -> tuple[str, ...]:
        return ("",)

    @property
    def points(self) -> int:
        return int(len(self.choice) > 1)

    def ask(self) -> str:
        leaves, returned = self.evidence(self.trace)
        order = " ".join(self.names.name(path) for path in leaves)
        values = ", ".join(f"{self.names.name(path)} {value}" for path, value in returned)
        return (
            f"A search evaluated the leaves {order}, and its inner nodes returned {values}. In which "
            f"dialect: {listed(self.choice, 'or')}?"
        )

    @property
    def example(self) -> str:
        return self.choice[0]

    def solution(self) -> str:
        return self.right[0]

    def answer(self) -> str:
        return listed(self.right, "or")

    def reasons(self) -> tuple[str, ...]:
        cuts = [e for e in self.trace.events if isinstance(e, Cutoff) and e.remaining]
        return tuple(map(self.why.cut, cuts))

    def response(self) -> Response:
        return one_of(self.ask(), self.choice, self.right)

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

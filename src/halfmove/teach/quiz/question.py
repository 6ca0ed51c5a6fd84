"""What every question has, and the questions that are blanks to be filled in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from halfmove.teach.quiz import reading
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.explanations import Explanations
from halfmove.teach.quiz.naming import listed
from halfmove.teach.quiz.response import (
    Field,
    Form,
    Misconception,
    Remark,
    Response,
    Row,
    Verdict,
    one_of,
    told_apart,
    verdict,
)


class Question(ABC):
    """One question on an exercise; its answer is read off the exercise's trace."""

    kind: ClassVar[str]
    """Its name: `pruned`."""
    title: ClassVar[str]
    """What it is about, in a few words."""
    read_again: ClassVar[str]
    """What to read for whom it went wrong."""
    windowed: ClassVar[bool] = False
    """Whether it asks about windows, and so only fits a search that has them."""
    usual: ClassVar[bool] = True
    """Whether "all" asks it."""
    search: ClassVar[str] = ""
    """The search that it asks about, where that is not the one which the exercise has run."""
    nothing: ClassVar[str] = ""
    """Why it does not fit where it does not, as a sentence."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.names = exercise.names
        self.trace = exercise.trace
        self.replay = exercise.trace.replay

    @cached_property
    def why(self) -> Explanations:
        """The reasons, from the search's own sentences."""
        return Explanations(self.exercise)

    @property
    @abstractmethod
    def items(self) -> tuple[str, ...]:
        """The blanks on the sheet; one empty name for a single line to answer on."""

    @property
    @abstractmethod
    def points(self) -> int:
        """The most that it brings."""

    @property
    def fits(self) -> bool:
        """Whether there is anything to ask on this exercise."""
        return self.points > 0

    @abstractmethod
    def ask(self) -> str:
        """The question, as it stands on the sheet."""

    @property
    @abstractmethod
    def example(self) -> str:
        """How an answer is written."""

    @abstractmethod
    def solution(self) -> Any:
        """The answer as plain data, as `mark` takes it."""

    @abstractmethod
    def answer(self) -> str:
        """The answer in words."""

    @abstractmethod
    def reasons(self) -> tuple[str, ...]:
        """Why it is so: sentences from the trace."""

    @abstractmethod
    def hint(self) -> str:
        """Something that helps, but does not give the answer."""

    @abstractmethod
    def read(self, given: Any) -> Any:
        """An answer as it was typed, or as plain data, understood; `BadInput` if it cannot be."""

    @abstractmethod
    def mark(self, given: Any) -> Verdict:
        """The verdict on an answer."""

    @abstractmethod
    def response(self) -> Response:
        """How it is answered on a form that marks by itself, as learning platforms have them."""


class OneChoice(Question):
    """One of several: a point; where more than one is right, each counts."""

    @property
    @abstractmethod
    def choice(self) -> tuple[str, ...]:
        """What there is to choose from."""

    @property
    @abstractmethod
    def right(self) -> tuple[str, ...]:
        """Those that are right; the first is the answer."""

    @property
    def items(self) -> tuple[str, ...]:
        return ("",)

    @property
    def points(self) -> int:
        return int(len(self.choice) > 1)

    @property
    def example(self) -> str:
        return self.choice[0]

    def solution(self) -> str:
        return self.right[0]

    def answer(self) -> str:
        return listed(self.right, "or")

    def response(self) -> Response:
        return one_of(self.ask(), self.choice, self.right)


class Blanks(Question):
    """Values to be filled in: a point for each, or `each`."""

    each: ClassVar[int] = 1

    @property
    @abstractmethod
    def expected(self) -> Mapping[str, Any]:
        """The right value of every blank."""

    @abstractmethod
    def read_one(self, given: Any) -> Any:
        """One value, read; `BadInput` if it is none."""

    @abstractmethod
    def plain(self, value: Any) -> Any:
        """A value as plain data."""

    @abstractmethod
    def said(self, value: Any) -> str:
        """A value on paper."""

    @abstractmethod
    def reason(self, item: str) -> str:
        """Why a blank's value is what it is."""

    @abstractmethod
    def blank(self, item: str) -> tuple[tuple[str, Field], ...]:
        """The fields of a blank on a form that marks by itself, each with what stands before it."""

    def response(self) -> Response:
        return Form(self.ask(), tuple(Row(item, self.blank(item)) for item in self.items))

    def credit(self, item: str, value: Any, given: Mapping[str, Any]) -> tuple[Fraction, str]:
        """Which part of the item's points a value earns, and a word on it; `given` are all the values."""
        return Fraction(self.same(item, value, self.expected[item])), ""

    def same(self, item: str, value: Any, right: Any) -> bool:
        """Whether a value counts as right."""
        return bool(value == right)

    def excess(self, values: Mapping[str, Any]) -> list[Remark]:
        """Remarks on blanks that should have stayed blank; there are none in most questions."""
        return []

    def alternatives(self) -> Iterable[tuple[Misconception, Mapping[str, Any]]]:
        """What people who think wrongly fill in, one way of thinking after the other."""
        return ()

    # ---- the same for all of them
    @property
    def items(self) -> tuple[str, ...]:
        return tuple(self.expected)

    @property
    def points(self) -> int:
        return self.each * len(self.expected)

    @property
    def example(self) -> str:
        return " ".join(f"{item}=3" for item in self.items[:3])

    def solution(self) -> Any:
        return {item: self.plain(value) for item, value in self.expected.items()}

    def answer(self) -> str:
        return ", ".join(f"{item} {self.shown(value)}" for item, value in self.expected.items())

    def shown(self, value: Any) -> str:
        """A value after its name: `= 3`."""
        return f"= {self.said(value)}"

    def reasons(self) -> tuple[str, ...]:
        return tuple(self.reason(item) for item in self.expected)

    def item_named(self, text: str) -> str:
        """Which blank a word means."""
        return self.names.name(self.names.find(text))

    def read(self, given: Any) -> dict[str, Any]:
        found: dict[str, Any] = reading.blanks(given, self.items, self.read_one, self.item_named)
        return found

    def mark(self, given: Any) -> Verdict:
        values = self.read(given)
        remarks = [self._remark(item, values) for item in self.expected]
        remarks += self.excess(values)
        thoughts = [] if all(r.sort == "right" for r in remarks) else self._thoughts(values)
        return verdict(self.kind, self.points, remarks, thoughts)

    def _remark(self, item: str, values: Mapping[str, Any]) -> Remark:
        if item not in values:
            text = f"{self._right(item)} was left blank. {self.reason(item)}"
            return Remark("blank", item, Fraction(0), text)
        part, word = self.credit(item, values[item], values)
        if part == 1:
            return Remark("right", item, Fraction(self.each), self._right(item))
        text = f"{self._right(item)}, not {self.said(values[item])}. "
        text += f"{word} {self.reason(item)}".strip()
        return Remark("half" if part else "wrong", item, part * self.each, text)

    def _right(self, item: str) -> str:
        return f"{item} {self.shown(self.expected[item])}".strip()

    def _thoughts(self, values: Mapping[str, Any]) -> list[Misconception]:
        """The ways of thinking that explain all that was filled in, something wrong among it."""
        fitting = [
            thought
            for thought, filled in self.alternatives()
            if len(values) > 0
            and any(
                item in filled and not self.same(item, filled[item], self.expected[item]) for item in values
            )
            and all(item in filled and self.same(item, values[item], filled[item]) for item in values)
        ]
        return told_apart(fitting)

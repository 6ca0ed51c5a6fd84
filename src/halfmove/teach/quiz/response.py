"""How a question is answered on a form that marks by itself, and what comes of marking: points and remarks.

A learning platform marks what it is told to: a blank has a value and a tolerance, or the spellings that
count; a list has its right entries.  What only a program can judge (a value that follows from a wrong
one below, a branch named by its leaves) is asked in a form that needs no judgement.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

NOTHING = ("-", "–", "none")
"""What is written where nothing is to be written."""


@dataclass(frozen=True)
class Number:
    """A blank for a number, right within `close`."""

    value: float
    close: float


@dataclass(frozen=True)
class Word:
    """A blank for a word; every spelling of `accepted` is right, in small or large letters."""

    accepted: tuple[str, ...]


@dataclass(frozen=True)
class Pick:
    """A list to choose one from."""

    options: tuple[str, ...]
    right: str


Field = Number | Word | Pick


@dataclass(frozen=True)
class Row:
    """A line of the form: what it is about, and its fields, each with what stands before it."""

    label: str
    fields: tuple[tuple[str, Field], ...]


@dataclass(frozen=True)
class Form:
    """Rows to be filled in; every field counts the same."""

    text: str
    rows: tuple[Row, ...]

    @property
    def fields(self) -> tuple[Field, ...]:
        """All of them, in order."""
        return tuple(field for row in self.rows for _, field in row.fields)


@dataclass(frozen=True)
class Choice:
    """Options to choose from: one of the right ones, or all of them."""

    text: str
    options: tuple[str, ...]
    right: tuple[str, ...]
    several: bool = False


Response = Form | Choice


def numeric(value: float, close: float = 0.0) -> Field:
    """A blank for a number, which may be infinite."""
    if math.isfinite(value):
        return Number(float(value), close)
    signs = ("-", "−") if value < 0 else ("", "+")
    return Word(tuple(sign + word for sign in signs for word in ("inf", "∞", "infinity")))


def one_of(text: str, options: Iterable[str], right: Iterable[str]) -> Response:
    """A choice of one; a blank where there is nothing to choose from."""
    offered, wanted = tuple(options), tuple(right)
    if len(offered) > 1:
        return Choice(text, offered, wanted)
    return Form(text, (Row("", (("", Word(wanted)),)),))


Sort = Literal["right", "half", "wrong", "missed", "excess", "blank"]
"""`half` is partly right; `missed` and `excess` are of a set: not named though it should be; the reverse."""


@dataclass(frozen=True)
class Remark:
    """One item of a question, marked."""

    sort: Sort
    where: str
    """The node, the move or the leaf it is about."""
    points: Fraction
    """What it brings; below zero for what was named in excess."""
    text: str
    """What is right, and why."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"sort": self.sort, "where": self.where, "points": number(self.points), "text": self.text}


@dataclass(frozen=True)
class Misconception:
    """A way of thinking that explains a wrong answer."""

    name: str
    """A short name, the same for every exercise: `right-to-left`, `window-reset`, `other-dialect`, …"""
    text: str
    """What was probably done, and what is right."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"name": self.name, "text": self.text}


@dataclass(frozen=True)
class Verdict:
    """One question, marked."""

    kind: str
    points: Fraction
    """What the answer got, from 0 to `most`."""
    most: int
    remarks: tuple[Remark, ...]
    misconceptions: tuple[Misconception, ...] = ()
    """The ways of thinking that lead to this answer; where there are several, none is known to be the one."""

    @property
    def right(self) -> bool:
        """Whether it got everything."""
        return self.points == self.most

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "kind": self.kind,
            "points": number(self.points),
            "most": self.most,
            "remarks": [remark.to_dict() for remark in self.remarks],
            "misconceptions": [found.to_dict() for found in self.misconceptions],
        }


def verdict(
    kind: str, most: int, remarks: list[Remark], misconceptions: list[Misconception] | None = None
) -> Verdict:
    """The verdict on a question: its remarks' points together, never below zero."""
    points = max(Fraction(0), sum((remark.points for remark in remarks), Fraction(0)))
    return Verdict(kind, points, most, tuple(remarks), tuple(misconceptions or ()))


RIVALS = "Several ways of thinking lead to this answer; which of them was yours?"
"""Said before the misconceptions of a verdict that has more than one."""

PLAIN = ("no-pruning",)
"""Ways of thinking that need no other to explain an answer; they are named first."""


def told_apart(fitting: Iterable[Misconception]) -> list[Misconception]:
    """Each way of thinking once, the plainest first."""
    found: dict[str, Misconception] = {}
    for thought in fitting:
        found.setdefault(thought.name, thought)
    return sorted(found.values(), key=lambda thought: thought.name not in PLAIN)


def number(points: Fraction) -> int | float:
    """Points as a number: whole, or to two decimals."""
    return int(points) if points.denominator == 1 else round(float(points), 2)


def plural(count: Any, what: str) -> str:
    """`1 point`, `2.5 points`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

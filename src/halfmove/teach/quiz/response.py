"""How a question is answered on a form that marks by itself: numbers, words, choices, and what is right.

A learning platform marks what it is told to: a blank has a value and a tolerance, or the spellings that
count; a list has its right entries.  What only a program can judge (a value that follows from a wrong
one below, a branch named by its leaves) is asked in a form that needs no judgement.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

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

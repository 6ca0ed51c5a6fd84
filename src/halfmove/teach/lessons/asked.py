"""A question of a lesson: what is asked, what is right, why; and answers marked.

The same marking is done in the browser (`lesson_player.js`), where no server need be asked: a field or a list
has its right entries.  An answer is, of a form, the text of each field; of a choice, the options ticked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.number_text import figure
from halfmove.teach.quiz.response import Choice, Field, Number, Pick, Response


@dataclass(frozen=True)
class Asked:
    """One question."""

    name: str
    """By which a student's answer is kept: `q3`, or the name that the block has."""
    text: str
    """As Markdown."""
    response: Response
    reasons: tuple[str, ...]
    """Why the answer is what it is."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """What is to be said of an option: why it is right, or wrong."""
    picture: str = ""
    """An SVG to answer it from; empty without one."""
    picture_text: str = ""
    """The same for a terminal."""

    @property
    def points(self) -> int:
        """A point for each field; for a choice, one."""
        return 1 if isinstance(self.response, Choice) else len(self.response.fields)

    def solution(self) -> list[str]:
        """The right answer, as `marked` takes it."""
        if isinstance(self.response, Choice):
            return list(self.response.right if self.response.several else self.response.right[:1])
        return [solved(one) for one in self.response.fields]

    def answer(self) -> str:
        """The right answer in words."""
        if isinstance(self.response, Choice):
            return (", " if self.response.several else " or ").join(self.response.right)
        found = []
        for row in self.response.rows:
            said = " ".join(f"{name} {solved(one)}".strip() for name, one in row.fields)
            found.append(f"{row.label}: {said}" if row.label else said)
        return ", ".join(found)

    def explained(self) -> list[str]:
        """The reasons, after the remarks on the right options where these are one or two."""
        right = self.response.right if isinstance(self.response, Choice) else ()
        remarks = [self.remarks[option] for option in right if option in self.remarks]
        return list(dict.fromkeys([*(remarks if len(remarks) < 3 else []), *self.reasons]))

    def marked(self, given: Sequence[str]) -> Mark:
        """An answer marked; `BadInput` for one that is none."""
        if isinstance(self.response, Choice):
            unknown = [option for option in given if option not in self.response.options]
            if unknown:
                offered = ", ".join(self.response.options)
                raise BadInput(f"'{unknown[0]}' is not offered; the answers are: {offered}.")
            chosen = set(given)
            right = set(self.response.right)
            good = chosen == right if self.response.several else len(chosen) == 1 and chosen <= right
            return Mark(Fraction(good), 1, (good,))
        fields = self.response.fields
        if len(given) != len(fields):
            raise BadInput(f"This question has {len(fields)} blanks, not {len(given)}.")
        each = tuple(fits(one, text) for one, text in zip(fields, given))
        return Mark(Fraction(sum(each)), len(fields), each)

    def to_dict(self, *, solution: bool = True) -> dict[str, Any]:
        """As plain data."""
        data: dict[str, Any] = {"name": self.name, "text": self.text, "points": self.points}
        if isinstance(self.response, Choice):
            data |= {"options": list(self.response.options), "several": self.response.several}
        else:
            data["blanks"] = [row.label for row in self.response.rows for _ in row.fields]
        if solution:
            data |= {"answer": self.solution(), "reasons": list(self.reasons)}
        return data


@dataclass(frozen=True)
class Mark:
    """What an answer got."""

    points: Fraction
    most: int
    each: tuple[bool, ...]
    """Of every blank, whether it is right."""

    @property
    def right(self) -> bool:
        """Whether it got everything."""
        return self.points == self.most


def solved(one: Field) -> str:
    """What is to be written into a blank."""
    if isinstance(one, Number):
        return figure(one.value).replace("−", "-")
    return one.right if isinstance(one, Pick) else one.accepted[0]


def fits(one: Field, text: str) -> bool:
    """Whether what was written into a blank is right."""
    said = re.sub(r"\s+", " ", text.strip()).lower()
    if isinstance(one, Number):
        number = read_number(said)
        return number is not None and abs(number - one.value) <= one.close + 1e-9
    words = (one.right,) if isinstance(one, Pick) else one.accepted
    return said in (word.lower() for word in words)


def read_number(text: str) -> float | None:
    """A number as students write it: 1,024, −3, 2.5, 1/3; None for anything else."""
    plain = text.replace("−", "-").replace("–", "-").replace(" ", "")
    plain = re.sub(r",(?=\d{3}(\D|$))", "", plain)
    found = re.fullmatch(r"([+-]?\d*\.?\d+|[+-]?\d+\.)(?:/(\d+))?", plain)
    if not found or len(plain) > 40:
        return None
    number = float(found[1])
    if found[2]:
        number = number / int(found[2]) if int(found[2]) else math.nan
    return number if math.isfinite(number) else None

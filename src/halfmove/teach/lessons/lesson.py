"""What a lesson is: steps of prose, exhibits made by the code, and questions, whose answers are marked.

The same marking is done in the browser (`lesson_player.js`), where no server need be asked: a field or a list
has its right entries.  An answer is, of a form, the text of each field; of a choice, the options ticked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.naming import figure
from halfmove.teach.quiz.response import Choice, Field, Number, Pick, Response


@dataclass(frozen=True)
class Question:
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
        return [show_solution(one) for one in self.response.fields]

    def answer(self) -> str:
        """The right answer in words."""
        if isinstance(self.response, Choice):
            return (", " if self.response.several else " or ").join(self.response.right)
        found = []
        for row in self.response.rows:
            said = " ".join(f"{name} {show_solution(one)}".strip() for name, one in row.fields)
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


def show_solution(one: Field) -> str:
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


@dataclass(frozen=True)
class Prose:
    """Text, as Markdown in which the figures are put in."""

    markdown: str


@dataclass(frozen=True)
class Table:
    """Figures in rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Exhibit:
    """What a fenced block shows: a picture, a search to step through, a table."""

    kind: str
    """The word after the fence: `search`."""
    name: str
    """What the text calls it in `{{name.figure}}`; empty where nobody does."""
    title: str
    """What is seen, in a few words; also what a screen reader says of the picture."""
    caption: str
    text: str
    """The same for a terminal."""
    code: str
    """Python that makes it again, for a notebook."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The figures by name."""
    svg: str = ""
    """The whole picture, an SVG document in the colours of paper; empty where there is only a table."""
    film: Mapping[str, Any] | None = None
    """What `teach.frames.player` steps through, where there are steps; its first frame is `first`."""
    first: str = ""
    sentences: tuple[str, ...] = ()
    """The steps in words."""
    table: Table | None = None
    exercise: bool = False
    """Whether its picture gives an answer away, so that on paper it stands with the answers."""


@dataclass(frozen=True)
class Step:
    """One screen of a lesson."""

    title: str
    parts: tuple[Prose | Exhibit | Question, ...]


@dataclass(frozen=True)
class Lesson:
    """A lesson as it was read; every figure in it is known, every question can be marked."""

    name: str
    """By which it is called: the file's name without its ending."""
    title: str
    about: str
    """What it is about, in a sentence; may be empty."""
    steps: tuple[Step, ...]
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The figures of all named blocks."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions, in order."""
        return tuple(part for part in self.parts() if isinstance(part, Question))

    @property
    def exhibits(self) -> tuple[Exhibit, ...]:
        """All exhibits, in order."""
        return tuple(part for part in self.parts() if isinstance(part, Exhibit))

    @property
    def points(self) -> int:
        """The most that the questions bring together."""
        return sum(question.points for question in self.questions)

    def parts(self) -> Iterator[Prose | Exhibit | Question]:
        """The parts of all steps, in order."""
        for step in self.steps:
            yield from step.parts

    def to_dict(self) -> dict[str, Any]:
        """The lesson as plain data: its steps, what each has, the questions with their answers."""
        return {
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "points": self.points,
            "steps": [{"title": s.title, "parts": [_plain(p) for p in s.parts]} for s in self.steps],
        }


def _plain(part: Prose | Exhibit | Question) -> dict[str, Any]:
    if isinstance(part, Prose):
        return {"kind": "text", "markdown": part.markdown}
    if isinstance(part, Question):
        return {"kind": "question", **part.to_dict()}
    facts = {
        key: value if isinstance(value, (int, float)) else str(value) for key, value in part.facts.items()
    }
    return {"kind": part.kind, "name": part.name, "title": part.title, "facts": facts}

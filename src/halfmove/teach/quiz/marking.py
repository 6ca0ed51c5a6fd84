"""Marking an exercise: points and reasons for every question, and what to read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, TypedDict

from halfmove.core.errors import BadInput
from halfmove.core.results import Table
from halfmove.teach.misconceptions.gallery import by_any_name
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.kinds import KINDS
from halfmove.teach.quiz.response import RIVALS, Misconception, Verdict, number, plural

SIGNS = {"right": "✓", "half": "½", "wrong": "✗", "missed": "✗", "excess": "✗", "blank": "·"}


class RemarkData(TypedDict):
    """One item of a question."""

    sort: Annotated[Literal["right", "half", "wrong", "missed", "excess", "blank"], "What it is."]
    where: Annotated[str, "The item."]
    points: Annotated[int | float, "What it gave."]
    text: Annotated[str, "What is right, and why."]


class MisconceptionData(TypedDict):
    """A way of thinking that explains a wrong answer."""

    name: Annotated[str, "Its name."]
    text: Annotated[str, "What is thought."]


class MarkedQuestionData(TypedDict):
    """One question, marked."""

    kind: Annotated[str, "Which question it is."]
    points: Annotated[int | float, "What was got."]
    most: Annotated[int, "What could be got."]
    remarks: Annotated[list[RemarkData], "What is right and wrong."]
    misconceptions: Annotated[list[MisconceptionData], "The ways of thinking recognised."]


class MarkingData(TypedDict):
    """The marking of one person's answers."""

    seed: Annotated[int | None, "The seed that the exercise was made from."]
    points: Annotated[int | float, "What was got."]
    most: Annotated[int, "What could be got."]
    questions: Annotated[list[MarkedQuestionData], "Each question."]
    misconceptions: Annotated[list[MisconceptionData], "The ways of thinking recognised, each once."]
    read_again: Annotated[list[str], "What to read again."]


@dataclass(frozen=True)
class Marking(Table):
    """The marking of one person's answers."""

    exercise: Exercise
    verdicts: tuple[Verdict, ...]

    @property
    def points(self) -> Fraction:
        """What was got; a fraction where a question gave part of a point."""
        return sum((v.points for v in self.verdicts), Fraction(0))

    @property
    def most(self) -> int:
        """What could be got."""
        return sum(v.most for v in self.verdicts)

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """The ways of thinking recognised, each once."""
        return tuple(dict.fromkeys(found for v in self.verdicts for found in v.misconceptions))

    @property
    def read_again(self) -> tuple[str, ...]:
        """What to read again, for the questions that lost points."""
        wrong = [KINDS[v.kind].read_again for v in self.verdicts if not v.right]
        return tuple(dict.fromkeys(wrong))

    def verdict(self, kind: str) -> Verdict:
        """The verdict on one question; `BadInput` if it was not asked."""
        for found in self.verdicts:
            if found.kind == kind:
                return found
        raise BadInput(f"The exercise has no question '{kind}'.")

    def text(self, *, brief: bool = False) -> str:
        """The marking in words; `brief` leaves out what was right."""
        lines = [f"{number(self.points)} of {plural(self.most, 'point')}"]
        for found in self.verdicts:
            lines += ["", f"{KINDS[found.kind].title}: {number(found.points)} of {found.most}"]
            lines += verdict_lines(found, brief=brief)
        if self.read_again:
            lines += ["", "To read again:", *(f"  - {topic}" for topic in self.read_again)]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def to_text(self) -> str:
        return self.text()

    def to_dict(self) -> MarkingData:
        """The marking as plain data."""
        data: Any = {
            "seed": self.exercise.seed,
            "points": number(self.points),
            "most": self.most,
            "questions": [found.to_dict() for found in self.verdicts],
            "misconceptions": [found.to_dict() for found in self.misconceptions],
            "read_again": list(self.read_again),
        }
        return data  # type: ignore[no-any-return]

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a question: its `kind`, `points` and the `most` that could be got."""
        return [{"kind": v.kind, "points": number(v.points), "most": v.most} for v in self.verdicts]


def verdict_lines(found: Verdict, *, brief: bool = False) -> list[str]:
    """A verdict's remarks, a line each, then the misconceptions with the command that shows them."""
    lines = [f"  {SIGNS[r.sort]} {r.text}" for r in found.remarks if not (brief and r.sort == "right")]
    if len(found.misconceptions) > 1:
        lines.append(f"  ! {RIVALS}")
    sign = "-" if len(found.misconceptions) > 1 else "!"
    for thought in found.misconceptions:
        lines.append(f"  {sign} {thought.text}")
        shown = by_any_name().get(thought.name)
        if shown is not None:
            lines.append(f"    See it: halfmove misconceptions {shown.name}")
    return lines


def mark(exercise: Exercise, answers: Mapping[str, Any]) -> Marking:
    """Mark answers: by the kind of question, as plain data or as text; a question not answered gets nothing.

    Each question's rule of points is in its own docstring (`quiz.values.Values`, `quiz.pruned.Pruned`, …): a
    point for each value, half a point for one that only follows from a wrong one below; a point for each
    branch pruned, less one for each named in excess, never below zero.  `BadInput` for an answer that cannot
    be read, or to a question that was not asked.

    >>> from halfmove.teach.quiz import exercise_on
    >>> exercise = exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], questions="move, pruned")
    >>> marking = mark(exercise, {"move": "a1", "pruned": "c2 d3"})
    >>> float(marking.points), marking.most
    (1.0, 3)
    """
    if not isinstance(answers, Mapping):
        raise BadInput('The answers are an object by question, such as {"move": "a1"}.')
    for kind in answers:
        exercise.question(str(kind))
    return Marking(exercise, tuple(q.mark(answers.get(q.kind)) for q in exercise.questions))

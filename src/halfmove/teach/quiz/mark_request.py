"""The operation `mark`: a person's answers to an exercise, marked with reasons."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.operation import Request, Work, field, operation
from halfmove.core.operation.kinds import Kind, Schema
from halfmove.teach.quiz.exercise import FORMAT, Exercise
from halfmove.teach.quiz.marking import Marking, mark

EXAMPLE = {
    "format": FORMAT,
    "tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    "algorithm": "alphabeta",
    "questions": ["move", "pruned"],
}


@dataclass(frozen=True)
class ObjectKind(Kind):
    """An object of JSON, or its text."""

    word: str = "FILE|JSON"

    def from_text(self, text: Any, name: str) -> Any:
        return text

    def from_data(self, value: Any, name: str) -> Any:
        if not isinstance(value, str | Mapping | Exercise):
            raise BadInput(f"{name} is an object of JSON.")
        return value

    def schema(self) -> Schema:
        return {"type": "object"}


@operation(
    "mark",
    "Mark answers to an exercise: points, reasons, misconceptions.",
    doing="marking",
    old_paths=("exercises/mark",),
)
@dataclass(frozen=True, kw_only=True)
class MarkRequest(Request):
    """Mark answers to an exercise that `quiz` made: points, what is right and why, what to read again.

    Example: halfmove mark exercise.json answers.json

    Example: halfmove mark exercise.json '{"move": "a1", "pruned": "c2 c3"}'
    """

    exercise: Any = field(ObjectKind(), "The exercise as it was made.", place=True, example=EXAMPLE)
    answers: Any = field(
        ObjectKind(),
        "The answers by the kind of question, as data or as a person writes them.",
        place=True,
        example={"move": "a1", "pruned": "c2 c3"},
    )

    def doing(self) -> str:
        return self.operation.doing

    def run(self, work: Work) -> Iterator[Marking]:
        """The one result."""
        try:
            yield mark(_exercise(self.exercise, work), _data(self.answers, work))
        except (TypeError, AttributeError, KeyError, OverflowError) as error:
            # Free data can go wrong in ways that the readers of a person's typing do not know.
            raise BadInput(f"This cannot be read: {type(error).__name__}, {error}.") from None


def _data(given: Any, work: Work) -> Any:
    """What a text of JSON, or of a file of it, says; an object as it is."""
    if not isinstance(given, str):
        return given
    try:
        return json.loads(work.text_of(given))
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInput(f"This is not JSON: {error}.") from None


def _exercise(given: Any, work: Work) -> Exercise:
    """The exercise that is meant, the only one of a file with several."""
    data = _data(given, work)
    if isinstance(data, Exercise):
        return data
    if isinstance(data, Mapping) and isinstance(made := data.get("exercises"), list):
        if len(made) != 1:
            raise BadInput(f"There are {len(made)} exercises; quiz --from FILE --answers FILE marks several.")
        data = made[0]
    if isinstance(data, Mapping) and isinstance(data.get("tree"), str):
        raise BadInput("The tree of an exercise is data, not a text.")
    return Exercise.from_dict(data)

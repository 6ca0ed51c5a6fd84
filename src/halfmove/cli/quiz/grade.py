"""Marking answers from a file: what an autograder calls."""

from __future__ import annotations

from typing import Any

from halfmove.cli.quiz.request import Request, read_json
from halfmove.cli.terminal import print_json
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.marking import mark
from halfmove.teach.quiz.response import number, plural


def grade(request: Request, path: str, *, as_json: bool) -> None:
    """Mark the answers in a file: an object by question, or a list of them, one for each exercise."""
    exercises = request.exercises()
    given = _answers(read_json(path), path)
    if len(given) != len(exercises):
        raise BadInput(
            f"There are {plural(len(exercises), 'exercise')} and {plural(len(given), 'set')} of answers in "
            f"'{path}'."
        )
    markings = [mark(exercise, answers) for exercise, answers in zip(exercises, given)]
    points = sum(marking.points for marking in markings)
    most = sum(marking.most for marking in markings)
    if as_json:
        print_json(
            {"points": number(points), "most": most, "markings": [m.to_dict() for m in markings]}  # type: ignore[arg-type]
        )
        return
    for i, marking in enumerate(markings, 1):
        if len(markings) > 1:
            print(f"Exercise {i}: ", end="")
        print(marking.text())
        print()
    if len(markings) > 1:
        print(f"Together: {number(points)} of {plural(most, 'point')}")  # type: ignore[arg-type]


def _answers(data: Any, path: str) -> list[Any]:
    if isinstance(data, dict) and set(data) == {"answers"}:
        data = data["answers"]
    if isinstance(data, dict):
        return [data]
    if isinstance(data, list) and all(isinstance(item, dict) for item in data):
        return data
    raise BadInput(f'The answers in \'{path}\' are an object such as {{"move": "a1"}}, or a list of them.')

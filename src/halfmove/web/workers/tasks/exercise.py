"""Exercises made from a seed or on a tree, and answers marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.teach.quiz import Exercise, exercise, exercise_on, mark
from halfmove.teach.quiz.sheets.content import blocks

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """An exercise as data; with "answers" besides, the marking of them."""
    try:
        if "answers" in arguments:
            return mark(Exercise.from_dict(arguments["exercise"]), arguments["answers"]).to_dict()
        made = _made(arguments)
    except (TypeError, AttributeError, KeyError, OverflowError) as error:
        # Free data can go wrong in ways that the readers of a person's typing do not know.
        raise BadInput(f"This cannot be read: {type(error).__name__}, {error}.") from None
    content = made.to_dict(solution=arguments["solution"])
    if arguments["svg"]:
        content["svg"] = blocks([made], solution=False)[0].picture
    return content


def _made(arguments: dict[str, Any]) -> Exercise:
    how = {key: arguments[key] for key in ("algorithm", "order", "questions")}
    if arguments["tree"] is not None:
        return exercise_on(arguments["tree"], **how, **arguments["options"])
    wishes = {key: value for key, value in arguments["wishes"].items() if value is not None}
    return exercise(arguments["seed"], **wishes, **how, **arguments["options"])

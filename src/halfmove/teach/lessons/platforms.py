"""A lesson's questions for a learning platform: Moodle, GIFT or QTI, each with its remarks and reasons.

Above a question stands the step of the lesson that it is asked in, and the picture that it has or else the
last one before it in that step.
"""

from __future__ import annotations

from html import escape

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.asked import Asked
from halfmove.teach.lessons.lesson import Exhibit, Lesson
from halfmove.teach.lessons.pieces import html, inline
from halfmove.teach.quiz.platforms import platform_file
from halfmove.teach.quiz.platforms.items import Item, solution
from halfmove.teach.quiz.response import Choice


def questions_for(lesson: Lesson, form: str) -> bytes:
    """The lesson's questions as a file of a platform's format; `BadInput` for a lesson without any."""
    found = items(lesson)
    if not found:
        raise BadInput(f"The lesson '{lesson.name}' asks nothing, so there are no questions to write.")
    return platform_file(found, form, lesson.title)


def items(lesson: Lesson) -> list[Item]:
    """The lesson's questions, in order."""
    found: list[Item] = []
    for number, step in enumerate(lesson.steps, 1):
        above = f"{number}. {step.title}" if step.title else ""
        picture = ""
        for part in step.parts:
            if isinstance(part, Exhibit) and part.svg and not part.exercise:
                picture = part.svg
            elif isinstance(part, Asked):
                place = len(found) + 1
                name = f"{lesson.title}, question {place}"
                found.append(_item(part, name, place, above, part.picture or picture))
    return found


def _item(asked: Asked, name: str, place: int, step: str, picture: str) -> Item:
    response = asked.response
    options = response.options if isinstance(response, Choice) else ()
    return Item(
        name=name,
        identifier=f"question-{place}-{asked.name}",
        response=response,
        points=asked.points,
        text=html(asked.text).replace("\n", ""),
        solution=solution(inline(asked.answer()), map(inline, asked.explained())),
        task=f"<p><i>{escape(step)}</i></p>" if step else "",
        picture=picture,
        drawing=f"question-{place}",
        options={option: inline(option) for option in options},
        remarks={option: inline(said) for option, said in asked.remarks.items() if option in options},
    )

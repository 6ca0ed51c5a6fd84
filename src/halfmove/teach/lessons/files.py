"""A lesson as a file to take along: .html, .ipynb, .pdf or .json; its questions for learning platforms."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.errors import BadInput
from halfmove.teach.lessons.lesson import Lesson
from halfmove.teach.quiz.platforms import PLATFORMS


def _html(lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.page import page

    return page(lesson).encode()


def _notebook(lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.notebook import notebook

    return (json.dumps(notebook(lesson), ensure_ascii=False, indent=1) + "\n").encode()


def _pdf(lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.print import pdf

    return pdf(lesson)


def _json(lesson: Lesson) -> bytes:
    return (json.dumps(lesson.to_dict(), ensure_ascii=False, indent=2) + "\n").encode()


def _questions(form: str, lesson: Lesson) -> bytes:
    from halfmove.teach.lessons.platforms import questions_for

    return questions_for(lesson, form)


FORMATS: dict[str, Callable[[Lesson], bytes]] = {
    "html": _html,
    "ipynb": _notebook,
    "pdf": _pdf,
    "json": _json,
    **{ending: partial(_questions, form) for form, ending in PLATFORMS.items()},
}
"""What writes each, by the ending of its files."""


def form_of(path: str | Path) -> str:
    """The format that a file's name ends with; `BadInput` for another."""
    ending = Path(path).suffix.lower().lstrip(".")
    if ending not in FORMATS:
        endings = ", ".join(f".{ending}" for ending in FORMATS)
        raise BadInput(f"A lesson is written as {endings}, not '{Path(path).name}'.")
    return ending


def save(lesson: Lesson, path: str | Path) -> Path:
    """Write a lesson in the format that the file's name ends with, whole or not at all."""
    target = Path(path)
    content = FORMATS[form_of(target)](lesson)
    with whole_bytes(target) as out:
        out.write(content)
    return target

"""What is handed out to a class: a lesson, or exercises made from a seed; until when, and how it is marked.

A lesson is kept as its text, so that what is marked does not change with a file or a release of the lessons.
A position is a lesson of one question, which `position_lesson` writes.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.numbers import shorten

FORMAT = "halfmove class 1"
FEEDBACK = ("now", "end")
"""When a student is told what is right: after the last try, or once the work is closed."""
MOST_TITLE, MOST_TRIES = 120, 20
_ID = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of the id, which stands in the link and may be copied from a blackboard."""


@dataclass(frozen=True)
class Handout:
    """What is handed out."""

    title: str
    made: datetime
    id: str = field(default_factory=lambda: "".join(secrets.choice(_ID) for _ in range(8)))
    """By which the students' link names it."""
    key: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    """The secret of the teacher's link."""
    lesson: str | None = None
    """The text of a lesson; None for exercises."""
    name: str = ""
    """What the lesson is called."""
    quiz: Mapping[str, str] = field(default_factory=dict)
    """What is asked of `halfmove quiz`, as its fields are typed: {"depth": "3"}."""
    each: bool = False
    """Whether every student has exercises of his own, made from another seed."""
    until: datetime | None = None
    """When it closes."""
    feedback: str = "now"
    tries: int = 1
    """How often an answer to a question is marked; the last one counts.  With feedback at the end an answer
    may be changed until then."""

    def __post_init__(self) -> None:
        if not self.title.strip() or len(self.title) > MOST_TITLE or not self.title.isprintable():
            raise BadInput(f"The title has 1 to {MOST_TITLE} letters, on one line.")
        if self.feedback not in FEEDBACK:
            raise BadInput(
                f"The feedback is given {' or at the '.join(FEEDBACK)}, not '{self.feedback[:20]}'."
            )
        if not 1 <= self.tries <= MOST_TRIES:
            raise BadInput(f"A question is answered at most 1 to {MOST_TRIES} times, not {self.tries}.")

    def to_dict(self) -> dict[str, Any]:
        """As plain data that `from_dict` reads: the first line of its file."""
        source = {"quiz": dict(self.quiz), "each": self.each}
        if self.lesson is not None:
            source = {"lesson": {"name": self.name, "text": self.lesson}}
        return {
            "format": FORMAT,
            "id": self.id,
            "key": self.key,
            "title": self.title,
            "made": write_time(self.made),
            "until": None if self.until is None else write_time(self.until),
            "feedback": self.feedback,
            "tries": self.tries,
            **source,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Handout:
        """The handout that `to_dict` wrote; `BadInput` for anything else."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise BadInput(f'it does not begin with a line that has "format": "{FORMAT}".')
        try:
            lesson = data.get("lesson")
            return cls(
                str(data["title"]),
                datetime.fromisoformat(data["made"]),
                str(data["id"]),
                str(data["key"]),
                None if lesson is None else str(lesson["text"]),
                "" if lesson is None else str(lesson["name"]),
                {str(key): str(value) for key, value in data.get("quiz", {}).items()},
                bool(data.get("each", False)),
                None if data["until"] is None else datetime.fromisoformat(data["until"]),
                str(data["feedback"]),
                int(data["tries"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadInput(f"its first line is damaged ({type(error).__name__}: {error}).") from None


def write_time(when: datetime) -> str:
    """A time as files have it, in UTC: 2026-11-28T17:05:00Z."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def read_until(text: str, now: datetime) -> datetime:
    """The end that a person types: a day, which ends at midnight, or a day and an hour, by this machine's
    clock; `BadInput` for none, or for one that is past."""
    written = text.strip()
    try:
        if len(written) == 10:
            found = datetime.combine(date.fromisoformat(written), time(23, 59, 59)).astimezone()
        else:
            found = datetime.fromisoformat(written).astimezone()
    except (ValueError, OverflowError, OSError):
        raise BadInput(
            f"The end is a day, 2026-12-01, or has an hour, 2026-12-01T18:00; not '{shorten(written)}'."
        ) from None
    if found <= now:
        raise BadInput(f"The end, {written[:40]}, is past.")
    return found


def position_lesson(title: str, settings: Mapping[str, str], question: str, answers: str) -> str:
    """A lesson of one step: the position that a block `game` has by these settings, and a question whose
    answers are moves or words, with | between those that all are right."""
    for text in (title, *settings.values(), question, answers):
        if not text.replace("\n", " ").isprintable() or "```" in text:
            raise BadInput("A position's texts are plain text.")
    lines = [f"{key}: {' '.join(value.split())}" for key, value in settings.items() if value.strip()]
    asked = " ".join(question.split()) or "Which move is best?"
    right = " ".join(answers.split())
    if not right:
        raise BadInput("Say which answer is right; several are written with | between them.")
    board = "\n".join(["```game position", *lines, "```"])
    return f"## {' '.join(title.split())}\n\n{board}\n\n```question move\nanswer: {right}\n\n{asked}\n```\n"

"""The operation `lesson`."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.operation import LOCAL_FACES, OutputFile, Switch, Text, Work, field, operation
from halfmove.core.operation.request import Request
from halfmove.core.results import Result
from halfmove.teach.lessons.library import ENDING, LessonLibrary, open_shipped

if TYPE_CHECKING:
    from halfmove.teach.lessons.lesson import Lesson

WIDTH = 80


@dataclass(frozen=True)
class LessonList(Result):
    """The lessons that come with Halfmove."""

    library: LessonLibrary

    def to_dict(self) -> Mapping[str, Any]:
        return {"lessons": [{"name": e.name, "title": e.title, "about": e.about} for e in self.library]}

    def to_text(self) -> str:
        indent = max(len(entry.name) for entry in self.library) + 2
        lines = ["Lessons", ""]
        for entry in self.library:
            about = textwrap.wrap(entry.about, WIDTH - indent)
            lines += [
                f"{label:{indent}}{line}" for label, line in zip_longest([entry.name], about, fillvalue="")
            ]
        lines += ["", "Play one:         halfmove lesson games"]
        return "\n".join([*lines, "in the browser:   halfmove serve --open, page Lessons"])


@dataclass(frozen=True)
class OneLesson(Result):
    """A lesson, of which everything was run; or the file that it was written to."""

    lesson: Lesson
    output: str | None = None

    def to_dict(self) -> Mapping[str, Any]:
        return self.lesson.to_dict() if self.output is None else {"output": self.output}

    def to_text(self) -> str:
        from halfmove.teach.quiz.response import plural

        lesson = self.lesson
        if self.output is not None:
            return f"Wrote {self.output}."
        return (
            f"{lesson.title}: {plural(len(lesson.steps), 'step')}, "
            f"{plural(len(lesson.exhibits), 'exhibit')}, "
            f"{plural(len(lesson.questions), 'question')} for {plural(lesson.points, 'point')}. "
            "Nothing is wrong with it."
        )


@operation(
    "lesson",
    "Play a lesson: text, searches to step through, questions; or write it as a file.",
    doing="running the lesson",
    faces=LOCAL_FACES,
)
@dataclass(frozen=True, kw_only=True)
class LessonRequest(Request):
    """Play a lesson step by step: text, searches to step through, questions marked with reasons.

    A lesson of your own is a file of Markdown; docs/lessons.md says how it is written. `halfmove serve`
    shows lessons in the browser, and with --lessons FOLDER yours.

    Example: halfmove lesson

    Example: halfmove lesson alphabeta

    Example: halfmove lesson week5.md --check

    Example: halfmove lesson alphabeta --output alphabeta.pdf

    Example: halfmove lesson alphabeta --output moodle.xml
    """

    lesson: str | None = field(
        Text(word="NAME|FILE.md"),
        "The lesson.",
        default=None,
        usual="list the lessons that come along",
        place=True,
    )
    check_only: bool = field(
        Switch(),
        "Run every block, and report what the lesson contains, without playing it.",
        default=False,
        options=("--check",),
        faces=("terminal",),
    )
    output: str | None = field(
        OutputFile(),
        "Write a file: .html (to play in any browser), .ipynb, .pdf, .json; its questions for learning "
        "platforms: .xml (Moodle), .gift, .zip (QTI 2.1).",
        default=None,
        options=("--output", "-o"),
    )

    def check(self, name: Callable[[str], str]) -> None:
        for key in ("check_only", "output"):
            if self.lesson is None and getattr(self, key):
                raise BadInput(
                    f"{name(key)} is about one lesson; name it: halfmove lesson alphabeta {name(key)}."
                )

    def is_displayed(self) -> bool:
        return self.lesson is not None and not self.check_only and self.output is None

    def run(self, work: Work) -> Iterator[LessonList | OneLesson]:
        """The list of lessons, or one; it is written if a file is named."""
        if self.lesson is None:
            yield LessonList(open_shipped())
            return
        if self.output is None:
            yield OneLesson(self.open())
            return
        from halfmove.teach.lessons.library import form_of, save

        form_of(self.output)  # before anything is made
        lesson = self.open()
        save(lesson, self.output)
        yield OneLesson(lesson, self.output)

    def open(self) -> Lesson:
        """The lesson that comes along under that name, or in that file."""
        from halfmove.teach.lessons.reading import read

        library, name = open_shipped(), str(self.lesson)
        if name in library.entries:
            return library.open(name)
        if name.endswith(ENDING) or Path(name).is_file():
            return read(name)
        known = ", ".join(library.entries)
        raise BadInput(
            f"There is no lesson '{name[:60]}'; there are: {known}; one of your own is a file NAME{ENDING}."
        )

"""The operation `class`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import check_writable, whole_file
from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    OUTPUT,
    Choice,
    File,
    OutputFile,
    Settings,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.operation.request import Request
from halfmove.teach.handouts.handout import FEEDBACK, MOST_TITLE, MOST_TRIES, Handout, read_until
from halfmove.teach.handouts.make import make_lesson, make_quiz
from halfmove.teach.handouts.results import ClassResults
from halfmove.teach.handouts.work_file import ENDING, WorkFile
from halfmove.teach.quiz.request import MOST_SEED

HANDED, HOW = "What is handed out", "How"


@operation(
    "class",
    "Hand out a lesson or exercises to a class; read what was answered, write the marks.",
    doing="reading the class's work",
    faces=("terminal",),
)
@dataclass(frozen=True, kw_only=True)
class ClassRequest(Request):
    """Hand out a lesson or exercises to a class, and read the answers that `halfmove serve --class` collects.

    With --lesson or --quiz a file is begun, and the links for students and teacher are printed. Without them
    the results in a file are shown: who has how many points, and which question is hard.

    Example: halfmove class work/week5.jsonl --lesson alphabeta --until 2026-12-01

    Example: halfmove class work/quiz5.jsonl --quiz depth=3 --quiz min_cuts=2 --each

    Example: halfmove serve --class work --host 0.0.0.0 --token new

    Example: halfmove class work/week5.jsonl --output marks.csv
    """

    file: str = field(File(word=f"FILE{ENDING}"), "The file of the work.", place=True)
    lesson: str | None = field(
        Text(word="NAME|FILE.md"), "Hand out a lesson.", default=None, usual="none", group=HANDED
    )
    quiz: dict[str, str] = field(
        Settings(word="KEY=VALUE", example="depth=3"),
        "Hand out exercises, with these settings of `halfmove quiz`.",
        default={},
        group=HANDED,
    )
    count: int | None = field(Whole(1, 20), "How many exercises.", default=None, usual="1", group=HANDED)
    seed: int | None = field(
        Whole(0, MOST_SEED), "The seed of the exercises.", default=None, usual="one is drawn", group=HANDED
    )
    each: bool = field(
        Switch(), "Give every student exercises of his own, from another seed.", default=False, group=HANDED
    )
    title: str | None = field(
        Text(most=MOST_TITLE), "What the students see above.", default=None, usual="the lesson's", group=HOW
    )
    until: str | None = field(
        Text(word="DAY"),
        "Take answers until the end of this day, or until an hour: 2026-12-01T18:00.",
        default=None,
        usual="until it is closed",
        group=HOW,
    )
    feedback: str = field(
        Choice(FEEDBACK, word="WHEN"),
        "Tell the students what is right now, after the last try, or at the end, once the work is closed.",
        default="now",
        group=HOW,
    )
    tries: int = field(
        Whole(1, MOST_TRIES),
        "How often a question may be answered; the last answer counts.",
        default=1,
        group=HOW,
    )
    output: str | None = field(
        OutputFile(), "Write the marks as CSV.", default=None, options=("--output", "-o"), group=OUTPUT
    )

    @property
    def is_new(self) -> bool:
        """Whether something is handed out."""
        return self.lesson is not None or bool(self.quiz) or self.count is not None or self.seed is not None

    def check(self, name: Callable[[str], str]) -> None:
        quiz = bool(self.quiz) or self.count is not None or self.seed is not None or self.each
        if self.lesson is not None and quiz:
            raise BadInput(f"Hand out {name('lesson')} or exercises, not both.")
        if self.is_new and self.output is not None:
            raise BadInput(f"{name('output')} writes the marks of work that was handed out before.")
        if not self.is_new:
            for key in ("title", "until", "each"):
                if getattr(self, key):
                    raise BadInput(f"{name(key)} is for work that is handed out: give {name('lesson')} too.")

    def run(self, work: Work) -> Iterator[ClassResults]:
        """The results, or the file that was begun."""
        path = Path(self.file)
        if self.is_new:
            if path.suffix != ENDING:
                raise BadInput(f"The file of a class's work is called NAME{ENDING}, not '{path.name}'.")
            yield ClassResults(WorkFile.create(path, self._handout()))
            return
        if self.output is not None:
            check_writable(self.output)
        found = ClassResults(WorkFile(path), self.output)
        if self.output is not None:
            with whole_file(self.output) as out:
                out.write(found.csv())
        yield found

    def _handout(self) -> Handout:
        now = datetime.now(UTC)
        until = None if self.until is None else read_until(self.until, now)
        if self.lesson is None:
            quiz = {key: str(value) for key, value in self.quiz.items()}
            quiz |= {} if self.count is None else {"count": str(self.count)}
            return make_quiz(quiz, self.seed, self.title, now, each=self.each, until=until, **self._how)
        return make_lesson(self.lesson, self.title, now, until=until, **self._how)

    @property
    def _how(self) -> dict[str, Any]:
        return {"feedback": self.feedback, "tries": self.tries}

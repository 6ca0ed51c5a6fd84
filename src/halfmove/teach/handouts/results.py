"""What a class has answered: who has how many points, and which question is hard."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from halfmove.core.results import Result
from halfmove.teach.handouts.handout import write_time
from halfmove.teach.handouts.tasks import Task
from halfmove.teach.handouts.work_file import Student, WorkFile
from halfmove.teach.quiz.response import plural

WRONG = 3
"""So many of the most frequent wrong answers are shown."""
_FORMULA = re.compile(r"[=+@\t\r]|-(?![\d.])")
"""What a spreadsheet would take for a formula."""


@dataclass(frozen=True)
class TaskResult:
    """A question, as the class answered it."""

    number: int
    """From 1."""
    task: Task
    answered: int
    right: int
    """Who got everything."""
    share: float | None
    """The part of the points that those who answered got; None where nobody has."""
    wrong: tuple[tuple[str, int], ...]
    """The most frequent answers that are not right, and how often each was given."""


@dataclass(frozen=True)
class ClassResults(Result):
    """The results of a file of class work."""

    file: WorkFile
    output: str | None = None
    """The CSV that they were written to."""

    @cached_property
    def most(self) -> int:
        """The points that a student can have."""
        return sum(task.points for task in self.tasks)

    @cached_property
    def tasks(self) -> list[Task]:
        """The questions.  Where every student has exercises of his own, those of the first stand for all."""
        from halfmove.teach.handouts.tasks import work_of

        return list(work_of(self.file.handout, 1).tasks.values())

    @cached_property
    def students(self) -> list[Student]:
        """Who takes part, in the order of names."""
        return sorted(self.file.students, key=lambda student: (student.name.casefold(), student.number))

    @cached_property
    def questions(self) -> list[TaskResult]:
        """Every question, in order."""
        return [self._question(number, task) for number, task in enumerate(self.tasks, 1)]

    def _question(self, number: int, task: Task) -> TaskResult:
        given = [one.answers[task.name] for one in self.file.students if task.name in one.answers]
        most = sum(answer.most for answer in given)
        wrong = Counter(task.said(answer.given) for answer in given if not answer.right)
        return TaskResult(
            number,
            task,
            len(given),
            sum(answer.right for answer in given),
            sum(answer.points for answer in given) / most if most else None,
            tuple(wrong.most_common(WRONG)),
        )

    @property
    def hardest(self) -> TaskResult | None:
        """The question that got the smallest part of its points; None before it is answered, or if all is
        right."""
        found = [one for one in self.questions if one.share is not None and one.share < 1]
        return min(found, key=lambda one: one.share or 0.0, default=None)

    def mean(self) -> float | None:
        """The points of a student on average; None without students."""
        return sum(one.points for one in self.students) / len(self.students) if self.students else None

    def to_dict(self) -> Mapping[str, Any]:
        handout = self.file.handout
        return {
            "title": handout.title,
            "id": handout.id,
            "until": None if handout.until is None else write_time(handout.until),
            "most": self.most,
            "students": [
                {
                    "name": one.name,
                    "points": one.points,
                    "most": one.most,
                    "answers": {
                        key: {
                            "given": a.given,
                            "points": a.points,
                            "most": a.most,
                            "tries": a.tries,
                            "at": a.at,
                        }
                        for key, a in one.answers.items()
                    },
                }
                for one in self.students
            ],
            "questions": [
                {"name": q.task.name, "title": q.task.title, "answered": q.answered, "right": q.right}
                for q in self.questions
            ],
        }

    def to_text(self) -> str:
        handout = self.file.handout
        if self.output is not None:
            return f"Wrote the marks of {plural(len(self.students), 'student')} to {self.output}."
        lines = [f"{handout.title}: {plural(len(self.students), 'student')}, {plural(self.most, 'point')}"]
        if handout.until is not None:
            lines.append(f"open until {handout.until.astimezone():%Y-%m-%d %H:%M}")
        lines += [
            "",
            f"students' link    /class/{handout.id}",
            f"teacher's link    {teachers_link(self.file)}",
        ]
        lines.append("Both begin with the address of: halfmove serve --class FOLDER")
        if self.students:
            wide = max(len(one.name) for one in self.students)
            lines += ["", f"{'name':{wide}}  points  answered"]
            lines += [
                f"{one.name:{wide}}  {_short(one.points):>6}  {len(one.answers):>2} of {len(self.tasks)}"
                for one in self.students
            ]
        lines += ["", "questions"]
        lines += [
            f"{q.number:3}. {q.task.title}: "
            + (f"{q.right} of {q.answered} right" if q.answered else "not answered yet")
            for q in self.questions
        ]
        if self.hardest is not None:
            lines += ["", f"hardest: {self.hardest.number}. {self.hardest.task.title}"]
        return "\n".join(lines)

    def csv(self) -> str:
        """A row for each student: the points together, then of each question; empty where no answer is."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        heads = ["name", "points", "most", "percent", "answered", "first seen", "last seen"]
        table.writerow([*heads, *(cell(task.name) for task in self.tasks)])
        for one in self.students:
            answers = [one.answers.get(task.name) for task in self.tasks]
            percent = round(100 * one.points / one.most, 1)
            table.writerow(
                [
                    cell(one.name),
                    _short(one.points),
                    one.most,
                    percent,
                    len(one.answers),
                    one.at,
                    one.last,
                    *("" if answer is None else _short(answer.points) for answer in answers),
                ]
            )
        return out.getvalue()


def teachers_link(file: WorkFile) -> str:
    """The path of the overview, with the key that opens it."""
    return f"/class/{file.handout.id}/results?key={file.handout.key}"


def cell(text: str) -> str:
    """A text as a spreadsheet takes it for one: what begins as a formula has an apostrophe before it."""
    return f"'{text}" if _FORMULA.match(text) else text


def _short(points: float) -> str:
    return f"{points:g}" if points < 1e5 else str(points)

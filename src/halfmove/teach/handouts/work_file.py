"""The file of a class's work, in JSON Lines: what is handed out, then line by line who came and what was
answered.  It is only ever added to.

    {"format": "halfmove class 1", "id": "k3v9…", "key": "…", "title": "Week 5", "made": "2026-11-28…",
     "until": null, "feedback": "now", "tries": 1, "lesson": {"name": "alphabeta", "text": "…"}}
    {"student": 1, "name": "Ada", "most": 27, "token": "…", "at": "…"}
    {"student": 1, "task": "q3", "given": ["7"], "points": 1, "most": 1, "at": "…"}
    {"closed": true, "at": "…"}

A line is written whole and reaches the disk before it counts.  One that a failure of power has left
unfinished is passed over, and cut off by the next writer.  Of a student's code only the digest is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import check_writable, name_beside
from halfmove.core.bounded_file import read_bounded
from halfmove.core.errors import BadInput
from halfmove.teach.handouts.handout import Handout, write_time
from halfmove.teach.handouts.tasks import Marked, Work, work_of
from halfmove.teach.quiz.response import number

ENDING = ".jsonl"
LARGEST = 64 * 2**20
MOST_STUDENTS = 1000
MOST_NAME = 60
MOST_CHANGES = 100
"""How often an answer may be changed where the feedback comes at the end."""
_CODE = "abcdefghjkmnpqrstuvwxyz23456789"


class Closed(BadInput):
    """Nothing is taken any more."""


@dataclass
class Answer:
    """The last answer of a student to a question."""

    given: Any
    points: float
    most: int
    at: str
    tries: int = 1
    first: float = 0.0
    """What the first answer got."""

    @property
    def right(self) -> bool:
        """Whether it got everything."""
        return self.points == self.most


@dataclass
class Student:
    """Who takes part."""

    number: int
    """From 1, in the order of arrival."""
    name: str
    token: str
    """The digest of his code."""
    at: str
    most: int
    """The points that his work brings."""
    answers: dict[str, Answer] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """What he has got so far."""
        return round(sum(answer.points for answer in self.answers.values()), 2)

    @property
    def last(self) -> str:
        """When he was last heard of."""
        return max([self.at, *(answer.at for answer in self.answers.values())])


class WorkFile:
    """A file, read; what is added goes to the disk and into memory.  Safe for several threads of one process;
    the file has one writer."""

    def __init__(self, path: Path) -> None:
        """`BadInput` for a file that is none."""
        self.path = path
        self.students: list[Student] = []
        self._by_token: dict[str, Student] = {}
        self._closed = False
        self._lock = threading.Lock()
        try:
            content = read_bounded(path, LARGEST)
        except OSError as error:
            raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None
        self._size = content.rfind(b"\n") + 1
        rows = content[: self._size].split(b"\n")
        try:
            self.handout = Handout.from_dict(json.loads(rows[0] or b"null"))
            for line, row in enumerate(rows[1:], 2):
                if row:
                    self._take(json.loads(row), line)
        except (BadInput, ValueError, RecursionError) as error:
            raise BadInput(f"'{path}' is no file of a class's work: {error}") from None

    @staticmethod
    def create(path: Path, handout: Handout) -> WorkFile:
        """Begin a file; `BadInput` where there is one, or where nothing can be handed out."""
        work_of(handout, 1)
        check_writable(path)
        beside = name_beside(path)
        try:
            with open(beside, "xb", opener=_private) as out:
                out.write(_line(handout.to_dict()))
                os.fsync(out.fileno())
            os.link(beside, path)  # unlike a renaming never in the place of another
        except FileExistsError:
            raise BadInput(f"There is a file '{path}' already; class work is never written over.") from None
        except OSError as error:
            raise BadInput(f"The file '{path}' cannot be written: {error.strerror}.") from None
        finally:
            beside.unlink(missing_ok=True)
        return WorkFile(path)

    def is_closed(self, now: datetime) -> bool:
        """Whether nothing is taken any more."""
        until = self.handout.until
        return self._closed or (until is not None and now > until)

    def work(self, student: Student) -> Work:
        """What a student is asked."""
        return work_of(self.handout, student.number)

    def find(self, code: str) -> Student | None:
        """Whose code it is."""
        return self._by_token.get(_digest(code))

    # ---- what is added
    def join(self, name: str, now: datetime) -> tuple[Student, str]:
        """A new student, and the code by which he comes back; `Closed` where nothing is taken any more."""
        said = " ".join(name.split())
        if not said or len(said) > MOST_NAME or not said.isprintable():
            raise BadInput(f"Type your name or number, at most {MOST_NAME} letters.")
        code = "-".join("".join(secrets.choice(_CODE) for _ in range(4)) for _ in range(4))
        with self._lock:
            if self.is_closed(now):
                raise Closed("This work is closed.")
            if len(self.students) >= MOST_STUDENTS:
                raise BadInput(f"There are {MOST_STUDENTS:,} students already, as many as a class may have.")
            taken = {student.name.casefold() for student in self.students}
            shown, count = said, 1
            while shown.casefold() in taken:
                count += 1
                shown = f"{said} ({count})"
            row = {"student": len(self.students) + 1, "name": shown}
            most = work_of(self.handout, len(self.students) + 1).points
            self._add({**row, "most": most, "token": _digest(code), "at": write_time(now)})
            return self.students[-1], code

    def answer(self, student: Student, task: str, given: Any, now: datetime) -> Marked:
        """An answer marked and kept; `BadInput` for one that is none, or one too many."""
        marked = self.work(student).task(task).mark(given)
        with self._lock:
            if self.is_closed(now):
                raise Closed("This work is closed; your answers so far are kept.")
            if self.tries_left(student, task) < 1:
                raise BadInput("This question was answered already, as often as it may be.")
            self._add(
                {
                    "student": student.number,
                    "task": task,
                    "given": marked.given,
                    "points": number(marked.points),
                    "most": marked.most,
                    "at": write_time(now),
                }
            )
        return marked

    def tries_left(self, student: Student, task: str) -> int:
        """How often a student may still answer a question; never again what is right and known to be."""
        handout, given = self.handout, student.answers.get(task)
        at_the_end = handout.feedback == "end"
        if given is None:
            return MOST_CHANGES if at_the_end else handout.tries
        if at_the_end:
            return MOST_CHANGES - given.tries
        return 0 if given.right else handout.tries - given.tries

    def close(self, closed: bool, now: datetime) -> None:
        """Take nothing any more, or again."""
        with self._lock:
            if closed != self._closed:
                self._add({"closed": closed, "at": write_time(now)})

    def _add(self, row: dict[str, Any]) -> None:
        line = _line(row)
        if self._size + len(line) > LARGEST:
            raise Closed(f"The file of this work has {LARGEST >> 20} MB, and takes no more.")
        try:
            with self.path.open("r+b") as out:
                out.truncate(self._size)  # an unfinished line of before
                out.seek(self._size)
                out.write(line)
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise BadInput(f"The answer could not be kept: {error.strerror}. Try again.") from None
        self._size += len(line)
        self._take(row, 0)

    # ---- reading
    def _take(self, row: Any, line: int) -> None:
        try:
            if "closed" in row:
                self._closed = bool(row["closed"])
            elif "task" in row:
                self._take_answer(row)
            else:
                name, token, at = (str(row[key]) for key in ("name", "token", "at"))
                student = Student(int(row["student"]), name, token, at, int(row["most"]))
                if student.number != len(self.students) + 1:
                    raise ValueError(f"student {student.number} is out of turn")
                self.students.append(student)
                self._by_token[student.token] = student
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadInput(f"line {line} is damaged ({type(error).__name__}: {error}).") from None

    def _take_answer(self, row: dict[str, Any]) -> None:
        if not 1 <= row["student"] <= len(self.students):
            raise ValueError(f"there is no student {row['student']} yet")
        answers = self.students[row["student"] - 1].answers
        points, before = float(row["points"]), answers.get(row["task"])
        answers[str(row["task"])] = Answer(
            row["given"],
            points,
            int(row["most"]),
            str(row["at"]),
            1 if before is None else before.tries + 1,
            points if before is None else before.first,
        )


def read_folder(folder: Path) -> Iterator[Path]:
    """The files of class work in a folder, in the order of their names."""
    return iter(sorted(folder.glob(f"*{ENDING}")))


def _digest(code: str) -> str:
    plain = "".join(code.lower().split()).replace("-", "")
    return hashlib.sha256(plain.encode()).hexdigest()


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def _private(path: str, flags: int) -> int:
    """For its owner alone: the teacher's key is in it."""
    return os.open(path, flags, 0o600)

"""What a student is asked: the questions of a lesson, or of exercises, marked by the parts that mark them
everywhere else (`teach.lessons.lesson`, `teach.quiz.question`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.core.operation import read_text
from halfmove.teach.handouts.handout import Handout
from halfmove.teach.lessons.lesson import Lesson
from halfmove.teach.lessons.lesson import Question as LessonQuestion
from halfmove.teach.lessons.reading import read_text as read_lesson
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.question import Question
from halfmove.teach.quiz.request import QuizRequest
from halfmove.teach.quiz.response import Choice, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TASKS = 200
MOST_EXERCISES = 20
MOST_ANSWER = 2000
"""Letters of one answer."""
STRIDE = 1000
"""How far apart the seeds of two students are."""


@dataclass(frozen=True)
class Marked:
    """An answer, marked."""

    given: Any
    """The answer as the file keeps it: plain data."""
    points: Fraction
    most: int
    verdict: Verdict | None = None
    """What is said of it, of an exercise."""

    @property
    def right(self) -> bool:
        """Whether it got everything."""
        return self.points == self.most


class Task(ABC):
    """One question."""

    name: str
    """By which answers are kept, the same for every student: `q3`, `1-pruned`."""
    title: str
    """In a few words."""
    points: int

    @abstractmethod
    def mark(self, given: Any) -> Marked:
        """An answer marked; `BadInput` for one that is none."""

    @abstractmethod
    def said(self, given: Any) -> str:
        """An answer, as `Marked.given` has it, in words."""


class LessonTask(Task):
    """A question of a lesson.  An answer is, of a choice, the numbers of its options; else the text of each
    blank."""

    def __init__(self, question: LessonQuestion) -> None:
        self.question, self.name, self.points = question, question.name, question.points
        self.title = _first_words(question.text)

    def mark(self, given: Any) -> Marked:
        texts = _texts(given)
        response = self.question.response
        if isinstance(response, Choice):
            texts = [_option(response, text) for text in texts]
        mark = self.question.marked(texts)
        return Marked(texts, mark.points, mark.most)

    def said(self, given: Any) -> str:
        return ", ".join(map(str, given))


class ExerciseTask(Task):
    """A question on an exercise.  An answer is a text, or a text for each blank by its name."""

    def __init__(self, question: Question, number: int, several: bool) -> None:
        self.question, self.points = question, question.points
        self.name = f"{number}-{question.kind}"
        self.title = f"Exercise {number}, {question.title}" if several else question.title

    def mark(self, given: Any) -> Marked:
        if isinstance(given, Mapping):
            _texts(list(given.values()))
            plain: Any = {str(key)[:60]: value for key, value in given.items() if value.strip()}
        else:
            [plain] = _texts([given])
        verdict = self.question.mark(plain)
        return Marked(plain, verdict.points, verdict.most, verdict)

    def said(self, given: Any) -> str:
        if isinstance(given, Mapping):
            return ", ".join(f"{key} {value}" for key, value in given.items())
        return str(given)


def _texts(given: Any) -> list[str]:
    """A list of texts that can be an answer; `BadInput` for anything else."""
    if (
        not isinstance(given, list)
        or not all(isinstance(text, str) for text in given)
        or sum(map(len, given)) > MOST_ANSWER
    ):
        raise BadInput(f"An answer is a list of texts, together at most {MOST_ANSWER:,} letters.")
    return given


def _option(response: Choice, number: str) -> str:
    if not (
        number.isascii() and number.isdecimal() and len(number) < 4 and int(number) < len(response.options)
    ):
        raise BadInput(f"The answers to choose from are 0 to {len(response.options) - 1}.")
    return response.options[int(number)]


def _first_words(text: str) -> str:
    plain = " ".join(text.replace("*", "").replace("`", "").split())
    return plain if len(plain) <= 60 else f"{plain[:57].rsplit(' ', 1)[0]} …"


@dataclass(frozen=True)
class Work:
    """Everything that one student is asked."""

    lesson: Lesson | None
    exercises: tuple[Exercise, ...]
    tasks: Mapping[str, Task]

    @property
    def points(self) -> int:
        """The most that can be had."""
        return sum(task.points for task in self.tasks.values())

    def task(self, name: str) -> Task:
        """The task of that name; `BadInput` where there is none."""
        if name not in self.tasks:
            raise BadInput(f"There is no question '{name[:40]}' in this work.")
        return self.tasks[name]


def work_of(handout: Handout, student: int) -> Work:
    """What a student is asked, by his number from 1.  `BadInput` where there is nothing to ask."""
    if handout.lesson is not None:
        return _lesson_work(handout.lesson, handout.name)
    fields = tuple(sorted(handout.quiz.items()))
    return _quiz_work(fields, student if handout.each else 0)


@lru_cache(maxsize=8)
def _lesson_work(text: str, name: str) -> Work:
    lesson = replace(read_lesson(text, name=name), name=name)
    tasks = {one.name: LessonTask(one) for one in lesson.questions}
    return _checked(Work(lesson, (), tasks))


@lru_cache(maxsize=64)
def _quiz_work(fields: tuple[tuple[str, str], ...], student: int) -> Work:
    request = quiz_request(dict(fields))
    request = replace(request, seed=request.first_seed + STRIDE * student)
    made = tuple(request.exercises())
    tasks = list(_exercise_tasks(made))
    return _checked(Work(None, made, {task.name: task for task in tasks}))


def _exercise_tasks(made: Sequence[Exercise]) -> Iterator[ExerciseTask]:
    for number, exercise in enumerate(made, 1):
        for kind, _ in groupby(exercise.questions, lambda question: question.kind):
            yield ExerciseTask(exercise.question(kind), number, len(made) > 1)


def _checked(work: Work) -> Work:
    if not work.tasks:
        raise BadInput("It asks nothing, so there is nothing to answer.")
    if len(work.tasks) > MOST_TASKS:
        raise BadInput(f"It asks {len(work.tasks)} questions; at most {MOST_TASKS} can be handed out.")
    return work


def quiz_request(fields: Mapping[str, str]) -> QuizRequest:
    """The exercises that typed fields ask for; `BadInput` for a field that is none, or without a seed."""
    known = QuizRequest.fields()
    for key in fields:
        if key not in known or "form" not in known[key].faces:
            raise BadInput(f"Exercises have no setting '{key[:40]}'.")
    request = read_text(QuizRequest, dict(fields), lambda name: f"'{name}'", "form")
    if request.seed is None:
        raise BadInput("Exercises of a class have a seed, so that they are the same after a restart.")
    if request.number > MOST_EXERCISES:
        raise BadInput(f"At most {MOST_EXERCISES} exercises are handed out at once, not {request.number}.")
    request.check_wishes()
    return request

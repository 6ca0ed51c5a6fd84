"""What a student sees: the questions without their answers; and of his answers, what is to be said by now."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from html import escape
from typing import Any

from halfmove.teach.handouts.tasks import ExerciseTask, LessonTask, Task, Work
from halfmove.teach.handouts.work_file import Answer, Student, WorkFile
from halfmove.teach.lessons.lesson import Question
from halfmove.teach.lessons.markdown import inline
from halfmove.teach.lessons.web import article, picture
from halfmove.teach.quiz.response import Choice, plural
from halfmove.web.lessons import practice


def show_work(file: WorkFile, student: Student, now: datetime) -> dict[str, Any]:
    """Everything that the page needs: the questions, and how far the student is."""
    work = file.work(student)
    return {
        "name": student.name,
        "html": _lesson(file, work, now) if work.lesson is not None else _exercises(work),
        "lesson": work.lesson is not None,
        "answers": {name: show_answer(file, student, name, now) for name in work.tasks},
        "summary": summary(file, student, now),
    }


def summary(file: WorkFile, student: Student, now: datetime) -> dict[str, Any]:
    """How far a student is, in a sentence, and whether the work is closed."""
    closed = file.is_closed(now)
    most = len(file.work(student).tasks)
    told = f"{len(student.answers)} of {plural(most, 'question')} answered"
    if closed or file.handout.feedback == "now":
        told += f", {student.points:g} of {plural(student.most, 'point')}"
    return {"text": told, "closed": closed, "done": len(student.answers), "most": most}


def show_answer(file: WorkFile, student: Student, name: str, now: datetime) -> dict[str, Any]:
    """What the page shows of a question: the answer given, what is said of it, how often it may be answered.

    What is right is told only when nothing can be answered any more.
    """
    task = file.work(student).task(name)
    answer, closed = student.answers.get(name), file.is_closed(now)
    left = 0 if closed else file.tries_left(student, name)
    shown: dict[str, Any] = {"left": left, "given": None if answer is None else _typed(task, answer.given)}
    if closed or (answer is not None and left == 0 and file.handout.feedback == "now"):
        shown["html"] = _solved(task, answer)
        shown["state"] = _state(answer)
        if isinstance(task, LessonTask):
            shown |= _marks(task.question, answer)
    elif answer is None:
        shown["html"] = ""
    elif file.handout.feedback == "end":
        shown["html"] = "<p>Your answer is kept. You can change it until the work is closed.</p>"
        shown["state"] = "kept"
    else:
        shown["html"] = (
            f'<p class="hm-warn"><b>{answer.points:g} of {plural(answer.most, "point")}.</b> '
            f"You have {plural(left, 'more try').replace('trys', 'tries')}; the last one counts.</p>"
        )
        shown["state"] = _state(answer)
    return shown


def _state(answer: Answer | None) -> str:
    if answer is None:
        return "missing"
    return "right" if answer.right else "half" if answer.points else "wrong"


def _typed(task: Task, given: Any) -> Any:
    """An answer as the page's fields had it: of a choice, the numbers of the options."""
    if isinstance(task, LessonTask) and isinstance(task.question.response, Choice):
        options = task.question.response.options
        return [str(options.index(option)) for option in given if option in options]
    return given


# ---- what is said of an answer


def _solved(task: Task, answer: Answer | None) -> str:
    if isinstance(task, ExerciseTask):
        if answer is not None:
            return practice.show_verdict(task.question, task.question.mark(answer.given))
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in task.question.reasons())
        return f"<p>The answer: <b>{escape(task.question.answer())}</b></p><ul>{reasons}</ul>"
    assert isinstance(task, LessonTask)
    return _lesson_verdict(task.question, answer)


def _lesson_verdict(question: Question, answer: Answer | None) -> str:
    """What the lesson's own page would say."""
    told = f"<p>The answer: <b>{inline(question.answer())}</b></p>"
    reasons = question.explained()
    if answer is not None:
        if answer.right:
            told = '<p class="hm-good"><b>Right.</b></p>'
        else:
            part = f"{answer.points:g} of {answer.most} right." if answer.points else "Not right."
            told = f'<p class="hm-bad"><b>{part}</b></p>{told}'
        reasons = [*_remarks(question, answer), *question.reasons]
    listed = "".join(f"<li>{inline(reason)}</li>" for reason in dict.fromkeys(reasons))
    return told + (f"<ul>{listed}</ul>" if listed else "")


def _remarks(question: Question, answer: Answer) -> list[str]:
    """What is said of the options that were wrongly chosen or left; of the right one, why it is."""
    response = question.response
    if not isinstance(response, Choice):
        return []
    chosen, right = set(answer.given), set(response.right)
    about = list(answer.given) if answer.right and not response.several else []
    if not answer.right:
        about = [option for option in response.options if (option in chosen) != (option in right)]
    return [question.remarks[option] for option in about if question.remarks.get(option)]


def _marks(question: Question, answer: Answer | None) -> dict[str, Any]:
    """Which options are right, or which blanks are."""
    response = question.response
    if isinstance(response, Choice):
        return {"right": [str(n) for n, option in enumerate(response.options) if option in response.right]}
    return {} if answer is None else {"each": list(question.marked(answer.given).each)}


# ---- the questions


def _lesson(file: WorkFile, work: Work, now: datetime) -> str:
    assert work.lesson is not None
    named = replace(work.lesson, name=f"class-{file.handout.id}")
    return article(named, marked_here=False, solved=file.is_closed(now))


def _exercises(work: Work) -> str:
    parts = []
    several = len(work.exercises) > 1
    for number, made in enumerate(work.exercises, 1):
        tree = picture(practice.show_tree(made, solution=False), f"-{number}")
        heading = f"<h2>Exercise {number if several else ''}</h2>"
        tasks = [task for task in work.tasks.values() if isinstance(task, ExerciseTask)]
        asked = "".join(_question(task) for task in tasks if task.question.exercise is made)
        parts.append(
            f'<section class="cl-exercise">{heading}<p>{escape(made.task())}</p>'
            f'<div class="hl-picture hl-drawn cl-tree" tabindex="0" role="group" aria-label="The tree">{tree}'
            f'</div><div class="hl-questions">{asked}</div></section>'
        )
    return "".join(parts)


def _question(task: ExerciseTask) -> str:
    question = task.question
    hint = f"Write, for example: {escape(question.example)}"
    return (
        f'<section class="hm-card hl-question cl-question" data-task="{escape(task.name)}">'
        f"<h3>{escape(question.ask())} <span class='hm-soft'>[{plural(question.points, 'point')}]</span></h3>"
        f'<form autocomplete="off"><fieldset><legend class="hl-unseen">{escape(question.title)}</legend>'
        f"{practice.show_fields(question, hint, picks=False)}"
        '<div class="hm-row hl-wide"><button class="hm-button hm-main-button">Answer</button></div>'
        '</fieldset></form><div class="cl-said" role="status"></div></section>'
    )

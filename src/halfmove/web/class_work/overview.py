"""What the teacher sees of a class's work: who has how many points, and which question is hard."""

from __future__ import annotations

from datetime import datetime
from html import escape

from halfmove.teach.handouts.results import ClassResults, TaskResult
from halfmove.teach.handouts.tasks import Task
from halfmove.teach.handouts.work_file import Answer, Student
from halfmove.teach.quiz.response import plural


def show_results(results: ClassResults, now: datetime) -> str:
    """The overview as HTML: in a line, the table of students and questions, the questions one by one."""
    file = results.file
    if not file.students:
        return (
            f'{_facts(results, now)}<p class="hm-card cl-empty">Nobody has come yet. Give the class the link '
            "above; whoever opens it and types a name stands here.</p>"
        )
    return f"{_facts(results, now)}{_table(results)}<h2>The questions</h2>{_questions(results)}"


def _facts(results: ClassResults, now: datetime) -> str:
    file, mean, hardest = results.file, results.mean(), results.hardest
    closed = file.is_closed(now)
    facts = {"Students": str(len(file.students)), "Points": f"{results.most}"}
    if mean is not None:
        facts["On average"] = f"{mean:.1f}"
        answered = sum(len(one.answers) for one in file.students)
        facts["Answers"] = f"{answered} of {len(file.students) * len(results.tasks)}"
    if hardest is not None:
        facts["Hardest"] = f'<a href="#question-{hardest.number}">question {hardest.number}</a>'
    facts["State"] = "closed" if closed else _open_until(file.handout.until)
    rows = "".join(f"<div><dt>{name}</dt><dd>{text}</dd></div>" for name, text in facts.items())
    return f'<dl class="cl-facts" data-closed="{"yes" if closed else "no"}">{rows}</dl>'


def _open_until(until: datetime | None) -> str:
    return "open" if until is None else f"open until {until.astimezone():%d %b %Y, %H:%M}"


def _table(results: ClassResults) -> str:
    heads = "".join(
        f'<th scope="col" title="{escape(one.task.title)}"><a href="#question-{one.number}">{one.number}</a>'
        f"{_meter(one)}</th>"
        for one in results.questions
    )
    rows = "".join(_row(results, student) for student in results.students)
    return (
        '<div class="cl-scroll" tabindex="0" role="group" aria-label="Students and questions">'
        '<table class="cl-table"><thead><tr><th scope="col">Name</th><th scope="col">Points</th>'
        f'{heads}<th scope="col">Last seen</th></tr></thead><tbody>{rows}</tbody></table></div>'
        '<p class="hm-soft hm-small cl-legend"><span class="cl-right">✓</span> all points, '
        '<span class="cl-half">1/2</span> some, <span class="cl-wrong">✗</span> none, '
        '<span class="cl-none">·</span> not answered; the bar under a number: which part of the points.</p>'
    )


def _row(results: ClassResults, student: Student) -> str:
    cells = "".join(_cell(task, student.answers.get(task.name)) for task in results.tasks)
    percent = round(100 * student.points / student.most)
    return (
        f'<tr><th scope="row">{escape(student.name)}</th>'
        f'<td class="cl-points"><b>{student.points:g}</b> <span class="hm-soft">of {student.most}, '
        f'{percent} %</span></td>{cells}<td class="hm-soft"><time datetime="{student.last}">'
        f"{_clock(student.last)}</time></td></tr>"
    )


def _cell(task: Task, answer: Answer | None) -> str:
    if answer is None:
        return '<td class="cl-none" aria-label="not answered">·</td>'
    state, sign = ("right", "✓") if answer.right else ("half", "") if answer.points else ("wrong", "✗")
    words = f"{answer.points:g} of {plural(answer.most, 'point')}: {task.said(answer.given)}"
    if answer.tries > 1:
        words += f" ({answer.tries} tries)"
    shown = sign or f"{answer.points:g}/{answer.most}"
    return (
        f'<td class="cl-{state}" title="{escape(words)}"><span class="hl-unseen">{escape(words)}</span>'
        + (f'<span aria-hidden="true">{shown}</span></td>')
    )


def _clock(at: str) -> str:
    return f"{datetime.fromisoformat(at).astimezone():%d %b, %H:%M}"


def _meter(one: TaskResult) -> str:
    if one.share is None:
        return '<span class="cl-meter" aria-hidden="true"></span>'
    percent = round(100 * one.share)
    return (
        f'<span class="cl-meter" role="img" aria-label="{percent} % of the points">'
        f'<i style="width:{percent}%"></i></span>'
    )


def _questions(results: ClassResults) -> str:
    rows = []
    for one in results.questions:
        told = "not answered yet"
        if one.share is not None:
            told = f"{one.right} of {one.answered} right, {round(100 * one.share)} % of the points"
        hard = ' <b class="cl-hard">hardest</b>' if one is results.hardest else ""
        wrong = "".join(
            f"<li><q>{escape(said[:200])}</q> <span class='hm-soft'>{plural(count, 'time')}</span></li>"
            for said, count in one.wrong
        )
        listed = f"<details><summary>Wrong answers</summary><ul>{wrong}</ul></details>" if wrong else ""
        rows.append(
            f'<li id="question-{one.number}" value="{one.number}"><b>{escape(one.task.title)}</b>{hard}'
            f'<br><span class="hm-soft">{told}</span>{listed}</li>'
        )
    return f'<ol class="cl-questions">{"".join(rows)}</ol>'

"""A lesson as a Jupyter notebook (format 4.5): prose in cells of Markdown, every exhibit in a cell of code.

A cell of code has its picture with it, so that the notebook can be read where nothing is run; run again, it
makes the exhibit anew.  The answer to a question is folded away below it.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from halfmove.core.display import html_picture
from halfmove.teach.lessons.lesson import Exhibit, Lesson, Prose, Question
from halfmove.teach.lessons.web import picture, table
from halfmove.teach.quiz.response import Choice, Pick

BEGINNING = "import halfmove as hm"


def notebook(lesson: Lesson) -> dict[str, Any]:
    """The notebook, ready for `json.dumps`."""
    cells = [_markdown(f"# {lesson.title}" + (f"\n\n{lesson.about}" if lesson.about else ""))]
    cells.append(_code(BEGINNING, []))
    for number, step in enumerate(lesson.steps, 1):
        cells.append(_markdown(f"## {step.title or f'Step {number}'}"))
        for part in step.parts:
            cells += _cells(part)
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cells(part: Prose | Exhibit | Question) -> list[dict[str, Any]]:
    if isinstance(part, Prose):
        return [_markdown(_literal(part.markdown))]
    if isinstance(part, Question):
        asked = _markdown(_question(part))
        if not part.picture:
            return [asked]
        return [_markdown(html_picture(picture(part.picture))), asked]
    made = picture(part.svg) if part.svg else table(part.table) if part.table else ""
    data = {"text/plain": part.text}
    if made:
        data["text/html"] = f'<div style="overflow-x:auto;background:#fff">{made}</div>'
    output = {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}
    outputs = [] if part.exercise else [output]
    return [_code(part.code, outputs), *([_markdown(f"*{part.caption}*")] if part.caption else [])]


def _question(part: Question) -> str:
    lines = [f"**Question.** {_literal(part.text)}", ""]
    response = part.response
    if isinstance(response, Choice):
        lines += [f"- {_literal(option)}" for option in response.options]
    elif len(response.fields) > 1 or response.rows[0].label:
        for row in response.rows:
            for name, one in row.fields:
                among = f" ({', '.join(one.options)})" if isinstance(one, Pick) else ""
                lines.append(f"- {_literal(f'{row.label} {name}'.strip())}{_literal(among)}: …")
    said = "".join(f"<li>{escape(reason)}</li>" for reason in part.explained())
    lines += [
        "",
        f"<details><summary>Answer</summary><p><b>{escape(part.answer())}</b></p>"
        + (f"<ul>{said}</ul>" if said else "")
        + "</details>",
    ]
    return "\n".join(lines)


def _literal(markdown: str) -> str:
    """Markdown in which HTML is text, as everywhere in a lesson; code is text in any case."""
    parts = re.split(r"(```.*?```|`[^`\n]*`)", markdown, flags=re.DOTALL)
    return "".join(
        part if i % 2 else re.sub(r"<(?=[a-zA-Z/!?])", "&lt;", part) for i, part in enumerate(parts)
    )


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str, outputs: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": outputs,
        "source": text.splitlines(keepends=True),
    }

"""An exercise as a page shows it: the blank tree, its questions; an answer marked, a hint, the solution.

The exercise is made anew from its seed and wishes for each of them, or is still known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from halfmove.core.errors import BadInput
from halfmove.core.extras import is_installed
from halfmove.teach.drawing.compose import compose
from halfmove.teach.drawing.subject import Style, subject
from halfmove.teach.drawing.svg import draw
from halfmove.teach.misconceptions.gallery import by_any_name
from halfmove.teach.quiz import Exercise
from halfmove.teach.quiz.marking import SIGNS
from halfmove.teach.quiz.question import Blanks, Question
from halfmove.teach.quiz.request import QuizRequest
from halfmove.teach.quiz.response import RIVALS, Verdict, number, plural
from halfmove.teach.quiz.sheets import form_of, written
from halfmove.teach.quiz.windows import Dialect
from halfmove.web.lessons.operations import read_as

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

TYPES = {
    "pdf": ("PDF", "application/pdf"),
    "xml": ("Moodle XML", "application/xml"),
    "gift": ("GIFT", "text/plain; charset=utf-8"),
    "zip": ("QTI 2.1", "application/zip"),
}
"""What an exercise can be taken along as, with its media type."""
SETS = ("pruned", "order")
"""The questions whose answer is a row of nodes, which can be picked in the picture."""
ANSWER = 4000
"""Letters of an answer."""


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any] | bytes:
    """What the page shows: the exercise, or what is said to an answer; or the exercise as a file."""
    request = read_as(QuizRequest, fields)
    request = replace(request, seed=request.first_seed)
    act, kind, answer = (fields.get(key, "") for key in ("act", "question", "answer"))
    hinted = fields.get("hinted") == "yes"
    if len(answer) > ANSWER:
        raise BadInput(f"An answer may have {ANSWER:,} letters.")
    made = _made(request)
    if fields.get("ending"):
        return _file(made, fields["ending"])
    if act == "hint":
        return {"hint": {"question": kind, "text": made.question(kind).hint()}}
    if act == "mark":
        return {"mark": _marked(made.question(kind), json.loads(answer), hinted)}
    if act == "solution":
        return {"solved": True, "slots": {"picture": show_tree(made, solution=True), "lab": _lab(made)}}
    questions = "".join(_question(n, question) for n, question in enumerate(made.questions, 1))
    return {
        "put": {"seed": str(made.seed)},
        "exercise": True,
        "nodes": _nodes(made),
        "slots": {
            "picture": show_tree(made, solution=False),
            "title": f"Exercise {made.seed}, {plural(made.points, 'point')}",
            "task": escape(made.task()),
            "questions": questions,
            "lab": "",
        },
    }


def available() -> dict[str, str]:
    """The endings of the files that this installation can write, with what they are."""
    return {ending: word for ending, (word, _) in TYPES.items() if ending != "pdf" or is_installed("typst")}


def _file(made: Exercise, ending: str) -> bytes:
    if ending not in available():
        raise BadInput(f"An exercise is written as {', '.join(available())}, not '{ending[:20]}'.")
    form = form_of(Path(f"exercise.{ending}"))
    return written([made], form, solution=False, title=f"Game search: exercise {made.seed}")


def check(fields: Mapping[str, str]) -> None:
    """`BadInput` for wishes that contradict each other."""
    read_as(QuizRequest, fields).check_wishes()


@lru_cache(maxsize=16)
def _made(request: QuizRequest) -> Exercise:
    return next(request.exercises())


# ---- the picture


def show_tree(made: Exercise, *, solution: bool) -> str:
    """The tree as SVG, blank or with what the search did in it."""
    style = Style(title="", actions=False)
    if not solution:
        style = Style(show="blank", windows="none", variation=False, title="", actions=False)
    return draw(compose(subject(made.trace if solution else made.whole), style), sheet=False)


def _nodes(made: Exercise) -> dict[str, dict[str, str]]:
    """The name of every node in the picture."""
    return {
        f"n{number}": {"name": made.names.name(vertex.path)}
        for number, vertex in enumerate(made.whole.outline.walk())
    }


def _lab(made: Exercise) -> str:
    fields = {"tree": made.game.indented(), "algorithm": made.algorithm, "order": made.order}
    fields |= {key: str(value) for key, value in made.options}
    return (
        f'<a class="hm-button" href="/lab?{escape(urlencode(fields))}">Step through it in the laboratory</a>'
    )


# ---- the questions


def _question(place: int, question: Question) -> str:
    name = escape(question.kind)
    hint = f"Write, for example: {escape(question.example)}"
    return (
        f'<section class="hm-card hl-question" data-question="{name}" data-points="{question.points}">'
        f"<h3>({place}) {escape(question.ask())} <span class='hm-soft'>"
        f"[{plural(question.points, 'point')}]</span></h3>"
        f'<form autocomplete="off"><fieldset><legend class="hl-unseen">{escape(question.title)}</legend>'
        f"{show_fields(question, hint)}"
        '<div class="hm-row hl-wide"><button class="hm-button hm-main-button" data-act="mark">Check</button>'
        '<button type="button" class="hm-button" data-act="hint">Hint (counts half)</button>'
        '<button type="button" class="hm-button" data-act="skip">Show the answer</button></div></fieldset>'
        f'</form><div class="hl-said" role="status"></div></section>'
    )


_EXAMPLES = {
    "values": "3, 2.5 or 1/2; of several players (1, 2, 3)",
    "returned": "= 3, &lt;= 3 or &gt;= 3",
    "window": "(-inf, 3)",
    "proof-numbers": "(1, inf)",
    "next": "the name of a leaf",
    "leaves": "2",
    "nodes": "3",
    "sets": "2",
    "when": "&lt;= 3, &gt; 5, (3, 7], never or always",
}
"""How one blank of a question is filled in."""


def show_fields(question: Question, hint: str, *, picks: bool = True) -> str:
    """The blanks, or what there is to choose from, as HTML; `picks`: nodes may be clicked in the picture."""
    if isinstance(question, Blanks):
        return (
            "".join(
                f'<label class="hl-field hl-blank"><span>{escape(item)}</span>'
                f'<input name="{escape(item)}" maxlength="60"></label>'
                for item in question.items
            )
            + '<p class="hm-soft hm-small hl-wide">Write, for example: '
            + f"{_EXAMPLES.get(question.kind, '3')}</p>"
        )
    choices = _choices(question)
    if choices:
        return (
            '<div class="hm-row hl-wide">'
            + "".join(
                f'<label class="hl-tick"><input type="radio" name="choice" value="{escape(value)}">'
                f"<span>{escape(value)}</span></label>"
                for value in choices
            )
            + "</div>"
        )
    if question.kind in SETS:
        none = '<button type="button" class="hm-button" data-act="none">None</button>'
        how = "Click the nodes in the picture, or write names" if picks else "The nodes' names, or none"
        return (
            f'<label class="hl-field hl-wide"><span>{how}</span>'
            f'<input name="" maxlength="{ANSWER}"{" data-pick" if picks else ""}></label>'
            f'<p class="hm-row hl-wide"><span class="hm-soft hm-small">{hint}</span>'
            f"{none if picks and question.kind == 'pruned' else ''}</p>"
        )
    kind = ' inputmode="numeric"' if question.kind in ("count", "cuts") else ""
    return (
        f'<label class="hl-field"><span>Your answer</span><input name="" maxlength="{ANSWER}"{kind}></label>'
        f'<p class="hm-soft hm-small hl-wide">{hint}</p>'
    )


def _choices(question: Question) -> list[str]:
    """The answers to choose from, where there are only so many."""
    if question.kind == "move":
        return [child.edge for child in question.names.root.children]
    return list(question.choice) if isinstance(question, Dialect) else []


# ---- marking


def _marked(question: Question, answer: Any, hinted: bool) -> dict[str, Any]:
    if isinstance(answer, dict):
        answer = {str(key): str(value) for key, value in answer.items() if str(value).strip()}
    elif answer is not None:
        answer = str(answer)
    try:
        found = question.mark(answer)
    except BadInput as error:
        return {"question": question.kind, "refused": str(error)}
    points = found.points / 2 if hinted else found.points
    return {
        "question": question.kind,
        "points": number(points),
        "most": found.most,
        "right": found.right,
        "html": _verdict(question, found, number(points), hinted),
    }


def _verdict(question: Question, found: Verdict, points: Any, hinted: bool) -> str:
    with_hint = ", with a hint" if hinted and found.points else ""
    return show_verdict(question, found, f"{points} of {plural(found.most, 'point')}{with_hint}")


def show_verdict(question: Question, found: Verdict, told: str = "") -> str:
    """What is said of an answer, as HTML; `told` are its points in words."""
    told = told or f"{number(found.points)} of {plural(found.most, 'point')}"
    sign = "hm-good" if found.right else "hm-warn" if found.points else "hm-bad"
    head = f'<p class="{sign}"><b>{told}</b></p>'
    rows = "".join(
        f'<li class="hl-{remark.sort}"><span aria-hidden="true">{SIGNS[remark.sort]}</span> '
        f"{escape(remark.text)}</li>"
        for remark in found.remarks
    )
    thoughts = "".join(_thought(name.name, name.text) for name in found.misconceptions)
    if len(found.misconceptions) > 1:
        thoughts = f'<p class="hl-thought">{escape(RIVALS)}</p>{thoughts}'
    again = (
        "" if found.right else f"<p class='hm-soft hm-small'>To read again: {escape(question.read_again)}</p>"
    )
    return f'{head}<ul class="hl-remarks">{rows}</ul>{thoughts}{again}'


def _thought(name: str, text: str) -> str:
    known = by_any_name().get(name)
    more = f' <a href="/misconceptions/{escape(known.name)}">See what happens</a>' if known else ""
    return f'<p class="hl-thought">{escape(text)}{more}</p>'

"""The steps of a lesson as HTML, for a page of the server and for a file of its own.

Without the script everything is there, one step below the other; `lesson_player.js` shows one at a time,
steps through the searches, marks answers and keeps them in the reader's own browser.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from halfmove.teach.drawing.scene import DARK
from halfmove.teach.drawing.svg import sheet_of
from halfmove.teach.frames.player import SCRIPT as PLAYER
from halfmove.teach.frames.player import controls
from halfmove.teach.lessons.lesson import Exhibit, Lesson, Prose, Question, Step, Table, show_solution
from halfmove.teach.lessons.markdown import html, inline
from halfmove.teach.naming import NEXT_CUT
from halfmove.teach.quiz.response import Choice, Field, Number, Pick

SCRIPT = (Path(__file__).parent / "lesson_player.js").read_text(encoding="utf-8")
"""Defines `halfmoveLesson(article)`; it needs `teach.frames.player.SCRIPT`."""
STYLE = (Path(__file__).parent / "lesson_player.css").read_text(encoding="utf-8")


def article(lesson: Lesson, *, marked_here: bool = True, solved: bool = True) -> str:
    """The lesson; its first element is what `halfmoveLesson` takes.

    `marked_here`: the page marks the answers and keeps them, and so it has what is right; otherwise whoever
    shows the page does, and nothing of it tells what is right.  Unless it is `solved`, searches that solve an
    exercise are left out.
    """
    steps = _Steps(marked_here, solved)
    sections = "\n".join(steps.section(step, number) for number, step in enumerate(lesson.steps, 1))
    ways = "".join(
        f'<li><a href="#step-{number}">{inline(step.title) or f"Step {number}"}</a></li>'
        for number, step in enumerate(lesson.steps, 1)
    )
    last = len(lesson.steps)
    elsewhere, answers = ("", _ANSWERS + _PRINT) if marked_here else (" data-marked-elsewhere", "")
    return f"""<article class="le-lesson" data-lesson="{escape(lesson.name)}"{elsewhere}>
<header class="le-head"><h1>{escape(lesson.title)}</h1>
<div class="le-tools">
<details class="le-menu"><summary>Steps</summary><ol>{ways}</ol></details>
{answers}<button type="button" class="hm-button" data-le="full" title="full screen (f)">Full screen</button>
</div></header>
{sections}
<nav class="le-foot" aria-label="Steps of the lesson">
<button type="button" class="hm-button" data-le="back" title="to the step before (←)">◀ Back</button>
<progress max="{last}" value="1" aria-label="Progress in the lesson"></progress>
<span class="le-count" data-le="count" aria-live="polite">{last} steps</span>
<button type="button" class="hm-button hm-main-button" data-le="next" title="to the next step (→)">
Next ▶</button>
</nav>
</article>
"""


_ANSWERS = """<details class="le-menu"><summary>My answers</summary><div class="le-answers">
<p data-le="score" role="status"></p>
<button type="button" class="hm-button" data-le="csv">Save as CSV</button>
<button type="button" class="hm-button" data-le="json">Save as JSON</button>
<button type="button" class="hm-button" data-le="forget">Forget them</button>
<p class="hm-soft hm-small">They are kept in this browser only.</p></div></details>
"""
_PRINT = """<details class="le-menu"><summary>Print</summary><div class="le-answers">
<button type="button" class="hm-button" data-print-what="all">Lesson and answers</button>
<button type="button" class="hm-button" data-print-what="lesson">Lesson alone</button>
<button type="button" class="hm-button" data-print-what="key">Answers alone</button></div></details>
"""
_MORE = (
    '<button type="button" class="hm-button" data-le="show">Show the answer</button>'
    '<button type="button" class="hm-button" data-le="again" hidden>Try again</button>'
)


class _Steps:
    """Writes one step after the other, so that no two pictures have the same ids."""

    def __init__(self, marked_here: bool, solved: bool) -> None:
        self.marked_here, self.solved = marked_here, solved
        self.pictures = self.questions = 0

    def section(self, step: Step, number: int) -> str:
        parts = "\n".join(map(self._part, step.parts))
        title = inline(step.title) or f"Step {number}"
        return (
            f'<section class="le-step" id="step-{number}" aria-labelledby="step-{number}-t">\n'
            f'<h2 id="step-{number}-t" tabindex="-1">{title}</h2>\n{parts}\n</section>'
        )

    def _part(self, part: Prose | Exhibit | Question) -> str:
        if isinstance(part, Prose):
            return f'<div class="le-prose">{html(part.markdown)}</div>'
        return self._asked(part) if isinstance(part, Question) else self._exhibit(part)

    def _picture(self, svg: str) -> str:
        self.pictures += 1
        return picture(svg, f"-{self.pictures}")

    # ---- exhibits
    def _exhibit(self, part: Exhibit) -> str:
        if part.exercise and not self.solved:
            return f'<p class="hm-soft">{escape(part.title)} is shown once the work is closed.</p>'
        said = f"<figcaption>{inline(part.caption)}</figcaption>" if part.caption else ""
        shown = table(part.table) if part.table else ""
        if part.film is not None:
            return self._player(part, said)
        if part.kind == "growth":
            shown = f'<div class="hl-chart">{self._picture(part.svg)}</div>{shown}' if part.svg else shown
        elif part.svg:
            sort = "le-board" if part.kind == "game" else "le-tree"
            shown = (
                f'<div class="le-picture {sort}" tabindex="0" role="group" aria-label="{escape(part.title)}">'
            )
            shown += f"{self._picture(part.svg)}</div>"
        return f'<figure class="le-figure">{shown}{said}</figure>'

    def _player(self, part: Exhibit, said: str) -> str:
        assert part.film is not None
        stop = NEXT_CUT if part.kind == "search" else ("next iteration", "i")
        buttons = re.sub(r' (id|for)="[^"]*"', "", controls(len(part.sentences), stop))
        label, held_back = escape(part.title), " data-exercise" if part.exercise else ""
        return (
            f'<figure class="le-figure le-player hl-drawn"{held_back} role="group" '
            f'aria-label="{label}, step by step">'
            f'<div class="le-picture" tabindex="0" role="group" aria-label="{label}">'
            f"{self._picture(part.first)}</div>"
            f'<div class="le-controls">{buttons}</div>{said}{_data("film", part.film)}</figure>'
        )

    # ---- questions
    def _asked(self, part: Question) -> str:
        self.questions += 1
        shown = f'<div class="le-picture le-tree">{self._picture(part.picture)}</div>' if part.picture else ""
        several = isinstance(part.response, Choice) and part.response.several
        hint = '<p class="hm-soft hm-small">Several answers may be right.</p>' if several else ""
        check, more, told = "Answer", "", ""
        if self.marked_here:
            check, more, told = "Check", _MORE, _data("asked", _script_data(part))
        return (
            f'<section class="le-question hm-card" data-question="{escape(part.name)}"'
            f' aria-label="Question {self.questions}">'
            f'{shown}<form autocomplete="off"><div class="le-prose">{html(part.text)}</div>{hint}'
            f"<fieldset><legend class='le-unseen'>Your answer</legend>{_fields(part)}</fieldset>"
            f'<div class="hm-row"><button class="hm-button hm-main-button">{check}</button>{more}</div>'
            f'<div class="le-said" role="status"></div></form>{told}</section>'
        )


def _fields(part: Question) -> str:
    response = part.response
    if isinstance(response, Choice):
        kind = "checkbox" if response.several else "radio"
        return "".join(
            f'<label class="le-option"><input type="{kind}" name="{escape(part.name)}" value="{number}">'
            f"<span>{inline(option)}</span></label>"
            for number, option in enumerate(response.options)
        )
    rows = []
    for row in response.rows:
        blanks = ""
        for name, one in row.fields:
            label = f"{row.label} {name}".strip()
            shown = f"<span>{escape(label)}</span>" if label else ""
            blanks += f'<label class="le-blank">{shown}{_blank(one, label or "Your answer")}</label>'
        rows.append(f'<div class="le-row">{blanks}</div>' if len(row.fields) > 1 else blanks)
    return "".join(rows)


def _blank(one: Field, label: str) -> str:
    if isinstance(one, Pick):
        options = "".join(f"<option>{escape(option)}</option>" for option in one.options)
        return f'<select aria-label="{escape(label)}"><option value="">–</option>{options}</select>'
    return f'<input maxlength="60" aria-label="{escape(label)}">'


def _script_data(part: Question) -> dict[str, Any]:
    """What the script needs to mark an answer, and to say why."""
    response = part.response
    told: dict[str, Any] = {
        "points": part.points,
        "answer": part.answer(),
        "reasons": [inline(reason) for reason in part.reasons],
    }
    if isinstance(response, Choice):
        told["options"] = list(response.options)
        told["right"] = [response.options.index(option) for option in response.right]
        told["several"] = response.several
        told["remarks"] = [inline(part.remarks.get(option, "")) for option in response.options]
    else:
        told["blanks"] = [_answer_data(one) for one in response.fields]
    return told


def _answer_data(one: Field) -> dict[str, Any]:
    if isinstance(one, Number):
        return {"value": one.value, "close": one.close, "said": show_solution(one)}
    words = (one.right,) if isinstance(one, Pick) else one.accepted
    return {"words": [word.lower() for word in words], "said": words[0]}


def picture(svg: str, mark: str = "") -> str:
    """An SVG document as it stands inside a page: without a sheet of its own, its ids marked."""
    found = re.sub(r"^\s*<\?xml.*?\?>\s*|<!DOCTYPE.*?>\s*", "", svg, flags=re.DOTALL)
    found = re.sub(r"<style>@media.*?</style>", "", found, flags=re.DOTALL)
    if not mark:
        return found
    names = set(re.findall(r'\bid="([^"]+)"', found))
    if names:
        each = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        found = re.sub(rf'\bid="({each})"', rf'id="\1{mark}"', found)
        found = re.sub(rf'#({each})(?=["\')])', rf"#\1{mark}", found)
        found = re.sub(
            r'aria-labelledby="([^"]*)"',
            lambda names: 'aria-labelledby="' + " ".join(n + mark for n in names[1].split()) + '"',
            found,
        )
    return found


def table(found: Table) -> str:
    """A table of figures."""
    head = "".join(f'<th scope="col"{_side(i)}>{escape(cell)}</th>' for i, cell in enumerate(found.columns))
    body = "".join(
        "<tr>" + "".join(f"<td{_side(i)}>{escape(cell)}</td>" for i, cell in enumerate(row)) + "</tr>"
        for row in found.rows
    )
    return (
        '<div class="le-scroll" tabindex="0" role="group" aria-label="Table">'
        f'<table class="hm-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _side(column: int) -> str:
    return "" if column == 0 else ' class="hm-right"'


def _data(name: str, content: Any) -> str:
    """Data for the script, as it may stand inside HTML."""
    text = (
        json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        .replace("<", "\\u003c")
        .replace("&", "\\u0026")
    )
    return f'<template data-le="{name}">{text}</template>'


_LOOK = """
:root{--paper:#f7f8fa;--card:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--accent:#2056b3;
--accent-ink:#fff;--tint:#e7eefb;--good:#1a7f45;--bad:#b3261e;color-scheme:light}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#14171c;--card:#1d2127;--ink:#e8ebef;--soft:#a5afba;
--line:#383f48;--accent:#8ab4f8;--accent-ink:#10151c;--tint:#263349;--good:#62c98d;--bad:#ff8a80;color-scheme:dark}}
html{background:var(--paper);color:var(--ink)}
body{margin:0;padding:1rem;font:16px/1.5 system-ui,"DejaVu Sans",Verdana,sans-serif}
a{color:var(--accent)}h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.3rem}
.hm-soft{color:var(--soft)}.hm-small{font-size:.875rem}
.hm-card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.8rem}
.hm-row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.hm-button{font:inherit;padding:.4rem .8rem;border-radius:7px;border:1px solid var(--line);
background:var(--card);color:var(--ink);cursor:pointer;min-height:2.4rem}
.hm-button:disabled{opacity:.45;cursor:default}
.hm-main-button{background:var(--accent);color:var(--accent-ink);border-color:var(--accent)}
.hm-table{border-collapse:collapse}
.hm-table th,.hm-table td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line)}
.hm-table .hm-right{text-align:right;font-variant-numeric:tabular-nums}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
"""


def page(lesson: Lesson) -> str:
    """The file."""
    night = f"@media screen and (prefers-color-scheme:dark){{{sheet_of('.hl-drawn', DARK)}}}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(lesson.title)}</title>\n<style>{_LOOK}{STYLE}{night}</style>\n</head>\n<body>\n<main>\n"
        f"{article(lesson)}</main>\n<script>{PLAYER}</script>\n<script>{SCRIPT}\n"
        'halfmoveLesson(document.querySelector(".le-lesson"));</script>\n</body>\n</html>\n'
    )

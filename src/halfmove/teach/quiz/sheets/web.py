"""Sheets as HTML: one file with its pictures inside, laid out for the screen and for paper."""

from __future__ import annotations

import re
from html import escape

from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.sheets.content import Asked, Block, blocks

_STYLE = """
body { font: 16px/1.5 Georgia, "DejaVu Serif", serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1e21; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem }
.name { text-align: right } .seed { color: #6b7078; font-size: .85rem }
figure { margin: 1rem 0; text-align: center } figure svg { max-width: 100%; height: auto }
.question { break-inside: avoid; margin: 1.1rem 0 } .points { color: #6b7078; white-space: nowrap }
.blanks { display: flex; flex-wrap: wrap; gap: .7rem 1.6rem; margin: .6rem 0 }
.blanks span { white-space: nowrap }
.blanks i { display: inline-block; width: 4.5em; border-bottom: 1px solid }
.line { border-bottom: 1px solid; height: 1.9rem } .answer { font-weight: bold; margin: .3rem 0 }
ul { margin: .3rem 0; padding-left: 1.3rem }
@media print { body { margin: 0; max-width: none } h2 { break-after: avoid }
  figure, section { break-inside: avoid } }
"""


def html(exercises: list[Exercise], title: str, solution: bool) -> str:
    """The document."""
    name = "" if solution else '<p class="name">Name: ______________________________</p>'
    body = "\n".join(_block(block) for block in blocks(exercises, solution))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n'
        f"<h1>{escape(title)}</h1>\n{name}\n{body}\n</html>\n"
    )


def section(exercise: Exercise) -> str:
    """One blank exercise as a piece of HTML, for a notebook; without lines to write on."""
    [block] = blocks([exercise], solution=False)
    asked = "".join(f"<li>{escape(q.text)} [{q.points}]</li>" for q in block.questions)
    task = escape(exercise.task())
    return f"<p>{task}</p>\n<figure>{_inline(block.picture)}</figure>\n<ol>{asked}</ol>"


def _block(block: Block) -> str:
    seed = f' <span class="seed">({block.seed})</span>' if block.seed else ""
    questions = "\n".join(_question(asked, block.solution) for asked in block.questions)
    return (
        f"<section>\n<h2>{escape(block.title)}</h2>\n<p>{escape(block.exercise.task())}{seed}</p>\n"
        f"<figure>{_inline(block.picture)}</figure>\n{questions}\n</section>"
    )


def _inline(svg: str) -> str:
    """An SVG as it may stand inside HTML."""
    return re.sub(r"^\s*<\?xml.*?\?>\s*", "", svg)


def _question(asked: Asked, solution: bool) -> str:
    head = f'<p>({asked.number}) {escape(asked.text)} <span class="points">[{asked.points}]</span></p>'
    if solution:
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in asked.reasons)
        rest = f'<p class="answer">{escape(asked.answer)}</p>' + (f"<ul>{reasons}</ul>" if reasons else "")
    elif asked.blanks:
        rest = "".join(f"<span>{escape(name)} <i></i></span>" for name in asked.blanks)
        rest = f'<div class="blanks">{rest}</div>'
    else:
        rest = '<div class="line"></div>' * asked.lines
    return f'<div class="question">{head}{rest}</div>'

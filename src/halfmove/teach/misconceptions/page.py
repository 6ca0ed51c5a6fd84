"""An entry of the gallery as HTML, its pictures inside: for a notebook, or as a page for itself."""

from __future__ import annotations

import re
from html import escape

from halfmove.teach.misconceptions.exhibit import WORDS, Misconception, Run, Table
from halfmove.teach.misconceptions.report import cell, outcome_of

_RED, _GREEN, _GREY = "#c0392b", "#2e8b57", "#8a919b"
_COLOURS = {"wrong": _RED, "right": _GREEN, "plain": _GREY}
_CELL = "padding:2px 12px"
WIDEST = 520
"""A picture wider than this (in pixels) has a row for itself; narrower ones stand side by side."""


def fragment(entry: Misconception) -> str:
    """One `<section>` that stands for itself: no scripts, no style sheet but those inside the pictures."""
    return (
        f'<section class="halfmove-misconception" style="max-width:60rem">\n'
        f"<h3>{escape(entry.name)}</h3>\n"
        f"<blockquote><p>“{escape(entry.belief)}”</p></blockquote>\n"
        f"{body(entry)}</section>"
    )


def body(entry: Misconception) -> str:
    """What follows the belief: what is the case, the runs, why, the right rule, what to read."""
    exhibit = entry.exhibit
    parts = "\n".join(_part(number, part) for number, part in enumerate(exhibit.parts, 1))
    reading = re.sub("`(.*?)`", r"<code>\1</code>", "; ".join(escape(source) for source in entry.reading))
    return (
        f"<p><b>{escape(entry.answer)}</b></p>\n<p>{escape(exhibit.happens)}</p>\n"
        f'<div style="display:flex;flex-wrap:wrap;gap:0 2em">\n{parts}\n</div>\n'
        f"<p><b>Why.</b> {escape(entry.why)}</p>\n<p><b>The right rule.</b> {escape(entry.rule)}</p>\n"
        f"<p><b>Read on.</b> {reading}.</p>\n"
    )


def document(entry: Misconception) -> str:
    """A page for itself."""
    style = (
        'body{font:16px/1.5 Georgia,"DejaVu Serif",serif;max-width:62rem;margin:2rem auto;padding:0 1rem;'
        "color-scheme:light dark}"
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(entry.name)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{style}</style>\n'
        f"{fragment(entry)}\n</html>\n"
    )


def _part(number: int, part: Run | Table) -> str:
    if isinstance(part, Table):
        colour, mark, body, room = _GREY, "", _table(part), "100%"
    else:
        colour, mark, body = _COLOURS[part.verdict], WORDS[part.verdict], _picture(part)
        drawn = re.search(r' width="(\d+)', body)
        room = "100%" if drawn and int(drawn[1]) > WIDEST else "24rem"
    sign = f'<b style="color:{colour}">{mark}</b>: ' if mark else ""
    return (
        f'<div style="border-left:4px solid {colour};padding-left:1em;margin:1.2em 0;'
        f'flex:1 1 {room};min-width:0">'
        f"<p>({number}) {sign}<b>{escape(part.heading)}</b></p>{body}<p>{escape(part.seen)}</p></div>"
    )


def _picture(run: Run) -> str:
    svg = re.sub(r"^\s*<\?xml.*?\?>\s*", "", run.svg(title=""))
    svg = svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    return f'<div style="overflow-x:auto">{svg}</div><p><small>{escape(outcome_of(run))}</small></p>'


def _table(table: Table) -> str:
    head = "".join(f'<th style="{_CELL}">{escape(column)}</th>' for column in table.columns)
    rows = "".join("<tr>" + "".join(_td(value) for value in row) + "</tr>" for row in table.rows)
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse">'
        f"<tr>{head}</tr>{rows}</table></div>"
    )


def _td(value: object) -> str:
    side = "left" if isinstance(value, str) else "right"
    return f'<td style="{_CELL};text-align:{side}">{escape(cell(value))}</td>'

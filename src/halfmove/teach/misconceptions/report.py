"""An entry of the gallery as text, as plain data, and as HTML with its pictures inside."""

from __future__ import annotations

import re
import textwrap
from html import escape
from itertools import zip_longest
from typing import Any

from halfmove.core.display import html_picture
from halfmove.teach.jsons import plain
from halfmove.teach.misconceptions.gallery import WORDS, Misconception, Run, Table
from halfmove.teach.misconceptions.reading import answer, cost
from halfmove.teach.naming import MINUS, figure
from halfmove.teach.tree_text import Row, Show, legend, rows

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
        f"<p><b>Further reading.</b> {reading}.</p>\n"
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
    return f"{html_picture(svg)}<p><small>{escape(outcome_of(run))}</small></p>"


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


MARGIN = 15
LARGEST = 60
"""A larger tree is told by its figures alone; the picture has it whole."""


def text(entry: Misconception, *, width: int | None = 100) -> str:
    """Belief, what happens, runs and tables, reason, rule, and where to read on."""
    exhibit = entry.exhibit
    parts = [
        entry.name.upper(),
        "\n".join([*_row("The belief", entry.belief, width), *_row("But", entry.answer, width)]),
        "\n".join(_row("What happens", exhibit.happens, width)),
    ]
    drawn: list[Row] = []
    for number, part in enumerate(exhibit.parts, 1):
        heading = f"({number}) {heading_of(part)}"
        if isinstance(part, Table):
            body = table_lines(part, width)
        else:
            body, found = _tree(part, width)
            drawn += found
        seen = textwrap.wrap(part.seen, width or 10**6)
        parts.append("\n".join([*_wrap(heading, width), "", *body, "", *seen]))
    signs = legend(drawn, Show(), width) if drawn else []
    if signs:
        parts.append("\n".join(signs))
    closing = [*_row("Why", entry.why, width), *_row("The right rule", entry.rule, width)]
    for number, source in enumerate(entry.reading):
        closing += _row("" if number else "Further reading", source, width)
    parts.append("\n".join(closing))
    return "\n\n".join(parts)


def heading_of(part: Run | Table) -> str:
    """A part's heading, marked where it is a wrong (or the right) procedure."""
    mark = WORDS[part.verdict] if isinstance(part, Run) else ""
    return f"{mark}: {part.heading}" if mark else part.heading


def outcome_of(run: Run) -> str:
    """What came of a run: `3 by a1; 7 of 9 leaves evaluated, 2 cutoffs, 2 edges cut`."""
    what = answer(run.trace) if run.trace.outcome.action is not None else figure(run.trace.outcome.value)
    return f"value {what}; {cost(run.trace)}"


def _tree(run: Run, width: int | None) -> tuple[list[str], list[Row]]:
    """The tree as lines, if it is small, and what came of it."""
    drawn: list[Row] = []
    if sum(1 for _ in run.trace.outline.walk()) <= LARGEST:
        drawn = rows(run.trace, show=Show(truth=bool(run.picture.get("truth", run.verdict == "wrong"))))
    lines = [line for row in drawn for line in row.wrapped(width)]
    return [*lines, *([""] if lines else []), *_wrap(outcome_of(run), width)], drawn


def cell(value: Any) -> str:
    """A table's entry: numbers as everywhere, words as they are."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and abs(value) >= 1000:
        return f"{value:,}".replace("-", MINUS)
    return figure(value)


def table_lines(table: Table, width: int | None) -> list[str]:
    """A table in lines of at most `width`: where it is wider, its widest columns are wrapped."""
    written = [table.columns, *(tuple(map(cell, row)) for row in table.rows)]
    numeric = [all(not isinstance(v, str) for v in column) for column in zip(*table.rows, strict=True)]
    widths = _widths([max(map(len, column)) for column in zip(*written, strict=True)], width)

    def lines(cells: tuple[str, ...]) -> list[str]:
        wrapped = [textwrap.wrap(text, wide) or [""] for text, wide in zip(cells, widths, strict=True)]
        return [
            APART.join(
                part.rjust(wide) if right else part.ljust(wide)
                for part, wide, right in zip(parts, widths, numeric, strict=True)
            ).rstrip()
            for parts in zip_longest(*wrapped, fillvalue="")
        ]

    return [line for row in written for line in lines(row)]


APART, NARROWEST = "  ", 8


def _widths(widths: list[int], width: int | None) -> list[int]:
    """Columns as wide as they may be: the widest gives way first, down to `NARROWEST`."""
    fitted = list(widths)
    while width is not None and sum(fitted) + len(APART) * (len(fitted) - 1) > width:
        widest = max(range(len(fitted)), key=fitted.__getitem__)
        if fitted[widest] <= NARROWEST:
            break
        fitted[widest] -= 1
    return fitted


def _row(label: str, told: str, width: int | None) -> list[str]:
    start, rest = label.ljust(MARGIN), " " * MARGIN
    if width is None:
        return [f"{start}{told}"]
    room = max(width, MARGIN + 24)
    return textwrap.wrap(told, room, initial_indent=start, subsequent_indent=rest)


def _wrap(told: str, width: int | None) -> list[str]:
    return [told] if width is None else textwrap.wrap(told, max(width, 24))


def summary_json(entry: Misconception) -> dict[str, Any]:
    """An entry of the list."""
    return {"name": entry.name, "topic": entry.topic, "belief": entry.belief, "answer": entry.answer}


def to_dict(entry: Misconception) -> dict[str, Any]:
    """An entry as plain data: its texts, its `facts`, and of each run the whole trace."""
    exhibit = entry.exhibit
    return {
        **summary_json(entry),
        "happens": exhibit.happens,
        "parts": [_part_json(part) for part in exhibit.parts],
        "facts": plain(exhibit.facts),
        "why": entry.why,
        "rule": entry.rule,
        "reading": list(entry.reading),
    }


def _part_json(part: Run | Table) -> dict[str, Any]:
    if isinstance(part, Table):
        return {
            "kind": "table",
            "heading": part.heading,
            "seen": part.seen,
            "columns": list(part.columns),
            "rows": plain(part.rows),
        }
    return {
        "kind": "run",
        "heading": part.heading,
        "verdict": part.verdict,
        "seen": part.seen,
        "trace": part.trace.to_dict(),
    }

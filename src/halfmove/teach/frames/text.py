"""Sentences and tables as lines of text, and tables as HTML."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from html import escape

RIGHT, MARKED = ' class="hm-right"', ' class="hl-taken"'


def wrap(text: str, width: int | None, first: str = "", rest: str = "") -> list[str]:
    """A sentence in lines of at most `width` columns (None: one line), the first and the others indented."""
    if width is None:
        return [first + text]
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest)


def align(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The rows of a table as lines, the columns `right` (from 0) aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if k in right else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def html_table(
    rows: Sequence[Sequence[str]],
    right: Collection[int] = (),
    marked: Collection[int] = (),
    *,
    headed: bool = False,
) -> str:
    """A table as HTML: a head, then the other rows, from 0, of which those `marked` stand out.  `headed`: the
    first cell of each row is its head, and all is flush right, as figures are."""

    def cells(row: Sequence[str], tag: str) -> str:
        made = ""
        for k, cell in enumerate(row):
            name = 'th scope="row"' if headed and not k and tag == "td" else tag
            made += f"<{name}{RIGHT if headed or k in right else ''}>{escape(cell)}</{name[:2]}>"
        return made

    body = "".join(
        f"<tr{MARKED if number in marked else ''}>{cells(row, 'td')}</tr>"
        for number, row in enumerate(rows[1:])
    )
    head = cells(rows[0], "th")
    return f'<table class="hm-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'

"""What a notebook shows of an object: text, a table, or a page in a frame, as HTML.

Notebooks ask an object for `_repr_html_`.  They have a style of their own for tables and text, light or
dark, so nothing is coloured here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

MOST_ROWS = 60
"""Of a table; what is left out is said."""


def html_text(text: str) -> str:
    """Lines of text as they stand; wide ones scroll."""
    return f'<pre style="line-height:1.35;overflow-x:auto">{escape(text)}</pre>'


def html_picture(svg: str) -> str:
    """A picture at its size; a wide one scrolls."""
    return f'<div style="overflow-x:auto">{svg}</div>'


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows that all have the same keys, below these; at most `MOST_ROWS`."""
    if not rows:
        return "<p>no rows</p>"
    head = "".join(f"<th>{escape(str(key))}</th>" for key in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell_text(value))}</td>" for value in row.values()) + "</tr>"
        for row in rows[:MOST_ROWS]
    )
    left = len(rows) - MOST_ROWS
    more = f"<p>and {left:,} more rows: <code>to_frame()</code> has them all</p>" if left > 0 else ""
    return (
        f'<div style="overflow-x:auto"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>{more}"
    )


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_cell_text, value))
    return str(value)


def html_columns(*parts: str) -> str:
    """Parts side by side, one below the other where there is no room."""
    cells = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">{cells}</div>'


class EmbeddedPage:
    """A page in a frame of a notebook's cell, with its own scripts: it works without a kernel, in a
    notebook that was saved as well."""

    def __init__(self, page: str, height: int = 560) -> None:
        self.page, self.height = page, height

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.page)}" style="width:100%;height:{self.height}px;border:0" '
            'title="a search, step by step"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<a page of {len(self.page):,} letters, to be shown in a notebook>"

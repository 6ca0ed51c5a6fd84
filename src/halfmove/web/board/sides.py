"""Values as the first player sees them, as the field writes them, or as the player to move does: which of the
two the browser remembers, and the page has both."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from halfmove.web.board.table import Table
from halfmove.web.board.view import remembered_button

NAME = "mover"
"""What the browser remembers, `on` where values are the player's to move."""


def side_button(table: Table) -> None:
    """The switch, where the two can differ."""
    if table.barred:
        title = f"Values for the player to move instead of always {table.names[0]}"
        remembered_button("From the side to move", NAME, "off", title=title)


def both_sides(first: str, mover: str) -> str:
    """Both ways to write a value, as HTML already; one where they are the same."""
    if first == mover:
        return first
    return f'<span class="hm-to-first">{first}</span><span class="hm-to-mover">{mover}</span>'


def value_html(found: Mapping[str, Any], key: str) -> str:
    """`worth` or `short` of an analysis or one of its lines, from both sides."""
    first = found.get("to_first") or found
    return both_sides(escape(first[key]), escape(found[key]))


def number_html(value: float, *, turned: bool) -> str:
    """A value to the player to move, from both sides; `turned`: he is not the first."""
    mover = format(value, "+.2f")
    return both_sides(format(0 - value, "+.2f"), mover) if turned else mover

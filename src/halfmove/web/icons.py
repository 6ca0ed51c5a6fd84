"""The icons of buttons: lines of one width on a square of 24 units, in the colour of the text beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui.elements.html import Html

from halfmove.web.widgets import button

_PATHS = {
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "back": "M16 5l-9 7 9 7z",
    "on": "M8 5l9 7-9 7z",
    "last": "M18 5v14M5 5l9 7-9 7z",
    "undo": "M8 4L4 8l4 4M4 8h9a6 6 0 0 1 0 12H8",
    "redo": "M16 4l4 4-4 4M20 8h-9a6 6 0 0 0 0 12h5",
    "hint": "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0q-.9.8-.9 3h-5.2q0-2.2-.9-3z",
    "turn": "M7 4v16M3.5 7.5L7 4l3.5 3.5M17 20V4M13.5 16.5L17 20l3.5-3.5",
    "draw": "M5 9h14M5 15h14",
    "resign": "M6 21V4M6 4.5q3-1.8 6 0t6 0v9q-3 1.8-6 0t-6 0",
    "pause": "M8 5v14M16 5v14",
    "new": "M12 5v14M5 12h14",
    "promote": "M12 19V5M6 11l6-6 6 6",
    "delete": "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
    "coordinates": "M4 20L8 8l4 12M5.5 16h5M16 10l3-2v12M16 20h6",
    "numbers": "M4 10l3-2v12M4 20h6M13 11q0-3 3-3t3 3q0 2-6 9h7",
    "estimate": "M4 4h16v16H4zM12 4v16M4 12h16M4 8l4-4M4 12l8-8M8 12l4-4",
}


def draw_icon(name: str) -> str:
    """An icon as SVG; `KeyError` for a name that there is not."""
    return (
        '<svg class="hm-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">'
        f'<path d="{_PATHS[name]}"/></svg>'
    )


def icon_button(sign: str, title: str, on_click: Callable[..., Any], *, name: str) -> Html:
    """A button with an icon; `title` says what it does, to who points at it and to screen readers; `name` is
    how tests and keys find it."""
    made = button(draw_icon(sign), on_click, title=title, name=name)
    return made.classes("hm-icon-button").props(f'aria-label="{title}"')

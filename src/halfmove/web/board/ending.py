"""What the tables of endings say of a position, under its analysis."""

from __future__ import annotations

from html import escape
from typing import Any

MOST_MOVES = 12
"""Moves whose values are shown."""


def ending_table(found: dict[str, Any]) -> str:
    """The value and those of the moves, as HTML; and what cannot be read."""
    notes = "".join(f'<p class="hm-error hm-small">{escape(note)}</p>' for note in found.get("notes") or [])
    known = found.get("ending")
    if not known:
        return notes
    by = f"by the ending {known['table']}" if known["table"] else "by the endings that its moves lead to"
    rows = "".join(
        f"<tr><th scope=row>{escape(move['move'])}</th><td>{escape(move['said'])}</td></tr>"
        for move in known["moves"][:MOST_MOVES]
    )
    more = len(known["moves"]) - MOST_MOVES
    rest = f'<p class="hm-soft hm-small">and {more} more</p>' if more > 0 else ""
    head = "<thead><tr><th>Move</th><th>By the tables</th></tr></thead>"
    table = f'<table class="hm-thought hm-small hm-num">{head}<tbody>{rows}</tbody></table>' if rows else ""
    said = f"<p><b>{escape(known['said'])}</b>, {escape(by)}</p>"
    return f'{notes}<div data-name="ending">{said}{table}{rest}</div>'

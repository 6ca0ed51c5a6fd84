"""What each player has, beside his name: pieces taken, pips, chips, as the game's surface counts them."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from halfmove.core.surface import Count, Surface
from halfmove.web.board.table import Table


class Counts:
    """Of a table, as whoever looks may know them; made once a position: lines are shown often."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._of: tuple[Any, int | None] = (None, None)
        self._shown: list[str] = []

    def show(self) -> list[str]:
        """HTML for each player; empty where there is nothing to say."""
        table = self.table
        here, viewer = table.record.here, table.viewer
        if self._of[0] is not here or self._of[1] != viewer:
            self._of = here, viewer
            self._shown = [""] * table.game.players
            if (surface := table.surface) is not None:
                found = surface.counts_to(table.record.history, viewer)
                self._shown = [count_html(surface, count) for count in found] or self._shown
        return self._shown


def count_html(surface: Surface, count: Count) -> str:
    """Pieces of a kind lie half on one another; a screen reader hears how many there are."""
    kinds = []
    for symbol in dict.fromkeys(count.pieces):
        number, words = count.pieces.count(symbol), surface.pieces[symbol]
        picture = re.sub(
            r' role="img" aria-label="[^"]*"', ' aria-hidden="true"', surface.piece_picture(symbol)
        )
        heard = f"{number} × {words}" if number > 1 else words
        kinds.append(f'<span role="img" aria-label="{escape(heard)}">{picture * number}</span>')
    if not (kinds or count.text):
        return ""
    return f' <span class="hm-count hm-num">{"".join(kinds)} {escape(count.text)}</span>'

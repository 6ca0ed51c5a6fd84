"""The library beside a board: what was played from the position in its games, and the game saved into it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from html import escape
from urllib.parse import urlencode

from nicegui import context, ui

from halfmove.core.errors import BadInput
from halfmove.core.figures import capital, count
from halfmove.core.plain_text import PlainText
from halfmove.library.entry import make_entry
from halfmove.library.explorer import Tally, explore
from halfmove.library.search import Wanted
from halfmove.web.board.game_records import make_game_record
from halfmove.web.board.table import Table
from halfmove.web.pages import versioned
from halfmove.web.server import here
from halfmove.web.widgets import button, select, text

LEGIBLE = 0.17
"""The part of a bar in which a figure has room."""
STYLE = f'<link rel="stylesheet" href="{versioned("library.css")}">'


class LibraryMoves:
    """The moves that the library's games play from the position, with a bar of their results: of all games,
    or of those of a player, in a seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        ui.add_head_html(STYLE)
        self._wanted = Wanted()
        seats = {"": "either side"} | {str(seat): name for seat, name in enumerate(table.names[:2])}
        with ui.element("div").classes("hk-filter"):
            text("Games of", hint="any player", on_change=self._choose_player).input.props(
                "data-name=libraryplayer"
            )
            if table.game.players == 2:
                select("as", seats, "", self._choose_seat).input.props("data-name=libraryseat")
        self.shown = ui.html("", sanitize=False).props("data-name=librarymoves")

    def _choose_player(self, name: str) -> None:
        self._wanted = replace(self._wanted, player=name.strip())
        self.refresh()

    def _choose_seat(self, seat: str) -> None:
        self._wanted = replace(self._wanted, seat=int(seat) if seat else None)
        self.refresh()

    def refresh(self) -> None:
        """Show what was played here."""
        self.shown.set_content(self._table())

    def _table(self) -> str:
        table = self.table
        wanted = self._wanted if self._wanted.player else replace(self._wanted, seat=None)
        try:
            found = here().library.call(lambda library: explore(library, table.game, table.state, wanted))
        except BadInput as error:
            return f'<p class="hm-error">{escape(str(error))}</p>'
        if not found:
            return '<p class="hm-soft">No game of the library goes on from here.</p>'
        texts = {move.action: move.text for move in table.legal}
        return moves_html(table, [(texts[tally.action], tally) for tally in found if tally.action in texts])


def moves_html(table: Table, moves: Sequence[tuple[str, Tally]]) -> str:
    """The moves as a table: each with its games, a bar of their results, and the year of the latest."""
    total = sum(tally.games for _, tally in moves)
    rows = []
    for move, tally in moves:
        cells = (
            ("", f'<button class="hm-step" type="button" data-move="{escape(move)}">{escape(move)}</button>'),
            (
                "hm-right hm-num",
                f'{count(tally.games)} <span class="hm-soft">{tally.games / total:.0%}</span>',
            ),
            ("hk-result", bar_html(table.names, tally)),
            ("hm-right hm-soft hk-last", tally.last[:4]),
        )
        rows.append("".join(f'<td class="{look}">{cell}</td>' for look, cell in cells))
    query = {"game": table.name, "position": table.game.position_text(table.state), **table.parameters}
    address = f"/library?{escape(urlencode(query))}"
    link = f'<a href="{address}" data-name="librarygames">Games with this position</a>'
    first = escape(capital(table.names[0]))
    return (
        '<div class="hm-scroll" tabindex="0" role="region" aria-label="Moves of the library">'
        '<table class="hm-table hk-moves"><thead><tr><th>move</th><th class="hm-right">games</th>'
        f'<th>{first} won, drawn, lost</th><th class="hm-right hk-last">last</th></tr></thead>'
        f"<tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table></div>"
        f"<p>{link}</p>"
    )


def _soft(text: str) -> str:
    return f'<span class="hm-soft">{text}</span>'


def bar_html(names: Sequence[str], tally: Tally) -> str:
    """The shares of the results as a bar, the first player's on the left."""
    parts = [("won", tally.won), ("drawn", tally.drawn), ("lost", tally.lost)]
    finished = sum(number for _, number in parts)
    if not finished:
        return '<span class="hm-soft hm-small">no results</span>'
    words = ", ".join(f"{number:,} {name}" for name, number in parts)
    spans = []
    for name, number in parts:
        share = number / finished
        said = f"{share:.0%}" if share >= LEGIBLE else ""
        spans += [f'<i class="hk-{name}" style="flex-grow:{number}">{said}</i>'] if number else []
    told = f"{escape(capital(names[0]))}: {words}"
    return f'<span class="hk-bar" role="img" aria-label="{told}" title="{told}">{"".join(spans)}</span>'


class SaveButton:
    """Saves the game on the board into the library; not there where nobody may change it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        if not here().library.may_write(context.client.request):
            return
        button("Save to library", self._save, name="savetolibrary", title="Keep this game in your library")

    async def _save(self) -> None:
        try:
            entry = make_table_entry(self.table)
            found = await asyncio.to_thread(
                here().library.call, lambda library: library.add([entry], again=True), make=True
            )
        except BadInput as error:
            ui.notify(str(error))
            return
        [(number, new)] = found or [(0, False)]
        ui.notify(f"Saved as game {number}." if new else f"Game {number} of the library is up to date.")


def make_table_entry(table: Table):  # type: ignore[no-untyped-def]
    """The game on the board as a library keeps it; `BadInput` where it cannot."""
    if table.fixed:
        raise BadInput("A game in which something is hidden is not kept while it can be played on.")
    form = PlainText(table.game)
    record = make_game_record(table.record, form, names=table.seats.list_names(), ended=table.agreed)
    if record.headers.get("Date", "").startswith("?"):
        record.headers["Date"] = date.today().strftime("%Y.%m.%d")
    return make_entry(record, form)

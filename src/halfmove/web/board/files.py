"""Files on a page: dropped or picked, opened where one game is in them, chosen from where several are; and
the game of the page, kept in the browser."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.core.formats import repairs_in
from halfmove.web.board.file_games import LARGEST_FILE, FileGame, read_games
from halfmove.web.board.table import Table
from halfmove.web.pages import versioned
from halfmove.web.widgets import button

PICK = (
    '<label class="hm-button">Open file …<input type="file" class="hm-pick" data-name="file" '
    "onchange=\"halfmoveFile(this.files[0]); this.value = ''\"></label>"
)
"""A file picked with the mouse or the keyboard."""
FULL = "The browser's storage for games is full; delete some on the first page."

ELSEWHERE = "This game was continued in another tab, which keeps it; this tab now has a new game."


class Opener:
    """Opens what is dropped on a page."""

    def __init__(self, name: str, parameters: dict[str, str], mode: str) -> None:
        """The game of the page, which a file without a sign of its own is of."""
        self._name, self._parameters, self._mode = name, parameters, mode
        ui.add_head_html(f'<script defer data-most="{LARGEST_FILE}" src="{versioned("files.js")}"></script>')
        ui.on("hm-file", lambda event: self.take(event.args))

    async def take(self, said: Any) -> None:
        """A file has come: its name and, in base64, what is in it."""
        try:
            file, data = _file(said)
        except BadInput as error:
            self.refused(str(error))
        else:
            await self.paste(data, file)

    async def paste(self, text: str | bytes, file: str = "The text") -> None:
        """Open what a file, or a text, has in it."""
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        try:
            games, broken = await asyncio.to_thread(read_games, data, file, self._name, self._parameters)
            if len(games) == 1 and not broken and not games[0].paper.repairs:
                await self.open(games[0])
            else:
                self._choose(file, games, broken)
        except BadInput as error:
            self.refused(str(error))

    async def open(self, found: FileGame) -> None:
        """Show a game of a file."""
        table = await asyncio.to_thread(found.table, analysing=self._mode == "analyse")
        self.show(table)

    def show(self, table: Table) -> None:
        """Another board, which is another page."""
        ui.navigate.to(table.url(self._mode))

    def refused(self, sentence: str) -> None:
        """Say what is wrong with a file."""
        asked = ui.dialog().props('aria-label="That file cannot be opened"')
        with asked as dialog, ui.element("div").classes("hm-card").props("data-name=refused"):
            ui.html("<h2>That file cannot be opened</h2>", sanitize=False)
            ui.html(f'<p class="hm-error" role="alert">{escape(sentence)}</p>', sanitize=False)
            button("Close", dialog.close)
        dialog.on("hide", lambda _: dialog.delete(), js_handler="() => emit()")
        dialog.open()

    def _choose(self, file: str, games: list[FileGame], broken: list[str]) -> None:
        asked = ui.dialog().props('aria-label="The games of the file"')
        with asked as dialog, ui.element("div").classes("hm-card hm-chooser"):
            many = f"{len(games)} game{'' if len(games) == 1 else 's'}"
            ui.html(f"<h2>{escape(file[:60])} has {many}</h2>", sanitize=False)
            for sentence in broken[:20]:
                ui.html(f'<p class="hm-error hm-small">Left out: {escape(sentence)}</p>', sanitize=False)
            repaired = [sentence for found in games for sentence in repairs_in(found.paper)]
            for sentence in repaired[:20]:
                ui.html(f'<p class="hm-small">Repaired: {escape(sentence)}</p>', sanitize=False)
            with ui.element("ol"):
                for found in games:
                    with ui.element("li"):
                        words = f"<b>{escape(found.players or 'Game')}</b> <span>{found.about}</span>"
                        button(words, partial(self._chosen, dialog, found), name="gameoffile")
            button("Close", dialog.close)
        dialog.on("hide", lambda _: dialog.delete(), js_handler="() => emit()")
        dialog.open()

    async def _chosen(self, dialog: Any, found: FileGame) -> None:
        dialog.close()
        try:
            await self.open(found)
        except BadInput as error:
            self.refused(str(error))


def _file(said: Any) -> tuple[str, bytes]:
    """Name and content, as the page has sent them."""
    said = said if isinstance(said, dict) else {}
    name, size = str(said.get("name", ""))[:200], said.get("size")
    if "data" not in said:
        many = f"{size:,}" if isinstance(size, int) else "too many"
        raise BadInput(f"The file has {many} bytes; a page opens files of up to {LARGEST_FILE:,}.")
    try:
        return name, base64.b64decode(str(said["data"]), validate=True)
    except (binascii.Error, ValueError):
        raise BadInput("The file arrived incomplete; try again.") from None


class Files(Opener):
    """The same for the page of a board, whose game the browser keeps."""

    def __init__(self, table: Table, mode: str, seated: Callable[[], None]) -> None:
        """`seated` shows who sits where."""
        super().__init__(table.name, table.parameters, mode)
        self.table, self._seated = table, seated
        self._record: Any = table.record
        self._kept = ""
        ui.on("hm-full", lambda _: ui.notify(FULL))
        ui.on("hm-elsewhere", lambda _: ui.notify(ELSEWHERE))

    def show(self, table: Table) -> None:
        if (table.name, table.parameters) != (self.table.name, self.table.parameters):
            super().show(table)
            return
        self.table.seats.seat_people()
        self.table.restart_at(table.record)
        self._seated()

    def keep(self, url: str) -> None:
        """Have the browser keep the game as it is now, once there is something to keep."""
        table = self.table
        another = table.record is not self._record
        if not table.record.root.children and table.record.position is None and not table.record.headers:
            return
        self._record = table.record
        moves = sum(1 for node in table.record.end(table.record.root).path() if node.text)
        over = table.over or table.record.told_at is table.record.end(table.record.root)
        about = json.dumps(
            {
                "url": url,
                "title": table.title,
                "players": " – ".join(table.name_player(player) for player in range(table.game.players)),
                "state": f"{moves} move{'' if moves == 1 else 's'}" + (", over" if over else ""),
            }
        )
        if about != self._kept:
            self._kept = about
            ui.run_javascript(
                f"window.halfmoveKeepGame && halfmoveKeepGame({about}, {'true' if another else 'false'})"
            )

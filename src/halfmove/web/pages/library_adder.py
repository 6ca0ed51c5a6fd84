"""Files of games added to the library on its page."""

from __future__ import annotations

import asyncio

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.library.adding import count_games
from halfmove.library.entry import make_entry
from halfmove.web.board.file_games import read_games
from halfmove.web.board.files import Opener
from halfmove.web.server import here


class Adder(Opener):
    """Adds the games of files that are dropped on the page, or picked, to the library."""

    def __init__(self) -> None:
        super().__init__(here().catalogue.names()[0], {}, "analyse")

    async def paste(self, text: str | bytes, file: str = "The text") -> None:
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        try:
            said = await asyncio.to_thread(self._add, data, file)
        except BadInput as error:
            self.refused(str(error))
            return
        ui.notify(said)
        ui.navigate.to("/library")

    def _add(self, data: bytes, file: str) -> str:
        games, broken = read_games(data, file, self._name, self._parameters)
        entries = [make_entry(found.paper, found.form) for found in games]
        kept = here().library.call(lambda library: library.add(entries), make=True) or []
        new = sum(is_new for _, is_new in kept)
        known = f", {count_games(len(kept) - new)} there already" if new < len(kept) else ""
        left = f", {count_games(len(broken))} left out" if broken else ""
        return f"Added {count_games(new)}{known}{left}."

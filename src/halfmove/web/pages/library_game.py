"""The game chosen on the library's page: its picture, what is known of it, and what can be done with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from nicegui import ui

from halfmove.core.contract import SPECTATOR, Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import capital
from halfmove.core.plain_text import formats_of
from halfmove.library.store import Kept, Opened
from halfmove.web.library import CLOSED
from halfmove.web.server import here
from halfmove.web.widgets import ask, button, enable
from halfmove.web.widgets import date as date_html


@dataclass(frozen=True)
class Place:
    """A position that games are to reach."""

    game: Game
    state: Any


class ChosenGame:
    """Opened on the board, written to a file, removed."""

    def __init__(self, place: Place | None, refresh: Callable[[], Awaitable[None]], *, writes: bool) -> None:
        """`place` is shown where games are looked for that reach it; `refresh` looks for games again, after
        one was removed, which `writes` allows."""
        self._place, self._refresh = place, refresh
        self.kept: Kept | None = None
        self._shown = ui.html("", sanitize=False).classes("hk-preview").props("data-name=preview")
        with ui.element("div").classes("hk-tools"):
            self._tools = [
                button("Open on the board", self._open, main=True, name="open"),
                button("Save as file", self._export, name="export"),
            ]
            if writes:
                self._tools.append(button("Remove", self._remove, name="remove"))

    def _open(self) -> None:
        if self.kept is not None:
            ui.navigate.to(f"/library/{self.kept.id}")

    async def _export(self) -> None:
        if self.kept is None:
            return
        try:
            opened = await asyncio.to_thread(self._read, self.kept.id)
            form = next(form for form in formats_of(opened.record.rules) if not form.refusal())
            content = form.encoded(opened.record)
        except BadInput as error:
            ui.notify(str(error))
            return
        ui.download.content(content, f"{self.kept.game}-{self.kept.id}{form.suffixes[0]}", "text/plain")

    def _remove(self) -> None:
        if self.kept is not None:
            ask(f"Remove game {self.kept.id} from the library?", "Remove", self._removed, self.kept.id)

    def _removed(self, number: int) -> None:
        async def remove() -> None:
            try:
                await asyncio.to_thread(here().library.call, lambda library: library.remove([number]))
            except BadInput as error:
                ui.notify(str(error))
            await self._refresh()

        ui.timer(0, remove, once=True)

    async def show(self, kept: Kept | None) -> None:
        """Show this game; None: none is chosen."""
        self.kept = kept
        for made in self._tools:
            enable(made, kept is not None)
        if kept is None:
            self._shown.set_content('<p class="hm-soft">Choose a game.</p>')
            return
        try:
            content = await asyncio.to_thread(self._describe, kept)
        except BadInput as error:
            content = f'<p class="hm-error" role="alert">{escape(str(error))}</p>'
        self._shown.set_content(content)

    def _read(self, number: int) -> Opened:
        found = here().library.call(lambda library: library.open(number))
        if found is None:
            raise BadInput(CLOSED)
        return found

    def _describe(self, kept: Kept) -> str:
        """The game that was chosen: the position asked for, or its last, and what is known of it."""
        opened = self._read(kept.id)
        game = opened.record.rules
        if self._place is not None:
            picture = draw_position(self._place.game, self._place.state)
        else:
            picture = draw_position(game, last_state(opened.record))
        facts = {
            "Game": find_title(kept.game),
            "Event": escape(kept.event),
            "Date": date_html(kept.date) if kept.date else "",
            "Result": escape(kept.result),
            "Opening": escape(kept.opening),
            "Moves": str(kept.plies),
        }
        told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items() if value)
        players = " – ".join(
            escape(name or capital(game.player_name(seat))) for seat, name in enumerate(kept.players)
        )
        return (
            f'<div class="hk-board" aria-hidden="true">{picture}</div>'
            f"<div><h2>{players}</h2><dl>{told}</dl></div>"
        )


def find_title(name: str) -> str:
    """What a game is called; its name, where it is not served here."""
    try:
        return here().catalogue.title(name)
    except BadInput:
        return name


def last_state(record: Any) -> Any:
    """Where the main line of a record ends, before a null move."""
    state = record.first
    for move in record.moves:
        if move.action is None:
            if move.text:
                break
            continue
        state = record.rules.result(state, move.action)
    return state


def draw_position(game: Game, state: Any) -> str:
    """The picture of a position, as a spectator sees it."""
    surface = game.surface()
    if surface is None:
        return game.draw_to(state, SPECTATOR)
    return surface.picture_to(state, SPECTATOR)

"""Threats: what the other side would play if it were its turn, searched after the turn is passed and drawn in
red."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.contract import CHANCE
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import HalfmoveError
from halfmove.web.board.learning import Hints
from halfmove.web.board.sides import value_html
from halfmove.web.board.table import Table
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import button, error_html, press

SECONDS = 5.0
"""That a threat is searched for."""
LONGEST = 6
"""Moves of the threat's line that are told."""


def can_pass(table: Table) -> bool:
    """Whether the game has positions with the turn passed."""
    return table.barred and defines(type(table.game), "pass_turn")


class Threats:
    """The switch, and what it finds."""

    def __init__(self, table: Table, show_arrows: Callable[[Hints], None]) -> None:
        """`show_arrows` draws threats on the board."""
        self.table, self._show_arrows = table, show_arrows
        self.on = False
        self._job: Any = None
        self._asked = 0
        title = "What the other side would play if it were its turn, as red arrows"
        self.button = button("Threats", self.toggle, title=title, name="threats")
        press(self.button, False)
        self.told = ui.html("", sanitize=False).props('aria-live="polite" data-name=threat')
        self.told.style("flex-basis:100%")

    def toggle(self) -> None:
        """Show them, or not."""
        self.on = not self.on
        press(self.button, self.on)
        if self.on:
            self.table.watchers.append(self.refresh)
        else:
            self.table.watchers.remove(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """After any change: the threats of the position shown, if they are wanted."""
        self._asked += 1
        if self._job is not None:
            self._job.stop()
            self._job = None
        self._show_arrows([])
        self.told.set_content("")
        if not self.on or self.table.over or self.table.asking:
            return
        if self._passed() is None:
            self.told.set_content('<p class="hm-soft hm-small">The turn cannot be passed here.</p>')
            return
        background_tasks.create(self._search(self._asked))

    def _passed(self) -> Any:
        """The position with the turn passed; None where there is none."""
        table = self.table
        return None if table.mover == CHANCE else table.game.pass_turn(table.state)

    async def _search(self, asked: int) -> None:
        arguments = {**self.table.place(), "passed": True, "lines": 1, "seconds": SECONDS}
        try:
            client = f"{self.table.client} threats"
            self._job = here().pool.begin(client, "analysis", arguments, seconds=SECONDS)
            async for message in counted(self._job, lambda waited: self._show_wait(asked, waited)):
                if asked != self._asked:
                    return
                if message["kind"] == "analysis":
                    self._show(message)
                elif message["kind"] == "failed":
                    self.told.set_content(error_html(message["error"]))
        except HalfmoveError as error:
            if asked == self._asked:
                self.told.set_content(error_html(error))

    def _show_wait(self, asked: int, waited: float) -> None:
        if asked == self._asked:
            self.told.set_content(here().making.told(self.table.reference, waited))

    def _show(self, found: dict[str, Any]) -> None:
        """The best move of the other side: its line, its value, its arrow."""
        table, game = self.table, self.table.game
        state, best = self._passed(), found["best"]
        if best is None:
            return
        surface = table.surface
        if surface is not None:
            action = game.parse_action(state, best)
            touches, lands = surface.touches(state, action), surface.lands(state, action)
            self._show_arrows([(touches, 0.8, lands)])
        line = " ".join(escape(move) for move in (found["variation"] or [best])[:LONGEST])
        name = escape(table.names[game.to_move(state)])
        worth = value_html(found, "short")
        self.told.set_content(f'<p class="hm-threat hm-small">{name} threatens <b>{line}</b>: {worth}</p>')

"""The end of a game that players must settle (Go: its dead stones): proposed first, then changed by hand, and
the count."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import HalfmoveError
from halfmove.core.settlement import Settlement
from halfmove.web.board.element import Board
from halfmove.web.board.table import Table
from halfmove.web.server import here
from halfmove.web.widgets import button


class SettlementBox:
    """Shown when a game is over and must be settled; a touch changes a group."""

    def __init__(self, table: Table, board: Board) -> None:
        self.table, self.board = table, board
        self._settlement: Settlement | None = None
        self.node: Any = None
        """The position that it is about; None where it is not open."""
        with ui.element("div").classes("hm-card") as self.box:
            self.told = ui.html("", sanitize=False).props('aria-live="polite" data-name=dead')
            ui.html('<p class="hm-soft hm-small">Touch a chain to change it.</p>', sanitize=False)
            button("Count", self._count, main=True, name="count")
        self.box.set_visibility(False)

    @property
    def open(self) -> bool:
        """Whether touches are meant for it."""
        return self._settlement is not None

    def refresh(self) -> None:
        """After any change: open where a game has just ended so."""
        node = self.table.record.here
        if node is self.node:
            return
        self._settlement, self.node = None, None
        self.box.set_visibility(False)
        if self.table.ended:
            return
        settlement = self.table.game.settlement(self.table.record.history)
        if settlement is not None:
            self.node = node
            background_tasks.create(self._suggest(node, settlement))

    async def _suggest(self, node: Any, settlement: Settlement) -> None:
        try:
            job = here().pool.begin(self.table.client, "settlement", self.table.place())
            points = await job.result()
        except HalfmoveError:
            points = []
        if node is self.table.record.here and self.node is node:
            settlement.choose(points or ())
            self._settlement = settlement
            self.box.set_visibility(True)
            self._show()

    def touched(self, point: str) -> None:
        """Change what becomes of the group there."""
        if self._settlement is not None:
            try:
                self._settlement.change(point)
            except HalfmoveError as error:
                self.told.set_content(escape(str(error)))
                return
            self._show()

    def _show(self) -> None:
        assert self._settlement is not None
        assert self.table.surface is not None
        points = self.table.surface.points(self.table.state)
        picture = self.table.surface.picture(self.table.state)
        spoken = self.table.surface.occupied(self.table.state)
        self.board.show(picture, points, (), occupied=spoken, last=self._settlement.chosen, free=True)
        self.told.set_content(escape(str(self._settlement)))

    def _count(self) -> None:
        if self._settlement is not None:
            sentence = self._settlement.count()
            self.box.set_visibility(False)
            self._settlement = None
            self.table.end(sentence)

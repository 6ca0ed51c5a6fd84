"""The end of a game of Go: the dead stones, marked by playouts first and then by hand, and the count."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.core.errors import HalfmoveError
from halfmove.faces.dead_stones import DeadStones, to_be_marked
from halfmove.web.parts.board import Board
from halfmove.web.parts.fields import button
from halfmove.web.serving import here
from halfmove.web.table.table import Table


class Counting:
    """Shown when a game is over in a way that leaves its stones to be judged; a touch changes a chain."""

    def __init__(self, table: Table, board: Board) -> None:
        self.table, self.board = table, board
        self._dead: DeadStones | None = None
        self._node: Any = None
        with ui.element("div").classes("hm-card") as self.box:
            self.told = ui.html("", sanitize=False).props('aria-live="polite" data-name=dead')
            ui.html('<p class="hm-soft hm-small">Touch a chain to change it.</p>', sanitize=False)
            button("Count", self._count, main=True, name="count")
        self.box.set_visibility(False)

    @property
    def open(self) -> bool:
        """Whether touches are meant for it."""
        return self._dead is not None

    def refresh(self) -> None:
        """After any change: open where a game has just ended so."""
        node = self.table.record.here
        if node is self._node:
            return
        self._dead, self._node = None, None
        self.box.set_visibility(False)
        if not self.table.ended and to_be_marked(self.table.record.history):
            self._node = node
            background_tasks.create(self._suggest(node))

    async def _suggest(self, node: Any) -> None:
        try:
            job = here().pool.begin(self.table.client, "settle", {"place": self.table.place()})
            points = await job.result()
        except HalfmoveError:
            points = []
        if node is self.table.record.here and self._node is node:
            self._dead = DeadStones(self.table.game, self.table.state, points or ())
            self.box.set_visibility(True)
            self._show()

    def touched(self, point: str) -> None:
        """Change what becomes of the chain there."""
        if self._dead is not None:
            try:
                self._dead.change(point)
            except HalfmoveError as error:
                self.told.set_content(escape(str(error)))
                return
            self._show()

    def _show(self) -> None:
        assert self._dead is not None
        assert self.table.surface is not None
        game: Any = self.table.game
        marked = [game.point_text(point) for point in self._dead.points]
        points = self.table.surface.points(self.table.state)
        picture = self.table.surface.picture(self.table.state)
        spoken = self.table.surface.occupied(self.table.state)
        self.board.show(picture, points, (), occupied=spoken, last=marked, free=True)
        self.told.set_content(escape(str(self._dead)))

    def _count(self) -> None:
        if self._dead is not None:
            sentence = self._dead.counted()
            self.box.set_visibility(False)
            self._dead = None
            self.table.end(sentence)

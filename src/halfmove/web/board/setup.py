"""A position set up by hand: pieces from a palette onto the board, or written in the game's notation."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from nicegui import ui

from halfmove.core import figures
from halfmove.core.errors import BadInput
from halfmove.core.surface import Arrangement
from halfmove.web.board.element import Board, Touches
from halfmove.web.board.table import Table
from halfmove.web.widgets import button, on_click, select, text

ERASER = ""


class SetUp:
    """The palette, and what has been set so far; while it is open the board shows that."""

    def __init__(self, table: Table, board: Board, closed: Callable[[], None]) -> None:
        self.table, self.board, self._closed = table, board, closed
        self.surface = table.surface
        self.open = False
        self._pieces: dict[str, str] = {}
        self._mover = 0
        self._rest: dict[str, str] = {}
        self._begun: dict[str, str] = {}
        """What was so before anything was changed."""
        self._symbol = ERASER
        self.possible = self.surface is not None and bool(self.surface.pieces)
        self.error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')
        if self.possible:
            self._palette()
        else:
            ui.html('<p class="hm-soft">Pieces of this game cannot be set by hand.</p>', sanitize=False)
        self.field = text("Position in the game's notation", "", width="100%")
        with ui.element("div").classes("hm-tools"):
            button("Set this position", self._from_text, name="setposition")

    def _palette(self) -> None:
        assert self.surface is not None
        with ui.element("div").classes("hm-tools"):
            self.start = button("Set up by hand", self.begin, name="setup")
            self.done = button("Done", self._finish, main=True, name="setupdone")
            self.empty = button("Empty board", self._empty)
            self.stop = button("Cancel", self._cancel)
        self.palette = (
            ui.html("", sanitize=False).classes("hm-palette").props('role="group" aria-label="pieces"')
        )
        on_click(self.palette, "piece", self._take)
        with ui.element("div") as self.turn:
            if not self.surface.mover_follows:
                players = range(self.table.game.players)
                self.mover = select(
                    "To move",
                    {str(p): figures.player(self.table.game, p) for p in players},
                    "0",
                    self._set_mover,
                )
            self.extras = {
                key: text(key.capitalize(), "", width="9rem")
                for key in self.surface.arrangement(self.table.state).rest
                if key in ("castling", "en passant")
            }
        self._show_tools()

    def _show_tools(self) -> None:
        for element in (self.done, self.empty, self.stop, self.palette, self.turn):
            element.set_visibility(self.open)
        self.start.set_visibility(not self.open)

    def begin(self) -> None:
        """Take the position on the board to pieces."""
        assert self.surface is not None
        there = self.surface.arrangement(self.table.state)
        self._pieces, self._mover, self._rest = dict(there.pieces), there.mover, dict(there.rest)
        self._begun = dict(there.rest)
        if "passes" in self._rest:
            self._rest["passes"] = "0"
        self._symbol = next(iter(self.surface.pieces))
        if not self.surface.mover_follows:
            self.mover.put(str(self._mover))
        for key, field in self.extras.items():
            field.put(self._rest.get(key, ""))
        self.open = True
        self._show_tools()
        self.show()

    def show(self) -> None:
        """The board and the palette as they are now."""
        assert self.surface is not None
        picture = self.surface.draw(self._make_arrangement(), below=self.table.below)
        cells = self.surface.cells(self.table.state, below=self.table.below)
        spoken = {at: self.surface.pieces[symbol] for at, symbol in self._pieces.items()}
        self.board.show(picture, cells, Touches(free=True, loose=True), occupied=spoken)
        choices = {**{s: self.surface.piece_picture(s) for s in self.surface.pieces}, ERASER: "✕"}
        self.palette.set_content(
            "".join(
                f'<button type="button" data-piece="{escape(symbol)}" '
                f'aria-pressed="{"true" if symbol == self._symbol else "false"}" '
                f'aria-label="{escape(self.surface.pieces.get(symbol, "remove"))}">{look}</button>'
                for symbol, look in choices.items()
            )
        )

    def _make_arrangement(self) -> Arrangement:
        return Arrangement(self._pieces, self._mover, self._rest)

    def _take(self, symbol: str) -> None:
        if self.surface is not None and (symbol in self.surface.pieces or symbol == ERASER):
            self._symbol = symbol
            self.show()

    def handle_touch(self, point: str) -> None:
        """Put the chosen piece there; where it stands already, take it away."""
        if not self.open:
            return
        if self._symbol == ERASER or self._pieces.get(point) == self._symbol:
            self._pieces.pop(point, None)
        else:
            self._pieces[point] = self._symbol
        self.show()

    def placed(self, start: str, end: str, symbol: str) -> None:
        """A piece is dragged: from a point, or from the palette (`symbol`); to a point, or off the board."""
        if not self.open or self.surface is None:
            return
        symbol = self._pieces.pop(start, "") if start else symbol
        names = {cell.name for cell in self.surface.cells(self.table.state)}
        if end in names and symbol in self.surface.pieces:
            self._pieces[end] = symbol
        elif end in names:
            self._pieces.pop(end, None)  # the eraser
        self.show()

    def _empty(self) -> None:
        self._pieces.clear()
        self.show()

    def _set_mover(self, value: str) -> None:
        self._mover = int(value)

    def _cancel(self) -> None:
        self.open = False
        self.error.set_content("")
        self._show_tools()
        self._closed()

    def _finish(self) -> None:
        assert self.surface is not None
        for key, field in self.extras.items():
            self._rest[key] = field.value.strip() or "-"
        self._set(self._check_position)

    def _check_position(self) -> str:
        """The position in the game's notation; `BadInput` where it cannot be, or drops what was written."""
        assert self.surface is not None
        found = self.surface.text(self._make_arrangement())
        kept = self.surface.arrangement(self.table.game.parse(found)).rest
        for key in self.extras:
            wanted = self._rest[key]
            if wanted == self._begun.get(key):
                continue  # nobody has said it: it goes where it no longer fits
            if wanted != "-" and sorted(wanted.upper()) != sorted(kept.get(key, "-").upper()):
                raise BadInput(f"These pieces do not include a {key} '{wanted[:20]}'.")
        return found

    def _from_text(self) -> None:
        given = self.field.value.strip()
        if given:
            self._set(lambda: given)

    def _set(self, position: Callable[[], str]) -> None:
        try:
            found = position()
            self.table.game.parse(found)
        except BadInput as error:
            self.error.set_content(escape(str(error)))
            return
        self.error.set_content("")
        self.open = False
        if self.possible:
            self._show_tools()
        self.table.restart(found)
        self._closed()

"""The lines above and below the board: who sits there, what he has, whose turn it is, the clocks."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from halfmove.web.board.clock import Clock, format_time
from halfmove.web.board.counts import Counts
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.table import Table


class PlayerLines:
    """A line for each player: the one who sits at the bottom below the board, the others above it."""

    def __init__(self, table: Table) -> None:
        self.table, self._counts = table, Counts(table)
        self._lines: list[tuple[Any, Any, Any]] = []
        """Box, name and clock, of the player at the bottom first, then on around the table."""

    def build_above(self) -> None:
        """Make the lines above the board."""
        with ui.element("div").classes("hm-seats"):
            self._lines += [self._line() for _ in range(self.table.game.players - 1)]

    def build_below(self) -> None:
        """Make the line below the board."""
        self._lines.insert(0, self._line())

    @staticmethod
    def _line() -> tuple[Any, Any, Any]:
        with ui.element("div").classes("hm-seat") as box:
            name = ui.html("", sanitize=False)
            clock = ui.html("", sanitize=False).classes("hm-clock hm-num")
        return box, name, clock

    def show(self, clock: Clock, engines: EngineSeats) -> None:
        """The lines as they are now."""
        table = self.table
        counts = self._counts.show()
        for place, (box, name, face) in enumerate(self._lines):
            player = (table.below + place) % table.game.players
            turn = table.mover == player and not table.over and table.told is None
            box.classes(add="hm-turn" if turn else "", remove="" if turn else "hm-turn")
            colour = table.colours[player] if table.colours else ""
            content = f'<span class="hm-swatch" style="background:{colour}"></span>' if colour else ""
            content += f"<b>{escape(table.names[player])}</b>"
            content += f" <span class=hm-soft>{escape(table.name_player(player))}</span>"
            content += counts[player]
            said = engines.said if turn and not table.seats.is_person(player) else ""
            if said:
                content += f' <span class="hm-soft hm-small">{escape(said)}</span>'
            if name.content != content:
                name.set_content(content)
            face.set_visibility(clock.base is not None)
            if clock.base is not None and face.content != (now := format_time(clock.left(player))):
                face.set_content(now)

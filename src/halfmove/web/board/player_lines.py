"""The lines above and below the board: who sits there, what he has, whose turn it is, the clocks."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from halfmove.web.board.clock import Clock, format_time
from halfmove.web.board.counts import Counts
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.table import Table

LOW = 20.0
"""Seconds from which on a clock is shown to be low."""


class PlayerLines:
    """A line for each player: the one who sits at the bottom below the board, the others above it."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table, self.clock = table, clock
        self.engines: EngineSeats | None = None
        """Who moves for engines, where the page itself has them move."""
        self._counts = Counts(table)
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

    def show(self) -> None:
        """The lines as they are now; what is the same already is not sent."""
        table, clock = self.table, self.clock
        counts = self._counts.show()
        for place, (box, name, face) in enumerate(self._lines):
            player = (table.below + place) % table.game.players
            turn = self.has_turn(player)
            box.classes(add="hm-turn" if turn else "", remove="" if turn else "hm-turn")
            colour = table.colours[player] if table.colours else ""
            content = f'<span class="hm-swatch" style="background:{colour}"></span>' if colour else ""
            content += self.name_html(player) + counts[player] + self.said_html(player, turn=turn)
            if name.content != content:
                name.set_content(content)
            face.set_visibility(clock.base is not None)
            if clock.base is not None:
                left = clock.left(player)
                face.classes(add="hm-low" if left < LOW else "", remove="" if left < LOW else "hm-low")
                if face.content != (now := format_time(left)):
                    face.set_content(now)

    def has_turn(self, player: int) -> bool:
        """Whether the player is shown to be the one who moves."""
        table = self.table
        return table.mover == player and not table.over and table.told is None

    def name_html(self, player: int) -> str:
        """Who sits there."""
        name = escape(self.table.name_player(player))
        return f"<b>{escape(self.table.names[player])}</b> <span class=hm-soft>{name}</span>"

    def said_html(self, player: int, *, turn: bool) -> str:
        """What is told of the player besides: what an engine does while it is its turn."""
        engines = self.engines
        said = engines.said if engines is not None and turn and not self.table.seats.is_person(player) else ""
        return f' <span class="hm-soft hm-small">{escape(said)}</span>' if said else ""

"""The lines above and below the board of a room: who sits there, whether he is connected, what he has,
his clock, what he said last."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from halfmove.web.board.clock import format_time
from halfmove.web.board.counts import Counts
from halfmove.web.rooms.room_table import RoomTable

LOW = 20.0
"""Seconds from which on a clock is shown to be low."""


class PlayerBars:
    """A line for each player: the one who sits at the bottom below the board, the others above it."""

    def __init__(self, table: RoomTable) -> None:
        self.table, self._counts = table, Counts(table)
        self._lines: list[Any] = []

    def build_above(self) -> None:
        """Make the lines above the board."""
        with ui.element("div").classes("rm-seats"):
            self._lines += [self._make() for _ in range(self.table.game.players - 1)]

    def build_below(self) -> None:
        """Make the line below the board."""
        self._lines.insert(0, self._make())

    @staticmethod
    def _make() -> Any:
        return ui.html("", sanitize=False).classes("rm-seat")

    def show(self) -> None:
        """The lines as they are now; what is the same already is not sent."""
        players = self.table.game.players
        for place, line in enumerate(self._lines):
            player = (self.table.below + place) % players
            turn = self.table.room.begun and not self.table.over and self.table.room.table.mover == player
            content = self._content(player, turn=turn)
            if line.content != content:
                line.set_content(content)
            line.classes(add="rm-turn" if turn else "", remove="" if turn else "rm-turn")

    def _content(self, player: int, *, turn: bool) -> str:
        table, room = self.table, self.table.room
        seat = room.seats[player]
        colour = table.colours[player] if table.colours else ""
        parts = [f'<span class="hm-swatch" style="background:{colour}"></span>' if colour else ""]
        name = escape(table.name_player(player))
        if player == table.player and seat.name:
            name += " <span class=hm-soft>(you)</span>"
        parts.append(f"<b>{name}</b> <span class=hm-soft>{escape(table.names[player])}</span>")
        parts.append(self._counts.show()[player])
        if room.round > 1 and table.opposed:
            parts.append(
                f'<span class="rm-score hm-num" title="points before this game">{seat.points:g}</span>'
            )
        if room.is_away(player):
            parts.append('<span class="rm-away">disconnected</span>')
        elif turn and not seat.is_person and room.engines is not None and room.engines.said:
            parts.append(f'<span class="hm-soft hm-small">{escape(room.engines.said)}</span>')
        if seat.said:
            parts.append(f'<span class="rm-said">{escape(seat.said)}</span>')
        if room.clock.base is not None:
            left = room.clock.left(player)
            low = " rm-low" if left < LOW else ""
            parts.append(f'<span class="rm-clock hm-num{low}" data-name="clock">{format_time(left)}</span>')
        return "".join(parts)

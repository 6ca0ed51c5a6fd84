"""The lines above and below the board of a room: as on every board, and whether who sits there is connected,
what he said last, his points of the games before."""

from __future__ import annotations

from html import escape

from halfmove.web.board.player_lines import PlayerLines
from halfmove.web.rooms.room_table import RoomTable


class RoomLines(PlayerLines):
    """The lines of a page that shows a room."""

    def __init__(self, table: RoomTable) -> None:
        super().__init__(table, table.room.clock)
        self.room, self._viewed = table.room, table

    def has_turn(self, player: int) -> bool:
        """As it is in the room, wherever in the game one looks."""
        return self.room.begun and not self.table.over and self.room.table.mover == player

    def name_html(self, player: int) -> str:
        name = escape(self.table.name_player(player))
        if player == self._viewed.player and self.room.seats[player].name:
            name += " <span class=hm-soft>(you)</span>"
        return f"<b>{name}</b> <span class=hm-soft>{escape(self.table.names[player])}</span>"

    def said_html(self, player: int, *, turn: bool) -> str:
        room, seat = self.room, self.room.seats[player]
        parts = []
        if room.round > 1 and self.table.opposed:
            score = f"{seat.points:g}"
            parts.append(f'<span class="rm-score hm-num" title="points before this game">{score}</span>')
        if room.is_away(player):
            parts.append('<span class="rm-away">disconnected</span>')
        elif turn and not seat.is_person and room.engines is not None and room.engines.said:
            parts.append(f'<span class="hm-soft hm-small">{escape(room.engines.said)}</span>')
        if seat.said:
            parts.append(f'<span class="rm-said">{escape(seat.said)}</span>')
        return "".join(f" {part}" for part in parts)

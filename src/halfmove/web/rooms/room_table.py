"""The table of a page that shows a room: it follows the room's game, sees what its viewer may see of it, and
asks the room for each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfmove.core.contract import SPECTATOR
from halfmove.web.board.clock import Clock
from halfmove.web.board.record import Record
from halfmove.web.board.table import Table
from halfmove.web.rooms.room import Room


class RoomTable(Table):
    """Of a player, or of a spectator, who is nobody (None)."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.player: int | None = None
        super().__init__(room.table.name, room.table.parameters)
        self.seats.seat_people()
        self._round = 0
        self.follow()

    # ---- who looks
    def look_as(self, player: int | None) -> None:
        """Look with the eyes of a player from now on, who sits at the bottom."""
        if player != self.player:
            self.player = player
            self.below = player or 0

    @property
    def viewer(self) -> int | None:
        if not self.game.hidden:
            return None
        return SPECTATOR if self.player is None else self.player

    @property
    def fixed(self) -> bool:
        return True

    @property
    def curtain(self) -> bool:
        return False

    @property
    def may_move(self) -> bool:
        mine = self.player is not None and self.mover == self.player
        return mine and self.room.begun and not self.over and not self.looking

    @property
    def ahead(self) -> Sequence[tuple[str, ...]]:
        return ()

    def name_player(self, player: int) -> str:
        seat = self.room.seats[player]
        if not seat.is_person:
            return self.room.table.seats.name_player(player)
        if not seat.taken:
            return "free"
        return seat.name or ("you" if player == self.player else "a guest")

    def url(self, mode: str = "play") -> str:
        return f"/room/{self.room.about.number}"

    # ---- following
    def follow(self) -> bool:
        """Have the record be that of the room; whether anything of the game has changed.  Then one looks at
        its last position."""
        theirs = self.room.table
        if self._round != self.room.round:
            self._round = self.room.round
            self.record = Record(self.game)
            changed = True
        else:
            changed = False
        path = theirs.record.here.path()
        mine = self.record.end(self.record.root).path()
        same = 0
        while same < min(len(path), len(mine)) and mine[same].action == path[same].action:
            same += 1
        changed = changed or same < max(len(path), len(mine)) or self.ended != theirs.ended
        if changed:
            if same < len(mine):
                self.record.cut(mine[same])
            self.record.go(self.record.end(self.record.root))
            for node in path[same:]:
                self.record.play(node.action).paper.clock = node.paper.clock
            self.looking = False
        self.ended = theirs.ended
        here = self.record.here
        if not self.looking and here.settled != theirs.record.here.settled:
            here.settled, changed = theirs.record.here.settled, True
        if changed:
            self.notify_move()
        return changed

    def play(self, action: Any, clock: Clock | None = None) -> None:
        """Ask the room for the move."""
        if self.player is not None:
            self.room.play(self.player, action)

"""All rooms of a server: opened, found again, limited, kept on disk, and ended when nobody comes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nicegui import background_tasks

from halfmove.core.code.files import cache_folder
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.web.board.clock import Clock
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.limits import Limits
from halfmove.web.rooms.files import Folder, read_room, write_room
from halfmove.web.rooms.plan import Plan
from halfmove.web.rooms.room import About, Room
from halfmove.web.rooms.seat import draw_key
from halfmove.web.server import here

if TYPE_CHECKING:
    from halfmove.web.rooms.exhibition import Exhibition

IDLE = 3 * 86_400.0
"""Seconds without a move or a player's visit after which a room ends."""
SOON = 3_600.0
"""Seconds after which a room that is over, or never began, may be ended for another."""


def now() -> float:
    """Seconds of the machine, from any moment on: by it clocks run."""
    return time.monotonic()


class Rooms:
    """Those that are open are in memory; after a restart each is read when somebody comes to it."""

    def __init__(
        self, folder: Folder, limits: Limits, start: Callable[[Room], None] = lambda room: None
    ) -> None:
        """`start` gives a room its engines."""
        self.folder, self.limits, self._start = folder, limits, start
        self.wall: Callable[[], float] = time.time
        """By which rooms age."""
        self.exhibitions: dict[str, Exhibition] = {}
        """All of them, by number (`rooms.exhibition`)."""
        self._open: dict[str, Room] = {}
        self._used: dict[str, float] = {}
        """When each was used last."""
        self._users: dict[str, str] = {}
        for number, when in folder.list_ages("room"):
            content = folder.read("room", number)
            if content is not None:
                self._used[number], self._users[number] = when, str(content.get("user", ""))

    def __len__(self) -> int:
        return len(self._used)

    def open(self, plan: Plan, user: str, *, exhibition: str = "") -> Room:
        """A new room; `BadInput` where it cannot be played so, or there are too many."""
        self.sweep()
        self._check_room(user)
        about = About(secrets.token_urlsafe(9), draw_key(), user, exhibition)
        room = plan.make(about, now)
        self._users[about.number] = user
        self._add(room)
        room.keep()
        return room

    def find(self, number: str) -> Room | None:
        """The room of this number, if there is one."""
        self.sweep()
        if number in self._open:
            return self._open[number]
        content = self.folder.read("room", number) if number in self._used else None
        room = None
        if content is not None:
            room = read_room(number, content, Clock(len(content.get("seats", ())), now))
        if room is not None:
            self._add(room)
            room.table.notify_change()
        return room

    def _add(self, room: Room) -> None:
        number = room.about.number
        self._open[number] = room
        self.use(number)
        room.keep = lambda: self._keep(room)
        self._start(room)

    def _keep(self, room: Room) -> None:
        self.use(room.about.number)
        self.folder.write("room", room.about.number, write_room(room))

    def use(self, number: str) -> None:
        """Somebody is there."""
        self._used[number] = self.wall()

    # ---- ending
    def sweep(self) -> None:
        """End the rooms to which nobody has come for long."""
        late = self.wall() - IDLE
        for number in [number for number, when in self._used.items() if when < late]:
            room = self._open.get(number)
            if room is None or not room.present:
                self.remove(number)

    def remove(self, number: str) -> None:
        """End a room: who looks at it is told that it is over."""
        room = self._open.pop(number, None)
        self._used.pop(number, None)
        self._users.pop(number, None)
        self.folder.remove("room", number)
        if room is not None and room.engines is not None:
            room.engines.stop()
            here().pool.leave(room.table.client)

    def _check_room(self, user: str) -> None:
        """`BadInput` where there is no room for another room, if need be after those that nobody needs."""
        own = [number for number, whose in self._users.items() if whose == user]
        for numbers, most, said in (
            (own, self.limits.rooms, "You have"),
            (list(self._used), self.limits.rooms_total, "This server has"),
        ):
            if len(numbers) < most:
                continue
            gone = next(filter(self._is_left, sorted(numbers, key=self._used.__getitem__)), None)
            if gone is None:
                raise BadInput(f"{said} {most} games between browsers open already; end some, or wait a day.")
            self.remove(gone)

    def _is_left(self, number: str) -> bool:
        """Whether a room is over, or never began, and nobody is there."""
        if self._used[number] > self.wall() - SOON:
            return False
        room = self._open.get(number)
        if room is not None:
            return not room.present and (room.finished or not room.begun)
        content = self.folder.read("room", number) or {}
        return bool(content.get("ended")) or not content.get("moves")


def rooms() -> Rooms:
    """Those of this server."""
    shared = here()
    if shared.rooms is None:
        path = Path(shared.rooms_folder) if shared.rooms_folder else cache_folder() / "rooms"
        shared.rooms = Rooms(Folder(path), shared.limits, seat_engines)
    return shared.rooms


def seat_engines(room: Room) -> None:
    """Have engines and nature move in a room, on the account of who opened it."""
    table = room.table
    here().pool.enter(table.client, room.about.user)
    engines = room.engines = EngineSeats(table, room.clock, room.tell)

    def refresh() -> None:
        engines.paused = not room.begun
        engines.refresh()
        _judge(room)

    table.watchers.append(refresh)


def _judge(room: Room) -> None:
    """Have a game that must be settled propose how."""
    if room.settlement is not None and room.proposed is None:
        background_tasks.create(_propose(room, room.table.record.here))


async def _propose(room: Room, node: Any) -> None:
    points: list[str] = []
    try:
        arguments = {**room.table.place(), "judgement": "settlement"}
        points = list(await here().pool.begin(room.table.client, "judgement", arguments).result() or ())
    except HalfmoveError:
        pass  # the players mark them themselves
    if room.table.record.here is node:
        room.propose(points)

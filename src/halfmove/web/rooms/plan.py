"""What a room is made from: the game, who sits where, the clocks."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from halfmove.core.errors import BadInput
from halfmove.web.board.clock import CLOCKS, Clock
from halfmove.web.board.seats import PERSON
from halfmove.web.board.table import Link, Table
from halfmove.web.rooms.room import About, Room
from halfmove.web.rooms.seat import Seat

RANDOM = "random"


def parse_clock(text: str) -> tuple[float | None, float]:
    """Seconds for the game, None for no clock, and for each move, of one of `CLOCKS`."""
    if text not in CLOCKS:
        raise BadInput(f"There is no clock '{text[:20]}'; there are {', '.join(filter(None, CLOCKS))}.")
    minutes, _, seconds = text.partition("+")
    return (float(minutes) * 60, float(seconds)) if text else (None, 0.0)


def opening_url(table: Table, kind: str = "") -> str:
    """Where a game like a table's is opened with friends, or (`/class`) as an exhibition."""
    query = urlencode(table.parameters)
    return f"/friend/{table.name}{kind}" + (f"?{query}" if query else "")


@dataclass(frozen=True)
class Plan:
    """As a person asks for it."""

    game: str
    parameters: dict[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    """Who sits on each, as seats call it; people on all that are not named."""
    clock: str = ""
    """One of `CLOCKS`."""

    def make(self, about: About, now: Callable[[], float] = time.monotonic) -> Room:
        """The room; `BadInput` where there is no such game, or it cannot be played so."""
        table = Table(self.game, dict(self.parameters))
        if table.real_time is not None:
            raise BadInput(f"{table.title} is played in real time, and not between browsers.")
        given = [*self.seats, *[PERSON] * table.game.players][: table.game.players]
        if any(who not in table.seats.choices for who in given) or PERSON not in given:
            raise BadInput("Each seat has a person or an engine that there is, and one of them a person.")
        clock = Clock(table.game.players, now)
        base, clock.increment = parse_clock(self.clock)
        clock.set(base)
        return Room(table, [Seat(who) for who in given], clock, about)


def choose_seat(room: Room, side: str) -> int:
    """The seat of who opens the room: `side` is its number, or `RANDOM` for one by lot."""
    if side.isdecimal() and int(side) in room.free:
        return int(side)
    return secrets.choice(room.free)


def open_table(name: str, parameters: dict[str, str], moves: list[str], seed: int) -> Table:
    """The table of a game that was written down, as it stood."""
    table = Table(name, parameters, Link(seed=seed))
    table.given_seed = None  # the next game in the room has other luck
    for text in moves:
        table.record.play_text(text)
    table.looking = False
    return table

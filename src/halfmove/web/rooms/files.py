"""Rooms and exhibitions as files: one each, of JSON, written whole or not at all, in a folder that one server
has.  Without a folder everything is kept in memory alone."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import whole_file
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.web.board.clock import Clock
from halfmove.web.rooms.plan import open_table
from halfmove.web.rooms.room import About, Room
from halfmove.web.rooms.seat import Seat

if sys.platform != "win32":
    import fcntl

VERSION = 1
NUMBER = re.compile(r"[A-Za-z0-9_-]{8,40}")
"""What the number of a room or an exhibition is made of."""


class Folder:
    """Where they lie; another server that has the folder already leaves none to this one."""

    def __init__(self, path: Path | None) -> None:
        self.path = None
        self._lock: Any = None
        if path is None:
            return
        with contextlib.suppress(OSError):
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = (path / "lock").open("w")
            if sys.platform != "win32":
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.path = path

    def close(self) -> None:
        """Leave it to another server."""
        if self._lock is not None:
            self._lock.close()
        self.path = self._lock = None

    def write(self, kind: str, number: str, content: dict[str, Any]) -> None:
        """Keep something; where the disk takes nothing the server goes on without."""
        if self.path is not None:
            with contextlib.suppress(BadInput), whole_file(self.path / f"{kind}-{number}.json") as out:
                json.dump({"version": VERSION, **content}, out)

    def read(self, kind: str, number: str) -> dict[str, Any] | None:
        """What was kept; None where there is nothing that can be read."""
        if self.path is None or not NUMBER.fullmatch(number):
            return None
        try:
            found = json.loads((self.path / f"{kind}-{number}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) and found.get("version") == VERSION else None

    def remove(self, kind: str, number: str) -> None:
        """Keep it no longer."""
        if self.path is not None and NUMBER.fullmatch(number):
            (self.path / f"{kind}-{number}.json").unlink(missing_ok=True)

    def list_ages(self, kind: str) -> Iterator[tuple[str, float]]:
        """The numbers of all of a kind, and when each was written last."""
        for file in self.path.glob(f"{kind}-*.json") if self.path is not None else ():
            with contextlib.suppress(OSError):
                yield file.stem.removeprefix(f"{kind}-"), file.stat().st_mtime


def write_room(room: Room) -> dict[str, Any]:
    """A room as plain data."""
    table, about = room.table, room.about
    return {
        "game": table.name,
        "parameters": table.parameters,
        "moves": table.record.moves(),
        "seed": table.seed,
        "ended": table.ended,
        "settled": None if table.record.here.settled is None else list(table.record.here.settled),
        "seats": [asdict(seat) for seat in room.seats],
        "clock": room.clock.kept(),
        "round": room.round,
        "invitation": about.invitation,
        "user": about.user,
        "exhibition": about.exhibition,
    }


def read_room(number: str, content: dict[str, Any], clock: Clock) -> Room | None:
    """The room again, its clock as it stood at the last move; None where the server does not have its game
    any more, or another version of it.  `clock` is one for as many players."""
    try:
        table = open_table(content["game"], content["parameters"], content["moves"], content["seed"])
        seats = [Seat(**said) for said in content["seats"]]
        table.ended = content["ended"]
        if content["settled"] is not None:
            table.record.here.settled = tuple(content["settled"])
        clock.restore(content["clock"])
        about = About(number, content["invitation"], content["user"], content["exhibition"])
        room = Room(table, seats, clock, about)
        room.round = content["round"]
    except (HalfmoveError, KeyError, TypeError, ValueError):
        return None
    return room

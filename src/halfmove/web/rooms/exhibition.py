"""A simultaneous exhibition: a class against an engine, with a board, which is a room, for each student."""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.web.board.clock import format_time
from halfmove.web.board.seats import PERSON
from halfmove.web.rooms.house import Rooms
from halfmove.web.rooms.plan import Plan
from halfmove.web.rooms.room import About, Room
from halfmove.web.rooms.seat import clean_name, digest, draw_key, is_key

MOST = 60
"""Boards of an exhibition."""
MOST_OPEN = 20
"""Exhibitions that a user may have."""
ALTERNATE = "alternate"
SIDES = {"0": "the first side", "1": "the second side", ALTERNATE: "sides in turn"}
"""What students play."""
COLUMNS = ("name", "plays", "status", "points", "moves", "clock", "engine", "game")
_FORMULA = ("=", "+", "-", "@", "\t")
"""How a cell begins that a spreadsheet would work out."""


@dataclass
class Exhibition:
    """What the teacher has said, and the boards so far."""

    number: str
    plan: Plan
    """The game and the clock; its seats are made for each board."""
    engine: str = "5"
    side: str = ALTERNATE
    most: int = 30
    """Boards at most."""
    key: str = ""
    """The digest of the secret in the teacher's link."""
    user: str = ""
    boards: list[str] = field(default_factory=list)
    """The numbers of the rooms, in the order in which students came."""

    def is_teacher(self, key: str) -> bool:
        """Whether somebody has the teacher's link."""
        return is_key(key, self.key)

    def next_side(self) -> int:
        """What the next student plays."""
        return len(self.boards) % 2 if self.side == ALTERNATE else int(self.side)


def open_exhibition(rooms: Rooms, wanted: Exhibition) -> tuple[Exhibition, str]:
    """Have a new exhibition as it is wanted, and the teacher's secret; `BadInput` where it cannot be."""
    if not 1 <= wanted.most <= MOST or wanted.side not in SIDES:
        raise BadInput(f"An exhibition has 1 to {MOST} boards.")
    table = wanted.plan.make(About()).table
    if table.game.players != 2 or wanted.engine not in table.seats.choices or wanted.engine == PERSON:
        raise BadInput("An exhibition is of a game for two, against an engine.")
    _make_room(rooms, wanted.user)
    key = draw_key()
    made = replace(wanted, number=secrets.token_urlsafe(9), key=digest(key), boards=[])
    rooms.folder.write("exhibition", made.number, asdict(made))
    rooms.exhibitions[made.number] = made
    return made, key


def find_exhibition(rooms: Rooms, number: str) -> Exhibition | None:
    """The exhibition of this number, if there is one."""
    known = rooms.exhibitions
    if number not in known and (found := _read(number, rooms.folder.read("exhibition", number))) is not None:
        known[number] = found
    return known.get(number)


def _read(number: str, content: dict[str, Any] | None) -> Exhibition | None:
    """An exhibition as it was written; None for what is none."""
    try:
        said = dict(content or {})
        del said["version"]
        plan = said.pop("plan")
        plan["seats"] = tuple(plan["seats"])
        return Exhibition(**{**said, "number": number, "plan": Plan(**plan)})
    except (KeyError, TypeError):
        return None


def _make_room(rooms: Rooms, user: str) -> None:
    """Forget the exhibitions whose boards have all ended; `BadInput` where a user has too many yet."""
    numbers = {number for number, _ in rooms.folder.list_ages("exhibition")} | set(rooms.exhibitions)
    own = 0
    for number in numbers:
        found = find_exhibition(rooms, number)
        if found is None or (found.boards and not any(rooms.find(board) for board in found.boards)):
            rooms.exhibitions.pop(number, None)
            rooms.folder.remove("exhibition", number)
        elif found.user == user:
            own += 1
    if own >= MOST_OPEN:
        raise BadInput(f"You have {MOST_OPEN} exhibitions already.")


def join(rooms: Rooms, exhibition: Exhibition, name: str) -> tuple[Room, str]:
    """A board for a student, and the secret of his seat; `BadInput` where there is none left, or no name."""
    if not clean_name(name):
        raise BadInput("Type your name, so that your teacher knows which board is yours.")
    if len(exhibition.boards) >= exhibition.most:
        raise BadInput(f"All {exhibition.most} boards are taken.")
    side = exhibition.next_side()
    seats = [exhibition.engine] * 2
    seats[side] = PERSON
    plan = replace(exhibition.plan, seats=tuple(seats))
    room = rooms.open(plan, exhibition.user, exhibition=exhibition.number)
    key = room.sit(side, name)
    exhibition.boards.append(room.about.number)
    rooms.folder.write("exhibition", exhibition.number, asdict(exhibition))
    return room, key


def list_boards(rooms: Rooms, exhibition: Exhibition) -> list[Room]:
    """The boards that there still are."""
    return [room for number in exhibition.boards if (room := rooms.find(number)) is not None]


def student_of(room: Room) -> int:
    """The seat of the student at a board."""
    return room.people[0]


def points_of(room: Room) -> float | None:
    """The student's share of the point; None while it is not known."""
    result = room.result()
    return None if result is None else result[student_of(room)]


def csv_of(boards: Sequence[Room]) -> str:
    """The results, a line for each board (RFC 4180)."""
    out = io.StringIO()
    write = csv.writer(out)
    write.writerow(COLUMNS)
    for room in boards:
        table, player = room.table, student_of(room)
        points, engine = points_of(room), room.seats[1 - player].who
        row = (
            room.seats[player].name,
            table.names[player],
            table.status,
            "" if points is None else f"{points:g}",
            sum(node.mover == player for node in table.record.here.path()),
            "" if room.clock.base is None else format_time(room.clock.left(player)),
            table.seats.choices[engine],
            table.title,
        )
        write.writerow([_plain(str(cell)) for cell in row])
    return out.getvalue()


def _plain(cell: str) -> str:
    """A cell that a spreadsheet shows and does not work out."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell

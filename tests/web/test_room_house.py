"""All rooms of a server, without pages: limits, files, rooms to which nobody comes; exhibitions."""

from __future__ import annotations

import csv
import io
import json
from types import SimpleNamespace

import pytest

from halfmove.core.errors import BadInput
from halfmove.web import server
from halfmove.web.catalogue import Catalogue
from halfmove.web.limits import Limits
from halfmove.web.rooms.exhibition import (
    MOST_OPEN,
    Exhibition,
    csv_of,
    find_exhibition,
    join,
    list_boards,
    open_exhibition,
)
from halfmove.web.rooms.files import Folder
from halfmove.web.rooms.house import IDLE, SOON, Rooms
from halfmove.web.rooms.plan import Plan
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed

CHESS = Plan("tictactoe")


@pytest.fixture(autouse=True)
def shared(monkeypatch):
    made = SimpleNamespace(catalogue=Catalogue(), seal=Seal(bytes(32)), books=())
    monkeypatch.setattr(server, "_server", made)


class Wall:
    """The time of day, which a test sets."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def rooms():
    made = Rooms(Folder(None), Limits(rooms=2, rooms_total=3))
    made.wall = Wall()
    return made


def test_a_user_has_so_many_rooms_and_so_has_the_server(rooms):
    for _ in range(2):
        rooms.open(CHESS, "ada")
    with pytest.raises(BadInput, match="You have 2 games"):
        rooms.open(CHESS, "ada")
    rooms.open(CHESS, "bob")
    with pytest.raises(BadInput, match="This server has 3"):
        rooms.open(CHESS, "cid")


def test_a_room_that_nobody_needs_makes_way_and_no_other(rooms):
    played, waiting = rooms.open(CHESS, "ada"), rooms.open(CHESS, "ada")
    for player in (0, 1):
        played.sit(player, "")
    rooms.wall.seconds = SOON + 1
    waiting.arrive("page", 0)
    with pytest.raises(BadInput, match="You have 2 games"):
        rooms.open(CHESS, "ada")
    waiting.leave("page")
    rooms.open(CHESS, "ada")
    assert rooms.find(waiting.about.number) is None
    assert rooms.find(played.about.number) is played


def test_a_room_ends_when_nobody_comes_for_long(rooms):
    left, visited, there = rooms.open(CHESS, "ada"), rooms.open(CHESS, "bob"), rooms.open(CHESS, "bob")
    there.arrive("page", 0)
    rooms.wall.seconds = IDLE - 1
    rooms.use(visited.about.number)
    rooms.wall.seconds = IDLE + 1
    assert rooms.find(left.about.number) is None
    assert rooms.find(visited.about.number) is visited
    assert rooms.find(there.about.number) is there


def test_no_two_rooms_have_a_number_or_a_secret_in_common(rooms):
    one, two = rooms.open(CHESS, "ada"), rooms.open(CHESS, "ada")
    assert len({one.about.number, two.about.number, one.about.invitation, two.about.invitation}) == 4
    assert one.sit(0, "") != two.sit(0, "")


# ---- files
def test_rooms_come_back_from_their_files(tmp_path):
    folder = Folder(tmp_path)
    room = Rooms(folder, Limits()).open(CHESS, "ada")
    key = room.sit(0, "Ada")
    room.sit(1, "Bob")
    room.play(0, room.table.record.history.legal()[4])
    assert key not in "".join(file.read_text() for file in tmp_path.glob("*.json"))
    assert tmp_path.stat().st_mode & 0o777 == 0o700 or tmp_path.exists()
    folder.close()
    again = Rooms(Folder(tmp_path), Limits(rooms=1))
    with pytest.raises(BadInput, match="You have 1 games"):
        again.open(CHESS, "ada")
    found = again.find(room.about.number)
    assert found is not room
    assert found.table.record.moves() == room.table.record.moves()
    assert found.find_player(key) == 0
    again.remove(room.about.number)
    assert not list(tmp_path.glob("room-*"))


def test_a_folder_is_one_servers(tmp_path):
    first, second = Folder(tmp_path), Folder(tmp_path)
    assert first.path == tmp_path
    assert second.path is None
    second.write("room", "12345678", {})
    assert not list(tmp_path.glob("*.json"))
    first.close()
    assert Folder(tmp_path).path == tmp_path


@pytest.mark.parametrize("number", ["../secrets", "a/b", "", "x" * 41, "room-*"])
def test_an_address_names_no_other_file(tmp_path, number):
    folder = Folder(tmp_path / "rooms")
    (tmp_path / "secrets.json").write_text('{"version": 1}')
    assert folder.read("room", number) is None
    assert Rooms(folder, Limits()).find(number) is None


def test_a_file_that_cannot_be_read_is_no_room(tmp_path):
    (tmp_path / "room-12345678.json").write_text("{")
    (tmp_path / "room-23456789.json").write_text(json.dumps({"version": 99}))
    (tmp_path / "room-34567890.json").write_text(json.dumps({"version": 1, "user": "ada"}))
    rooms = Rooms(Folder(tmp_path), Limits())
    assert len(rooms) == 1
    assert rooms.find("34567890") is None


# ---- exhibitions
def exhibited(rooms, **how):
    return open_exhibition(rooms, Exhibition("", CHESS, **{"engine": "1", "user": "ada", **how}))


def test_students_get_boards_with_sides_in_turn_until_all_are_taken():
    rooms = Rooms(Folder(None), Limits())
    made, key = exhibited(rooms, most=3)
    assert made.is_teacher(key)
    assert not made.is_teacher("")
    assert not made.is_teacher(made.key)
    boards = [join(rooms, made, name)[0] for name in ("Mia", "Noah", "Mia")]
    assert [room.people for room in boards] == [[0], [1], [0]]
    assert [room.begun for room in boards] == [True, True, True]
    assert list_boards(rooms, made) == boards
    with pytest.raises(BadInput, match="All 3 boards"):
        join(rooms, made, "Lea")


def test_a_student_has_a_name():
    rooms = Rooms(Folder(None), Limits())
    made, _ = exhibited(rooms)
    with pytest.raises(BadInput, match="Type your name"):
        join(rooms, made, " \u200b ")


@pytest.mark.parametrize(
    "how", [{"most": 0}, {"most": 61}, {"side": "2"}, {"engine": "you"}, {"engine": "99"}, {"plan": "kuhn3"}]
)
def test_an_exhibition_that_cannot_be_is_refused(how):
    if "plan" in how:
        how = {"plan": Plan("monopoly")}
    plan = how.pop("plan", CHESS)
    with pytest.raises(BadInput, match="An exhibition"):
        open_exhibition(Rooms(Folder(None), Limits()), Exhibition("", plan, **{"engine": "1", **how}))


def test_a_user_has_so_many_exhibitions_and_those_that_ended_do_not_count():
    rooms = Rooms(Folder(None), Limits())
    rooms.wall = Wall()
    for _ in range(MOST_OPEN):
        made, _ = exhibited(rooms)
        join(rooms, made, "Mia")
    with pytest.raises(BadInput, match=f"You have {MOST_OPEN}"):
        exhibited(rooms)
    rooms.wall.seconds = IDLE + 1
    exhibited(rooms)
    assert len(rooms.exhibitions) == 1


def test_an_exhibition_comes_back_from_its_file(tmp_path):
    folder = Folder(tmp_path)
    rooms = Rooms(folder, Limits())
    made, key = exhibited(rooms)
    join(rooms, made, "Mia")
    folder.close()
    again = Rooms(Folder(tmp_path), Limits())
    found = find_exhibition(again, made.number)
    assert found == made
    assert found.is_teacher(key)
    assert [room.seats[0].name for room in list_boards(again, found)] == ["Mia"]
    assert find_exhibition(again, "nothing-here") is None


def test_results_are_told_as_csv():
    rooms = Rooms(Folder(None), Limits())
    made, _ = exhibited(rooms)
    first, _ = join(rooms, made, "Mia, 7b")
    second, _ = join(rooms, made, "@SUM(A1)")
    first.resign(0)
    rows = list(csv.DictReader(io.StringIO(csv_of([first, second]), newline="")))
    assert [row["name"] for row in rows] == ["Mia, 7b", "'@SUM(A1)"]
    assert [row["points"] for row in rows] == ["0", ""]
    assert [row["moves"] for row in rows] == ["0", "0"]
    assert rows[0]["status"].startswith("X resigns")

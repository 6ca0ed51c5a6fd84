"""Limits for clients, with a clock of the tests' own: who has how long, and who makes room for whom."""

import json
import re
import socket
import time
from contextlib import closing

import httpx
import pytest
from command import halfmove
from served import served

from halfmove.core.errors import BadInput
from halfmove.web.limits import (
    LEAST,
    MOST,
    RESERVE,
    Limits,
    Lines,
    Phase,
    count_descriptors,
    find_limits,
)
from halfmove.web.users import group_address

pytestmark = pytest.mark.one_speed


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Line:
    """A connection that notes how it ended."""

    def __init__(self, lines, address="10.0.0.1"):
        self.lines, self.address = lines, address
        self.phase, self.deadline, self.stalled = Phase.IDLE, None, None
        self.status = None
        self.unsent = self.left = 0

    def count_unsent(self):
        return self.left

    def end(self, status, sentence):
        assert sentence.endswith(".")
        self.status = status
        self.lines.leave(self)

    def abort(self):
        self.status = "aborted"
        self.lines.leave(self)


class Server:
    """Lines, swept every second."""

    def __init__(self, **limits):
        self.clock = Clock()
        self.lines = Lines(Limits(**limits), self.clock)

    def open(self, address="10.0.0.1", phase=Phase.IDLE):
        line = Line(self.lines, address)
        if self.lines.admit(line):
            self.lines.enter(line, phase)
        return line

    def wait(self, seconds):
        for _ in range(seconds):
            self.clock.now += 1
            self.lines.sweep(1)


# ---- time
@pytest.mark.parametrize(
    ("phase", "seconds", "status"),
    [
        (Phase.IDLE, 15, 408),
        (Phase.HEADER, 10, 408),
        (Phase.BODY, 30, 408),
        (Phase.REST, 30, 408),
        (Phase.CLOSING, 30, "aborted"),
    ],
)
def test_a_phase_has_its_time(phase, seconds, status):
    server = Server()
    line = server.open(phase=phase)
    server.wait(seconds - 1)
    assert line.status is None
    server.wait(1)
    assert line.status == status
    assert len(server.lines) == 0


@pytest.mark.parametrize("phase", [Phase.ANSWERING, Phase.SOCKET])
def test_an_answer_and_a_socket_may_take_for_ever(phase):
    server = Server()
    line = server.open(phase=phase)
    server.wait(10_000)
    assert line.status is None


@pytest.mark.parametrize("phase", list(Phase))
def test_who_takes_nothing_is_dropped(phase):
    server = Server(idle=99, header=99, body=99, stall=5)
    line = server.open(phase=phase)
    server.lines.stall(line)
    server.wait(4)
    assert line.status is None
    server.wait(1)
    assert line.status == "aborted"


def test_who_takes_some_again_stays():
    server = Server(stall=5)
    line = server.open(phase=Phase.SOCKET)
    server.lines.stall(line)
    server.wait(4)
    line.stalled = None
    server.wait(100)
    assert line.status is None


@pytest.mark.parametrize("phase", [Phase.IDLE, Phase.CLOSING, Phase.ANSWERING])
def test_who_takes_a_little_at_a_time_is_served(phase):
    server = Server(stall=5, idle=5)
    line = server.open(phase=phase)
    server.lines.stall(line)
    for left in range(20, 0, -1):
        line.left = left
        server.wait(4)
        assert line.status is None
    server.wait(2)
    assert line.status is not None


def test_a_client_is_not_blamed_for_a_server_that_was_kept_from_running():
    server = Server(header=10)
    line = server.open(phase=Phase.HEADER)
    server.lines.stall(line)
    server.wait(5)
    server.clock.now += 60
    server.lines.sweep(1)
    assert line.status is None
    server.wait(3)
    assert line.status is None
    server.wait(3)
    assert line.status == 408


# ---- numbers
def test_the_oldest_without_a_request_of_an_address_makes_room():
    server = Server(address=3, total=9)
    busy = server.open(phase=Phase.ANSWERING)
    oldest = server.open(phase=Phase.BODY)
    other, newest = server.open(phase=Phase.HEADER), server.open()
    assert [line.status for line in (busy, oldest, other, newest)] == [None, 503, None, None]
    assert len(server.lines) == 3


def test_an_address_whose_requests_are_all_being_answered_has_no_more():
    server = Server(address=2, total=9)
    lines = [server.open(phase=Phase.SOCKET) for _ in range(3)]
    assert [line.status for line in lines] == [None, None, 429]
    assert server.open("10.0.0.2").status is None


@pytest.mark.parametrize("address", ["127.0.0.1", "127.3.2.1", "::1"])
def test_the_loopback_address_is_bounded_by_the_total_alone(address):
    server = Server(address=2, total=5)
    lines = [server.open(address, Phase.SOCKET) for _ in range(6)]
    assert [line.status for line in lines] == [None] * 5 + [503]


def test_the_address_with_the_most_makes_room():
    server = Server(address=6, total=8)
    few = [server.open("10.0.0.1", Phase.HEADER) for _ in range(2)]
    many = [server.open("10.0.0.2", Phase.HEADER) for _ in range(6)]
    new = server.open("10.0.0.3")
    assert [line.status for line in (*few, *many, new)] == [None, None, 503, *[None] * 6]


def test_who_holds_many_busy_ones_gives_up_the_newest():
    server = Server(address=6, total=8)
    few = [server.open("10.0.0.1", Phase.HEADER) for _ in range(2)]
    many = [server.open("10.0.0.2", Phase.SOCKET) for _ in range(6)]
    new = server.open("10.0.0.3")
    assert [line.status for line in (*few, *many, new)] == [*[None] * 7, 503, None]


def test_where_all_have_their_share_of_busy_ones_the_newest_is_refused():
    server = Server(address=2, total=4)
    for address in ("10.0.0.1", "10.0.0.2"):
        for _ in range(2):
            server.open(address, Phase.ANSWERING)
    third = server.open("10.0.0.3")
    assert third.status is None, "the third has none yet"
    server.lines.enter(third, Phase.ANSWERING)
    assert server.open("10.0.0.3").status == 503


@pytest.mark.parametrize("address", ["10.0.0.1", "10.0.0.2"])
def test_a_flood_of_half_requests_does_not_keep_a_user_out(address):
    """Whoever sends all of his request before as many others have come as there is room for is answered."""
    server = Server(address=128, total=768)
    for _ in range(1500):
        server.open("10.0.0.1", Phase.HEADER)
    user = server.open(address)
    for _ in range(100):
        server.open("10.0.0.1", Phase.HEADER)
    assert user.status is None
    server.lines.enter(user, Phase.SOCKET)
    for _ in range(1500):
        server.open("10.0.0.1", Phase.HEADER)
    assert user.status is None
    assert len(server.lines) <= 129


def test_a_connection_is_counted_out_once():
    server = Server()
    line = server.open()
    server.lines.leave(line)
    server.lines.leave(line)
    assert len(server.lines) == 0
    assert list(server.lines) == []


# ---- which
def test_limits_fit_the_file_descriptors():
    assert find_limits(descriptors=1024).total == 1024 - RESERVE
    assert find_limits(descriptors=1 << 20).total == MOST
    assert find_limits(descriptors=None).total == MOST
    few = find_limits(descriptors=100)
    assert few.total == few.address == LEAST
    found = count_descriptors()
    assert found is None or found > 0


def test_limits_are_set_by_name():
    limits = find_limits(["header=2.5", "total=50", "address=7"], descriptors=1024)
    assert (limits.header, limits.total, limits.address, limits.body) == (2.5, 50, 7, 30.0)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (
            "colour=5",
            "There is no limit 'colour'; there are header, body, idle, stall, address, total, searches",
        ),
        ("header", "'header' is a number of seconds"),
        ("header=soon", "not 'soon'"),
        ("header=0", "not '0'"),
        ("header=nan", "not 'nan'"),
        ("idle=inf", "not 'inf'"),
        ("total=1.5", "'total' is a whole number of connections"),
        ("searches=x", "'searches' is a whole number of searches"),
        ("total=-1", "not '-1'"),
    ],
)
def test_a_limit_that_cannot_be_is_named(wish, said):
    with pytest.raises(BadInput, match=said):
        find_limits([wish])


@pytest.mark.parametrize(
    ("host", "whose"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("::1", "::1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_whose_an_address_is(host, whose):
    assert group_address(host) == whose


def test_a_limit_that_cannot_be_ends_the_command():
    told = halfmove("serve", "--port", "0", "--limit", "colour=5")
    assert told.status == 2
    assert "There is no limit 'colour'" in told.err


def test_the_command_bounds_the_searches_of_a_client():
    with served("--limit", "searches=1", "--processes", "1") as server:
        body = {"game": "connect4", "seconds": 60}
        with closing(socket.create_connection(("127.0.0.1", httpx.URL(server.url).port))) as busy:
            text = json.dumps(body)
            head = "POST /api/analyses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            busy.sendall(f"{head}Content-Length: {len(text)}\r\n\r\n{text}".encode())
            for _ in range(1000):  # until it has come
                if re.search(r'halfmove_queue\{state="\w+"\} [1-9]', server.get("/metrics").text):
                    break
                time.sleep(0.05)
            answer = server.post("/api/analyses", {"game": "connect4", "seconds": 0.01})
            assert answer.status_code == 429
            assert answer.json() == {"detail": "You have 1 searches already; stop one of them first."}

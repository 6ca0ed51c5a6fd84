"""Pages that never connect, and games that are left, keep no memory of the server."""

import re
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from browsing import point
from served import served
from websockets.sync.client import connect

from fuzz.memory import resident
from halfmove.web.pages.waiting import MOST, Waiting

NEW_PAGES = True
SCRIPT = Path(__file__).parent.parent / "page_memory.py"


class Page(SimpleNamespace):
    """As much of a page as the bound on them sees."""

    def __init__(self, ip):
        super().__init__(ip=ip, deleted=False)
        self.connected, self.gone = [], []
        self.on_connect, self.on_delete = self.connected.append, self.gone.append

    __hash__ = object.__hash__

    def connect(self):
        for call in self.connected:
            call()

    def delete(self):
        self.deleted = True
        for call in self.gone:
            call()


def opened(waiting, *addresses):
    pages = [Page(ip) for ip in addresses]
    for page in pages:
        waiting.add(page)
    return pages


def test_the_oldest_page_that_waits_makes_room():
    waiting = Waiting(3)
    pages = opened(waiting, *["192.0.2.1"] * 5)
    assert [page.deleted for page in pages] == [True, True, False, False, False]
    assert len(waiting) == 3


def test_a_page_that_is_connected_or_gone_counts_no_more():
    waiting = Waiting(3)
    pages = opened(waiting, *["192.0.2.1"] * 3)
    pages[0].connect()
    pages[1].delete()
    assert len(waiting) == 1
    pages += opened(waiting, *["192.0.2.1"] * 2)
    assert [page.deleted for page in pages] == [False, True, False, False, False]
    for page in pages[2:]:
        page.connect()
    assert not len(waiting)
    assert not waiting._pages


def test_who_opens_many_pages_takes_away_his_own():
    waiting = Waiting(4)
    (first,) = opened(waiting, "192.0.2.1")
    many = opened(waiting, *["2001:db8::1", "2001:db8::2"] * 10)  # one network
    assert not first.deleted
    assert [page.deleted for page in many] == [True] * 17 + [False] * 3
    new = opened(waiting, *[f"198.51.100.{n}" for n in range(9)])
    assert not new[-1].deleted
    assert len(waiting) == 4


def test_a_browser_that_comes_too_late_loads_its_page_anew(page, address):
    late = []

    def hold(route):
        """Let others open pages while this one waits for its script."""
        if not late:
            for _ in range(MOST + 1):
                assert httpx.get(f"{address}/lessons", timeout=60).status_code == 200
        late.append(page.evaluate("performance.timeOrigin"))
        route.continue_()

    page.route("**/static/nicegui.js", hold)
    page.goto("/play/connect4?seats=you,you")
    page.wait_for_function("before => performance.timeOrigin !== before", arg=late[0])
    page.wait_for_selector("html[data-live]")
    point(page, "4").click()
    page.wait_for_selector("[data-node]:text-is('4')")
    assert len(late) == 2


def grown(pages, games):
    """Megabytes that a server keeps of pages and of games."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("the system does not say how much memory a process has")
    run = subprocess.run(
        [sys.executable, SCRIPT, str(pages), str(games)], check=True, capture_output=True, text=True
    )
    return [float(number) for number in run.stdout.split()]


@pytest.mark.one_speed
def test_two_hundred_pages_and_games_keep_no_memory():
    pages, games = grown(200, 200)
    assert pages < 8
    assert games < 8


@pytest.mark.exhaustive
def test_two_thousand_pages_and_games_keep_no_memory():
    assert sum(grown(2000, 2000)) < 30


def connect_and_close(server, number):
    """Pages one after another, each connected as its browser would (Socket.IO) until the server says
    something to it, and closed then."""
    address = server.url.rstrip("/")
    where = re.sub("^http", "ws", address) + "/_nicegui_ws/socket.io/?EIO=4&transport=websocket&"
    with httpx.Client(base_url=address, timeout=120) as client:
        for i in range(number):
            page = client.get(("/play/connect4", "/lab", "/analyse/tictactoe")[i % 3]).text
            name = re.search("'client_id': '([-0-9a-f]+)'", page)[1]
            told = f"client_id={name}&tab_id={i}&document_id={i}&next_message_id=0&implicit_handshake=true"
            with connect(where + told, origin=address) as socket:
                socket.recv(120)
                socket.send("40")
                while not socket.recv(120).startswith("42"):
                    pass


@pytest.fixture(scope="module")
def warm_server():
    """A server that has made and kept what it makes once, and its megabytes."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("the system does not say how much memory a process has")
    with served() as server:
        connect_and_close(server, 200)
        yield server, resident(server.process.pid)


@pytest.mark.exhaustive
@pytest.mark.parametrize("so_far", [500, 1000, 1500, 2000])
def test_two_thousand_pages_that_connect_and_close_keep_no_memory(warm_server, so_far):
    server, before = warm_server
    connect_and_close(server, 500)
    for _ in range(120):  # the last of them are given up some seconds later
        if (grown := resident(server.process.pid) - before) < 30:
            break
        time.sleep(1)
    assert grown < 30, f"after {so_far} pages"

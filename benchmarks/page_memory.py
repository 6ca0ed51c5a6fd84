"""Memory of a server: pages that are opened and never connected, and games over HTTP.

The server is a process of its own, and Linux says how much memory it has.  Of each kind of page some are
opened first, so that what is imported and kept once is not counted.  Then as many as a server might see in a
day, one after another, with nobody who connects; and games of three moves, each another one, that are left.
A last figure is taken when the server has had time to forget them (NiceGUI does after 60 to 70 seconds).
"""

from __future__ import annotations

import http.client
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.answers import expect
from benchmarks.browser import server
from benchmarks.report import Section
from benchmarks.settings import Settings

FIRST = 64
"""Pages before it is measured: twice as many as may wait for their browser."""
PAGES = ("/play/connect4", "/", "/lab")
COLUMNS = 7
FORGETTING = 75.0


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    if sys.platform != "linux":
        section.say("This needs Linux, so nothing was measured.")
        return
    number = 200 if settings.quick else 2000
    rows = [_grown(page, number, _open(page)) for page in PAGES]
    rows.append(_grown("games over HTTP", number, _play))
    section.table(["one after another", "number", "MB more", "MB more when forgotten"], rows)


def _grown(name: str, number: int, one: Callable[[http.client.HTTPConnection, int], None]) -> list[str]:
    """A row: what a server of its own has grown by."""
    with server() as (address, process, _):
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        for i in range(FIRST):
            one(connection, i)
        before = _megabytes(process.pid)
        for i in range(number):
            one(connection, i)
        after = _megabytes(process.pid) - before
        time.sleep(FORGETTING)
        return [name, f"{number:,}", f"{after:.1f}", f"{_megabytes(process.pid) - before:.1f}"]


def _open(path: str) -> Callable[[http.client.HTTPConnection, int], None]:
    def one(connection: http.client.HTTPConnection, _: int) -> None:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        expect(path, answer.status, 200)

    return one


def _play(connection: http.client.HTTPConnection, number: int) -> None:
    moves = [str(1 + number // COLUMNS**k % COLUMNS) for k in range(3)]
    body = json.dumps({"game": "connect4", "moves": moves})
    connection.request("POST", "/api/positions", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    expect("a game", answer.status, 200)


def _megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

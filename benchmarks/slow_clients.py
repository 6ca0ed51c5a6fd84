"""Slow clients: 1,500 requests that are sent by half, at 1,024 file descriptors, and a user beside them.

The server has as many file descriptors as a shell of most systems gives it.  Clients of four loopback
addresses hold their requests back in four ways, and open each anew that is closed: nothing sent, half a
header, a header that grows by a byte every second, half a body.  Meanwhile a user
asks for the list of games, for a position, and over a WebSocket for an analysis, over a new connection each
time, once from an address of his own and once from one of the slow clients'.  It needs Linux.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.report import Section
from benchmarks.settings import Settings

DESCRIPTORS = 1024
SLOW = 1500
SECONDS = 30.0
PATIENCE = 10.0
"""Seconds after which a user has not been served."""
HEAD = b"Host: localhost\r\nContent-Type: application/json\r\n"
KINDS = (
    b"",
    b"GET /api/games HTTP/1.1\r\nHost: local",
    b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    b"POST /api/positions HTTP/1.1\r\n" + HEAD + b"Content-Length: 100\r\n\r\n{",
)


class Slow:
    """The slow clients."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.opened = 0
        self.open = 0

    async def hold(self, number: int) -> None:
        """Hold a connection, and the next when it is closed."""
        kind = number % len(KINDS)
        while True:
            with contextlib.suppress(OSError):
                await self._hold_one(KINDS[kind], f"127.0.0.{2 + kind}", trickle=kind == 2)
            await asyncio.sleep(1)

    async def _hold_one(self, text: bytes, address: str, *, trickle: bool) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.opened += 1
        self.open += 1
        try:
            writer.write(text)
            while not writer.transport.is_closing():
                await asyncio.sleep(1)
                if trickle:
                    writer.write(b"x")
        finally:
            self.open -= 1
            writer.close()


async def ask(port: int, address: str, request: bytes) -> None:
    """One request over a connection of its own, answered with 200."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(request)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 200"), answer[:100]
    finally:
        writer.close()


async def analyse(port: int, address: str) -> None:
    """One analysis over a WebSocket."""
    url = f"ws://127.0.0.1:{port}/api/analysis"
    async with connect(url, local_addr=(address, 0), proxy=None) as line:
        await line.send(json.dumps({"id": 1, "game": "tictactoe", "depth": 2}))
        while json.loads(await line.recv())["kind"] != "done":
            pass


def requests(port: int, address: str) -> dict[str, Callable[[], Awaitable[None]]]:
    """What the user asks for."""
    close = b"Connection: close\r\n"
    body = b'{"game": "nim"}'
    games = b"GET /api/games HTTP/1.1\r\n" + HEAD + close + b"\r\n"
    place = b"POST /api/positions HTTP/1.1\r\n" + HEAD + close
    place += b"Content-Length: %d\r\n\r\n" % len(body) + body
    return {
        "list of games": lambda: ask(port, address, games),
        "position": lambda: ask(port, address, place),
        "analysis over a WebSocket": lambda: analyse(port, address),
    }


async def time_user(port: int, address: str, seconds: float) -> dict[str, list[float]]:
    """Seconds of each request, `inf` for one that failed."""
    found: dict[str, list[float]] = {name: [] for name in requests(port, address)}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name, request in requests(port, address).items():
            begun = time.monotonic()
            try:
                await asyncio.wait_for(request(), PATIENCE)
                found[name].append(time.monotonic() - begun)
            except (OSError, AssertionError, TimeoutError, WebSocketException) as error:
                print(f"  {address}, {name}: {error!r}"[:200])
                found[name].append(float("inf"))
            await asyncio.sleep(0.1)
    return found


def report(section: Section, title: str, found: dict[str, list[float]]) -> None:
    """A table of the requests, a row a kind."""
    rows = []
    for name, times in found.items():
        served = [t for t in times if t < float("inf")]
        figures = (
            [f"{1000 * time:.0f} ms" for time in (statistics.median(served), max(served))]
            if served
            else ["-", "-"]
        )
        rows.append([name, f"{len(served)} of {len(times)}", *figures])
    section.table([title, "served", "median", "longest"], rows)


def count_descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def measure(section: Section, port: int, pid: int, seconds: float) -> None:
    await time_user(port, "127.0.0.9", 5)  # machine code is loaded
    report(section, "alone", await time_user(port, "127.0.0.9", 10))
    slow = Slow(port)
    tasks = [asyncio.create_task(slow.hold(number)) for number in range(SLOW)]
    most, watching = 0, True

    async def watch() -> None:
        nonlocal most
        while watching:
            most = max(most, count_descriptors(pid))
            await asyncio.sleep(0.05)

    watcher = asyncio.create_task(watch())
    await asyncio.sleep(3)
    own, shared = await asyncio.gather(
        time_user(port, "127.0.0.9", seconds), time_user(port, "127.0.0.3", seconds)
    )
    report(section, f"beside {SLOW} slow clients, from an address of his own", own)
    report(section, "the same, from the address of one of them", shared)
    section.say(
        f"Slow connections opened: {slow.opened:,} in {seconds:.0f} s; open at the end: {slow.open:,}. "
        f"File descriptors of the server: at most {most:,} of {DESCRIPTORS:,}."
    )
    watching = False
    for task in (*tasks, watcher):
        task.cancel()
    await asyncio.gather(*tasks, watcher, return_exceptions=True)


def start() -> tuple[subprocess.Popen[str], int]:
    """A server with few file descriptors, and its port."""
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))

    command = "import sys; from halfmove.cli.main import main; sys.exit(main(sys.argv[1:]))"
    server = subprocess.Popen(
        [sys.executable, "-c", command, "serve", "--port", "0", "--processes", "1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=limit,
    )
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    port = urlsplit(found[0]).port
    assert port is not None
    return server, port


def run(section: Section, settings: Settings) -> None:
    """Measure, and report."""
    if sys.platform != "linux":
        section.say("This needs Linux, so nothing was measured.")
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    server, port = start()
    try:
        asyncio.run(measure(section, port, server.pid, SECONDS / 3 if settings.quick else SECONDS))
    finally:
        server.terminate()
        server.wait(20)

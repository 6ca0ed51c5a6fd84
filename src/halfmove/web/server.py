"""The server: pages and API on one port, the pool behind both.

There is one server a process, as the toolkit keeps its pages by process; `here()` is its shared state.

Before both stands a guard (`web.guard`).
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.library import LessonLibrary, open_shipped
from halfmove.web.catalogue import Catalogue
from halfmove.web.connections import QUEUE, configure, sweeping
from halfmove.web.guard import Guard
from halfmove.web.hosts import is_loopback, parse_authority
from halfmove.web.library import LibraryAccess
from halfmove.web.limits import Limits, Lines, count_descriptors, find_limits
from halfmove.web.making import Making
from halfmove.web.seal import Seal, key_of_this_machine
from halfmove.web.token import QUERY
from halfmove.web.users import LOOPBACK, Network
from halfmove.web.workers.pool import Bounds, Pool
from halfmove.web.workers.shared import Answers

if TYPE_CHECKING:
    from fastapi import FastAPI

    from halfmove.web.books import Opened
    from halfmove.web.class_work.folder import ClassFolder
    from halfmove.web.rooms.house import Rooms

WARM_UP = 3.0
"""Seconds after the start at which the first process for searches is started, unless a board was opened
before: the first page goes first."""


@dataclass(frozen=True)
class Door:
    """Who is let in."""

    tokens: Sequence[str] = ()
    """Only who has one of them; where there are several, each is a user."""
    proxies: Sequence[Network] = ()
    """Networks of proxies, which are believed for whom they ask."""
    monitors: Sequence[Network] = LOOPBACK
    """Networks that are told of the server's health."""
    expose: bool = False
    """Others than this machine may come without a token."""

    @property
    def is_owners(self) -> bool:
        """Whether nothing says that others are to come, by a token or a proxy."""
        return not (self.tokens or self.proxies or self.expose)


OPEN = Door()


@dataclass
class Server:
    """What pages and API share."""

    catalogue: Catalogue
    bounds: Bounds = field(default_factory=Bounds)
    books: Sequence[Opened] = ()
    """Of openings, for the explorer beside the board and for engines."""
    library: LibraryAccess = field(default_factory=LibraryAccess, kw_only=True)
    """The library of games; none where nothing is said."""
    runs: Sequence[str] = ()
    """Folders of runs of training."""
    lessons: LessonLibrary = field(default_factory=open_shipped)
    """Those that come with Halfmove, after those of the folders that the server was given."""
    rooms_folder: str | None = None
    """Where games between browsers are kept; None: in the user's cache folder."""
    class_work: ClassFolder | None = None
    """The folder where a class's answers are collected; none where that was not asked for."""
    answered: Counter[int] = field(init=False, default_factory=Counter)
    """Requests by the status of their answer."""
    lines: Lines | None = field(init=False, default=None)
    """The connections; none where another server has them."""
    limits: Limits = field(init=False, default_factory=Limits)
    rooms: Rooms | None = field(init=False, default=None)
    """Games between browsers, once there is one (`rooms.house`)."""
    answers: Answers = field(init=False, default_factory=Answers)
    pool: Pool = field(init=False)
    making: Making = field(init=False)
    seal: Seal = field(init=False)
    """Closes what a link must carry and its reader must not see."""

    def __post_init__(self) -> None:
        self.pool = Pool(self.catalogue, self.bounds)
        self.making = Making(self.catalogue)
        self.seal = Seal(key_of_this_machine())


_server: Server | None = None


def here() -> Server:
    """The server of this process."""
    assert _server is not None, "`application` makes it"
    return _server


def application(shared: Server, door: Door = OPEN, *, own: bool = False, paged: bool = True) -> FastAPI:
    """The whole of it as an ASGI application: the API under /api, the pages at / if they are wanted; `own`:
    for this machine only."""
    global _server
    _server = shared
    from fastapi import FastAPI

    from halfmove import __version__
    from halfmove.web import api, monitoring, pages, static_files

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        loop.call_later(WARM_UP, here().pool.prepare)
        if paged:
            loop.run_in_executor(None, static_files.prepare)
        yield
        here().making.close()
        here().pool.close()
        here().library.close()

    app = FastAPI(
        title="Halfmove",
        version=__version__,
        description="Adversarial search over HTTP: games, positions, analysis, exercises.",
        lifespan=life,
        docs_url=None,  # its pages would fetch their scripts from another host
        redoc_url=None,
    )
    if paged:
        app.add_middleware(static_files.StaticFiles)
    app.add_middleware(Guard, own=own, tokens=door.tokens, monitors=door.monitors, answered=shared.answered)
    monitoring.add_to(app)
    api.add_to(app)
    if paged:
        pages.add_to(app)
    return app


PORT = 8321
EXPOSED = (
    "At {host} other machines reach this server: whoever does can have this computer search and sees the "
    "games, runs and lessons that are served, over a connection that is not encrypted. Say --token new for a "
    "link that only those open who have it, or --expose if anyone may."
)


def serve(
    shared: Server,
    host: str,
    port: int | None,
    *,
    limits: Limits | None = None,
    door: Door = OPEN,
    show: bool = False,
    library: str | None = None,
) -> None:
    """Serve until Ctrl-C; `BadInput` where the address is taken or is none of this machine's.  Without a port
    it is `PORT`, or any that is free where another server has that.  What others can reach wants a token or
    that it is meant (`Door.expose`)."""
    import uvicorn

    if port is not None:
        listener = _listen(host, port)
    else:
        try:
            listener = _listen(host, PORT)
        except BadInput:
            listener = _listen(host, 0)
    own = is_own(listener.getsockname()[0])
    try:
        check_exposed(host, door, own=own)
    except BadInput:
        listener.close()
        raise
    shared.library = LibraryAccess.of(library, own=own and door.is_owners)
    with _for_good():
        app = application(shared, door, own=own)
    url = f"http://{_named(host)}:{listener.getsockname()[1]}"
    links = [f"{url}/?{QUERY}={token}" for token in door.tokens] or [url]
    limits = limits or find_limits(descriptors=count_descriptors())
    config, lines = configure(app, limits, door.proxies)
    shared.lines, shared.limits = lines, limits
    server = uvicorn.Server(config)
    end = server.handle_exit

    def handle_exit(number: int, frame: FrameType | None) -> None:
        """What breaks off from now on, by a second Ctrl-C too, is no error."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        end(number, frame)

    server.handle_exit = handle_exit  # type: ignore[assignment, method-assign]

    async def run() -> None:
        async with sweeping(lines):
            await serve_until_the_end()

    async def serve_until_the_end() -> None:
        running = asyncio.ensure_future(server.serve(sockets=[listener]))
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        if server.started:
            listener.listen(QUEUE)  # asyncio has one number for this and for how many it accepts at once
            print(f"Halfmove is at {' and '.join(links)} (Ctrl-C ends it).", flush=True)
            if shared.class_work is not None:
                token = f"&{QUERY}={door.tokens[0]}" if door.tokens else ""
                print(f"Class work: {url}/class?key={shared.class_work.key}{token}", flush=True)
            if show:
                await asyncio.to_thread(_open, links[0])
        await running

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())


@contextlib.contextmanager
def _for_good() -> Iterator[None]:
    """For what is made to stay: it is not searched for garbage, neither now, which takes a fifth of the start
    (0.18 of 1.0 s), nor later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol by name: for any other asyncio leaves TCP_NODELAY off, and an answer waits 40 ms for an ACK
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"Nothing can be served at {host}, port {port}: {reason}.") from None
    return listener


def check_exposed(host: str, door: Door, *, own: bool) -> None:
    """`BadInput` where others reach a host, and nobody said that they may."""
    if not (own or door.tokens or door.expose):
        raise BadInput(EXPOSED.format(host=host))


def is_own(address: str) -> bool:
    """Whether only this machine can reach an address."""
    literal = parse_authority(f"[{address}]" if ":" in address else address)
    return literal is not None and is_loopback(literal.host)


def _named(host: str) -> str:
    if host in ("0.0.0.0", "::", "127.0.0.1"):
        return "localhost" if host != "127.0.0.1" else host
    return f"[{host}]" if ":" in host else host


def _open(url: str) -> None:
    """The page in the person's browser, where there is one with a window: in this terminal it would be in
    the way."""
    import webbrowser

    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform not in ("darwin", "win32") and not any(map(os.environ.get, screens)):
        return
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(url)

"""The server: pages and API on one port, the pool behind both.

There is one server a process, as the toolkit keeps its pages by process; `here()` is its shared state.

Before both stands a guard.  A page of another site may send requests from a visitor's browser, and with a
name of its own that leads to this machine it may even read the answers (DNS rebinding).  So the origin of
what changes or streams must be ours, and a server that only this machine can reach answers only to this
machine's names.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.shelf import Shelf, shipped
from halfmove.web.catalogue import Catalogue
from halfmove.web.making import Making
from halfmove.web.seal import Seal, key_of_this_machine
from halfmove.web.workers.pool import Bounds, Pool

if TYPE_CHECKING:
    from fastapi import FastAPI

    from halfmove.web.books import Opened

WARM_UP = 1.0
"""Seconds after the start at which the first process for searches is started: the first page goes first."""


@dataclass
class Server:
    """What pages and API share."""

    catalogue: Catalogue
    bounds: Bounds = field(default_factory=Bounds)
    books: Sequence[Opened] = ()
    """Of openings, for the explorer beside the board and for engines."""
    runs: Sequence[str] = ()
    """Folders of runs of training."""
    lessons: Shelf = field(default_factory=shipped)
    """Those that come with Halfmove, after those of the folders that the server was given."""
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


def application(
    catalogue: Catalogue,
    bounds: Bounds | None = None,
    *,
    own: bool = False,
    books: Sequence[Opened] = (),
    runs: Sequence[str] = (),
    lessons: Shelf | None = None,
) -> FastAPI:
    """The whole of it as an ASGI application: the API under /api, the pages at /; `own`: for this machine
    only."""
    global _server
    _server = Server(catalogue, bounds or Bounds(), books, runs, lessons or shipped())
    from fastapi import FastAPI

    from halfmove import __version__
    from halfmove.web import api, pages

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        loop.call_later(WARM_UP, here().pool.prepare)
        yield
        here().making.close()
        here().pool.close()

    app = FastAPI(
        title="Halfmove",
        version=__version__,
        description="Adversarial search over HTTP: games, positions, analysis, exercises.",
        lifespan=life,
        docs_url=None,  # its pages would fetch their scripts from another host
        redoc_url=None,
    )
    app.add_middleware(Guard, own=own)
    api.add_to(app)
    pages.add_to(app)
    return app


PORT = 8321


def serve(
    catalogue: Catalogue,
    host: str,
    port: int | None,
    *,
    bounds: Bounds | None = None,
    books: Sequence[Opened] = (),
    runs: Sequence[str] = (),
    lessons: Shelf | None = None,
    show: bool = False,
) -> None:
    """Serve until Ctrl-C; `BadInput` where the address is taken or is none of this machine's.  Without a port
    it is `PORT`, or any that is free where another server has that."""
    import uvicorn

    if port is not None:
        listener = _listen(host, port)
    else:
        try:
            listener = _listen(host, PORT)
        except BadInput:
            listener = _listen(host, 0)
    address = listener.getsockname()[0]
    with _for_good():
        own = address.startswith("127.") or address == "::1"
        app = application(catalogue, bounds, own=own, books=books, runs=runs, lessons=lessons)
    url = f"http://{_named(host)}:{listener.getsockname()[1]}"
    config = uvicorn.Config(app, log_level="warning", ws_max_size=1 << 18, timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    end = server.handle_exit

    def handle_exit(number: int, frame: FrameType | None) -> None:
        """What breaks off from now on, by a second Ctrl-C too, is no error."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        end(number, frame)

    server.handle_exit = handle_exit  # type: ignore[assignment, method-assign]

    async def run() -> None:
        running = asyncio.ensure_future(server.serve(sockets=[listener]))
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        if server.started:
            print(f"Halfmove is at {url} (Ctrl-C ends it).", flush=True)
            if show:
                await asyncio.to_thread(_open, url)
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
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"Nothing can be served at {host}, port {port}: {reason}.") from None
    return listener


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


# ---- the guard
LARGEST = 256 * 1024
"""Bytes of a request."""
TOO_LARGE = f"A request may have {LARGEST // 1024} KB."


class Guard:
    """Refuses what is too large (413) and what a page of another origin sends (403)."""

    def __init__(self, app: Any, *, own: bool = False) -> None:
        """`own`: only this machine can reach the server."""
        self._app, self._own = app, own

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        if self._own and not _of_this_machine(headers.get("host", "")):
            await _refuse(scope, send, 403, "This server answers to localhost only.")
            return
        origin = headers.get("origin")
        strange = origin is not None and urlsplit(origin).netloc != headers.get("host")
        if strange and (scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")):
            await _refuse(scope, send, 403, "Pages of other sites may not use this server.")
            return
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            await _refuse(scope, send, 413, TOO_LARGE)
            return
        if scope["type"] == "websocket" or "content-length" in headers or "transfer-encoding" not in headers:
            await self._app(scope, receive, send)
            return
        seen = 0
        begun = False

        async def counted() -> Any:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > LARGEST:  # nobody said how long it would be, and it is too long
                return {"type": "http.disconnect"}
            return message

        async def answered(message: Any) -> None:
            nonlocal begun
            if seen > LARGEST and not begun:
                return  # what the application says of half a request; the refusal comes below
            begun = True
            await send(message)

        try:
            await self._app(scope, counted, answered)
        finally:
            if seen > LARGEST and not begun:
                await _refuse(scope, send, 413, TOO_LARGE)


def _of_this_machine(host: str) -> bool:
    """Whether a Host header names this machine's loopback, with whatever port."""
    name = urlsplit(f"//{host}").hostname
    return name in ("localhost", "::1") or (name or "").startswith("127.")


async def _refuse(scope: dict[str, Any], send: Any, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
        return
    body = ('{"detail":"' + sentence + '"}').encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

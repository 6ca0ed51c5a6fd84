"""The server: pages and API on one port, the pool behind both.

There is one server a process, as the toolkit keeps its pages by process; `here()` is its shared state.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

from halfmove.core.errors import BadInput
from halfmove.web.places import Catalogue
from halfmove.web.thinking.pool import Bounds, Pool

if TYPE_CHECKING:
    from fastapi import FastAPI

WARM_UP = 1.0
"""Seconds after the start at which the first process for searches is started: the first page goes first."""


@dataclass
class Server:
    """What pages and API share."""

    catalogue: Catalogue
    bounds: Bounds = field(default_factory=Bounds)
    pool: Pool = field(init=False)

    def __post_init__(self) -> None:
        self.pool = Pool(self.catalogue, self.bounds)


_server: Server | None = None


def here() -> Server:
    """The server of this process."""
    assert _server is not None, "`application` makes it"
    return _server


def application(catalogue: Catalogue, bounds: Bounds | None = None, *, own: bool = False) -> FastAPI:
    """The whole of it as an ASGI application: the API under /api, the pages at /; `own`: for this machine
    only."""
    global _server
    _server = Server(catalogue, bounds or Bounds())
    from fastapi import FastAPI

    from halfmove import __version__
    from halfmove.web import api, pages
    from halfmove.web.guards import guard

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        loop.call_later(WARM_UP, here().pool.prepare)
        yield
        here().pool.close()

    app = FastAPI(
        title="Halfmove",
        version=__version__,
        description="Adversarial search over HTTP: games, positions, analysis, exercises.",
        lifespan=life,
        docs_url=None,  # its pages would fetch their scripts from another host
        redoc_url=None,
    )
    guard(app, own=own)
    api.add_to(app)
    pages.add_to(app)
    return app


PORT = 8321


def serve(
    catalogue: Catalogue, host: str, port: int | None, *, bounds: Bounds | None = None, show: bool = False
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
    app = application(catalogue, bounds, own=address.startswith("127.") or address == "::1")
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

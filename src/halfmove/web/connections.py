"""Connections over TCP, kept within `web.limits`: a protocol of asyncio around uvicorn's.

`Connection` stands between the transport and the protocol that uvicorn has on it (HTTP, later WebSocket),
sees what comes and how it is taken, and is closed by `Lines`.  `Phases`, around the application, says where a
request is: uvicorn hands each request the connection that it came by, in its state.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator, Callable, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from halfmove.web.guard import LARGEST as LARGEST_BODY
from halfmove.web.guard import SAFETY, Application, Message, Receive, Scope, Send
from halfmove.web.limits import Limits, Line, Lines, Phase
from halfmove.web.users import Network, group_address

if TYPE_CHECKING:
    import uvicorn

SWEEP = 1.0
"""Seconds between two looks at the deadlines."""
BACKLOG = 16
"""Connections that asyncio accepts at once.  It takes a few turns of the loop until they are counted, and as
many until one that is ended gives its descriptor back; of uvicorn's 2048 none would be left meanwhile."""
QUEUE = 1024
"""Connections that the kernel keeps until they are accepted."""
LARGEST = {
    Phase.HEADER: 64 * 1024,
    Phase.BODY: 8 * LARGEST_BODY,  # in pieces of one byte a body has six times its bytes
    Phase.ANSWERING: 512 * 1024,  # the next requests: uvicorn reads one, and as much as asyncio has read
    Phase.REST: 64 * 1024 * 1024,
}
"""Bytes that may come in a phase."""
KEY = "halfmove.connection"
"""Of a request's state."""
SILENCE = 60
"""Seconds after which the kernel asks whether a client that is sent nothing is there (and it is gone after
three such questions)."""


class Connection(asyncio.Protocol):
    """One client's; a `Line`."""

    def __init__(self, lines: Lines, make: Callable[[Connection], asyncio.Protocol]) -> None:
        self.address = ""
        self.phase = Phase.IDLE
        self.deadline: float | None = None
        self.stalled: float | None = None
        self.unsent = 0
        self._lines, self._make = lines, make
        self._inner: asyncio.Protocol | None = None
        self._header = _HeaderSize()
        self._received = 0

    # ---- what asyncio calls
    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        peer = transport.get_extra_info("peername")
        self.address = group_address(peer[0]) if peer else ""
        if self._lines.admit(self):
            _watch_for_silence(transport.get_extra_info("socket"))
            self._inner = self._make(self)
            within: Any = _Transport(self)
            self._inner.connection_made(within)

    def data_received(self, data: bytes) -> None:
        if self.phase is Phase.IDLE:
            self._header = _HeaderSize()
            self.enter(Phase.HEADER)
        self._received += self._header.add(data) if self.phase is Phase.HEADER else len(data)
        most = LARGEST.get(self.phase)
        if most is not None and self._received > most:
            self.end(431, f"The {self.phase.value} of a request may have {most // 1024} KB.")
        elif self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner else None

    def pause_writing(self) -> None:
        self._lines.stall(self)
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        self.stalled = None
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._lines.leave(self)
        if self._inner is not None:
            self._inner.connection_lost(error)

    # ---- what `Lines` calls
    def end(self, status: int, sentence: str) -> None:
        if self.phase in (Phase.HEADER, Phase.BODY) or self._inner is None:
            self.transport.write(refusal(status, sentence))
        if self.phase in (Phase.ANSWERING, Phase.SOCKET, Phase.CLOSING):
            self.abort()
        else:
            self.close()

    def count_unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def abort(self) -> None:
        self.transport.abort()

    # ---- what the application and the protocol within call
    def enter(self, phase: Phase) -> None:
        """Begin a phase, unless the connection is being closed."""
        if self.phase is not Phase.CLOSING:
            self._received = 0
            self._lines.enter(self, phase)

    def close(self) -> None:
        """Close it when all has been taken that was written."""
        self.enter(Phase.CLOSING)
        self.transport.close()

    def hand_over(self, protocol: asyncio.Protocol) -> None:
        """Have another protocol within, as after an upgrade to WebSocket."""
        self._inner = protocol


class _Transport:
    """What the protocol within takes for its transport."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.close = connection.close
        self.set_protocol = connection.hand_over

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection.transport, name)


class _HeaderSize:
    """Counts the bytes of a header; what follows it in the same data is not among them."""

    END = b"\r\n\r\n"

    def __init__(self) -> None:
        self._last = b""
        self._ended = False

    def add(self, data: bytes) -> int:
        """How many of these bytes are the header's."""
        if self._ended:
            return 0
        text = self._last + data
        end = text.find(self.END)
        self._ended, self._last, before = end >= 0, text[-3:], len(self._last)
        return end + len(self.END) - before if self._ended else len(data)


def refusal(status: int, sentence: str) -> bytes:
    """An answer as it goes over the wire, the last of its connection."""
    body = json.dumps({"detail": sentence}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *SAFETY,
    ]
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()
    return b"\r\n".join([head, *(name + b": " + value for name, value in headers), b"", body])


def _watch_for_silence(line: Any) -> None:
    """Have the kernel find out that a client is gone which is sent nothing, or takes nothing."""
    options = [(socket.SOL_SOCKET, "SO_KEEPALIVE", 1)]
    options += [(socket.IPPROTO_TCP, "TCP_KEEPIDLE", SILENCE), (socket.IPPROTO_TCP, "TCP_KEEPINTVL", 20)]
    options += [(socket.IPPROTO_TCP, "TCP_KEEPCNT", 3)]
    for level, name, value in options:
        if line is not None and hasattr(socket, name):
            with contextlib.suppress(OSError):  # a client that has gone already
                line.setsockopt(level, getattr(socket, name), value)


# ---- around the application
class Phases:
    """Tells a request's connection how far the request is."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection | None = scope.get("state", {}).pop(KEY, None)
        if connection is None or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            connection.enter(Phase.SOCKET)
            await self._app(scope, receive, send)
        else:
            await self._serve(connection, scope, receive, send)

    async def _serve(self, connection: Connection, scope: Scope, receive: Receive, send: Send) -> None:
        names = {name for name, _ in scope["headers"]}
        body = not names.isdisjoint((b"content-length", b"transfer-encoding"))
        connection.enter(Phase.BODY if body else Phase.ANSWERING)

        async def hear() -> Message:
            nonlocal body
            message = await receive()
            if body and not message.get("more_body", False):
                body = False
                connection.enter(Phase.ANSWERING)
            return message

        async def say(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                connection.enter(Phase.REST if body else Phase.IDLE)

        try:
            await self._app(scope, hear, say)
        except BaseException:  # uvicorn answers
            connection.enter(Phase.IDLE)
            raise


# ---- uvicorn
def configure(app: Any, limits: Limits, proxies: Sequence[Network] = ()) -> tuple[uvicorn.Config, Lines]:
    """Uvicorn's settings for an application within limits, and the connections, to be swept.  Of `proxies` it
    is believed for whom they ask."""
    import uvicorn

    lines = Lines(limits, time.monotonic, proxies)
    config = uvicorn.Config(
        Phases(app),
        http=_make_protocols(lines),  # type: ignore[arg-type]  # a class is asked for; it is only called
        ws=_make_sockets(),
        log_level="warning",
        ws_max_size=1 << 18,
        timeout_keep_alive=max(1, round(limits.idle)),
        timeout_graceful_shutdown=2,
        backlog=BACKLOG,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(network) for network in proxies],
    )
    return config, lines


@contextlib.asynccontextmanager
async def sweeping(lines: Lines) -> AsyncIterator[None]:
    """End what is overdue until the block is left."""

    async def sweep() -> None:
        while True:
            await asyncio.sleep(SWEEP)
            lines.sweep(SWEEP)

    task = asyncio.create_task(sweep())
    try:
        yield
    finally:
        task.cancel()


def _make_protocols(lines: Lines) -> Callable[..., asyncio.Protocol]:
    """What makes the protocol of each new connection, with uvicorn's within."""
    from uvicorn.protocols.http import auto

    base: Any = auto.AutoHTTPProtocol

    class Http(base):  # type: ignore[misc]
        """Uvicorn's, whose errors are JSON too."""

        def send_400_response(self, message: str) -> None:
            self.transport.write(refusal(400, "This is no request of HTTP/1.1 that can be read."))
            self.transport.close()

    def make(app_state: dict[str, Any], **how: Any) -> asyncio.Protocol:
        def within(connection: Connection) -> asyncio.Protocol:
            protocol: asyncio.Protocol = Http(app_state={**app_state, KEY: connection}, **how)
            return protocol

        return Connection(lines, within)

    return make


def _make_sockets() -> Any:
    """Uvicorn's protocol for WebSockets, whose refusals of a handshake are JSON too."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    class Socket(WebSocketsSansIOProtocol):
        def __init__(self, **how: Any) -> None:
            super().__init__(**how)
            reject = self.conn.reject

            def reject_in_json(status: Any, text: str) -> Any:
                response = reject(status, json.dumps({"detail": text.strip()}))
                del response.headers["Content-Type"]
                response.headers["Content-Type"] = "application/json"
                for name, value in SAFETY:
                    response.headers[name.decode()] = value.decode()
                return response

            self.conn.reject = reject_in_json  # type: ignore[method-assign]

    return Socket


def _is_line(connection: Connection) -> Line:
    """That a `Connection` is one: mypy holds it."""
    return connection

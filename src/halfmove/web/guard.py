"""The guard before pages and API: who is answered, and how much may be sent.

A page of another site may send requests from a visitor's browser, and with a name of its own that leads to
this machine it may even read the answers (DNS rebinding).  So the origin of what changes or streams must be
ours, and a server that only this machine can reach answers only to this machine's names.

A body is read to its end before the application hears of the request: what is too large is refused (413)
whatever the path, and no handler waits for a client.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any
from urllib.parse import quote

from halfmove.web.hosts import Authority, is_loopback, is_same_site, parse_authority, parse_origin
from halfmove.web.token import find_shown, find_token, split_query, write_cookie
from halfmove.web.users import KEY, LOOPBACK, Network, host_of, is_in

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST = 256 * 1024
"""Bytes of a request's body."""
TOO_LARGE = f"A request may have {LARGEST // 1024} KB."
NO_TOKEN = "Open the link that the server printed, with its token, or send Authorization: Bearer TOKEN."
MONITORED = ("/health", "/metrics")
"""Paths, and what is below them, that tell of the server's health."""
READING = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing; their answers are kept from pages of other sites by the browser."""


POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'unsafe-inline' 'unsafe-eval'",  # NiceGUI has scripts in its page, and Vue compiles
    "style-src": "'self' 'unsafe-inline'",  # Quasar, and style attributes
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
"""What a page may load, as strict as NiceGUI 3 allows: nothing of other hosts; and nobody may frame it, so
that what a person clicks is what he sees."""
SAFETY = [
    (b"content-security-policy", "; ".join(f"{name} {text}" for name, text in POLICY.items()).encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
]
"""Headers of every answer: an address holds a game, which no other site is told."""


class Refused(Exception):
    """A request that is not served: the status and the sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class _Gone(Exception):
    """The client has closed its connection in the middle of a body."""


class _Answer:
    """Sends an answer, with the headers of `SAFETY`."""

    def __init__(self, send: Send, answered: Counter[int]) -> None:
        self._send, self._answered = send, answered
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.begun = True
            self._answered[message["status"]] += 1
            headers = list(message.get("headers", []))
            there = {name.lower() for name, _ in headers}
            message["headers"] = headers + [pair for pair in SAFETY if pair[0] not in there]
        await self._send(message)


class Guard:
    """Refuses what names no host of ours (400, 403), what a page of another origin sends (403), who does not
    show the token (401) and what is too large (413)."""

    def __init__(
        self,
        app: Application,
        *,
        own: bool = False,
        tokens: Sequence[str] = (),
        monitors: Sequence[Network] = LOOPBACK,
        answered: Counter[int] | None = None,
    ) -> None:
        """`own`: only this machine can reach the server; `tokens`: only who has one of them is answered;
        `monitors`: networks that are told of the server's health; in `answered` the statuses of answers are
        counted."""
        self._app, self._own, self._tokens, self._monitors = app, own, tokens, monitors
        self._answered: Counter[int] = Counter() if answered is None else answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        send = answer = _Answer(send, self._answered)
        try:
            check_origin(scope, check_host(scope, own=self._own))
            if scope.get("path", "").startswith(MONITORED):
                self._check_monitor(scope)
            elif self._tokens and (token := _find_token(scope, self._tokens)) is None:
                if await _remember_token(scope, send, self._tokens):
                    return
                raise Refused(401, NO_TOKEN)
            elif len(self._tokens) > 1:
                scope[KEY] = f"token-{self._tokens.index(token) + 1}"
            if scope["type"] == "http" and has_body(scope):
                receive = _replay(await read_body(receive), receive)
        except Refused as refused:
            await _refuse(scope, send, refused)
        except _Gone:
            return
        else:
            await self._serve(scope, receive, answer)

    def _check_monitor(self, scope: Scope) -> None:
        """`Refused` where a stranger asks for the server's health, or a proxy does: it may be for one."""
        if _values(scope, b"x-forwarded-for") or not is_in(host_of(scope), self._monitors):
            raise Refused(403, "Only the networks of --monitor are told this, and not through a proxy.")

    async def _serve(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        try:
            await self._app(scope, receive, answer)
        except Exception:
            if scope["type"] == "http" and not answer.begun:
                await _refuse(scope, answer, Refused(500, "The server failed; its log says at what."))
            raise


def check_host(scope: Scope, *, own: bool) -> Authority:
    """The host that a request names; `Refused` where it names none or two, or none of this machine's where
    only this machine can reach the server."""
    hosts = _values(scope, b"host")
    host = parse_authority(hosts[0]) if len(hosts) == 1 else None
    if host is None:
        raise Refused(400, "A request names one host in one Host header, such as localhost:8321.")
    if own and not is_loopback(host.host):
        raise Refused(403, "This server answers to localhost only.")
    return host


def check_origin(scope: Scope, host: Authority) -> None:
    """`Refused` where a page of another site asks for a connection or for more than reading."""
    origins = _values(scope, b"origin")
    if not origins:
        return
    origin = parse_origin(origins[0])
    if len(origins) > 1 or (origin is None and origins[0] != "null"):
        raise Refused(400, "The Origin header cannot be read; it is such as http://localhost:8321.")
    ours = origin is not None and is_same_site(origin, host)
    if not ours and (scope["type"] == "websocket" or scope["method"] not in READING):
        raise Refused(403, "Pages of other sites may not use this server.")


def _find_token(scope: Scope, tokens: Sequence[str]) -> str | None:
    return find_shown(tokens, find_token(_values(scope, b"authorization"), _values(scope, b"cookie")))


async def _remember_token(scope: Scope, send: Send, tokens: Sequence[str]) -> bool:
    """Whether a link that is opened shows the token; then the browser is sent to the same place without it,
    and given the cookie."""
    shown, query = split_query(scope.get("query_string", b"").decode("latin-1"))
    token = find_shown(tokens, shown)
    if token is None or scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    place = "/" + quote(scope["path"].lstrip("/")) + (f"?{query}" if query else "")
    headers = [(b"location", place.encode()), (b"set-cookie", write_cookie(token).encode())]
    headers += [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
    return True


def has_body(scope: Scope) -> bool:
    """Whether a body follows; `Refused` where its length is said and too much, before any of it is read."""
    lengths = _values(scope, b"content-length")
    for length in lengths:
        if not (length.isascii() and length.isdecimal()):
            raise Refused(400, "The Content-Length header is not a number.")
        if len(length.lstrip("0")) > len(str(LARGEST)) or int(length) > LARGEST:
            raise Refused(413, TOO_LARGE)
    return bool(lengths) or bool(_values(scope, b"transfer-encoding"))


async def read_body(receive: Receive) -> bytes:
    """A body to its end; `Refused` as soon as it is too large."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        body += message.get("body", b"")
        if len(body) > LARGEST:
            raise Refused(413, TOO_LARGE)
        if not message.get("more_body", False):
            return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """What tells the application a body that was read, and then what else the client does."""
    told = False

    async def tell() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return tell


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip(" \t") for key, value in scope["headers"] if key.lower() == name]


async def _refuse(scope: Scope, send: Send, refused: Refused) -> None:
    kind = "http"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refused.sentence})
            return
        kind = "websocket.http"
    body = json.dumps({"detail": refused.sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": f"{kind}.response.start", "status": refused.status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})

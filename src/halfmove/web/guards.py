"""What keeps the server well: no request is too large, and no other site's page speaks for a visitor.

A page of another site may send requests from a visitor's browser, and with a name of its own that leads to
this machine it may even read the answers (DNS rebinding).  So the origin of what changes or streams must be
ours, and a server that only this machine can reach answers only to this machine's names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from fastapi import FastAPI

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


def guard(app: FastAPI, *, own: bool = False) -> None:
    """Put the guard before everything else; `own`: only this machine can reach the server."""
    app.add_middleware(Guard, own=own)

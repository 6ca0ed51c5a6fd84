"""How the API has things done: rules in threads, searches in the pool for as long as the client is there."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import HTTPException, Request

from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.web.serving import here
from halfmove.web.thinking.jobs import ENDS, Job, Message
from halfmove.web.thinking.pool import Busy

T = TypeVar("T")

AT_ONCE = 8
"""Questions about rules that one client may have under way."""

_asking: Counter[str] = Counter()


def client_of(request: Request) -> str:
    """The name of a client for the bounds on clients: over HTTP all from one address are one."""
    return f"http {request.client.host if request.client else ''}"


def known(game: str) -> None:
    """404 for a name that no game here has."""
    if game not in here().catalogue.names():
        try:
            here().catalogue.game(game)
        except BadInput as error:
            raise HTTPException(404, str(error).encode("utf-8", "replace").decode("utf-8")) from None


async def by_rules(client: str, function: Callable[..., T], *arguments: Any) -> T:
    """What `function` gives, run in a thread: the rules of games take a moment, and those of a user's own
    game may fail in any way.  `BadInput` where they do, `Busy` where the client asks too much at once."""
    if _asking[client] >= AT_ONCE:
        raise Busy(f"You have asked {AT_ONCE} things at once; wait for an answer first.")
    _asking[client] += 1
    try:
        return await asyncio.to_thread(function, *arguments)
    except HalfmoveError:
        raise
    except Exception as error:  # noqa: BLE001  a user's rules may fail in any way; the server goes on
        traceback.print_exc()
        raise BadInput(f"The rules of the game failed: {type(error).__name__}: {error}.") from None
    finally:
        _asking[client] -= 1
        if not _asking[client]:
            del _asking[client]


async def result(request: Request, job: Job) -> Any:
    """What a job comes to; where it was stopped by the bound on its time, the last analysis that it told, or
    else None.  It ends with the client's connection.  `BadInput` where it fails."""
    reading = asyncio.ensure_future(_read(job))
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((reading, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            raise HTTPException(422, "The client has left.")  # nobody reads this
        return reading.result()
    finally:
        job.stop()
        reading.cancel()
        leaving.cancel()


async def _read(job: Job) -> Any:
    latest: Message | None = None
    async for message in job:
        if message["kind"] == "analysis":
            latest = {key: value for key, value in message.items() if key != "kind"}
        elif message["kind"] in ENDS:
            if message["kind"] == "failed":
                raise BadInput(message["error"])
            return message.get("result", latest)
    raise AssertionError("a job ends with a message")


async def _left(request: Request) -> None:
    """Return when the client's connection is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

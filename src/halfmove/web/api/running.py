"""How the API has things done: rules in threads, searches in the pool for as long as the client is there."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import HTTPException, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.history import History
from halfmove.core.operation import PositionRequest
from halfmove.core.operation.position import ALL, WATCHING
from halfmove.games.reference import PositionReference
from halfmove.web.catalogue import position_reference
from halfmove.web.server import here
from halfmove.web.users import user_of
from halfmove.web.workers.job import RESUMED, Job
from halfmove.web.workers.quotas import Busy
from halfmove.web.workers.shared import Follower

T = TypeVar("T")
LINES = "application/x-ndjson"
AT_ONCE = 8
"""Questions about rules that one client may have under way."""

_asking: Counter[str] = Counter()


def client_of(request: Request, kind: str = "http") -> str:
    """The name of a client for the bounds on clients: over HTTP all of one user are one."""
    return f"{user_of(request.scope)} {kind}"


@dataclass(frozen=True)
class Place:
    """A place in a game that a client asks about, and through whose eyes: as `viewer` of a request."""

    reference: PositionReference
    viewer: int | str

    @staticmethod
    def of(asked: PositionRequest) -> Place:
        """The place of a request."""
        reference = position_reference(str(asked.game), asked.parameters, asked.position, asked.moves)
        return Place(reference, asked.viewer)


def opened(asked: Place) -> tuple[History, int | None]:
    """The game as it stands, and through whose eyes it is told: None where all may be told.  `BadInput` says
    what is wrong, but of what is hidden only that it is."""
    catalogue = here().catalogue
    game = catalogue.watched(asked.reference.game)
    if not game.hidden or asked.viewer == ALL:
        return catalogue.open(asked.reference), None
    viewer = SPECTATOR if asked.viewer == WATCHING else asked.viewer
    if not isinstance(viewer, int) or not (viewer == SPECTATOR or 0 <= viewer < game.players):
        raise BadInput(f"The viewer is a player, 0 to {game.players - 1}, 'spectator' or 'all'.")
    try:
        return catalogue.open(asked.reference), viewer
    except BadInput:
        raise BadInput(
            "The moves cannot be played from that position; 'viewer': 'all' tells which, and why."
        ) from None


def opened_for_mover(asked: Place) -> tuple[History, int | None]:
    """The same, where a search, which knows what the player to move knows, may be told to the viewer;
    `BadInput` elsewhere."""
    history, viewer = opened(asked)
    if viewer is not None and (history.over or viewer != history.mover):
        raise BadInput(
            "Something is hidden in this game: a search is told to the player to move only; give him as "
            "'viewer', or 'all' if the whole game is yours."
        )
    return history, viewer


def _hides(asked: Place) -> bool:
    """Whether the one who asks must not see everything."""
    return asked.viewer != ALL and here().catalogue.game(asked.reference.game).hidden


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
        if any(isinstance(asked, Place) and _hides(asked) for asked in arguments):
            traceback.print_tb(error.__traceback__)  # what went wrong may name what is hidden
            raise BadInput(f"The rules of the game failed: {type(error).__name__}.") from None
        traceback.print_exc()
        raise BadInput(f"The rules of the game failed: {type(error).__name__}: {error}.") from None
    finally:
        _asking[client] -= 1
        if not _asking[client]:
            del _asking[client]


async def answer(request: Request, job: Job | Follower, finish: Callable[[Any], Any]) -> Response:
    """The answer to a request that a job does: what `finish` makes of its result; or, for who accepts
    `LINES`, its messages, a line each, as they come."""
    if LINES in request.headers.get("accept", ""):
        return StreamingResponse(_lines(job, finish), media_type=LINES)
    return JSONResponse(finish(await result(request, job)))


async def _lines(job: Job | Follower, finish: Callable[[Any], Any]) -> AsyncIterator[str]:
    """The messages of a job as lines, the last one `done` or `failed`; the job ends with the connection."""
    latest = None
    try:
        async for message in job:
            kind = message["kind"]
            if kind in RESUMED:
                latest = {key: value for key, value in message.items() if key != "kind"}
            if kind in ("done", "stopped"):
                try:
                    message = {"kind": "done", "result": finish(message.get("result", latest))}
                except BadInput as error:
                    message = {"kind": "failed", "error": str(error)}
            yield json.dumps(message, allow_nan=False) + "\n"
    finally:
        job.stop()


async def result(request: Request, job: Job | Follower) -> Any:
    """What a job comes to; where it was stopped by the bound on its time, the last analysis or rollout that
    it told, or else None.  It ends with the client's connection.  `BadInput` where it fails."""
    reading = asyncio.ensure_future(job.result())
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


async def _left(request: Request) -> None:
    """Return when the client's connection is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

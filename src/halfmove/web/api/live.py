"""Analyses as they deepen and rollouts as they grow, over WebSockets at /api/analysis and /api/rollout.

The client sends objects of JSON: a request (`LiveAnalysis` or `LiveRollout`), which replaces the one before;
{"stop": true};
{"look": {"path": [moves]}}, answered with the node there in the tree that is being searched.  It is told the
messages of `workers.job`, each with the "id" of its request; every request ends with exactly one of "done",
"stopped" and "failed".  Closing the connection ends the search.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter, deque
from itertools import count
from typing import Any, ClassVar, Generic, TypeVar

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from halfmove.core.errors import BadInput, HalfmoveError, Unsuitable
from halfmove.core.limit import Limit
from halfmove.core.operation import PositionRequest, read_json
from halfmove.core.operation.kinds import Texts
from halfmove.core.operation.position import ALL
from halfmove.endings.analyze import Analyze
from halfmove.search.algorithms import check_limit, choose
from halfmove.search.chance.rollout_operation import MOST_TRIALS, RolloutRequest
from halfmove.search.chance.rollouts import unfit
from halfmove.web.api.running import Place, by_rules, opened, opened_for_mover
from halfmove.web.server import here
from halfmove.web.users import user_of
from halfmove.web.workers.job import Job, Message
from halfmove.web.workers.search_tree import DEEPEST
from halfmove.web.workers.tasks.operation import check_settings

router = APIRouter()

LONGEST_TEXT = 100_000
"""Letters of a message."""
A_SECOND, FLOOD = 20, 200
"""Messages that are answered within a second, and that end the connection."""
CONNECTIONS = 64
"""Of one user."""
LOOKS = 4
"""Questions about the tree that wait for their answer."""

_connections: Counter[str] = Counter()
_numbers = count(1)
BOUNDS = ("depth", "nodes", "simulations")
R = TypeVar("R", bound=PositionRequest)


class Live(Generic[R]):
    """A place, and what is asked about it; without any limit it goes on until it is stopped."""

    task: ClassVar[str]
    """What a worker does for it."""
    asked: ClassVar[type[Any]]
    """Its request."""

    def __init__(self, given: dict[str, Any]) -> None:
        given = dict(given)
        self.id = given.pop("id", None)
        is_short = isinstance(self.id, str) and len(self.id) <= 100
        if not (self.id is None or is_short or type(self.id) is int):
            raise BadInput("The 'id' is a whole number or a text of up to 100 letters.")
        self.request: R = read_json(self.asked, given)
        self.place = Place.of(self.request)
        self.seconds: float | None = getattr(self.request, "seconds", None)

    def arguments(self) -> dict[str, Any]:
        """What the task is told."""
        viewer = self.place.viewer
        return {"place": self.place.reference, "viewer": None if viewer == ALL else viewer}

    def check(self) -> None:
        """`BadInput` or `Unsuitable` for what need not be begun."""
        opened_for_mover(self.place)


class LiveAnalysis(Live[Analyze]):
    """A place and how to search it."""

    task, asked = "analysis", Analyze

    def arguments(self) -> dict[str, Any]:
        request = self.request
        return super().arguments() | {
            "algorithm": request.algorithm,
            "options": request.search_options,
            "lines": request.lines,
            **{key: bound for key in BOUNDS if (bound := getattr(request, key)) is not None},
        }

    def check(self) -> None:
        request = self.request
        game = here().catalogue.game(self.place.reference.game)
        algorithm = choose(game, request.algorithm, Limit(depth=request.depth))
        check_settings(request.search_options)
        check_limit(algorithm, Limit(simulations=request.simulations))
        super().check()


class LiveRollout(Live[RolloutRequest]):
    """A place in a game of dice and how to roll it out."""

    task, asked = "rollout", RolloutRequest

    def arguments(self) -> dict[str, Any]:
        given = {**self.request.to_data(), "trials": self.request.trials or MOST_TRIALS}
        return super().arguments() | {"viewer": None, "given": given}

    def check(self) -> None:
        if why := unfit(here().catalogue.game(self.place.reference.game)):
            raise Unsuitable(why)
        history, _ = opened(self.place)
        if history.over:
            raise BadInput("The game is over, so there is nothing to roll out.")
        self.request.candidates(history)
        super().check()


@router.websocket("/analysis")
async def analysis(websocket: WebSocket) -> None:
    """Serve one connection for analyses."""
    await _serve(websocket, LiveAnalysis)


@router.websocket("/rollout")
async def rollout(websocket: WebSocket) -> None:
    """Serve one connection for rollouts."""
    await _serve(websocket, LiveRollout)


async def _serve(websocket: WebSocket, kind: type[Live[Any]]) -> None:
    user = user_of(websocket.scope)
    await websocket.accept()
    if _connections[user] >= CONNECTIONS:
        problem = f"There are {CONNECTIONS} connections from here already; close one of them first."
        await websocket.send_json({"kind": "failed", "error": problem})
        await websocket.close(1013, problem)
        return
    _connections[user] += 1
    connection = _Connection(websocket, kind, f"{user} socket {next(_numbers)}")
    try:
        await connection.serve()
    finally:
        await connection.end()
        _connections[user] -= 1
        if not _connections[user]:
            del _connections[user]


class _Connection:
    """One client: the request it is being told of, and its questions."""

    def __init__(self, websocket: WebSocket, kind: type[Live[Any]], client: str) -> None:
        self._websocket, self._kind, self._client = websocket, kind, client
        self._job: Job | None = None
        self._id: Any = None
        self._telling: asyncio.Task[None] | None = None
        self._looks: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()
        self._lately: deque[float] = deque(maxlen=FLOOD)
        """When the last messages came."""

    async def serve(self) -> None:
        """Answer until the client leaves, or floods."""
        while (message := await self._websocket.receive())["type"] == "websocket.receive":
            now = time.monotonic()
            self._lately.append(now)
            within = sum(now - then < 1 for then in self._lately)
            if within >= FLOOD:
                await self._websocket.close(1008, "Too many messages.")
                return
            asked: dict[str, Any] = {}
            try:
                if within > A_SECOND:
                    raise BadInput(f"More than {A_SECOND} messages a second are not answered.")
                asked = _read(message)
                await self._answer(asked)
            except HalfmoveError as error:
                number = asked.get("id")
                named = isinstance(number, int | str)
                await self._send({"kind": "failed", "error": str(error), "id": number if named else None})

    async def end(self) -> None:
        """The client is gone."""
        tasks = [task for task in (self._telling, *self._looks) if task is not None]
        for task in tasks:
            task.cancel()
        here().pool.leave(self._client)
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- what the client sends
    async def _answer(self, asked: dict[str, Any]) -> None:
        if "stop" in asked:
            await self._stop()
        elif "look" in asked:
            await self._look(_path(asked["look"]))
        else:
            await self._begin(self._kind(asked))

    async def _begin(self, asked: Live[Any]) -> None:
        await self._stop()
        self._id = asked.id
        await by_rules(self._client, lambda _: asked.check(), asked.place)
        self._job = here().pool.begin(self._client, asked.task, asked.arguments(), seconds=asked.seconds)
        self._telling = asyncio.ensure_future(self._tell(self._job, asked.id))

    async def _stop(self) -> None:
        """End the search; it tells its last message first."""
        if self._job is not None and self._telling is not None:
            self._job.stop()
            await asyncio.wait((self._telling,))
        self._job = self._telling = None

    async def _look(self, path: list[str]) -> None:
        if len(self._looks) >= LOOKS:
            raise BadInput(f"{LOOKS} questions about the tree wait for their answer already.")
        task = asyncio.ensure_future(self._looked(self._job, self._id, path))
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

    # ---- what it is told
    async def _tell(self, job: Job, number: Any) -> None:
        async for message in job:
            await self._send({**message, "id": number})

    async def _looked(self, job: Job | None, number: Any, path: list[str]) -> None:
        node = None if job is None else await job.ask({"path": path})
        await self._send({"kind": "look", "path": path, "node": node, "id": number})

    async def _send(self, message: Message) -> None:
        text = json.dumps(message, ensure_ascii=True, allow_nan=False)
        # A client that has gone is heard of where its messages are received.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async with self._sending:
                await self._websocket.send_text(text)


def _read(message: Any) -> dict[str, Any]:
    """A message as the object it is; `BadInput` for any other."""
    text = message.get("text")
    if text is None:
        raise BadInput("A message is text, an object of JSON, not bytes.")
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"A message may have {LONGEST_TEXT:,} letters.")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The message is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise BadInput('A message is an object of JSON, such as {"game": "connect4"}.')
    return found


def _path(look: Any) -> list[str]:
    """The moves to the node that a question about the tree names; `BadInput` for what is no such question."""
    if not isinstance(look, dict) or look.keys() - {"path"}:
        raise BadInput('A question about the tree is an object with a path: {"path": ["4", "4"]}.')
    return list(Texts(most=DEEPEST).from_data(look.get("path", []), "path"))

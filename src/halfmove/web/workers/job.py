"""A job: what a client has asked for, and the messages that come of it.

Messages are dictionaries with a "kind": "waiting" ({"ahead": n}), "compiling" ({"what": …}, or nothing when
it is over), whatever the task tells ("analysis", "progress", …), and at last exactly one of "done"
({"result": …}), "stopped" and "failed" ({"error": sentence}).  What a task tells as "standing" is not
sent on: it is where the task goes on when it is begun again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core import figures
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference, PositionReference

if TYPE_CHECKING:
    from halfmove.web.workers.pool import Pool
    from halfmove.web.workers.process import Process

Message = dict[str, Any]
ENDS = ("done", "stopped", "failed")
RESUMED = frozenset({"analysis", "rollout"})
"""Tasks that may be interrupted and begun again."""
REPLACED = (*RESUMED, "waiting", "progress")
"""Of those unread only the latest is kept."""


class Job:
    """One task of one client; iterate over it for its messages, `stop` it when nobody wants it any more."""

    def __init__(
        self,
        pool: Pool,
        number: int,
        client: str,
        task: str,
        arguments: dict[str, Any],
        *,
        user: str,
        urgent: bool,
        seconds: float,
    ) -> None:
        self.number, self.client, self.task, self.arguments = number, client, task, arguments
        self.user = user
        """Whose it is: clients of one user take turns with those of others."""
        self.since = number
        """When it came, or made way for another, in the order in which all of them did."""
        self.ahead: int | None = None
        """How many are before it, as it was last told."""
        self.shortage = ""
        """Why it gets less time than was asked for."""
        self.urgent = urgent
        """Whether somebody waits for the answer with folded hands, as for a move."""
        self.left = seconds
        """Seconds that it may still run."""
        self.process: Process | None = None
        self.began = 0.0
        self.at_work = False
        """Whether its process has begun with it: one that was started for it takes a moment to be there."""
        self.told = False
        """Whether it has told anything in this turn: before that, ending the turn would only waste it."""
        self.turns = 0
        """How many times it has been begun."""
        self.turn_over = False
        """Whether it has been told to make way for another, and will go on later."""
        self.alarm: asyncio.TimerHandle | None = None
        """Rings when its time is up; it would keep the job in memory for as long."""
        self.over = False
        self._pool = pool
        self._unread: deque[Message] = deque()
        self._news = asyncio.Event()
        self._best = -1
        self._paused = 0.0

    @property
    def running(self) -> bool:
        return self.process is not None

    def tell(self, message: Message) -> None:
        """Put a message where the client reads it; of unread analyses only the latest is kept, and after a
        pause none that knows less than the client has seen."""
        if self.over:
            return
        kind = message["kind"]
        if kind == "analysis":
            if message["depth"] < self._best:
                return
            self._best = message["depth"]
        if "standing" in message:
            self.arguments = {**self.arguments, "standing": message.pop("standing")}
        if kind in ENDS:
            self.over = True
        if self._unread and kind in REPLACED and self._unread[-1]["kind"] == kind:
            self._unread.pop()
        self._unread.append(message)
        self._news.set()

    def stop(self) -> None:
        """End it; what it has told stands, and the last message says "stopped"."""
        self._pool.stop(self)

    async def ask(self, question: Any) -> Any:
        """What the running task says to a question; None where it is not running or has no answer."""
        return None if self.process is None else await self.process.ask(self.number, question)

    async def __aiter__(self) -> AsyncIterator[Message]:
        while True:
            while self._unread:
                message = self._unread.popleft()
                yield message
                if message["kind"] in ENDS:
                    return
            self._news.clear()
            await self._news.wait()

    async def result(self) -> Any:
        """What it comes to, as `result_of` its messages."""
        return await result_of(self)

    def start(self, process: Process) -> None:
        """It is this process's now."""
        self.process, self.began, self.turn_over = process, time.monotonic(), False
        self.at_work = self.told = False
        self.ahead = None
        self.turns += 1

    def begin(self) -> None:
        """The process is at it: from now on its time counts."""
        self.began, self.at_work = time.monotonic(), True

    def compiling(self, begins: bool) -> None:
        """Machine code is being made for it, or has been: that time does not count."""
        if begins:
            self._paused = time.monotonic()
        else:
            self.began += time.monotonic() - self._paused

    def pause(self) -> float:
        """It is nobody's for now; the seconds that it has had since it was begun."""
        if self.alarm is not None:
            self.alarm.cancel()
        spent = time.monotonic() - self.began if self.at_work else 0.0
        self.left -= spent
        self.process = None
        return spent


def in_line(message: Message) -> str:
    """What one who waits is shown of a message of kind "waiting"."""
    return f"{figures.ordinal(message['ahead'] + 1)} in line for a free process …"


async def result_of(messages: AsyncIterable[Message]) -> Any:
    """What a job with these messages comes to; where it is stopped, the last analysis or rollout that it has
    told, or else None.  `BadInput` with the sentence where it fails."""
    latest: Message | None = None
    async for message in messages:
        if message["kind"] in RESUMED:
            latest = {key: value for key, value in message.items() if key != "kind"}
        elif message["kind"] == "failed":
            raise BadInput(message["error"])
        elif message["kind"] in ENDS:
            return message.get("result", latest)
    return latest


# ---- who asks, and about which game
def belongs(client: str, whose: str) -> bool:
    """Whether a client is `whose`, or a part of it: a page has clients `PAGE 1`, `PAGE report`."""
    return client == whose or client.startswith(f"{whose} ")


class Continuation(NamedTuple):
    """A game that the worker knows as far as `kept` moves, and the moves since."""

    table: str
    game: GameReference
    kept: int
    digest: bytes
    """`digest` of the moves kept, so that both sides mean the same game."""
    moves: tuple[str, ...]


def continuation(
    table: str, known: PositionReference | None, place: PositionReference
) -> PositionReference | Continuation:
    """What to tell a worker that was last told `known` of a table: what is new, or else the whole."""
    if known is None or (known.game, known.position) != (place.game, place.position):
        return place
    kept = 0
    for one, other in zip(known.moves, place.moves, strict=False):
        if one != other:
            break
        kept += 1
    return Continuation(table, place.game, kept, digest(place.moves[:kept]), place.moves[kept:])


def digest(moves: Sequence[str]) -> bytes:
    """A name for a line of moves."""
    return blake2b("\n".join(moves).encode(), digest_size=8).digest()

"""Answers that several ask for are worked out once: who asks what is being worked out joins in, and what was
found is kept where it would be found again.

Only for questions whose answer depends on nothing but themselves: no game in which something is hidden.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from halfmove.web.workers.job import ENDS, Job, Message, result_of

MOST = 1000
"""Results kept, those asked for longest ago go first."""
LARGEST = 32 * 1024
"""Letters of one as JSON."""
BOUNDS = ("depth", "nodes", "simulations")


class Answers:
    """The questions that are being worked out, and results that are kept."""

    def __init__(self) -> None:
        self._open: dict[str, _Shared] = {}
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self.tally: Counter[str] = Counter()
        """Answers by where they came from: `search`, `joined`, `kept`."""

    def ask(self, question: Mapping[str, Any], begin: Callable[[], Job]) -> Follower:
        """The answer to a question, for which `begin` has the search begun where nobody else asks for it;
        what `begin` raises is raised."""
        key = json.dumps(question, sort_keys=True, default=str)
        if key in self._kept:
            self._kept.move_to_end(key)
            self.tally["kept"] += 1
            return Follower(_Shared([{"kind": "done", "result": self._kept[key]}]))
        shared = self._open.get(key)
        if shared is not None and not shared.may_be_joined:
            shared = None
        self.tally["search" if shared is None else "joined"] += 1
        if shared is None:
            shared = _Shared([], begin())
            shared.reading = asyncio.ensure_future(self._read(key, question, shared))
            self._open[key] = shared
        return Follower(shared)

    async def _read(self, key: str, question: Mapping[str, Any], shared: _Shared) -> None:
        assert shared.job is not None
        async for message in shared.job:
            if message["kind"] == "done" and is_lasting(question["given"], message["result"]):
                self._keep(key, message["result"])
            shared.tell(message)
        if self._open.get(key) is shared:
            del self._open[key]

    def _keep(self, key: str, result: Any) -> None:
        if len(json.dumps(result)) > LARGEST:
            return
        self._kept[key] = result
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)


def is_lasting(given: Mapping[str, Any], result: Any) -> bool:
    """Whether another search would find the same: it is proven, or its bounds say nothing of time, and it
    went on without nothing (`notes`) that may be there the next time."""
    said = result if isinstance(result, dict) else {}
    if said.get("notes"):
        return False
    proven = said.get("proven") is True
    bounded = any(given.get(name) is not None for name in BOUNDS)
    return proven or (bounded and given.get("seconds") is None)


class _Shared:
    """What a job has told so far, for all who follow it."""

    def __init__(self, messages: list[Message], job: Job | None = None) -> None:
        self.messages, self.job = messages, job
        self.followers = 0
        self.reading: asyncio.Future[None] | None = None
        self.news = asyncio.Event()

    @property
    def may_be_joined(self) -> bool:
        """Not where its job is ending, or has less time than another user's would."""
        return self.followers > 0 and self.job is not None and not self.job.shortage

    def tell(self, message: Message) -> None:
        self.messages.append(message)
        news, self.news = self.news, asyncio.Event()
        news.set()


class Follower:
    """A job as one of those sees it who asked for the same."""

    def __init__(self, shared: _Shared) -> None:
        self._shared, self._follows = shared, True
        shared.followers += 1

    async def __aiter__(self) -> AsyncIterator[Message]:
        read = 0
        while True:
            while read < len(self._shared.messages):
                message = self._shared.messages[read]
                read += 1
                yield message
                if message["kind"] in ENDS:
                    return
            await self._shared.news.wait()

    async def result(self) -> Any:
        """What it comes to, as `result_of` its messages."""
        return await result_of(self)

    def stop(self) -> None:
        """This one wants it no more; when nobody does, the job ends."""
        if self._follows:
            self._follows = False
            self._shared.followers -= 1
            if not self._shared.followers and self._shared.job is not None:
                self._shared.job.stop()

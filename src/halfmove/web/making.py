"""Machine code for games whose pages are open, made before a search needs it.

A page that opens says which game it has.  If that was not asked before, a process aside (`search.aside`)
makes what is missing for the strongest search, one game after the other; what is kept already takes it a
second.  How long each game took is kept beside the code, so that the next reader is told what to expect.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from halfmove.core import figures
from halfmove.core.code import times
from halfmove.core.compile import compiles_aside, runs_compiled
from halfmove.core.errors import HalfmoveError
from halfmove.games.reference import GameReference
from halfmove.search.algorithms import choose
from halfmove.search.aside import Maker
from halfmove.search.session import least_megabytes
from halfmove.web.catalogue import Catalogue

USUAL = 20.0
"""Seconds that a game is taken to need of which nothing is known; from 2 (Nim) to 40 (chess) on two cores."""
TICK = 1.0
"""Seconds after which one who waits is told anew how long."""
MOST = 16
"""Games that wait; for one more the search itself makes what it needs."""
LOADED = 4.0
"""Seconds within which nothing may have been made, only looked up: such a time is not kept, and until then
nobody is told how long it takes."""


@dataclass
class Preparation:
    """One game's."""

    about: float
    """Seconds that it will probably take."""
    since: float | None = None
    done: bool = False

    def passed(self) -> float:
        """Seconds since it was begun."""
        return 0.0 if self.since is None else time.monotonic() - self.since


class Making:
    """What is made for pages, in the order in which they came."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._of: dict[str, Preparation] = {}
        self._waiting: deque[GameReference] = deque()
        self._maker: Maker | None = None

    def begin(self, game: GameReference) -> None:
        """A page has this game open."""
        key = _key(game)
        if key in self._of or len(self._waiting) >= MOST:
            return
        title = self._catalogue.rules(game).title()
        self._of[key] = Preparation(times.read().get(title, USUAL))
        self._waiting.append(game)
        if self._maker is None:
            self._next()

    def ready(self, game: GameReference) -> bool:
        """Whether searches of a game start at once; also where nobody has it open."""
        known = self._of.get(_key(game))
        return known is None or known.done

    def said(self, game: GameReference) -> str:
        """What to tell one who waits; nothing where it is ready."""
        known = self._of.get(_key(game))
        if known is None or known.done:
            return ""
        if known.since is None:
            return f"getting ready after other games: about {self._queued(game):.0f} s …"
        if known.passed() < LOADED:  # perhaps it is only looked up
            return f"getting ready, {known.passed():.0f} s so far …"
        left = known.about - known.passed()
        if left >= 1:
            return f"getting ready, the first time only: about {left:.0f} s more …"
        return f"getting ready, the first time only: longer than usual, {known.passed():.0f} s so far …"

    def told(self, game: GameReference, waited: float) -> str:
        """The same as a sentence, for one who has waited so many seconds for machine code, of whatever
        search."""
        return figures.capital(self.said(game)) or so_far(waited)

    def _queued(self, game: GameReference) -> float:
        """Seconds until a game that waits will probably be ready, those before it done first."""
        seconds = sum(max(k.about - k.passed(), 0.0) for k in self._of.values() if k.since and not k.done)
        for waiting in self._waiting:
            seconds += self._of[_key(waiting)].about
            if waiting == game:
                break
        return seconds

    def close(self) -> None:
        """End what is being made."""
        self._waiting.clear()
        if self._maker is not None:
            self._maker.end()

    def _next(self) -> None:
        self._maker = None
        while self._waiting and self._maker is None:
            game = self._waiting.popleft()
            known = self._of[_key(game)]
            known.since = time.monotonic()
            self._maker = self._made_for(game)
            if self._maker is None:
                known.done = True
                continue
            loop = asyncio.get_running_loop()
            self._maker.when_done(partial(_call, loop, self._ended, game))

    def _made_for(self, game: GameReference) -> Maker | None:
        """The process that makes its machine code; None where there is nothing to be made."""
        played = self._catalogue.game(game)
        reference = GameReference.known(played)
        if reference is None or not runs_compiled(played) or not compiles_aside():
            return None
        try:
            algorithm = choose(played)
        except HalfmoveError:  # no search fits it, which the page says where it is asked for one
            return None
        settings: dict[str, Any] = {"without": (), "options": {}, "megabytes": least_megabytes(algorithm)}
        return Maker(reference, played.initial(), algorithm.name, settings)

    def _ended(self, game: GameReference) -> None:
        """Made, or failed: then the search itself says why."""
        known = self._of[_key(game)]
        known.done = True
        took = known.passed()
        if took > LOADED and self._maker is not None and not self._maker.failed:
            times.keep(self._catalogue.rules(game).title(), took)
        self._next()


def so_far(waited: float) -> str:
    """What is said where nobody knows how long it takes."""
    return f"Getting ready, the first time only: {waited:.0f} s so far …"


async def counted(
    job: AsyncIterable[dict[str, Any]], show: Callable[[float], None]
) -> AsyncIterator[dict[str, Any]]:
    """The messages of a job; while machine code is made for it, `show` is told, now and every `TICK` seconds,
    for how many it has been, from the first kernel to the last."""
    messages, since, making = aiter(job), 0.0, False
    while True:
        following = asyncio.ensure_future(anext(messages, None))
        try:
            while not (await asyncio.wait({following}, timeout=TICK if making else None))[0]:
                show(time.monotonic() - since)
        finally:
            if not following.done():
                following.cancel()
        message = following.result()
        if message is None:
            return
        making = message["kind"] == "compiling" and bool(message.get("what"))
        if making:
            since = since or time.monotonic()
            show(time.monotonic() - since)
        elif message["kind"] != "compiling":
            since = 0.0
        yield message


def _call(loop: asyncio.AbstractEventLoop, what: object, *arguments: object) -> None:
    """Have the loop call something, if it is still there: a server may have ended meanwhile."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(what, *arguments)  # type: ignore[arg-type]


def _key(game: GameReference) -> str:
    return json.dumps(game.as_data(), sort_keys=True, default=str)

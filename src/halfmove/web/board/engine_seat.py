"""The seats of engines, and nature's: whoever is no person is asked for a move when it is his turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from nicegui import background_tasks

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.web.board.clock import Clock
from halfmove.web.board.seats import FULL, NETWORK, STRATEGY
from halfmove.web.board.table import Table
from halfmove.web.books import book_of
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.workers.job import in_line

TRIES = 5
"""Times that an engine is asked for a move before it is given up."""
PACE = 0.6
"""Seconds that a move between engines takes at least, so that one can watch."""
ROLLING = 0.3
"""Seconds that a move of nature's takes."""


class EngineSeats:
    """Asks engines and nature for their moves; `thinking` is what they say meanwhile."""

    def __init__(self, table: Table, clock: Clock, news: Callable[[], None]) -> None:
        self.table, self.clock, self._news = table, clock, news
        self.seconds: float | None = None
        """What an engine at full strength may think; None: two seconds, or as its clock allows."""
        self.there = True
        """Whether somebody has the page open: for one that was only fetched no engine thinks."""
        self.paused = False
        self.driven = False
        """Whether moves are asked for one by one (`move`), by who runs the game."""
        self.most_seconds: float | None = None
        """Then: what an engine may think at most."""
        self.algorithm = "auto"
        """That of an engine at full strength."""
        self.thinking = ""
        self._job: Any = None
        self._asked = 0
        self._waits = False
        """Whether an answer is awaited."""

    def refresh(self) -> None:
        """After any change: have whoever moves now think, if it is no person."""
        table = self.table
        self.stop()
        if table.over or table.looking or table.studying or self.paused or self.driven or not self.there:
            return
        if not table.seats.is_person(table.mover):
            self._asked += 1
            self._waits = table.mover != CHANCE
            background_tasks.create(self._turn(self._asked))

    async def move(self, mover: int) -> str | None:
        """The move of an engine, as text; None where it has none, or is stopped."""
        self._asked += 1
        answer = await self._handle_answer(self._asked, mover)
        return None if answer is None else answer["move"]

    def stop(self) -> None:
        """Whatever is being thought is not wanted any more."""
        self._asked += 1
        self._waits = False
        self.thinking = ""
        if self._job is not None:
            self._job.stop()
            self._job = None

    @property
    def unready(self) -> bool:
        """Whether an answer is awaited that cannot come yet: its process is not at it, or machine code is
        being made.  No clock runs then."""
        if not self._waits:
            return False
        job = self._job
        if job is None or not job.at_work or not here().making.ready(self.table.reference):
            return True
        return job.process is not None and job.process.compiling

    @property
    def said(self) -> str:
        """What they say, or why they cannot think yet."""
        if self.driven:  # a line that is not shown again while the game runs
            return ""
        return here().making.said(self.table.reference) or self.thinking

    async def _turn(self, asked: int) -> None:
        """A move of an engine's, or of nature's."""
        if asked != self._asked:  # something else has changed since, before this came to run
            return
        table = self.table
        mover, since = table.mover, time.monotonic()
        if mover == CHANCE:
            await asyncio.sleep(ROLLING)
            if asked == self._asked:
                table.play_nature()
            return
        self._say("thinking …")
        answer = await self._handle_answer(asked, mover)
        if not table.seats.people:
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - since)))
        if asked != self._asked or answer is None:
            return
        if answer["move"] is None:
            table.resign(mover)
            return
        if self.clock.base is not None:
            self.clock.press(mover)
        table.play_text(answer["move"], self.clock)

    async def _handle_answer(self, asked: int, mover: int) -> Any:
        """The engine's answer; asked again where its process was lost or there were too many searches."""
        arguments = self._arguments(mover)
        for _ in range(TRIES):
            try:
                self._job = here().pool.begin(f"{self.table.client} {mover}", "move", arguments, urgent=True)
                return await self._handle_message(self._job)
            except HalfmoveError as error:
                if asked == self._asked:
                    self._say(str(error))
            self._job = None
            await asyncio.sleep(1.0)
            if asked != self._asked:
                break
        return None

    def _arguments(self, mover: int) -> dict[str, Any]:
        who, clock = self.table.seats.who[mover], self.clock
        # Where something is hidden an engine that plays alike in every game can be read.
        seed = self.table.engine_seed() if self.table.game.hidden else 0
        arguments = {**self.table.place(), "seed": seed}
        if who.startswith(STRATEGY):
            return {**arguments, "strategy": who.partition(":")[2]}
        if who in (FULL, NETWORK):
            arguments["seconds"] = self.seconds or (2.0 if clock.base is None else None)
        else:
            arguments["level"] = int(who)
        book = book_of(here().books, self.table.game)
        if book is not None:
            arguments["book"] = book.path
        if self.most_seconds is not None:
            arguments["seconds"] = min(arguments.get("seconds") or self.most_seconds, self.most_seconds)
        if who == NETWORK:
            arguments["algorithm"] = "network"
        elif who == FULL and self.algorithm != "auto":
            arguments["algorithm"] = self.algorithm
        if clock.base is not None:
            players = range(self.table.game.players)
            arguments["clocks"] = [max(clock.left(p), 0.05) for p in players]
            arguments["increments"] = [clock.increment for _ in players]
        return arguments

    async def _handle_message(self, job: Any) -> Any:
        """What the engine says at last; None where it is stopped."""
        async for message in counted(job, self._show_wait):
            kind = message["kind"]
            if kind == "failed":
                raise BadInput(message["error"])
            if kind == "done":
                self._say("")
                return message["result"]
            if kind == "stopped":
                return None
            if not (kind == "compiling" and message.get("what")):
                self._say(in_line(message) if kind == "waiting" else "thinking …")
        return None

    def _show_wait(self, waited: float) -> None:
        self._say(here().making.told(self.table.reference, waited))

    def _say(self, words: str) -> None:
        if words != self.thinking:
            self.thinking = words
            if not self.driven:
                self._news()

"""A game in real time while it runs: the server makes a tick after the other and shows the browser each.

Whoever is a person moves as he holds, engines answer within a part of the tick, nature as its seed has it.
The moves go into the record like all others, but the parts of the page are told of them only when the game
stands still: a list of moves is nothing to draw eight times a second.  A page that nobody sees stands still.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, ClassVar

from nicegui import background_tasks, ui

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.realtime import RealTime
from halfmove.web.board.analysis import fitting
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.real_time_board import RealTimeBoard
from halfmove.web.board.real_time_search import RealTimeSearchPanel
from halfmove.web.board.table import Table
from halfmove.web.pages import versioned
from halfmove.web.widgets import select

SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.55, "fastest": 0.0}
"""How long a tick takes, as a multiple of the game's own."""
NORMAL = "normal"
SHORTEST = 0.025
"""Seconds that a tick takes at least: no screen shows more."""
THINKING = 0.6
"""Of a tick, what engines may think in it."""
LEAST_THINKING = 0.05
MOST_TABLES = 24
"""Games that run at the same time on a server; each makes some ten moves a second, and has engines asked."""


class RealTimeGame:
    """Makes the ticks of a table, and shows them on its stage."""

    all: ClassVar[set[RealTimeGame]] = set()
    """Those that run."""

    def __init__(self, table: Table, real_time: RealTime, engines: EngineSeats) -> None:
        self.table, self.real_time, self.engines = table, real_time, engines
        engines.driven = True
        self.stage = RealTimeBoard(
            table.title, real_time, list(SPEEDS), self._handle_steer, self._handle_command
        )
        self.watching = RealTimeSearchPanel(table, real_time, self.stage)
        self.speed = NORMAL
        self.held: dict[int, str] = {}
        """What each person holds."""
        self.replays = False
        self._turn = 0
        self._runs = False
        self._ours = False
        """Whether a change of the table is our own."""
        self._pace()
        self.refresh()

    def build(self) -> None:
        """What stands under the board."""
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("board_realtime.css")}">')
        with ui.element("div").classes("hm-watch"):
            with ui.element("div").classes("hm-fields"):
                names = {"auto": "the strongest that fits"} | fitting(self.table.game)
                self.algorithm = select(
                    "Search: watched, and at full strength", names, "auto", self._search_with
                )
                self.algorithm.input.props("data-name=algorithm")
                self.watching.build()
            self.watching.show_figures()

    def _search_with(self, name: str) -> None:
        if name in self.algorithm.options:
            self.engines.algorithm = name
            self.watching.again(name)

    def plan(self, variation: list[str]) -> None:
        """Draw the ways along a line of moves from here, while the game stands still."""
        if not self._runs and not self.watching.on:
            self.stage.expect(self.watching.plans(self.table.state, variation), ())

    # ---- what a person does
    def _handle_steer(self, player: int, held: str) -> None:
        """A key, a swipe, a button: the first one starts the game."""
        if not self.table.seats.is_person(player):
            return
        self.held[player] = held
        fresh = self.table.record.here.parent is None and not self.table.record.here.children
        if fresh and not self._runs and not self.table.over:
            self.start()

    async def _handle_command(self, name: str, said: dict[str, Any]) -> None:
        if name == "toggle":
            if self._runs:
                self.pause()
            else:
                self.start()
        elif name == "pause":
            self.pause()
        elif name == "step":
            await self.step()
        elif name == "restart":
            self.restart()
        elif name == "replay":
            self.replay()
        elif name == "speed" and said.get("speed") in SPEEDS:
            self.speed = str(said["speed"])
            self._pace()
        elif name == "seek" and isinstance(said.get("ply"), int):
            self._go(said["ply"])

    def start(self) -> None:
        """Play on from here; a variation, if one has looked back."""
        if not self.table.over and not self._runs:
            self.held = {p: held for p, held in self.held.items() if self.table.seats.is_person(p)}
            self.table.looking = False
            self._run(replays=False)

    def replay(self) -> None:
        """Show the game again, from here, or from the beginning where one is at the end."""
        self.pause()
        record = self.table.record
        if not record.here.children:
            self._look(record.root)
        if record.here.children:
            self._run(replays=True)

    def pause(self) -> None:
        """Stand still."""
        if self._runs:
            self._halt()
            self._notify()

    async def step(self) -> None:
        """One tick, and then stand still: on along the record, where one has looked back."""
        if self._runs:
            self.pause()
            return
        if self.table.over:
            return
        self._turn += 1
        await self._try_tick(self._turn, replays=self.table.looking)
        self._notify(ms=1000 * self._interval)

    def restart(self) -> None:
        """Another game, from the beginning; Back, in the browser, brings this one again."""
        self._halt()
        self.held.clear()
        self.table.restart(self.table.record.position)

    def _go(self, ply: int) -> None:
        """To a place of the line that one is in."""
        self._halt()
        line = self.table.record.line()
        self._look(line[min(ply, len(line)) - 1] if ply > 0 and line else self.table.record.root)
        self._notify()

    def close(self) -> None:
        """The page is gone."""
        self._halt()
        self.watching.close()

    # ---- the ticks
    def _run(self, *, replays: bool) -> None:
        if len(RealTimeGame.all) >= MOST_TABLES:
            self._say(f"{MOST_TABLES} games are running on this server; try again in a moment.")
            return
        self._runs, self.replays = True, replays
        RealTimeGame.all.add(self)
        self._turn += 1
        self._notify()
        background_tasks.create(self._run_ticks(self._turn))

    def _halt(self) -> None:
        self._turn += 1
        self._runs = self.replays = False
        RealTimeGame.all.discard(self)

    async def _run_ticks(self, turn: int) -> None:
        last = self._interval
        while turn == self._turn:
            since = time.monotonic()
            if not await self._try_tick(turn, replays=self.replays) or turn != self._turn:
                break
            record = self.table.record
            if self.table.over or (self.replays and not record.here.children):
                self._halt()
                self._notify(ms=1000 * last)
                return
            self.show(ms=1000 * last)
            self.watching.follow()
            await asyncio.sleep(max(self._interval - (time.monotonic() - since), 0.001))
            last = max(time.monotonic() - since, SHORTEST)
        if turn == self._turn:
            self.pause()

    async def _try_tick(self, turn: int, *, replays: bool) -> bool:
        """A tick; what prevents it is said, and False."""
        try:
            return self._replay_tick() if replays else await self._tick(turn)
        except HalfmoveError as error:
            self._say(str(error))
            return False

    async def _tick(self, turn: int) -> bool:
        """Everybody's moves until the game says that the tick is over; whether it came so far."""
        table = self.table
        while turn == self._turn:
            mover = table.mover
            if mover == CHANCE:
                action = table.draw_outcome()
            elif table.seats.is_person(mover):
                action = self.real_time.steered(table.state, self.held.get(mover, ""))
            else:
                node = table.record.here
                text = await self.engines.move(mover)
                if turn != self._turn or table.record.here is not node:
                    return False
                if text is None:
                    raise BadInput(self.engines.thinking or f"{table.names[mover]} has no move to make.")
                action = table.game.parse_action(table.state, text)
            table.advance(action)
            if table.over or self.real_time.begins(table.state):
                return True
        return False

    def _replay_tick(self) -> bool:
        """A tick of the record."""
        record = self.table.record
        while record.on():
            if self.real_time.begins(self.table.state):
                break
        self.table.looking = bool(record.here.children)
        self.table.notify_move()
        return True

    def _look(self, node: Any) -> None:
        self.table.record.go(node)
        self.table.looking = bool(node.children)
        self.table.notify_move()

    # ---- showing
    @property
    def status(self) -> str:
        """What the page says over the board."""
        if self._runs:
            return "Replaying." if self.replays else "Running."
        return self.table.status.removeprefix(self.table.last_chance)

    def refresh(self) -> None:
        """The table has changed: whatever else than our own ticks changes it stops them."""
        if not self._ours:
            self._halt()
        names = {p: self.table.names[p] for p in self.table.seats.people}
        self.stage.set_steerers(list(names.items()))
        if not self._ours:
            self.show()
            self.watching.follow()

    def _notify(self, *, ms: float = 0.0) -> None:
        """Tell the page of what we have done."""
        self._ours = True
        try:
            self.table.notify_change()
        finally:
            self._ours = False
        self.show(ms=ms)
        self.watching.follow()

    def show(self, *, ms: float = 0.0) -> None:
        """The state as it is, to be reached in so many milliseconds."""
        table = self.table
        here = table.record.here
        quiet = not self._runs
        ply = here.ply
        self.stage.show(
            table.state,
            ms=ms,
            state=self._state(),
            at=ply,
            of=table.record.end().ply if quiet or self.replays else ply,
            banner=self._banner() if quiet else "",
            said=self.status if quiet else "",
            speed=self.speed,
        )

    def _state(self) -> str:
        if self._runs:
            return "replaying" if self.replays else "running"
        if self.table.looking:
            return "back"
        return "over" if self.table.over else "ready"

    def _banner(self) -> str:
        table = self.table
        if table.over:
            return self.status  # it was resigned
        if table.looking:
            return ""
        if table.record.here.parent is None:
            return "Press an arrow key, or swipe" if table.seats.people else "Press Start"
        return "Paused"

    def _say(self, sentence: str) -> None:
        with self.table.screen:
            ui.notify(sentence)

    # ---- speed
    @property
    def _interval(self) -> float:
        return max(self.real_time.interval * SPEEDS[self.speed], SHORTEST)

    def _pace(self) -> None:
        self.engines.most_seconds = max(self._interval * THINKING, LEAST_THINKING)
        self.watching.seconds = max(self._interval, 0.1)

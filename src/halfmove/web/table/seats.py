"""Who plays: people at this screen and engines; their clocks; giving up, drawing, taking back."""

from __future__ import annotations

import asyncio
import math
import time
from functools import partial
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from halfmove.arena.players.levels import LEVELS
from halfmove.core.errors import HalfmoveError
from halfmove.core.game import CHANCE
from halfmove.faces import words
from halfmove.web.parts.fields import button, select, text
from halfmove.web.serving import here
from halfmove.web.table.table import Table

PERSON, USUAL, FULL = "you", "5", "full"
_SOUND = """<button class="hm-button" type="button" data-name="sound" onclick="
  const on = localStorage.getItem('halfmove-sound') !== 'on';
  localStorage.setItem('halfmove-sound', on ? 'on' : 'off');
  this.setAttribute('aria-pressed', on);
  this.textContent = on ? 'Sound: on' : 'Sound: off';">Sound: off</button>"""
_SOUND_NOW = """if (localStorage.getItem("halfmove-sound") === "on") {
  const button = document.querySelector("[data-name=sound]");
  if (button) { button.textContent = "Sound: on"; button.setAttribute("aria-pressed", true); }
}"""
TRIES = 5
"""Times that an engine is asked for a move before it is given up."""
PACE = 0.6
"""Seconds that a move between engines takes at least."""
DRAWN_BELOW = 0.25
"""An engine accepts a draw where it expects no more than this (1: a win, or a pawn)."""
_STRENGTHS = {
    1: "beginner", 3: "easy", 5: "club", 7: "strong", 9: "half a second", 10: "two seconds"
}  # fmt: skip


class Seats:
    """The players of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        players = range(table.game.players)
        self.who = {p: PERSON if p == 0 else USUAL for p in players}
        self.seconds: float | None = None
        """What an engine at full strength may think; None: as its level has it."""
        self.base: float | None = None
        self.increment = 0.0
        self.left = dict.fromkeys(players, 0.0)
        self.since: float | None = None
        """When the clock that runs was started; None while none runs."""
        self.ticking: int | None = None
        """Whose clock that is, wherever in the game one looks meanwhile."""
        self.expects: dict[int, float] = {}
        self.there = True
        """Whether somebody has the page open: for one that was only fetched no engine thinks."""
        self.paused = False
        self._job: Any = None
        self._asked = 0
        self.thinking = ""
        self._strips: dict[int, Any] = {}

    def seat(self, text: str) -> None:
        """Have those play that a link names, `you,5`; what it does not name rightly stays."""
        for player, who in zip(self.who, text.split(","), strict=False):
            if who in self._known():
                self.who[player] = who
        self._name()

    @staticmethod
    def _known() -> tuple[str, ...]:
        return PERSON, FULL, *(str(n) for n in range(1, len(LEVELS) + 1))

    def _name(self) -> None:
        """Tell the table, for its link."""
        usual = all(who == (PERSON if player == 0 else USUAL) for player, who in self.who.items())
        self.table.seats = "" if usual else ",".join(self.who.values())

    # ---- the page
    def strip(self, at_bottom: bool) -> None:
        """The line above or below the board: who sits there, and the clock."""
        box = ui.element("div").classes("hm-seat")
        with box:
            name = ui.html("", sanitize=False)
            clock = ui.html("", sanitize=False).classes("hm-clock hm-num")
        self._strips[1 if at_bottom else 0] = (box, name, clock)

    def controls(self) -> None:
        """What is done in a game."""
        with ui.element("div").classes("hm-tools"):
            button("Undo", self.undo, title="Take your last move back", name="undo")
            button("Redo", self.redo, title="Play it again", name="redo")
            button("Hint", self.hint, title="The best move, as far as the engine sees", name="hint")
            button("Turn board", self.turn, name="turn")
            button("Offer draw", self.offer_draw, name="draw")
            button("Resign", self.resign, name="resign")
            ui.html(_SOUND, sanitize=False)
            ui.run_javascript(_SOUND_NOW)
            self.pause_button = button("Pause", self.pause, name="pause")

    def settings(self) -> None:
        """Who plays, and how long they may think."""
        game = self.table.game
        choices = {PERSON: "A person"}
        choices |= {
            str(n): f"Engine, level {n}" + (f" ({_STRENGTHS[n]})" if n in _STRENGTHS else "")
            for n in range(1, len(LEVELS) + 1)
        }
        choices[FULL] = "Engine, full strength"
        with ui.element("div").classes("hm-fields"):
            for player in range(game.players):
                select(
                    words.player(game, player).capitalize(),
                    choices,
                    self.who[player],
                    partial(self.sit, player),
                ).input.props(f"data-name=seat{player}")
            text(
                "Full strength: seconds a move", "", self._set_seconds, kind="number", hint="2", width="13rem"
            )
            text("Clock: minutes", "", self._set_base, kind="number", hint="none", width="7rem")
            text("and seconds a move", "", self._set_increment, kind="number", hint="0", width="7rem")

    def sit(self, player: int, who: str) -> None:
        """Have a person or an engine of some level on a seat."""
        if who not in self._known():
            return
        self.who[player] = who
        self.table.looking = False
        if who != PERSON and all(self.who[p] != PERSON for p in self.who):
            self.paused = False
        self._name()
        people = [p for p in self.who if self.who[p] == PERSON]
        if len(people) == 1 and self.table.below != people[0]:
            self.table.below = people[0]
        self.table.changed()

    def _set_seconds(self, value: str) -> None:
        self.seconds = _number(value, 0.05, 120.0, "seconds")

    def _set_base(self, value: str) -> None:
        minutes = _number(value, 0.05, 600.0, "minutes")
        self.base = None if minutes is None else minutes * 60
        self.reset()
        self.table.changed()

    def _set_increment(self, value: str) -> None:
        self.increment = _number(value, 0.0, 600.0, "seconds") or 0.0

    def reset(self) -> None:
        """Clocks as at the beginning, and nothing that engines thought of another game."""
        self.left = dict.fromkeys(self.left, self.base or 0.0)
        self.since = self.ticking = None
        self.expects.clear()

    # ---- turns
    @property
    def live(self) -> bool:
        """Whether an engine answers here: not where one has only looked back."""
        return not self.table.looking

    def is_person(self, player: int) -> bool:
        return self.who.get(player) == PERSON

    def refresh(self) -> None:
        """After any change: show who is to move, and have an engine move whose turn it is."""
        table = self.table
        self._stop()
        if table.over:
            self.since = None
        elif self.base is not None and table.record.here.ply and self.live and self.ticking != table.mover:
            self._settle()
            self.since, self.ticking = time.monotonic(), table.mover
        elif self.base is not None and table.record.here.ply and self.live and self.since is None:
            self.since = time.monotonic()
        self.show()
        if table.over or not self.live or self.paused or not self.there:
            return
        if table.mover == CHANCE or not self.is_person(table.mover):
            self._asked += 1
            background_tasks.create(self._engine(self._asked))

    def arrive(self) -> None:
        """The page has its connection."""
        if not self.there:
            self.there = True
            self.refresh()

    def show(self) -> None:
        """The strips, as they are now."""
        table = self.table
        for at_bottom, (box, name, clock) in self._strips.items():
            player = table.below if at_bottom else (table.below + 1) % max(table.game.players, 2)
            if player >= table.game.players:
                continue
            turn = table.mover == player and not table.over
            box.classes(add="hm-turn" if turn else "", remove="" if turn else "hm-turn")
            who = "you" if self.is_person(player) else self._engine_name(player)
            busy = (
                f' <span class="hm-soft hm-small">{escape(self.thinking)}</span>'
                if turn and self.thinking
                else ""
            )
            called = words.player(table.game, player).capitalize()
            content = f"<b>{called}</b> <span class=hm-soft>{who}</span>{busy}"
            if name.content != content:
                name.set_content(content)
            clock.set_visibility(self.base is not None)
            if self.base is not None:
                shown = _clock(self._left(player))
                if clock.content != shown:
                    clock.set_content(shown)
        all_engines = not any(self.is_person(p) for p in self.who)
        self.pause_button.set_visibility(all_engines and not table.over)
        self.pause_button.default_slot.children[0].set_content("Go on" if self.paused else "Pause")  # type: ignore[attr-defined]

    def _engine_name(self, player: int) -> str:
        who = self.who[player]
        return "engine" if who == FULL else f"engine, level {who}"

    def _left(self, player: int) -> float:
        spent = 0.0
        if self.since is not None and self.ticking == player:
            spent = time.monotonic() - self.since
        return self.left[player] - spent

    def tick(self) -> None:
        """Now and then, while clocks run: show them, and see whose time is up."""
        if self.since is None:
            return
        mover = self.ticking
        if mover in self.left and self._left(mover) <= 0:
            self.left[mover] = 0.0
            self.since = None
            self.table.end(
                f"{words.player(self.table.game, mover)} has run out of time.{self._other_wins(mover)}"
            )
            return
        self.show()

    def moved(self, player: int) -> None:
        """A player has moved: the other's clock runs."""
        if self.base is None or player < 0:
            return
        if self.since is not None:
            self._settle()
            self.left[player] += self.increment
        self.since, self.ticking = time.monotonic(), None

    def _settle(self) -> None:
        """Take the time that has run off the clock that ran."""
        if self.since is not None and self.ticking in self.left:
            self.left[self.ticking] -= time.monotonic() - self.since

    async def _engine(self, asked: int) -> None:
        """A move of the engine's, or of chance."""
        if asked != self._asked:  # something else has changed since, before this came to run
            return
        table = self.table
        mover, node, since = table.mover, table.record.here, time.monotonic()
        if mover != CHANCE:
            self.thinking = "thinking …"
            self.show()
        if mover == CHANCE:
            await asyncio.sleep(0.3)
            if asked == self._asked and table.record.here is node:
                self._chance()
            return
        arguments: dict[str, Any] = {"place": table.place(), "seed": table.record.root.number}
        who = self.who[mover]
        if who == FULL:
            arguments["seconds"] = self.seconds or (None if self.base else 2.0)
        else:
            arguments["level"] = int(who)
        if self.base is not None:
            arguments["clocks"] = [max(self._left(p), 0.05) for p in self.left]
            arguments["increments"] = [self.increment] * len(self.left)
        answer = await self._asked_again(asked, mover, arguments)
        if not any(self.is_person(p) for p in self.who):  # so that one can watch
            await asyncio.sleep(max(0.0, PACE - (time.monotonic() - since)))
        if asked != self._asked or table.record.here is not node or answer is None:
            return
        if answer.get("value") is not None:
            self.expects[mover] = float(answer["value"])
        if answer["move"] is None:
            table.end(f"{words.player(table.game, mover)} resigns.{self._other_wins(mover)}")
            return
        self.moved(mover)
        table.play_text(answer["move"])

    async def _asked_again(self, asked: int, mover: int, arguments: dict[str, Any]) -> Any:
        """The engine's answer; asked again where its process was lost or there were too many searches."""
        for _ in range(TRIES):
            try:
                self._job = here().pool.begin(
                    f"{self.table.client} {mover}", "choose", arguments, urgent=True
                )
                return await self._answer(self._job)
            except HalfmoveError as error:
                if asked != self._asked:
                    return None
                self.thinking = str(error)
                self.show()
            await asyncio.sleep(1.0)
            if asked != self._asked:
                return None
        return None

    async def _answer(self, job: Any) -> Any:
        """What the engine says; meanwhile the strip says what it does."""
        from halfmove.core.errors import BadInput

        async for message in job:
            kind = message["kind"]
            if kind == "failed":
                raise BadInput(message["error"])
            if kind == "done":
                self.thinking = ""
                return message["result"]
            if kind == "stopped":
                return None
            said = {
                "compiling": f"compiling {message.get('what', '')}, the first time only …"
                if message.get("what")
                else "thinking …",
                "waiting": "waiting for a free process …",
            }.get(kind, "thinking …")
            self.thinking = said
            self.show()
        return None

    def _chance(self) -> None:
        import random

        actions, weights = zip(*self.table.game.outcomes(self.table.state), strict=True)
        self.table.play(random.choices(actions, weights)[0])

    def _stop(self) -> None:
        self._asked += 1
        self.thinking = ""
        if self._job is not None:
            self._job.stop()
            self._job = None

    def _other_wins(self, player: int) -> str:
        others = [p for p in range(self.table.game.players) if p != player]
        return f" {words.player(self.table.game, others[0])} wins." if len(others) == 1 else ""

    # ---- what a person does
    def undo(self) -> None:
        """Back to the last position in which a person was to move."""
        table = self.table
        node = table.record.here
        if table.ended:
            table.ended = ""
            if self.is_person(table.mover):
                table.changed()
                return
        while node.parent is not None:
            player = node.mover
            node = node.parent
            if self.is_person(player):
                break
        table.record.go(node)
        table.looking = False
        table.changed()

    def redo(self) -> None:
        """On along the line, to the next turn of a person."""
        table = self.table
        while table.record.on():
            if self.is_person(table.mover):
                break
        table.looking = False
        table.changed()

    async def hint(self) -> None:
        """Show the best move."""
        table = self.table
        if table.over:
            ui.notify("The game is over.")
            return
        node = table.record.here
        try:
            job = here().pool.begin(table.client, "analyse", {"place": table.place()}, seconds=1.0)
            found = None
            async for message in job:
                if message["kind"] == "failed":
                    ui.notify(message["error"])
                    return
                if message["kind"] == "compiling" and message.get("what"):
                    ui.notify("Compiling, the first time only …")
                if message["kind"] == "analysis":
                    found = message
                if message["kind"] == "done":
                    found = message["result"]
        except HalfmoveError as error:
            ui.notify(str(error))
            return
        if found and found["lines"] and table.record.here is node:
            best = next((m for m in table.legal if m.text == found["best"]), None)
            if best is not None and best.touches:
                self.on_hint(best.touches, found)
            ui.notify(f"Try {found['best']}: {found['worth']}.")

    def on_hint(self, touches: tuple[str, ...], found: dict[str, Any]) -> None:
        """Set by the page: draws the arrow, and shows the value."""

    def turn(self) -> None:
        """The other side at the bottom."""
        self.table.below = (self.table.below + 1) % self.table.game.players
        self.table.changed()

    def resign(self) -> None:
        """Whoever of the people is to move, or the only one, gives up."""
        table = self.table
        people = [p for p in self.who if self.is_person(p)]
        if table.over or not people:
            return
        loser = table.mover if table.mover in people else people[0]
        table.end(f"{words.player(table.game, loser)} resigns.{self._other_wins(loser)}")

    def offer_draw(self) -> None:
        """Agree on a draw, if the other side will."""
        table = self.table
        engines = [p for p in self.who if not self.is_person(p)]
        if table.over or len(engines) == len(self.who):
            return
        if not all(p in self.expects and self.expects[p] <= DRAWN_BELOW for p in engines):
            ui.notify("The engine would rather play on.")
            return
        table.end("A draw, by agreement.")

    def pause(self) -> None:
        """Stop a game between engines, or have it go on."""
        self.paused = not self.paused
        self.table.looking = False
        self.table.changed()


def _number(value: str, least: float, most: float, what: str) -> float | None:
    """A number within bounds; None for nothing, and for what is none, which is said."""
    if not value.strip():
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if least <= number <= most:
        return number
    ui.notify(f"That must be from {least:g} to {most:g} {what}; without it there is no such bound.")
    return None


def _clock(seconds: float) -> str:
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}" if minutes >= 60 else f"{minutes}:{rest:02d}"

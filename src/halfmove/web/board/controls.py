"""What a person does in a game besides moving, and the Game tab: seats, clocks, rules and size."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from halfmove.arena.players.levels import LEVELS
from halfmove.core.contract import declared_parameters
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.web.board.clock import Clock
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.seats import FULL, OCCUPANTS, PERSON
from halfmove.web.board.table import Link, Move, Table
from halfmove.web.server import here
from halfmove.web.widgets import button, folded, select, text

_SOUND = """<button class="hm-button" type="button" data-name="sound" onclick="
  const on = localStorage.getItem('halfmove-sound') !== 'on';
  localStorage.setItem('halfmove-sound', on ? 'on' : 'off');
  this.setAttribute('aria-pressed', on);
  this.textContent = on ? 'Sound: on' : 'Sound: off';">Sound: off</button>"""
_SOUND_NOW = """if (localStorage.getItem("halfmove-sound") === "on") {
  const button = document.querySelector("[data-name=sound]");
  if (button) { button.textContent = "Sound: on"; button.setAttribute("aria-pressed", true); }
}"""
DRAWN_BELOW = 0.25
"""An engine accepts a draw where it expects no more than this (1: a win, or a pawn)."""
HINT_SECONDS = 1.0
_STRENGTHS = {
    1: "beginner", 3: "easy", 5: "club", 7: "strong", 9: "half a second", 10: "two seconds"
}  # fmt: skip


class Controls:
    """The buttons under the board."""

    def __init__(
        self, table: Table, engines: EngineSeats, hinted: Callable[[Move, dict[str, Any]], None]
    ) -> None:
        """`hinted` shows the best move and what it is worth."""
        self.table, self.engines, self._hinted = table, engines, hinted
        with ui.element("div").classes("hm-tools"):
            if not table.fixed:
                button("Undo", self.undo, title="Take your last move back", name="undo")
                button("Redo", self.redo, title="Play it again", name="redo")
            button("Hint", self.hint, title="The best move, as far as the engine sees", name="hint")
            if table.turnable:
                button("Turn board", self.turn, name="turn")
            if table.game.players == 2 and not (table.game.has_chance or table.game.hidden):
                button("Offer draw", self.offer_draw, name="draw")
            button("Resign", self.resign, name="resign")
            ui.html(_SOUND, sanitize=False)
            ui.run_javascript(_SOUND_NOW)
            self.pause_button = button("Pause", self.pause, name="pause")
        self._paused = False

    def refresh(self) -> None:
        """After a change of seats: only a game that nobody plays can be paused."""
        self.pause_button.set_visibility(not self.table.seats.people)
        if self._paused != self.engines.paused:
            self._paused = self.engines.paused
            self.pause_button.default_slot.children[0].set_content("Go on" if self._paused else "Pause")  # type: ignore[attr-defined]

    def undo(self) -> None:
        """Back to the last position in which a person was to move."""
        table = self.table
        node = table.record.here
        if table.ended:
            table.ended = ""
            if table.seats.is_person(table.mover):
                table.changed()
                return
        while node.parent is not None:
            player = node.mover
            node = node.parent
            if table.seats.is_person(player):
                break
        table.record.go(node)
        table.looking = False
        table.changed()

    def redo(self) -> None:
        """On along the line, to the next turn of a person."""
        table = self.table
        while table.record.on():
            if table.seats.is_person(table.mover):
                break
        table.looking = False
        table.changed()

    async def hint(self) -> None:
        """Show the best move, as far as whoever looks can know it."""
        table = self.table
        if table.over:
            ui.notify("The game is over.")
            return
        if table.viewer not in (None, table.mover):
            ui.notify("It is not your turn.")
            return
        node, found = table.record.here, None
        try:
            job = here().pool.begin(table.client, "analysis", table.place(), seconds=HINT_SECONDS)
            async for message in job:
                if message["kind"] == "failed":
                    ui.notify(message["error"])
                    return
                if message["kind"] == "compiling" and message.get("what"):
                    ui.notify("Compiling, the first time only …")
                if message["kind"] in ("analysis", "done"):
                    found = message.get("result", message)
        except HalfmoveError as error:
            ui.notify(str(error))
            return
        if found and found["lines"] and table.record.here is node:
            best = next((m for m in table.legal if m.text == found["best"]), None)
            if best is not None:
                self._hinted(best, found)
                ui.notify(f"Try {found['best']}: {found['worth']}.")

    def turn(self) -> None:
        """The next side at the bottom."""
        self.table.below = (self.table.below + 1) % self.table.game.players
        self.table.changed()

    def resign(self) -> None:
        """Whoever of the people is to move, or the only one, gives up."""
        table = self.table
        people = table.seats.people
        if not table.over and people:
            table.resign(table.mover if table.mover in people else people[0])

    def offer_draw(self) -> None:
        """Agree on a draw, if the other side will."""
        table, expects = self.table, self.engines.expects
        engines = [p for p in table.seats.who if not table.seats.is_person(p)]
        if table.over or not table.seats.people:
            return
        if not all(p in expects and expects[p] <= DRAWN_BELOW for p in engines):
            ui.notify("The engine would rather play on.")
            return
        table.end("draw")

    def pause(self) -> None:
        """Stop a game between engines, or have it go on."""
        self.engines.paused = not self.engines.paused
        self.refresh()
        self.table.go_on()
        self.table.changed()


class GameTab:
    """Who plays, and how long they may think; another board; a new game."""

    def __init__(self, table: Table, clock: Clock, engines: EngineSeats, mode: str) -> None:
        self.table, self.clock, self.engines, self._mode = table, clock, engines, mode
        choices = {PERSON: "A person"}
        for number in range(1, len(LEVELS) + 1):
            strength = f" ({_STRENGTHS[number]})" if number in _STRENGTHS else ""
            choices[str(number)] = f"Engine, level {number}{strength}"
        choices[FULL] = "Engine, full strength"
        with ui.element("div").classes("hm-fields"):
            for player, who in table.seats.who.items():
                seat = select(table.names[player], choices, who, partial(self.sit, player))
                seat.input.props(f"data-name=seat{player}")
            text(
                "Full strength: seconds a move", "", self._set_seconds, kind="number", hint="2", width="13rem"
            )
            text("Clock: minutes", "", self.set_minutes, kind="number", hint="none", width="7rem")
            text("and seconds a move", "", self._set_increment, kind="number", hint="0", width="7rem")
        self._parameters()
        with ui.element("div").classes("hm-tools"):
            button("New game", self.new, main=True, name="new")

    def sit(self, player: int, who: str) -> None:
        """Have a person or an engine of some level on a seat."""
        if who not in OCCUPANTS:
            return
        if who != PERSON and not any(p != player for p in self.table.seats.people):
            self.engines.paused = False
        self.table.sit(player, who)

    def new(self) -> None:
        """Another game from the beginning."""
        self.clock.reset()
        self.engines.reset()
        self.table.restart()

    def _set_seconds(self, value: str) -> None:
        self.engines.seconds = _number(value, 0.05, 120.0, "seconds")

    def set_minutes(self, value: str) -> None:
        """Clocks of so many minutes from now on."""
        minutes = _number(value, 0.05, 600.0, "minutes")
        self.clock.set(None if minutes is None else minutes * 60)
        self.engines.reset()
        self.table.changed()

    def _set_increment(self, value: str) -> None:
        self.clock.increment = _number(value, 0.0, 600.0, "seconds") or 0.0

    # ---- another board is another page
    def _parameters(self) -> None:
        """What the game can be set to."""
        rules = self.table.rules
        declared = declared_parameters(type(rules))
        if not declared:
            return
        self._fields = {}
        with folded("Rules and size"):
            with ui.element("div").classes("hm-fields"):
                for key, kind in declared.items():
                    value = rules.parameters.get(key, "")
                    shown = str(value).lower() if kind is bool else f"{value}"
                    self._fields[key] = (
                        select(key, {"true": "yes", "false": "no"}, shown)
                        if kind is bool
                        else text(key, shown, width="8rem")
                    )
            self._error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')
            button("Play with these", self._with_parameters)

    def _with_parameters(self) -> None:
        defaults = type(self.table.rules)
        given = {
            key: field.value.strip()
            for key, field in self._fields.items()
            if field.value.strip() != str(getattr(defaults, key)).lower().replace("'", "")
            and field.value.strip()
        }
        try:
            other = Table(self.table.name, given, Link(), analysing=self.table.seats.analysing)
        except BadInput as error:
            self._error.set_content(escape(str(error)))
            return
        ui.navigate.to(other.url(self._mode))


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

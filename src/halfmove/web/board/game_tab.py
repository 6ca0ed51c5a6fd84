"""The Game tab: who plays, how long each may think, rules and size, a new game."""

from __future__ import annotations

import json
from functools import partial

from nicegui import ui

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_decimal
from halfmove.web.board.clock import Clock
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.parameters import Parameters
from halfmove.web.board.seats import HAND, PERSON
from halfmove.web.board.table import Table
from halfmove.web.widgets import Field, ask, button, select, text

_DICE = {"": "thrown here", HAND: "entered by hand"}


class GameTab:
    """Who plays, and how long they may think; another board; a new game."""

    def __init__(self, table: Table, clock: Clock, engines: EngineSeats, mode: str) -> None:
        self.table, self.clock, self.engines, self._mode = table, clock, engines, mode
        self._seats: dict[int, Field] = {}
        with ui.element("div").classes("hm-fields"):
            for player, who in table.seats.who.items():
                seat = select(table.names[player], table.seats.choices, who, partial(self.sit, player))
                seat.input.props(f"data-name=seat{player}")
                self._seats[player] = seat
            if table.game.players == 2 and not table.fixed:
                button("Switch sides", self._switch, title="Exchange the players' seats", name="switch")
            self._seconds = text(
                "Full strength: seconds per move",
                "",
                self._set_seconds,
                kind="number",
                hint="2",
                width="13rem",
            )
            # A game in real time has its ticks for a clock.
            self._minutes = text(
                "Clock: minutes", "", self.set_minutes, kind="number", hint="none", width="7rem"
            )
            self._minutes.input.props("data-name=minutes")
            self._increment = text(
                "and seconds per move", "", self._set_increment, kind="number", hint="0", width="7rem"
            )
            for field in (self._seconds, self._minutes, self._increment):
                field.box.set_visibility(table.real_time is None)  # there a tick is all the time there is
            if table.game.has_chance and not table.game.hidden and table.real_time is None:
                dice = select("Dice", _DICE, HAND if table.seats.by_hand else "", self._throw)
                dice.input.props("data-name=dice")
        self._parameters = Parameters(table)
        with ui.element("div").classes("hm-tools"):
            button("New game", self.new, main=True, name="new")

    def sit(self, player: int, who: str) -> None:
        """Have somebody else on a seat, of those that can sit there."""
        if who not in self.table.seats.choices:
            return
        if who != PERSON and not any(p != player for p in self.table.seats.people):
            self.engines.paused = False
        self.table.sit(player, who)

    def _switch(self) -> None:
        self.table.switch()
        for player, seat in self._seats.items():
            seat.put(self.table.seats.who[player])

    def _throw(self, how: str) -> None:
        self.table.seats.throw(how)
        self.table.go_on()
        self.table.notify_change()

    # ---- a new game
    def new(self) -> None:
        """Another game by what the fields say; a game that is under way is asked for first."""
        try:
            other = self._parameters.table_of()
        except BadInput as error:
            self._parameters.say(str(error))
            return
        self._parameters.say("")
        under_way = self.table.record.here.ply and not self.table.over
        if under_way and not self.table.seats.analysing:
            ask(
                "Begin a new game? Back, in your browser, returns to this one.",
                "New game",
                self._begin,
                other,
            )
        else:
            self._begin(other)

    def _begin(self, other: Table | None) -> None:
        self.engines.paused = False
        if other is None:
            self.clock.reset()
            self.table.restart()
            return
        clock = self.clock.kept()
        taken = {"clock": clock and {**clock, "left": None}, "seconds": self.engines.seconds}
        ui.run_javascript(f"halfmoveNext({json.dumps(taken)}, {json.dumps(other.url(self._mode))})")

    # ---- time
    def show(self) -> None:
        """The fields as things are, after they have been set otherwise than here."""
        for player, seat in self._seats.items():
            seat.put(self.table.seats.who[player])
        self._minutes.put("" if self.clock.base is None else f"{self.clock.base / 60:g}")
        self._increment.put(f"{self.clock.increment:g}" if self.clock.increment else "")
        self._seconds.put("" if self.engines.seconds is None else f"{self.engines.seconds:g}")

    def _set_seconds(self, value: str) -> None:
        self.engines.seconds = _number(value, 0.05, 120.0, "seconds")

    def set_minutes(self, value: str) -> None:
        """Clocks of so many minutes from now on."""
        minutes = _number(value, 0.05, 600.0, "minutes")
        self.clock.set(None if minutes is None else minutes * 60)
        self.table.notify_change()

    def _set_increment(self, value: str) -> None:
        self.clock.increment = _number(value, 0.0, 600.0, "seconds") or 0.0


def _number(value: str, least: float, most: float, what: str) -> float | None:
    """A number within bounds; None for nothing, and for what is none, which is said."""
    if not value.strip():
        return None
    number = read_decimal(value.strip(), least, most)
    if number is None:
        ui.notify(f"That must be from {least:g} to {most:g} {what}; without it there is no such bound.")
    return number

"""The dialog "New game": who plays and how strongly, the clocks, rules and size, a position or a file.

What is chosen counts when the game is started, or for the game that is on where that is pressed.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from html import escape

from nicegui import ui

from halfmove.arena.players.levels import LEVELS, describe_level
from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_decimal
from halfmove.web.board.clock import CLOCKS, Clock
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.files import PICK
from halfmove.web.board.parameters import Parameters
from halfmove.web.board.seats import FULL, HAND, NETWORK, PERSON
from halfmove.web.board.table import Table
from halfmove.web.rooms.plan import opening_url
from halfmove.web.widgets import Field, area, button, folded, select, text

_DICE = {"": "thrown here", HAND: "entered by hand"}
OWN = "own"
"""The clock that is none of the usual ones."""


class NewGame:
    """The settings of games, and the dialog in which they are made."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        engines: EngineSeats,
        mode: str,
        opened: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """`opened` opens a game or a position that is pasted."""
        self.table, self.clock, self.engines, self._mode, self._opened = table, clock, engines, mode, opened
        self._seats: dict[int, Field] = {}
        self._dice: Field | None = None
        self._dialog: ui.dialog | None = None

    def open(self) -> None:
        """Show the dialog, with things as they are now."""
        if self._dialog is None:
            self._build()
        assert self._dialog is not None
        self.show()
        for element in self._dialog.descendants():
            element.update()  # the browser makes it anew, and knows no choice that was made meanwhile
        self._dialog.open()

    # ---- building
    def _build(self) -> None:
        with (
            ui.dialog().props('aria-label="New game"') as self._dialog,
            ui.element("div").classes("hm-card hm-new-game"),
        ):
            ui.html("<h2>New game</h2>", sanitize=False)
            self._build_seats()
            if self.table.real_time is None:  # there a tick is all the time there is
                self._build_times()
            self._parameters = Parameters(self.table)
            if self._opened is not None and not self.table.fixed:
                self._build_opening(self._opened)
            with ui.element("div").classes("hm-row hm-foot"):
                button("Start the game", self.new, main=True, name="new")
                if not self.table.seats.analysing:
                    button(
                        "Change this game",
                        self._change,
                        title="Seats and clocks for the game that is on",
                        name="change",
                    )
                if self.table.real_time is None:
                    url = escape(opening_url(self.table))
                    ui.html(
                        f'<a class="hm-button" href="{url}" data-name="friend">Play a friend</a>',
                        sanitize=False,
                    )
                button("Cancel", self._dialog.close, name="cancel")

    def _build_seats(self) -> None:
        table = self.table
        with ui.element("div").classes("hm-fields"):
            for player, who in table.seats.who.items():
                seat = select(table.names[player], table.seats.choices, who, lambda _: self._describe())
                seat.input.props(f"data-name=seat{player}")
                self._seats[player] = seat
            if table.game.players == 2 and not table.fixed:
                button("Switch sides", self._switch, title="Exchange the players' seats", name="switch")
        self._meaning = ui.html("", sanitize=False).classes("hm-soft hm-small").props("data-name=meaning")
        if table.game.has_chance and not table.game.hidden and table.real_time is None:
            self._dice = select("Dice", _DICE, "")
            self._dice.input.props("data-name=dice")

    def _build_times(self) -> None:
        with ui.element("div").classes("hm-fields"):
            self._preset = select("Clock", {**CLOCKS, OWN: "Your own"}, "", self._take_clock)
            self._preset.input.props("data-name=clock")
            self._minutes = text("Minutes", "", kind="number", hint="none", width="6rem")
            self._minutes.input.props("data-name=minutes")
            self._increment = text("+ seconds a move", "", kind="number", hint="0", width="6rem")
            self._increment.input.props("data-name=increment")
            self._seconds = text(
                "Engine at full strength: seconds a move",
                "",
                lambda _: self._describe(),
                kind="number",
                hint="2",
                width="8rem",
            )
            self._seconds.input.props("data-name=thinking")

    def _build_opening(self, opened: Callable[[str], Awaitable[None]]) -> None:
        async def read() -> None:
            if paper.value.strip():
                await opened(paper.value)

        with folded("From a position or a file"):
            paper = area("A position, moves, or a whole game", rows=3)
            paper.input.props("data-name=opening")
            with ui.element("div").classes("hm-tools"):
                button("Open it", read, name="open")
                ui.html(PICK, sanitize=False)

    # ---- what the fields say
    def show(self) -> None:
        """The fields as things are."""
        if self._dialog is None:
            return
        for player, seat in self._seats.items():
            seat.put(self.table.seats.who[player])
        if self._dice is not None:
            self._dice.put(HAND if self.table.seats.by_hand else "")
        if self.table.real_time is None:
            self._minutes.put("" if self.clock.base is None else f"{self.clock.base / 60:g}")
            self._increment.put(f"{self.clock.increment:g}" if self.clock.increment else "")
            self._seconds.put("" if self.engines.seconds is None else f"{self.engines.seconds:g}")
            self._show_preset()
        self._describe()

    def _describe(self) -> None:
        """What the chosen levels mean."""
        said = []
        for player, seat in self._seats.items():
            if seat.value.isdigit():
                meaning = describe_level(LEVELS[int(seat.value) - 1], game=self.table.game)
                said.append(f"{self.table.names[player]}: level {seat.value} {meaning}.")
            elif seat.value == FULL:
                said.append(f"{self.table.names[player]}: all that the engine can.")
        if self.table.real_time is None:
            self._seconds.box.set_visibility(any(s.value in (FULL, NETWORK) for s in self._seats.values()))
        self._meaning.set_content("<br>".join(map(escape, said)))

    def _take_clock(self, preset: str) -> None:
        if preset != OWN:
            minutes, _, increment = preset.partition("+")
            self._minutes.put(minutes)
            self._increment.put("" if increment == "0" else increment)
        self._show_own()

    def _show_preset(self) -> None:
        said = f"{self._minutes.value.strip()}+{self._increment.value.strip() or 0}"
        self._preset.put("" if said == "+0" else said if said in CLOCKS else OWN)
        self._show_own()

    def _show_own(self) -> None:
        """Minutes and seconds are fields where none of the usual clocks is meant."""
        for field in (self._minutes, self._increment):
            field.box.set_visibility(self._preset.value == OWN)

    def _switch(self) -> None:
        first, second = self._seats.values()
        first_was, second_was = first.value, second.value
        first.put(second_was)
        second.put(first_was)
        self._describe()

    # ---- what is done with them
    def seat(self, others: dict[int, str]) -> None:
        """Have others on some seats, of those that can sit there."""
        seats = self.table.seats
        known = {player: who for player, who in others.items() if who in seats.choices}
        if known and PERSON not in {**seats.who, **known}.values():
            self.engines.paused = False
        if known:
            self.table.seat(known)

    def set_minutes(self, value: str) -> None:
        """Clocks of so many minutes from now on."""
        minutes = _number(value, 0.05, 600.0, "minutes")
        self.clock.set(None if minutes is None else minutes * 60)
        self.table.notify_change()

    def set_increment(self, value: str) -> None:
        """So many seconds more for each move."""
        self.clock.increment = _number(value, 0.0, 600.0, "seconds") or 0.0

    def _apply(self) -> None:
        """Seats, dice and clocks as the fields say, where that is something else."""
        who = self.table.seats.who
        self.seat({player: seat.value for player, seat in self._seats.items() if seat.value != who[player]})
        if self._dice is not None and (self._dice.value == HAND) != self.table.seats.by_hand:
            self.table.seats.throw(self._dice.value)
            self.table.go_on()
            self.table.notify_change()
        if self.table.real_time is None:
            self.engines.seconds = _number(self._seconds.value, 0.05, 120.0, "seconds")
            self.set_increment(self._increment.value)
            if self._minutes.value.strip() != (
                "" if self.clock.base is None else f"{self.clock.base / 60:g}"
            ):
                self.set_minutes(self._minutes.value)

    def _change(self) -> None:
        assert self._dialog is not None
        self._dialog.close()
        self._apply()

    def new(self) -> None:
        """Another game by what the fields say."""
        assert self._dialog is not None
        seats = {player: seat.value for player, seat in self._seats.items()}
        dice = "" if self._dice is None else self._dice.value
        try:
            other = self._parameters.table_of(seats, dice)
        except BadInput as error:
            self._parameters.say(str(error))
            return
        self._parameters.say("")
        self._dialog.close()
        self.engines.paused = False
        self._apply()
        if other is None:
            self.clock.reset()
            self.table.restart()
            return
        clock = self.clock.kept()
        taken = {"clock": clock and {**clock, "left": None}, "seconds": self.engines.seconds}
        ui.run_javascript(f"halfmoveNext({json.dumps(taken)}, {json.dumps(other.url(self._mode))})")


def _number(value: str, least: float, most: float, what: str) -> float | None:
    """A number within bounds; None for nothing, and for what is none, which is said."""
    if not value.strip():
        return None
    number = read_decimal(value.strip(), least, most)
    if number is None:
        ui.notify(f"That must be from {least:g} to {most:g} {what}; without it there is no such bound.")
    return number

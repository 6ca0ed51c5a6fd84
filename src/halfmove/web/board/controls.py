"""What a person does in a game besides moving: undo, hint, resign and the like."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import ui
from nicegui.element import Element

from halfmove.core.errors import HalfmoveError
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.hands import is_played_in_hands
from halfmove.web.board.sides import value_html
from halfmove.web.board.table import Move, Table
from halfmove.web.icons import draw_icon, icon_button
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import ask, enable
from halfmove.web.workers.job import result_of

WORSE = 0.49
"""The share of the point up to which an estimate says that an engine stands worse, and accepts a draw."""
LONG = 60
"""Plies after which it accepts one too where an estimate finds both equal: before, there is much to play
for."""
SECONDS = 1.0
"""That a hint, or the judgement of an offer, is searched for."""


class Controls:
    """The buttons of the toolbar that play."""

    _wait: ui.notification | None = None
    """What says for how long a search waits for its machine code."""

    def __init__(
        self, table: Table, engines: EngineSeats, hinted: Callable[[Move, dict[str, Any]], None]
    ) -> None:
        """`hinted` shows the best move and what it is worth."""
        self.table, self.engines, self._hinted = table, engines, hinted
        self.draw_button: Element | None = None
        self.resign_button: Element | None = None
        if not table.fixed:
            self.undo_button = icon_button("undo", "Take your last move back (U)", self.undo, name="undo")
            self.redo_button = icon_button("redo", "Play it again (R)", self.redo, name="redo")
        self.hint_button = icon_button(
            "hint", "Hint: the best move, in the engine's view (H)", self.hint, name="hint"
        )
        if table.turnable:
            icon_button("turn", "Turn the board (F)", self.turn, name="turn")
        if table.game.draws_agreed and not table.seats.analysing:
            self.draw_button = icon_button("draw", "Offer a draw", self.offer_draw, name="draw")
        if table.opposed and not table.seats.analysing and not is_played_in_hands(table):  # one folds
            self.resign_button = icon_button("resign", "Resign", self.resign, name="resign")
        self.pause_button = icon_button("pause", "Pause", self.pause, name="pause")
        self._paused = False

    def refresh(self) -> None:
        """After any change: what cannot be done now is not offered."""
        table = self.table
        if not table.fixed:
            enable(self.undo_button, table.ended or table.record.here.parent is not None)
            enable(self.redo_button, table.record.here.children)
        self.hint_button.set_visibility(not table.over)
        for given in (self.draw_button, self.resign_button):
            if given is not None:
                given.set_visibility(not table.over and bool(table.seats.people))
        self.pause_button.set_visibility(not (table.seats.people or table.over or self.engines.driven))
        if self._paused != self.engines.paused:
            self._paused = self.engines.paused
            words = "Go on" if self._paused else "Pause"
            self.pause_button.set_content(draw_icon("on" if self._paused else "pause"))
            self.pause_button.props(f'title="{words}" aria-label="{words}"')

    def undo(self) -> None:
        """Back to the last position in which a person was to move."""
        table = self.table
        node = table.record.here
        if table.ended:
            table.ended = ""
            if table.seats.is_person(table.mover):
                table.notify_change()
                return
        while node.parent is not None:
            player = node.mover
            node = node.parent
            if table.seats.is_person(player):
                break
        table.record.go(node)
        table.looking = False
        table.notify_change()

    def redo(self) -> None:
        """On along the line, to the next turn of a person."""
        table = self.table
        while table.record.on():
            if table.seats.is_person(table.mover):
                break
        table.looking = False
        table.notify_change()

    async def hint(self) -> None:
        """Show the best move, as far as whoever looks can know it."""
        table = self.table
        if table.over:
            ui.notify("The game is over.")
            return
        if table.viewer not in (None, table.mover):
            ui.notify("It is not your turn.")
            return
        found = await self._handle_result()
        if found and found["lines"]:
            best = next((m for m in table.legal if m.text == found["best"]), None)
            if best is not None:
                self._hinted(best, found)
                worth = value_html(found, "worth")
                ui.notify(f"Try {escape(found['best'])}: {worth}.", html=True)

    async def _handle_result(self) -> dict[str, Any] | None:
        """What a short search says of the position; None where it fails, which is said, or nobody looks at
        that position any more."""
        table, found = self.table, None
        node = table.record.here
        try:
            job = here().pool.begin(table.client, "analysis", table.place(), seconds=SECONDS)
            found = await result_of(counted(job, self._show_wait))
        except HalfmoveError as error:
            ui.notify(str(error))
            return None
        finally:
            if self._wait is not None:
                self._wait.dismiss()
                self._wait = None
        return found if table.record.here is node and not table.over else None

    def _show_wait(self, waited: float) -> None:
        """One notification, which counts."""
        told = here().making.told(self.table.reference, waited)
        if self._wait is None:
            self._wait = ui.notification(told, timeout=None)
        else:
            self._wait.message = told

    def turn(self) -> None:
        """The next side at the bottom."""
        self.table.below = (self.table.below + 1) % self.table.game.players
        self.table.notify_change()

    def resign(self) -> None:
        """Whoever of the people is to move, or the only one, gives up, once he has said so twice."""
        table = self.table
        people = table.seats.people
        if not table.over and people:
            player = table.mover if table.mover in people else people[0]
            who = "" if len(people) == 1 else f" for {table.names[player]}"
            ask(f"Resign this game{who}?", "Resign", self._resign, player)

    def _resign(self, player: int) -> None:
        if not self.table.over:
            self.table.resign(player)

    async def offer_draw(self) -> None:
        """Agree on a draw, if the other side will: an engine, where a search says that it stands no
        better."""
        table = self.table
        engines = [p for p in table.seats.who if not table.seats.is_person(p)]
        if table.over or not table.seats.people:
            return
        if not engines:
            ask("Do both players agree on a draw?", "A draw", table.end, "draw")
            return
        ui.notify("The engine considers it …")
        found = await self._handle_result()
        if found is None:
            return
        first = found["chance"]
        fair = 0.5 if found["proven"] or table.record.here.ply >= LONG else WORSE
        if all((first if player == 0 else 1 - first) <= fair for player in engines):
            table.end("draw")
        else:
            ui.notify("The engine would rather play on.")

    def pause(self) -> None:
        """Stop a game between engines, or have it go on."""
        self.engines.paused = not self.engines.paused
        self.refresh()
        self.table.go_on()
        self.table.notify_change()

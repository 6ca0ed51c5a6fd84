"""What one plays at: the board with a line for each player above and below it, and under it the buttons and
the field for moves that no point of the board stands for.

The board page and the page of a room both have it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.web.board import overlay
from halfmove.web.board.choice import AmountEntry, MoveChoice
from halfmove.web.board.clock import Clock
from halfmove.web.board.composer import Composer
from halfmove.web.board.element import Board, Touches
from halfmove.web.board.overlay import Overlay
from halfmove.web.board.player_lines import PlayerLines
from halfmove.web.board.table import Move, Table
from halfmove.web.board.value_bar import ValueBar
from halfmove.web.widgets import button

MOST_BUTTONS = 400
"""Moves that are offered as buttons."""


class BoardSide:
    """The board of a table and what is played with."""

    def __init__(
        self,
        table: Table,
        lines: PlayerLines,
        refresh: Callable[[], None],
        on_touch: Callable[[str], Any],
        *,
        clock: Clock | None = None,
        on_place: Callable[[str, str, str], Any] | None = None,
        on_sign: Callable[[str, str], Any] | None = None,
    ) -> None:
        """`refresh` shows the page again where nothing came of what was touched; `clock` is pressed by each
        move, unless somebody else does that; the others are `Board`'s."""
        self.table, self.lines, self._refresh, self._clock = table, lines, refresh, clock
        self._shown: Any = None
        """The position in which moves were offered last."""
        self._offered: Any = None
        self._on_touch, self._on_place = on_touch, on_place
        with ui.element("div").classes("hm-boardside") as self.box:
            with ui.element("div").classes("hm-left"):
                lines.build_above()
                self.bar = ValueBar(table)
                with ui.element("div").classes("hm-boardbox") as self.face:
                    self.board = Board(
                        table.title, self._handle_move, self._handle_touch, self._handle_placement, on_sign
                    )
                    self.choice = MoveChoice(table, self.play, refresh)
                    self.curtain = ui.element("div").classes("hm-curtain hm-card")
                    self.curtain.set_visibility(False)
                lines.build_below()
            with ui.element("div").classes("hm-under") as self.under:
                self.composer = Composer(table, self.play, refresh)
                self.composer.listen(self.box)
                if table.composes:
                    self.box.classes("hm-with-tray")
                self.actions = ui.element("div").classes("hm-tools")
                self.actions.props('role="group" aria-label="moves to choose"')
                self.amount = AmountEntry(self._handle_text)

    # ---- what a person does
    def play(self, action: Any) -> None:
        """Play an action, if that is for a person to do now; what cannot be done is said."""
        table, clock = self.table, self._clock
        if not table.may_move:
            return
        if clock is not None and clock.base is not None and table.mover != CHANCE:
            clock.press(table.mover)
        try:
            table.play(action, clock)
        except BadInput as error:
            ui.notify(str(error))
            self._refresh()

    def _handle_move(self, touches: list[str]) -> None:
        """What was touched is a move, or several, of which the person chooses."""
        fit = self.table.find_moves(touches)
        if not fit or not self.table.may_move:
            self._refresh()
        elif len(fit) == 1:
            self.play(fit[0].action)
        else:
            self.choice.open(fit, touches[-1])

    def _handle_touch(self, point: str) -> Any:
        """A point was touched where every touch is told."""
        return self.composer.touch(point) if self.composer.active else self._on_touch(point)

    def _handle_placement(self, start: str, end: str, piece: str) -> Any:
        """A piece was dragged."""
        if self.composer.active:
            return self.composer.place(start, end, piece)
        return None if self._on_place is None else self._on_place(start, end, piece)

    def _handle_text(self, text: str) -> None:
        """An action with a number that was typed."""
        try:
            action = self.table.game.parse_action(self.table.state, text)
        except BadInput as error:
            ui.notify(str(error))
            return
        self.play(action)

    # ---- showing
    def show(self, drawn: Overlay, *, free: bool = False, signing: str = "", pictured: bool = True) -> None:
        """Show the position with what is drawn over it, and what can be played.  `free`: every touch is told;
        `signing`: with what touches mark points; not `pictured`: something else shows the board."""
        table, surface = self.table, self.table.surface
        moves = table.legal if table.may_move else []
        mine = table.viewer in (None, table.mover)  # the points of another's turn may tell what he knows
        shown = (table.record.here, table.below, table.may_move)
        if shown != self._shown:  # what was to be chosen belongs to another position
            self._shown = shown
            self.choice.close()
        composer = self.composer
        composer.show(active=bool(moves) and mine and pictured and not free and not signing)
        if pictured:
            self.board.show(
                composer.picture() if composer.active else overlay.draw_picture(table),
                surface.points(table.state, below=table.below) if surface and mine else (),
                Touches(
                    [touches for move in moves if move.touches for touches in (move.touches, *move.others)],
                    ahead=() if table.may_move else table.ahead,
                    free=free or composer.active,
                    loose=composer.active,
                    signing=signing,
                ),
                occupied={
                    **(surface.occupied_to(table.state, table.viewer) if surface else {}),
                    **(composer.spoken() if composer.active else {}),
                },
                last=self._last_touches(),
                said=self._describe(),
                overlay=drawn._replace(numbers=overlay.number_moves(table)),
            )
        others = [move for move in moves if not move.touches]
        if surface is not None and composer.active:
            others = [move for move in others if not surface.is_composed(table.state, move.action)]
        self._offer(others)
        self.amount.show(surface.amount(table.state) if surface and moves and mine else None)
        self._show_curtain()

    def _last_touches(self) -> tuple[str, ...]:
        """The points of the last move, as far as who looks may know it; where moves are numbered, the piece
        itself is marked."""
        table, node = self.table, self.table.record.here
        known = bool(node.text) and table.viewer in (None, node.mover)
        if table.surface is None or not known or table.numbered:
            return ()
        return tuple(table.surface.touches(table.record.history.states[-2], node.action))

    def _describe(self) -> str:
        """What a screen reader is told of the position."""
        table, node = self.table, self.table.record.here
        if node.parent is None or table.last_chance:
            return table.status
        return f"{table.describe_move(node)}. {table.status}"

    def _offer(self, moves: list[Move]) -> None:
        """Buttons for what no point of the board stands for; they stay while the position does."""
        offered = (self.table.record.here, [move.text for move in moves]) if moves else None
        if offered == self._offered:
            return
        self._offered = offered
        self.actions.clear()
        with self.actions:
            for move in moves[:MOST_BUTTONS]:
                button(escape(move.text), partial(self.play, move.action), name="action")

    def _show_curtain(self) -> None:
        """While a shared screen changes hands it shows what everybody may see, and who is next."""
        up = self.table.curtain
        self.curtain.set_visibility(up)
        self.curtain.clear()
        if up:
            with self.curtain:
                name = escape(self.table.names[self.table.mover])
                ui.html(f"<p>Pass the screen to <b>{name}</b>.</p>", sanitize=False)
                button(f"I am {name}", self.table.lift_curtain, main=True, name="curtain")

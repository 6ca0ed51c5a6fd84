"""The page of a room: for its players, known by the secret that their browsers keep, and for who watches."""

from __future__ import annotations

from html import escape
from secrets import compare_digest
from typing import Any

from fastapi import Request
from nicegui import context, ui

from halfmove.core.errors import BadInput
from halfmove.web.board.board_side import BoardSide
from halfmove.web.board.frame import build_panel, build_top, frame_table
from halfmove.web.board.move_list import MoveList
from halfmove.web.board.overlay import Overlay, make_settlement_overlay
from halfmove.web.board.view import build_switches
from halfmove.web.hosts import is_loopback
from halfmove.web.icons import icon_button
from halfmove.web.pages.layout import refuse
from halfmove.web.rooms.agreements import Agreements
from halfmove.web.rooms.doorway import FILL, SCRIPT, Doorway, keep_key, link_html
from halfmove.web.rooms.house import rooms
from halfmove.web.rooms.room import Room
from halfmove.web.rooms.room_lines import RoomLines
from halfmove.web.rooms.room_table import RoomTable
from halfmove.web.token import COOKIE
from halfmove.web.users import user_of

EVERY = 0.25
"""Seconds between two looks at the clocks."""
GONE = "There is no such game any more: it ended, or nobody came to it for three days."


@ui.page("/room/{number}")
def room_page(request: Request, number: str) -> None:
    """A game between browsers."""
    room = rooms().find(number)
    if room is None:
        refuse(GONE, 404, "This game does not exist")
        return
    RoomPage(room, token=shared_token(request), local=is_loopback(request.url.hostname or ""))


def shared_token(request: Request) -> str:
    """The token that a guest needs too, where all users of this server have the same."""
    several = user_of(request.scope).startswith("token-")
    return "" if several else request.cookies.get(COOKIE, "")


class RoomPage:
    """Shows a room to one browser; what it may see is found once the browser has said who it is."""

    def __init__(self, room: Room, *, token: str, local: bool) -> None:
        self.room, self.table = room, RoomTable(room)
        self._key = ""
        self._page = context.client.id
        with frame_table(self.table, SCRIPT, ("rooms.css",), look="rm-page"):
            self._build_left()
            with build_panel():
                self._build_right(token=token, local=local)
        self.table.screen = context.client
        self.table.watchers.append(self.refresh)
        room.about.watchers.append(self._hear)
        ui.on("hm-room", lambda event: self._enter(event.args))
        client = context.client
        client.on_connect(self._connect)
        client.on_disconnect(lambda: room.leave(self._page))
        client.on_delete(self._leave)
        ui.timer(EVERY, self._tick)
        ui.run_javascript(f"halfmoveEnter({room.about.number!r}); {FILL}")
        self.refresh()

    def _build_left(self) -> None:
        self.lines = RoomLines(self.table)
        self.side = BoardSide(self.table, self.lines, self.refresh, self._handle_touch)

    def _build_right(self, *, token: str, local: bool) -> None:
        with build_top(self.table) as self.status:
            pass
        self.doorway = Doorway(self.room, self._sit, token=token, local=local)
        self.agreements = Agreements(self.table)
        self.moves = MoveList(self.table)
        path = f"/room/{self.room.about.number}" + (f"?token={token}" if token else "")
        ui.html(link_html("Link to watch", path, "watch"), sanitize=False)
        with ui.element("div").classes("hm-toolbar").props('role="toolbar" aria-label="game"'):
            self.moves.build_ways()
            if self.table.turnable:
                icon_button("turn", "Turn the board (F)", self._turn, name="turn")
            self.agreements.build_buttons()
            build_switches(self.table)
            self.moves.build_editing()

    # ---- who looks
    def _enter(self, said: Any) -> None:
        """The browser says who it is: with the secret of a seat, or with the invitation to take one."""
        if not isinstance(said, dict):
            return
        self._key = str(said.get("key", ""))[:100]
        invitation = str(said.get("invitation", ""))[:100]
        self.doorway.invited = compare_digest(invitation.encode(), self.room.about.invitation.encode())
        self.doorway.name = str(said.get("name", ""))[:100]
        self._recognise()
        self.refresh()

    def _recognise(self) -> None:
        """Look with the eyes of who has the secret, and be there for him."""
        player = self.room.find_player(self._key)
        self.table.look_as(player)
        if player is not None and self._page not in self.room.present:
            rooms().use(self.room.about.number)
            self.room.arrive(self._page, player)

    def _connect(self) -> None:
        """The network is back."""
        if self._key:
            self._recognise()

    def _sit(self, seat: int, name: str) -> None:
        """Take a seat, of which this browser keeps the secret."""
        if not self.doorway.invited or self.table.player is not None:
            return
        with self.table.screen:  # the button that was pressed is gone by then
            try:
                self._key = self.room.sit(seat, name)
            except BadInput as error:
                ui.notify(str(error))
                self.refresh()
                return
            number = self.room.about.number
            shown = f"history.replaceState(history.state, '', '/room/{number}');"
            ui.run_javascript(keep_key(number, self._key, name) + shown)
            self._recognise()
            self.refresh()

    def _leave(self) -> None:
        self.room.about.watchers.remove(self._hear)
        self.room.leave(self._page)

    # ---- what a player does
    def _handle_touch(self, point: str) -> None:
        if self.room.settlement is not None:
            self.agreements.handle_touch(point)

    def _turn(self) -> None:
        self.table.below = (self.table.below + 1) % self.table.game.players
        self.refresh()

    # ---- showing
    def _tick(self) -> None:
        self.room.look()
        if self.room.clock.base is not None and not self.room.table.over:
            self.lines.show()

    def _hear(self) -> None:
        """The room has changed."""
        if self._key:
            self.table.look_as(self.room.find_player(self._key))
        with self.table.screen:
            if self.table.follow():
                self.table.notify_change()
            else:  # a board that is the same is not sent again
                self._show_board()
                self._show_around()

    def refresh(self) -> None:
        """After any change of the game, or of where one looks."""
        self._show_board()
        self._show_around()

    def _show_around(self) -> None:
        table, room = self.table, self.room
        settling = room.settlement
        status = table.status if room.begun else "Waiting for players."
        if table.may_move and room.begun:
            status = f"Your turn. {status}"
        if settling is not None:
            status = f"Settle the {settling.subject}."
        if self.status.content != (shown := escape(status)):
            self.status.set_content(shown)
        self.lines.show()
        self.agreements.refresh()
        self.doorway.refresh(table.player)

    def _show_board(self) -> None:
        table = self.table
        settling = None if table.looking else self.room.settlement
        drawn = Overlay()
        if settling is not None or table.record.here.settled is not None:
            settled = settling or table.record.settlement()
            drawn = drawn if settled is None else make_settlement_overlay(table, settled)
        self.side.show(drawn, free=settling is not None and table.player is not None)

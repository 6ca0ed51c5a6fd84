"""The page of a room: for its players, known by the secret that their browsers keep, and for who watches."""

from __future__ import annotations

from functools import partial
from html import escape
from secrets import compare_digest
from typing import Any

from fastapi import Request
from nicegui import context, ui

from halfmove.core.errors import BadInput
from halfmove.web.board import overlay
from halfmove.web.board.choice import AmountEntry, MoveChoice
from halfmove.web.board.element import Board, Touches
from halfmove.web.board.move_list import MoveList
from halfmove.web.board.page import KEYS
from halfmove.web.hosts import is_loopback
from halfmove.web.icons import icon_button
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import page, refuse
from halfmove.web.rooms.agreements import Agreements
from halfmove.web.rooms.doorway import FILL, SCRIPT, Doorway, keep_key, link_html
from halfmove.web.rooms.house import rooms
from halfmove.web.rooms.player_bars import PlayerBars
from halfmove.web.rooms.room import Room
from halfmove.web.rooms.room_table import RoomTable
from halfmove.web.token import COOKIE
from halfmove.web.users import user_of
from halfmove.web.widgets import button

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
        ui.add_head_html(
            "".join(f'<link rel="stylesheet" href="{versioned(f)}">' for f in ("board.css", "rooms.css"))
            + KEYS
            + SCRIPT
        )
        with page(self.table.title, "/", wide=True):
            with ui.element("div").classes("hm-top"):
                ui.html(f"<h1>{escape(self.table.title)}</h1>", sanitize=False)
                self.status = ui.html("", sanitize=False).classes("hm-status").props("data-name=status")
            with ui.element("div").classes("rm-page hm-live"):
                with ui.element("div").classes("rm-left"):
                    self._build_board()
                with ui.element("div").classes("rm-right"):
                    self.doorway = Doorway(room, self._sit, token=token, local=local)
                    with ui.element("div").classes("hm-card rm-moves"):
                        self.moves = MoveList(self.table)
                        with ui.element("div").classes("hm-tools"):
                            self.moves.build_ways()
                            if self.table.turnable:
                                icon_button("turn", "Turn the board", self._turn, name="turn")
                        self.moves.build_editing()
                    path = f"/room/{room.about.number}" + (f"?token={token}" if token else "")
                    ui.html(link_html("Link to watch", path, "watch"), sanitize=False)
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

    def _build_board(self) -> None:
        self.bars = PlayerBars(self.table)
        self.bars.build_above()
        with ui.element("div").classes("rm-board"):
            self.board = Board(self.table.title, self._handle_move, self._handle_touch)
            self.choice = MoveChoice(self.table, self._play, self.refresh)
        self.bars.build_below()
        self.actions = (
            ui.element("div").classes("hm-tools").props('role="group" aria-label="moves to choose"')
        )
        self._offered: list[str] = []
        self.amount = AmountEntry(self._handle_text)
        self.agreements = Agreements(self.table)

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
    def _handle_move(self, touches: list[str]) -> None:
        fit = self.table.find_moves(touches)
        if not fit or not self.table.may_move:
            self.refresh()
        elif len(fit) == 1:
            self._play(fit[0].action)
        else:
            self.choice.open(fit, touches[-1])

    def _handle_touch(self, point: str) -> None:
        if self.room.settlement is not None:
            self.agreements.handle_touch(point)

    def _handle_text(self, text: str) -> None:
        try:
            self._play(self.table.game.parse_action(self.table.state, text))
        except BadInput as error:
            ui.notify(str(error))

    def _play(self, action: Any) -> None:
        if not self.table.may_move:
            return
        try:
            self.table.play(action)
        except BadInput as error:
            ui.notify(str(error))
            self.refresh()

    def _turn(self) -> None:
        self.table.below = (self.table.below + 1) % self.table.game.players
        self.refresh()

    # ---- showing
    def _tick(self) -> None:
        self.room.look()
        if self.room.clock.base is not None and not self.room.table.over:
            self.bars.show()

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
        self.choice.close()
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
        self.bars.show()
        self.agreements.refresh()
        self.doorway.refresh(table.player)

    def _show_board(self) -> None:
        table, surface, node = self.table, self.table.surface, self.table.record.here
        moves = table.legal if table.may_move else []
        mine = table.viewer in (None, table.mover)  # the points of another's turn may tell what he knows
        last: tuple[str, ...] = ()
        if surface is not None and node.text and table.viewer in (None, node.mover) and not table.numbered:
            last = surface.touches(table.record.history.states[-2], node.action)
        settling = None if table.looking else self.room.settlement
        drawn = overlay.Overlay()
        if settling is not None or node.settled is not None:
            settled = settling or table.record.settlement()
            drawn = drawn if settled is None else overlay.make_settlement_overlay(table, settled)
        self.board.show(
            overlay.draw_picture(table),
            surface.points(table.state, below=table.below) if surface and mine else (),
            Touches(
                [touches for move in moves if move.touches for touches in (move.touches, *move.others)],
                free=settling is not None and table.player is not None,
            ),
            occupied=surface.occupied_to(table.state, table.viewer) if surface else {},
            last=last,
            said=table.status if node.parent is None else f"{table.describe_move(node)}. {table.status}",
            overlay=drawn._replace(numbers=overlay.number_moves(table)),
        )
        self._offer([move for move in moves if not move.touches])
        self.amount.show(surface.amount(table.state) if surface and moves and mine else None)

    def _offer(self, moves: list[Any]) -> None:
        """Buttons for what no point of the board stands for."""
        texts = [move.text for move in moves]
        if texts == self._offered:
            return
        self._offered = texts
        self.actions.clear()
        with self.actions:
            for move in moves[:400]:
                button(escape(move.text), partial(self._play, move.action), name="action")

"""The page on which a game with a friend is opened, or an exhibition: the seats, the clocks, a name."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.web.board.clock import CLOCKS
from halfmove.web.board.seats import PERSON
from halfmove.web.board.table import Table
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import page, refuse
from halfmove.web.rooms.doorway import keep_key
from halfmove.web.rooms.house import rooms
from halfmove.web.rooms.plan import RANDOM, Plan, choose_seat, opening_url
from halfmove.web.rooms.seat import LONGEST_NAME
from halfmove.web.server import here
from halfmove.web.users import user_of
from halfmove.web.widgets import button, select, text


@ui.page("/friend/{game}")
def friend(request: Request, game: str) -> None:
    """A game of this name with friends."""
    try:
        table = Table(game, dict(request.query_params))
        if table.real_time is not None:
            raise BadInput(f"{table.title} is played in real time, and not between browsers.")
    except BadInput as error:
        refuse(str(error), 400 if game in here().catalogue.names() else 404)
        return
    OpeningPage(table, user_of(request.scope))


def show_start(table: Table) -> None:
    """The position in which the game begins, as everybody may see it."""
    drawn = (
        table.surface.picture_to(table.state, SPECTATOR if table.game.hidden else None, below=0)
        if table.surface
        else table.game.draw_to(table.state, SPECTATOR)
    )
    ui.html(drawn, sanitize=False).classes("rm-look").props("aria-hidden=true")


class OpeningPage:
    """The form."""

    def __init__(self, table: Table, user: str) -> None:
        self.table, self._user = table, user
        players = table.game.players
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("rooms.css")}">')
        with page(f"Play {table.title} with a friend", "/"):
            ui.html(f"<h1>{escape(table.title)}: play with {_friends(players)}</h1>", sanitize=False)
            with ui.element("div").classes("rm-opening"):
                show_start(table)
                with ui.element("div").classes("hm-card rm-form hm-live"):
                    self._build_fields()
            if players == 2:
                url = escape(opening_url(table, "/class"))
                ui.html(f'<p><a href="{url}">An exhibition for a class instead</a></p>', sanitize=False)

    def _build_fields(self) -> None:
        table, players = self.table, self.table.game.players
        sides = {RANDOM: "By lot"} | {str(p): name for p, name in enumerate(table.names)}
        self.side = select("You play", sides, RANDOM)
        self.side.input.props("data-name=side")
        self.clock = select("Clock", CLOCKS, "")
        self.clock.input.props("data-name=clock")
        self.others: Any = None
        if players > 2:
            many = {str(n): str(n) for n in range(1, players)}
            self.others = select("Other people", many, str(players - 1))
            self.others.input.props("data-name=others")
            engines = {who: words for who, words in table.seats.choices.items() if who != PERSON}
            self.engine = select("On the seats that are left", engines, "5")
            self.engine.input.props("data-name=engine")
        self.name = text("Your name (if you like)", "")
        self.name.input.props(f"maxlength={LONGEST_NAME} data-name=name")
        with ui.element("div").classes("hm-tools"):
            button("Open the room", self._open, main=True, name="open")
        self.error = ui.html("", sanitize=False).classes("hm-error rm-wide").props('role="alert"')
        ui.html(
            '<p class="hm-soft hm-small">You get a link for who plays with you, and one for who watches. The '
            "server has the game and the clocks; your seat is kept in this browser.</p>",
            sanitize=False,
        ).classes("rm-wide")

    def _plan(self, seat: int | None) -> Plan:
        """The seats: mine, those of other people by lot or in order, engines on the rest."""
        players = self.table.game.players
        seats = [PERSON] * players
        if self.others is not None:
            people = 1 + int(self.others.value)
            mine = seat or 0
            order = [(mine + place) % players for place in range(players)]
            for place in order[people:]:
                seats[place] = self.engine.value
        return Plan(self.table.name, self.table.parameters, tuple(seats), self.clock.value)

    def _open(self) -> None:
        side = self.side.value
        try:
            seat = int(side) if side.isdecimal() else None
            room = rooms().open(self._plan(seat), self._user)
            key = room.sit(choose_seat(room, side), self.name.value)
        except BadInput as error:
            self.error.set_content(escape(str(error)))
            return
        number = room.about.number
        ui.run_javascript(keep_key(number, key, self.name.value) + f"location.href = '/room/{number}';")


def _friends(players: int) -> str:
    return "a friend" if players == 2 else "friends"

"""The pages of a simultaneous exhibition: a teacher opens one, students take boards, the teacher sees all."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.web.board.clock import CLOCKS, format_time
from halfmove.web.board.seats import PERSON
from halfmove.web.board.table import Table
from halfmove.web.hosts import is_loopback
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import page, refuse
from halfmove.web.rooms.doorway import FILL, SCRIPT, keep_key, link_html
from halfmove.web.rooms.exhibition import (
    ALTERNATE,
    MOST,
    SIDES,
    Exhibition,
    csv_of,
    find_exhibition,
    join,
    list_boards,
    open_exhibition,
    points_of,
    student_of,
)
from halfmove.web.rooms.house import rooms
from halfmove.web.rooms.opening_page import show_start
from halfmove.web.rooms.plan import Plan
from halfmove.web.rooms.room import Room
from halfmove.web.rooms.room_page import shared_token
from halfmove.web.rooms.seat import LONGEST_NAME
from halfmove.web.server import here
from halfmove.web.users import user_of
from halfmove.web.widgets import button, select, text

EVERY = 1.0
"""Seconds between two looks of the teacher's page at its boards."""
_MINE = "halfmove-exhibition-"
_STUDENT = """<script>
function halfmoveJoin(number) { // a browser that has a board here goes on with it
  const mine = localStorage.getItem("halfmove-exhibition-" + number);
  if (mine && localStorage.getItem("halfmove-room-" + mine)) location.replace("/room/" + mine);
}
</script>"""


@ui.page("/friend/{game}/class")
def opening(request: Request, game: str) -> None:
    """A teacher opens an exhibition of a game."""
    try:
        table = Table(game, dict(request.query_params))
        if table.game.players != 2 or table.real_time is not None:
            raise BadInput(f"An exhibition is of a game for two in turn, which {table.title} is not.")
    except BadInput as error:
        refuse(str(error), 400 if game in here().catalogue.names() else 404)
        return
    OpeningForm(table, user_of(request.scope))


@ui.page("/exhibition/{number}")
def exhibition_page(request: Request, number: str) -> None:
    """A student's way in; with the teacher's secret the overview."""
    found = find_exhibition(rooms(), number)
    if found is None:
        refuse("There is no such exhibition any more.", 404, "This exhibition does not exist")
        return
    key = request.query_params.get("teacher", "")
    if key and not found.is_teacher(key):
        refuse("This is not the teacher's link of the exhibition.", 403)
    elif key:
        Overview(found, token=shared_token(request), local=is_loopback(request.url.hostname or ""))
    else:
        StudentsDoor(found)


class OpeningForm:
    """What a teacher says before an exhibition."""

    def __init__(self, table: Table, user: str) -> None:
        self.table, self._user = table, user
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("rooms.css")}">')
        with page(f"Exhibition of {table.title}", "/"):
            ui.html(
                f"<h1>{escape(table.title)}: a simultaneous exhibition</h1>"
                "<p>A class plays against the engine, each student at a board of his own. "
                "You see all boards, and take the results as CSV.</p>",
                sanitize=False,
            )
            with ui.element("div").classes("rm-opening"):
                show_start(table)
                with ui.element("div").classes("hm-card rm-form hm-live"):
                    self._build_fields()

    def _build_fields(self) -> None:
        table = self.table
        engines = {who: words for who, words in table.seats.choices.items() if who != PERSON}
        self.engine = select("Against", engines, "3")
        self.engine.input.props("data-name=engine")
        sides = dict(SIDES) | {str(player): name for player, name in enumerate(table.names)}
        self.side = select("Students play", sides, ALTERNATE)
        self.side.input.props("data-name=side")
        self.clock = select("Clock", CLOCKS, "")
        self.clock.input.props("data-name=clock")
        self.most = text(f"Boards (1 to {MOST})", "30", kind="number")
        with ui.element("div").classes("hm-tools"):
            button("Open the exhibition", self._open, main=True, name="open")
        self.error = ui.html("", sanitize=False).classes("hm-error rm-wide").props('role="alert"')

    def _open(self) -> None:
        typed = self.most.value.strip()
        most = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else 0
        plan = Plan(self.table.name, self.table.parameters, clock=self.clock.value)
        wanted = Exhibition("", plan, self.engine.value, self.side.value, most, user=self._user)
        try:
            made, key = open_exhibition(rooms(), wanted)
        except BadInput as error:
            self.error.set_content(escape(str(error)))
            return
        ui.navigate.to(f"/exhibition/{made.number}?teacher={key}")


class StudentsDoor:
    """A name, and a board."""

    def __init__(self, exhibition: Exhibition) -> None:
        self.exhibition = exhibition
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("rooms.css")}">' + _STUDENT + SCRIPT)
        title = here().catalogue.title(exhibition.plan.game)
        with page(f"Exhibition of {title}", "/"):
            ui.html(f"<h1>{escape(title)}: a game against the engine</h1>", sanitize=False)
            with ui.element("form").classes("hm-card rm-join hm-live").props("onsubmit='return false'"):
                self.name = text("Your name, as your teacher knows you", "", width="100%")
                self.name.input.props(f"maxlength={LONGEST_NAME} data-name=name")
                with ui.element("div").classes("hm-tools"):
                    button("Play", self._join, main=True, name="join")
            self.error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')
        ui.run_javascript(f"halfmoveJoin({json.dumps(exhibition.number)})")

    def _join(self) -> None:
        try:
            room, key = join(rooms(), self.exhibition, self.name.value)
        except BadInput as error:
            self.error.set_content(escape(str(error)))
            return
        number = room.about.number
        mine = json.dumps(_MINE + self.exhibition.number)
        ui.run_javascript(
            f"{keep_key(number, key, '')} localStorage.setItem({mine}, {json.dumps(number)});"
            f"location.href = '/room/{number}';"
        )


class Overview:
    """All boards small, each with who plays, whose move it is and how it ended; opened by a click."""

    def __init__(self, exhibition: Exhibition, *, token: str, local: bool) -> None:
        self.exhibition = exhibition
        self._shown: dict[str, str] = {}
        self._tiles: dict[str, Any] = {}
        ui.add_head_html(f'<link rel="stylesheet" href="{versioned("rooms.css")}">' + SCRIPT)
        title = here().catalogue.title(exhibition.plan.game)
        with page(f"Exhibition of {title}", "/", wide=True):
            ui.html(f"<h1>{escape(title)}: exhibition</h1>", sanitize=False)
            query = f"?token={token}" if token else ""
            link = link_html("Link for your students", f"/exhibition/{exhibition.number}{query}", "students")
            ui.html(
                f'{link}<p class="hm-soft hm-small">The address of this page is yours alone: keep it as a '
                f"bookmark. Up to {exhibition.most} boards.</p>"
                + (
                    '<p class="hm-warn hm-small">Only this machine reaches this server now: <code>halfmove '
                    "serve --host 0.0.0.0 --token new</code> lets others come.</p>"
                    if local
                    else ""
                ),
                sanitize=False,
            )
            self.sum = ui.html("", sanitize=False).classes("rm-sum").props('aria-live="polite" data-name=sum')
            with ui.element("div").classes("hm-tools hm-live"):
                button("Results as CSV", self._save, name="csv")
            self.list = ui.element("ul").classes("rm-boards")
        ui.timer(EVERY, self.refresh)
        ui.run_javascript(FILL)
        self.refresh()

    def refresh(self) -> None:
        """Show the boards that have changed."""
        boards = list_boards(rooms(), self.exhibition)
        for room in boards:
            room.look()
            number = room.about.number
            content = tile_of(room)
            if number not in self._tiles:
                with self.list:
                    self._tiles[number] = ui.html("", sanitize=False, tag="li")
            if self._shown.get(number) != content:
                self._shown[number] = content
                self._tiles[number].set_content(content)
        over = [room for room in boards if room.finished]
        points = [share for room in over if (share := points_of(room)) is not None]
        parts = [f"{len(boards)} boards", f"{len(boards) - len(over)} playing", f"{len(over)} finished"]
        if points:
            parts.append(f"students {sum(points):g}, engine {len(points) - sum(points):g}")
        shown = "".join(f"<span>{part}</span>" for part in parts)
        if self.sum.content != shown:
            self.sum.set_content(shown)

    def _save(self) -> None:
        name = f"exhibition-{self.exhibition.plan.game}.csv"
        ui.download.content(csv_of(list_boards(rooms(), self.exhibition)), name, "text/csv")


def tile_of(room: Room) -> str:
    """A board small, as HTML: what everybody may see of it."""
    table, player = room.table, student_of(room)
    viewer = SPECTATOR if table.game.hidden else None
    surface = table.surface
    if surface is None:
        drawn = table.game.draw_to(table.state, viewer)
    else:
        drawn = surface.picture_to(table.state, viewer, below=player)
    points = points_of(room)
    look = "" if points is None else " rm-over" + {1.0: " rm-won", 0.0: " rm-lost"}.get(points, "")
    name = escape(room.seats[player].name)
    away = '<span class="rm-away">disconnected</span>' if room.is_away(player) and not room.finished else ""
    clock = ""
    if room.clock.base is not None:
        clock = f' · <span class="hm-num">{format_time(float(int(room.clock.left(player))))}</span>'
    turn = "student's turn" if table.mover == player else "engine's turn"
    status = escape(table.status) if table.over else turn
    return (
        f'<a class="hm-card rm-mini{look}" href="/room/{room.about.number}" target="_blank" rel="noopener">'
        f'<span class="rm-thumb" aria-hidden="true">{drawn}</span><b>{name}</b>'
        f'<span class="hm-soft hm-small">{escape(table.names[player])}{clock}</span>'
        f'<span class="hm-small">{status}</span>{away}</a>'
    )

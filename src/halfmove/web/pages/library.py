"""The library: games found by player, opening, result, date and position, and opened on the board."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import app, ui

from halfmove.core.contract import SPECTATOR, Game
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.library.adding import count_games
from halfmove.library.search import SORTS, Page, Wanted, find_games
from halfmove.library.store import Kept, Library
from halfmove.web.board.file_games import FileGame
from halfmove.web.board.files import PICK
from halfmove.web.board.library import STYLE
from halfmove.web.library import CLOSED
from halfmove.web.pages.layout import not_found, page
from halfmove.web.pages.library_adder import Adder
from halfmove.web.pages.library_game import ChosenGame, Place, find_title
from halfmove.web.server import here
from halfmove.web.widgets import Field, button, enable, on_click, select, text
from halfmove.web.widgets import date as date_html

PAGE = 30
"""Games of a page."""
_FILTERS = ("player", "opponent", "opening", "event", "since", "until")
_UNFOLD = (
    '<button class="hm-button" type="button" aria-expanded="false" onclick="const box = '
    "this.closest('.hk-filters'); this.setAttribute('aria-expanded', box.toggleAttribute('data-open'))\">"
    "More filters</button>"
)
"""On a phone most filters are not shown until they are asked for."""
_EMPTY = (
    '<div class="hk-empty hm-card"><h2>Your library is empty</h2><p>Save a game from its board, drop a file '
    "of games on this page, or add whole collections in the terminal:</p>"
    "<pre>halfmove library add games.pgn</pre></div>"
)
_WORDS = {
    "added": "newest first",
    "date": "date",
    "player": "player",
    "opening": "opening",
    "length": "length",
}


@ui.page("/library")
async def library(request: Request) -> None:
    """The list, and a game of it."""
    if not here().library.may_read(request):
        not_found("Library", "/", CLOSED, "Library")
        return
    said = dict(request.query_params)
    try:
        place = await asyncio.to_thread(_find_place, said)
        any_there = bool(await asyncio.to_thread(here().library.call, Library.count))
    except BadInput as error:
        not_found("Library", "/library", str(error), "Library")
        return
    with page("Library", "/library", wide=True):
        ui.add_head_html(STYLE)
        shown = LibraryPage(said, place, writes=here().library.may_write(request))
        await shown.build(any_there=any_there)


def _find_place(said: Mapping[str, str]) -> Place | None:
    """The position that a link names; `BadInput` where it is none."""
    if not said.get("game") or not said.get("position"):
        return None
    known = {"game", "position", "sort", "result", *_FILTERS}
    parameters = {name: value for name, value in said.items() if name not in known}
    game = here().catalogue.watched(GameReference(said["game"], parameters))
    return Place(game, game.parse(said["position"]))


class LibraryPage:
    """What is wanted, the list of what was found, and the game that was chosen in it."""

    def __init__(self, said: Mapping[str, str], place: Place | None, *, writes: bool) -> None:
        self._place, self._writes = place, writes
        given = {name: said.get(name, "")[:200] for name in ("game", "result", *_FILTERS)}
        self.wanted = Wanted(**given)  # type: ignore[arg-type]
        self.sort = said["sort"] if said.get("sort") in SORTS else "added"
        self.first = 0
        self.found = Page([], 0)
        self.chosen: Kept | None = None

    async def build(self, *, any_there: bool) -> None:
        """Make the page."""
        ui.html("<h1>Library</h1>", sanitize=False)
        if self._writes:
            Adder()
        if not any_there:
            ui.html(_EMPTY + (f"<p>{PICK}</p>" if self._writes else ""), sanitize=False)
            return
        with ui.element("div").classes("hk-page"):
            with ui.element("section").props('aria-label="Games"'):
                self._build_filters()
                with ui.element("div").classes("hk-head"):
                    self.total = ui.html("", sanitize=False).props('data-name=total role="status"')
                    with ui.element("div").classes("hm-row"):
                        sorts = {name: _WORDS[name] for name in SORTS}
                        sorted_by = select("Sort by", sorts, self.sort, self._choose_sort)
                        sorted_by.input.props("data-name=sort")
                        sorted_by.box.classes("hk-sort")
                        if self._writes:
                            ui.html(PICK.replace("Open file", "Add file"), sanitize=False)
                self.list = ui.html("", sanitize=False).props("data-name=games")
                on_click(self.list, "show", self._choose)
                with ui.element("div").classes("hk-pages"):
                    self.before = button("Back", partial(self._turn, -PAGE), name="before")
                    self.after = button("On", partial(self._turn, PAGE), name="after")
            with ui.element("aside").classes("hk-side hm-card").props('aria-label="The game chosen"'):
                self.game = ChosenGame(self._place, self.refresh, writes=self._writes)
        await self.refresh()

    def _build_filters(self) -> None:
        names = here().library.call(Library.names) or []
        titles = {"": "All games"} | {name: find_title(name) for name in names}
        results = {"": "any", "first": "first player won", "draw": "drawn", "second": "second player won"}
        with ui.element("div").classes("hk-filters hm-card").props("role=search"):
            if self._place is None:
                self._field("game", select("Game", titles, self.wanted.game, self._setter("game")))
            for name, label, hint in (
                ("player", "Player", "name"),
                ("opponent", "Against", "name"),
                ("opening", "Opening", "name or code"),
                ("event", "Event", "name"),
            ):
                value = getattr(self.wanted, name)
                self._field(name, text(label, value, self._setter(name), hint=hint))
            self._field("result", select("Result", results, self.wanted.result, self._setter("result")))
            for name, label in (("since", "From"), ("until", "To")):
                value = getattr(self.wanted, name)
                self._field(name, text(label, value, self._setter(name), hint="1858"), short=True)
            ui.html(_UNFOLD, sanitize=False).classes("hk-unfold")

    def _field(self, name: str, field: Field, *, short: bool = False) -> None:
        field.input.props(f"data-name={name}")
        if name not in ("game", "player"):
            field.box.classes("hk-more" + (" hk-short" if short else ""))

    # ---- what a person does
    def _setter(self, name: str) -> Any:
        async def choose(value: str) -> None:
            self.wanted = replace(self.wanted, **{name: value.strip()})  # type: ignore[arg-type]
            self.first = 0
            await self.refresh()

        return choose

    async def _choose_sort(self, sort: str) -> None:
        if sort in SORTS:
            self.sort, self.first = sort, 0
            await self.refresh()

    async def _turn(self, by: int) -> None:
        self.first = max(0, self.first + by)
        await self.refresh()

    async def _choose(self, number: str) -> None:
        self.chosen = next((kept for kept in self.found.games if str(kept.id) == number), None)
        self._show_list()
        await self.game.show(self.chosen)

    # ---- what is shown
    async def refresh(self) -> None:
        """Look for the games that are wanted, and show the first of them."""
        try:
            self.found = await asyncio.to_thread(self._find)
        except BadInput as error:
            self.total.set_content(f'<p class="hm-error" role="alert">{escape(str(error))}</p>')
            return
        games = self.found.games
        if self.chosen not in games:
            self.chosen = games[0] if games else None
        self._show_list()
        await self.game.show(self.chosen)
        ui.run_javascript(f"history.replaceState(history.state, '', '/library{self._query()}')")

    def _find(self) -> Page:
        at = None if self._place is None else (self._place.game, self._place.state)
        wanted = replace(self.wanted, game="") if at else self.wanted
        found = here().library.call(
            lambda library: find_games(library, wanted, at, sort=self.sort, first=self.first, most=PAGE)
        )
        return found or Page([], 0)

    def _query(self) -> str:
        said = {name: getattr(self.wanted, name) for name in ("game", "result", *_FILTERS)}
        if self._place is not None:
            said |= {"position": self._place.game.position_text(self._place.state)}
            said |= _link_parameters(self._place.game)
        said |= {"sort": self.sort if self.sort != "added" else ""}
        query = urlencode({name: value for name, value in said.items() if value})
        return f"?{query}" if query else ""

    def _show_list(self) -> None:
        total, shown = self.found.total, len(self.found.games)
        which = f"{self.first + 1} to {self.first + shown} of " if shown < total else ""
        place = ""
        if self._place is not None:
            place = (
                f' <span class="hk-at">reaching a position of {escape(self._place.game.title())} '
                '<a class="hm-button" href="/library" data-name="anywhere">Show all</a></span>'
            )
        self.total.set_content(f"<p>{which}{count_games(total)}{place}</p>")
        rows = "".join(f"<li>{_row(kept, kept == self.chosen)}</li>" for kept in self.found.games)
        none = '<p class="hm-soft hk-empty">No game is like that.</p>'
        self.list.set_content(f'<ul class="hk-list hm-card">{rows}</ul>' if rows else none)
        enable(self.before, self.first > 0)
        enable(self.after, self.first + shown < total)


@app.get("/library/{number}")
async def open_game(request: Request, number: str) -> Response:
    """A game of the library on the board, where it may be analysed."""
    from halfmove.web.pages.layout import nothing_there

    access = here().library
    try:
        if not access.may_read(request) or not number.isascii() or not number.isdecimal():
            raise BadInput(CLOSED)
        opened = await asyncio.to_thread(access.call, lambda library: library.open(int(number[:15])))
        if opened is None:
            raise BadInput(CLOSED)
        found = FileGame(opened.kept.game, opened.record, opened.form)
        table = await asyncio.to_thread(found.table, analysing=True)
    except BadInput as error:
        return await nothing_there(request, error)
    return RedirectResponse(table.url("analyse"))


def _row(kept: Kept, chosen: bool) -> str:
    """A game in the list."""
    seats = "".join(
        f'<span><i style="--seat:var(--{("first", "second")[min(seat, 1)]})"></i>{escape(name or "?")}</span>'
        for seat, name in enumerate(kept.players[:2])
    )
    more = f'<span class="hm-soft">and {len(kept.players) - 2} more</span>' if len(kept.players) > 2 else ""
    opening = escape(kept.opening or kept.event or find_title(kept.game))
    return (
        f'<button class="hk-game" type="button" data-show="{kept.id}" aria-pressed="{str(chosen).lower()}">'
        f'<span class="hk-thumb" aria-hidden="true">{_thumb(kept.game)}</span>'
        f'<span class="hk-players">{seats}{more}</span>'
        f'<span class="hk-score">{escape(kept.result if kept.result != "*" else "")}</span>'
        f'<span class="hk-opening">{opening}</span>'
        f'<span class="hk-date">{date_html(kept.date) if kept.date else ""}</span>'
        f'<span class="hk-plies" title="moves">{kept.plies}</span></button>'
    )


@lru_cache(maxsize=64)
def _thumb(name: str) -> str:
    """A small picture by which a game is told from others; none of one that is not served here."""
    try:
        game = here().catalogue.watched(name)
    except BadInput:
        return ""
    return game.draw_to(game.initial(), SPECTATOR)


def _link_parameters(game: Game) -> dict[str, str]:
    from halfmove.web.board.file_games import list_unusual_parameters

    return list_unusual_parameters(game.name, game)

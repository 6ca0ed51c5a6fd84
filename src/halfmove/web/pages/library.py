"""The library: games found by player, opening, result, date and position, each with a picture, opened on the
board, written to files, removed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from html import escape
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from nicegui import app, ui

from halfmove.core.contract import SPECTATOR, Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import capital
from halfmove.core.plain_text import formats_of
from halfmove.games.reference import GameReference
from halfmove.library.adding import count_games
from halfmove.library.entry import make_entry
from halfmove.library.search import SORTS, Page, Wanted, find_games
from halfmove.library.store import Kept, Library, Opened
from halfmove.web.board.file_games import FileGame, read_games
from halfmove.web.board.files import PICK, Opener
from halfmove.web.board.library import STYLE
from halfmove.web.library import CLOSED
from halfmove.web.pages.layout import not_found, page
from halfmove.web.server import here
from halfmove.web.widgets import Field, ask, button, enable, on_click, select, text
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


@dataclass(frozen=True)
class Place:
    """A position that games are to reach."""

    game: Game
    state: Any


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
            Adder(self)
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
                self._build_preview()
        await self.refresh()

    def _build_filters(self) -> None:
        names = here().library.call(Library.names) or []
        titles = {"": "All games"} | {name: _title(name) for name in names}
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

    def _build_preview(self) -> None:
        self.preview = ui.html("", sanitize=False).classes("hk-preview").props("data-name=preview")
        with ui.element("div").classes("hk-tools"):
            self.opens = button("Open on the board", self._open, main=True, name="open")
            self.exports = button("Save as file", self._export, name="export")
            if self._writes:
                self.removes = button("Remove", self._remove, name="remove")

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
        await self._show_preview()

    def _open(self) -> None:
        if self.chosen is not None:
            ui.navigate.to(f"/library/{self.chosen.id}")

    async def _export(self) -> None:
        if self.chosen is None:
            return
        try:
            opened = await asyncio.to_thread(self._read, self.chosen.id)
            form = next(form for form in formats_of(opened.record.rules) if not form.refusal())
            content = form.encoded(opened.record)
        except BadInput as error:
            ui.notify(str(error))
            return
        ui.download.content(content, f"{self.chosen.game}-{self.chosen.id}{form.suffixes[0]}", "text/plain")

    def _remove(self) -> None:
        if self.chosen is not None:
            ask(f"Remove game {self.chosen.id} from the library?", "Remove", self._removed, self.chosen.id)

    def _removed(self, number: int) -> None:
        async def remove() -> None:
            try:
                await asyncio.to_thread(here().library.call, lambda library: library.remove([number]))
            except BadInput as error:
                ui.notify(str(error))
            await self.refresh()

        ui.timer(0, remove, once=True)

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
        await self._show_preview()
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

    async def _show_preview(self) -> None:
        there = self.chosen is not None
        for made in (self.opens, self.exports, *([self.removes] if self._writes else [])):
            enable(made, there)
        if self.chosen is None:
            self.preview.set_content('<p class="hm-soft">Choose a game.</p>')
            return
        try:
            content = await asyncio.to_thread(self._describe, self.chosen)
        except BadInput as error:
            content = f'<p class="hm-error" role="alert">{escape(str(error))}</p>'
        self.preview.set_content(content)

    def _read(self, number: int) -> Opened:
        found = here().library.call(lambda library: library.open(number))
        if found is None:
            raise BadInput(CLOSED)
        return found

    def _describe(self, kept: Kept) -> str:
        """The game that was chosen: the position asked for, or its last, and what is known of it."""
        opened = self._read(kept.id)
        game = opened.record.rules
        if self._place is not None:
            picture = draw_position(self._place.game, self._place.state)
        else:
            picture = draw_position(game, last_state(opened.record))
        facts = {
            "Game": _title(kept.game),
            "Event": escape(kept.event),
            "Date": date_html(kept.date) if kept.date else "",
            "Result": escape(kept.result),
            "Opening": escape(kept.opening),
            "Moves": str(kept.plies),
        }
        told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items() if value)
        players = " – ".join(
            escape(name or capital(game.player_name(seat))) for seat, name in enumerate(kept.players)
        )
        return (
            f'<div class="hk-board" aria-hidden="true">{picture}</div>'
            f"<div><h2>{players}</h2><dl>{told}</dl></div>"
        )


class Adder(Opener):
    """Adds the games of files that are dropped on the page, or picked, to the library."""

    def __init__(self, shown: LibraryPage) -> None:
        super().__init__(here().catalogue.names()[0], {}, "analyse")
        self._shown = shown

    async def paste(self, text: str | bytes, file: str = "The text") -> None:
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        try:
            said = await asyncio.to_thread(self._add, data, file)
        except BadInput as error:
            self.refused(str(error))
            return
        ui.notify(said)
        ui.navigate.to("/library")

    def _add(self, data: bytes, file: str) -> str:
        games, broken = read_games(data, file, self._name, self._parameters)
        entries = [make_entry(found.paper, found.form) for found in games]
        kept = here().library.call(lambda library: library.add(entries), make=True) or []
        new = sum(is_new for _, is_new in kept)
        known = f", {count_games(len(kept) - new)} there already" if new < len(kept) else ""
        left = f", {count_games(len(broken))} left out" if broken else ""
        return f"Added {count_games(new)}{known}{left}."


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
    opening = escape(kept.opening or kept.event or _title(kept.game))
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


def _title(name: str) -> str:
    try:
        return here().catalogue.title(name)
    except BadInput:
        return name


def _link_parameters(game: Game) -> dict[str, str]:
    from halfmove.web.board.file_games import list_unusual_parameters

    return list_unusual_parameters(game.name, game)


def last_state(record: Any) -> Any:
    """Where the main line of a record ends, before a null move."""
    state = record.first
    for move in record.moves:
        if move.action is None:
            if move.text:
                break
            continue
        state = record.rules.result(state, move.action)
    return state


def draw_position(game: Game, state: Any) -> str:
    """The picture of a position, as a spectator sees it."""
    surface = game.surface()
    if surface is None:
        return game.draw_to(state, SPECTATOR)
    return surface.picture_to(state, SPECTATOR)

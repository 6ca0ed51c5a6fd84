"""The table: a game played, analysed, reported on, shared.

/play/GAME and /analyse/GAME are the same page with another part of it open.
"""

from __future__ import annotations

import asyncio
from functools import partial
from html import escape
from typing import Any

from fastapi import Request
from nicegui import context, ui

from halfmove.core.errors import BadInput
from halfmove.core.game import declared_parameters
from halfmove.faces.chances import share
from halfmove.faces.games import summary
from halfmove.web.pages.layout import page
from halfmove.web.parts.board import Board
from halfmove.web.parts.fields import area, button, folded, select, text
from halfmove.web.serving import here
from halfmove.web.table import papers
from halfmove.web.table.arranging import Arranging
from halfmove.web.table.counting import Counting
from halfmove.web.table.moves import Moves
from halfmove.web.table.review import Graph, Review
from halfmove.web.table.seats import PERSON, Seats
from halfmove.web.table.study import Study
from halfmove.web.table.table import Table

FIRST = 30.0
"""Seconds that a page may take to open: a long game is played through first."""
TABS = ("Game", "Analysis", "Report", "Set up", "Share")
_OWN = ("position", "moves", "at", "seats", "ended")
_KEYS = """<script>
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (/^(INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(document.activeElement.tagName)) return;
  const touching = document.activeElement.closest(".hm-layer") && event.key.startsWith("Arrow");
  if (touching || document.activeElement.closest("[role=tablist]")) return;
  const names = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const name = names[event.key] || { u: "undo", r: "redo", h: "hint", f: "turn" }[event.key];
  const target = name && document.querySelector(`[data-name="${name}"]`);
  if (target) { target.click(); event.preventDefault(); }
});
</script>"""


@ui.page("/play/{game}", response_timeout=FIRST)
async def play(request: Request, game: str) -> None:
    """A game against the engine, another person, or to watch."""
    await _open(request, game, "play")


@ui.page("/analyse/{game}", response_timeout=FIRST)
async def analyse(request: Request, game: str) -> None:
    """A position looked into."""
    await _open(request, game, "analyse")


async def _open(request: Request, name: str, mode: str) -> None:
    query = dict(request.query_params)
    parameters = {key: value for key, value in query.items() if key not in _OWN}
    at = query.get("at", "")
    try:
        table = await asyncio.to_thread(  # a link may hold thousands of moves, which others do not wait for
            Table,
            name,
            parameters,
            query.get("position"),
            query.get("moves", ""),
            int(at) if at.isdecimal() and len(at) < 6 else None,
        )
        if table.game.hidden or table.game.simultaneous:
            raise BadInput(f"{table.title} hides things from its players, and here both see one screen.")
    except BadInput as error:
        with page("Not found", "/"):
            ui.html(
                f'<h1>That does not work</h1><p class="hm-error">{escape(str(error))}</p>'
                '<p><a href="/">All games</a></p>',
                sanitize=False,
            )
        return
    table.ended = query.get("ended", "")[:200]
    Desk(table, mode, query.get("seats", ""))


class Desk:
    """The page around a table."""

    def __init__(self, table: Table, mode: str, seats: str) -> None:
        self.table, self.mode, self._seats = table, mode, seats
        self._shown_url = ""
        ui.add_head_html('<link rel="stylesheet" href="/assets/board.css">' + _KEYS)
        with page(table.title, "/", wide=True):
            with ui.element("div").classes("hm-top"):
                ui.html(f"<h1>{escape(table.title)}</h1>", sanitize=False)
                self.status = ui.html("", sanitize=False).classes("hm-status").props("data-name=status")
            with ui.element("div").classes("hm-table-page hm-live"):
                with ui.element("div"):
                    self._left()
                with ui.element("div").classes("hm-card"):
                    self._right()
        table.watchers.append(self.refresh)
        self.seats.on_hint = self._hinted  # type: ignore[method-assign]
        self.study.on_news = self._news
        table.screen = context.client
        self.seats.there = False
        context.client.on_connect(self.seats.arrive)
        context.client.on_delete(self._leave)
        ui.timer(0.25, self.seats.tick)
        if mode == "analyse":
            for player in self.seats.who:
                self.seats.who[player] = PERSON
        self._tab("Analysis" if mode == "analyse" else "Game")
        self.refresh()
        self.graph.refresh()

    # ---- building
    def _left(self) -> None:
        self.seats = Seats(self.table)
        self.seats.seat(self._seats)
        with ui.element("div").classes("hm-left"):
            self.seats.strip(at_bottom=False)
            self.bar = ui.html("<div></div>", sanitize=False).classes("hm-bar").props('role="img"')
            with ui.element("div").classes("hm-boardbox"):
                self.board = Board(self.table.title, self._moved, self._touched)
            self.seats.strip(at_bottom=True)
        self.counting = Counting(self.table, self.board)
        self.actions = (
            ui.element("div").classes("hm-tools").props('role="group" aria-label="moves to choose"')
        )
        self.seats.controls()

    def _right(self) -> None:
        self.tabs = ui.html("", sanitize=False).classes("hm-tabs").props('role="tablist"')
        self.tabs.on(
            "click",
            lambda event: self._tab(str(event.args)),
            js_handler="(e) => {const b = e.target.closest('[data-tab]'); if (b) emit(b.dataset.tab);}",
        )
        self.panels: dict[str, Any] = {}
        for name, fill in zip(TABS, (self._game, self._analysis, self._report, self._setup, self._share)):
            with ui.element("div").props('role="tabpanel"') as panel:
                self.panels[name] = panel
                fill()
        with ui.element("div").style("margin-top:.6rem"):
            self.graph = Graph(self.table)
            self.moves = Moves(self.table)

    def _game(self) -> None:
        self.seats.settings()
        self._parameters()
        with ui.element("div").classes("hm-tools"):
            button("New game", self._new, main=True, name="new")

    def _parameters(self) -> None:
        """What the game can be set to: another board is another page."""
        table = self.table
        declared = declared_parameters(type(table.game))
        if not declared:
            return
        with folded("Rules and size"):
            with ui.element("div").classes("hm-fields"):
                self._fields = {}
                for key, kind in declared.items():
                    value = table.game.parameters.get(key, "")
                    shown = str(value).lower() if kind is bool else f"{value}"
                    self._fields[key] = (
                        select(key, {"true": "yes", "false": "no"}, shown)
                        if kind is bool
                        else text(key, shown, width="8rem")
                    )
            self.parameter_error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')
            button("Play with these", self._with_parameters)

    def _with_parameters(self) -> None:
        defaults = type(self.table.game)
        given = {
            key: field.value.strip()
            for key, field in self._fields.items()
            if field.value.strip() != str(getattr(defaults, key)).lower().replace("'", "")
            and field.value.strip()
        }
        try:
            other = Table(self.table.name, given, None, "", None)
        except BadInput as error:
            self.parameter_error.set_content(escape(str(error)))
            return
        ui.navigate.to(other.url(self.mode))

    def _analysis(self) -> None:
        self.study = Study(self.table)

    def _report(self) -> None:
        self.review = Review(self.table)

    def _setup(self) -> None:
        self.arranging = Arranging(self.table, self.board, self.refresh)

    def _share(self) -> None:
        ui.html(
            "<p>The address of this page restores the game with its variations, and the position shown.</p>",
            sanitize=False,
        )
        with ui.element("div").classes("hm-tools"):
            button("Copy link", self._copy_link, name="copylink")
            button("Save picture (SVG)", self._save_picture, name="picture")
            button("Analyse here", lambda: ui.navigate.to(self.table.url("analyse")))
            button("Play from here", lambda: ui.navigate.to(self.table.url("play")))
        self.paper_form = select(
            "Write as", {f: f for f in papers.forms(self.table.game)}, papers.forms(self.table.game)[0]
        )
        with ui.element("div").classes("hm-tools"):
            button("Write", self._write, name="export")
            button("Save as file", self._save_paper)
            button("Read what stands below", self._read, name="import")
        self.paper = area("Game or position", rows=7)
        self.paper.input.props("data-name=paper")
        self.paper_error = ui.html("", sanitize=False).classes("hm-error").props('role="alert"')
        ui.html(
            f'<p class="hm-soft hm-small">{escape(summary(self.table.game).replace("`", ""))}</p>',
            sanitize=False,
        )

    # ---- what a person does
    def _tab(self, chosen: str) -> None:
        if chosen not in TABS:
            return
        for name, panel in self.panels.items():
            panel.set_visibility(name == chosen)
        self.tabs.set_content(
            "".join(
                f'<button type="button" role="tab" data-tab="{name}" '
                f'aria-selected="{"true" if name == chosen else "false"}">{name}</button>'
                for name in TABS
            )
        )

    def _touched(self, point: str) -> None:
        if self.counting.open:
            self.counting.touched(point)
        else:
            self.arranging.touched(point)

    def _moved(self, touches: list[str]) -> None:
        """What was touched is a move, or several, of which the person chooses."""
        fit = [move for move in self.table.legal if list(move.touches) == touches]
        if not fit or not self._may_move():
            self.refresh()
            return
        if len(fit) == 1:
            self._play(fit[0].action)
            return
        with ui.dialog() as dialog, ui.element("div").classes("hm-card"):
            ui.html("<h2>Which move?</h2>", sanitize=False)
            with ui.element("div").classes("hm-row"):
                for move in fit:
                    button(escape(move.text), partial(self._chosen, dialog, move.action), name="choice")
        dialog.on("hide", lambda _: self._closed(dialog), js_handler="() => emit()")
        dialog.open()

    def _chosen(self, dialog: Any, action: Any) -> None:
        dialog.close()
        self._play(action)

    def _closed(self, dialog: Any) -> None:
        dialog.delete()
        self.refresh()

    def _may_move(self) -> bool:
        """Whether the move is a person's to make: on one's own turn, or when one has looked back."""
        return not self.table.over and (
            self.seats.is_person(self.table.mover) or not self.seats.live or self.seats.paused
        )

    def _play(self, action: Any) -> None:
        mover = self.table.mover
        self.seats.moved(mover)
        try:
            self.table.play(action)
        except BadInput as error:
            ui.notify(str(error))
            self.refresh()

    def _new(self) -> None:
        self.seats.reset()
        self.table.restart()

    def _copy_link(self) -> None:
        ui.run_javascript("navigator.clipboard && navigator.clipboard.writeText(location.href)")
        ui.notify("The link is in the clipboard.")

    def _save_picture(self) -> None:
        ui.download.content(self._picture(), f"{self.table.name}.svg", "image/svg+xml")

    def _result(self) -> str:
        """The result as PGN and SGF write it; nothing while it is not known."""
        history, game = self.table.record.history, self.table.game
        if not history.over or game.players != 2:
            return ""
        value = history.utility(0)
        if game.name == "go":
            return "0" if value == 0 else "B+" if value > 0 else "W+"
        return "1/2-1/2" if value == 0 else "1-0" if value > 0 else "0-1"

    def _written(self) -> str | None:
        try:
            return papers.write(self.table.record, self.paper_form.value, self._result())
        except BadInput as error:
            self.paper_error.set_content(escape(str(error)))
            return None

    def _write(self) -> None:
        if (content := self._written()) is not None:
            self.paper_error.set_content("")
            self.paper.put(content)

    def _save_paper(self) -> None:
        if (content := self._written()) is not None:
            ending = {papers.PGN: "pgn", papers.SGF: "sgf"}.get(self.paper_form.value, "txt")
            ui.download.content(content, f"{self.table.name}.{ending}", "text/plain")

    async def _read(self) -> None:
        try:
            record = await asyncio.to_thread(papers.read, self.table.game, self.paper.value)
        except BadInput as error:
            self.paper_error.set_content(escape(str(error)))
            return
        self.paper_error.set_content("")
        record.go(record.end())
        for player in self.seats.who:  # a game that is read was others'
            self.seats.who[player] = PERSON
        self.table.restart_at(record)

    def _leave(self) -> None:
        """The page is closed: nothing of it goes on."""
        self.seats._stop()
        self.study.leave()
        self.review.leave()
        pool = here().pool
        pool.leave(self.table.client)
        for player in self.seats.who:
            pool.leave(f"{self.table.client} {player}")

    def _hinted(self, touches: tuple[str, ...], found: dict[str, Any]) -> None:
        self.board.hint([(touches, 0.8)])
        self.table.record.here.chance = found["chance"]
        self._show_bar(found["chance"])

    # ---- showing
    def _picture(self) -> str:
        table = self.table
        if table.surface is None:
            return table.game.draw(table.state)
        return table.surface.picture(table.state, below=table.below)

    def refresh(self) -> None:
        """After any change."""
        table = self.table
        if self.arranging.open:
            self.arranging.show()
            return
        surface, node = table.surface, table.record.here
        mine = self._may_move()
        last: tuple[str, ...] = ()
        if surface is not None and node.parent is not None:
            last = surface.touches(table.record.history.states[-2], node.action)
        moves = [move for move in table.legal if move.touches] if mine else []
        said = f"{node.text}. {table.status}" if node.parent is not None else table.status
        self.board.show(
            self._picture(),
            surface.points(table.state, below=table.below) if surface else (),
            [move.touches for move in moves],
            occupied=surface.occupied(table.state) if surface else {},
            last=last,
            said=said,
        )
        self.status.set_content(escape(table.status))
        self.counting.refresh()
        self._offer([move for move in table.legal if not move.touches] if mine else [])
        if table.record.history.over and table.game.players == 2:
            node.chance = share(table.game, table.record.history.utility(0))
        self._show_bar(node.chance)
        self.seats.refresh()
        url = table.url(self.mode)
        if url != self._shown_url:
            self._shown_url = url
            ui.navigate.history.replace(url)

    def _offer(self, moves: list[Any]) -> None:
        """Buttons for what no point of the board stands for."""
        self.actions.clear()
        with self.actions:
            for move in moves[:400]:
                button(escape(move.text), partial(self._play, move.action), name="action")

    def _news(self, found: dict[str, Any]) -> None:
        """A new analysis: its arrows, its value."""
        touches = {move.text: move.touches for move in self.table.legal}
        best = [line for line in found["lines"] if touches.get(line["move"])][:3]
        self.board.hint([(touches[line["move"]], 0.85 - 0.28 * i) for i, line in enumerate(best)])
        node = self.table.record.here
        node.chance = found["chance"]
        self._show_bar(node.chance)
        self.graph.refresh()

    def _show_bar(self, chance: float | None) -> None:
        """The value bar: the first player's share from that player's side of the board."""
        game = self.table.game
        visible = game.players == 2 and game.zero_sum
        self.bar.set_visibility(visible)
        share = 0.5 if chance is None else chance
        self.bar.set_content(f'<div style="height:{100 * share:.1f}%"></div>')
        told = "not known" if chance is None else f"{share:.0%} for {game.player_name(0)}"
        self.bar.props(f'data-below={self.table.below} aria-label="value: {told}" title="{told}"')

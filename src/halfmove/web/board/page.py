"""The board page: what stands where on it, what a click does, and what it shows after every change.

/play/GAME and /analyse/GAME are the same page with another part of it open.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from fastapi import Request
from nicegui import context, ui

from halfmove.core.errors import BadInput
from halfmove.core.numbers import read_whole
from halfmove.web.board import marks, overlay, preview
from halfmove.web.board.analysis import AnalysisPanel
from halfmove.web.board.board_side import BoardSide
from halfmove.web.board.clock import Clock
from halfmove.web.board.controls import Controls
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.files import Files
from halfmove.web.board.frame import build_panel, build_top, frame_table
from halfmove.web.board.hands import is_played_in_hands
from halfmove.web.board.hands_box import HandsBox
from halfmove.web.board.marks import Marks
from halfmove.web.board.meanings import MeaningsBox, has_meanings
from halfmove.web.board.move_list import MoveList
from halfmove.web.board.new_game import NewGame
from halfmove.web.board.openings import Openings
from halfmove.web.board.overlay import Overlay
from halfmove.web.board.page_state import SCRIPT, PageState
from halfmove.web.board.player_lines import PlayerLines
from halfmove.web.board.real_time_game import RealTimeGame
from halfmove.web.board.report import Report
from halfmove.web.board.review import ReviewBox, is_reviewed
from halfmove.web.board.settlement import SettlementBox
from halfmove.web.board.setup import SetUp
from halfmove.web.board.share import ShareTab
from halfmove.web.board.table import Link, Move, Table
from halfmove.web.board.value_graph import ValueGraph
from halfmove.web.board.variation_tree import VariationTree
from halfmove.web.board.view import View
from halfmove.web.icons import draw_icon
from halfmove.web.pages.layout import refuse
from halfmove.web.server import here
from halfmove.web.users import user_of
from halfmove.web.widgets import button, on_click

FIRST = 30.0
"""Seconds that a page may take to open: a long game is played through first."""
_OWN = (
    "position",
    "moves",
    "record",
    "at",
    "seats",
    "ended",
    "settled",
    "seed",
    "sealed",
    "compare",
    "to",
    "dice",
)


@ui.page("/play/{game}", response_timeout=FIRST)
async def play(request: Request, game: str) -> None:
    """A game against the engine, another person, or to watch."""
    await _open(request, game, "play")


@ui.page("/analyse/{game}", response_timeout=FIRST)
async def analyse(request: Request, game: str) -> None:
    """A position looked into, by one who may see all of it."""
    await _open(request, game, "analyse")


async def _open(request: Request, name: str, mode: str) -> None:
    try:
        # A link may hold thousands of moves, which others do not wait for.
        table = await asyncio.to_thread(open_table, name, dict(request.query_params), mode)
    except BadInput as error:
        refuse(str(error), 400 if name in here().catalogue.names() else 404)
        return
    here().pool.enter(table.client, user_of(request.scope))
    page = BoardPage(table, mode)
    compared = request.query_params.get("compare", "")
    if page.analysis is not None and mode == "analyse" and compared:
        page.analysis.compare(compared.split(","), request.query_params.get("to", ""))
    ui.add_head_html(preview.format_tags(table, str(request.base_url)))


def open_table(name: str, query: dict[str, str], mode: str) -> Table:
    """The game that an address names; `BadInput` says what is wrong with it."""
    parameters = {key: value for key, value in query.items() if key not in _OWN}
    if "sealed" in query:
        if mode == "analyse":
            raise BadInput("This link holds a game in progress; analysis would reveal all that is hidden.")
        return _unseal(name, here().seal.opened(query["sealed"]))
    link = _parse_link(query) if mode == "play" else _parse_link(query)._replace(seats="")
    return Table(name, parameters, link, analysing=mode == "analyse")


def open_link(link: str) -> Table:
    """The game of a link of this server's (`Table.url`)."""
    parts = urlsplit(link)
    return open_table(parts.path.rpartition("/")[2], dict(parse_qsl(parts.query)), "play")


def _unseal(name: str, said: dict[str, Any]) -> Table:
    """The game that only this server can read from its link."""
    if said["game"] != name:
        raise BadInput(f"This is the link of another game, {said['game']}.")
    table = Table(name, said["parameters"], _parse_link(said)._replace(seed=said["seed"]))
    table.given_seed = said["given_seed"]
    return table


def _parse_link(said: Mapping[str, Any]) -> Link:
    return Link(
        position=said.get("position"),
        moves=said.get("moves", ""),
        at=_number(said.get("at")),
        seats=said.get("seats", ""),
        ended=said.get("ended", ""),
        settled=said.get("settled"),
        record=said.get("record", ""),
        seed=_number(said.get("seed")),
        dice=said.get("dice", ""),
    )


def _number(text: Any) -> int | None:
    """A whole number of a link; None for what is none."""
    return read_whole(str(text), 0, 10**10 - 1)


class BoardPage:
    """The page around a table."""

    def __init__(self, table: Table, mode: str) -> None:
        self.table, self.mode = table, mode
        self.clock = Clock(table.game.players)
        self.lines = PlayerLines(table, self.clock)
        self.engines = EngineSeats(table, self.clock, self.lines.show)
        self.lines.engines = self.engines
        self._shown_url = ""
        self._cut_short = False
        self._ticks = 0
        with frame_table(table, SCRIPT):
            self._build_left()
            with build_panel():
                self._build_right()
        self.keeping = PageState(table, self.clock, self.engines, self._report)
        self.keeping.hands = None if self.hands_box is None else self.hands_box.hands
        self.files = Files(table, mode, self.new_game.show)
        table.watchers.append(self.refresh)
        table.screen = context.client
        self.engines.there = False
        ui.on("hm-kept", lambda event: self._arrive(event.args))
        context.client.on_connect(lambda: self._watch(there=True))
        context.client.on_disconnect(lambda: self._watch(there=False))
        context.client.on_delete(self._leave)
        ui.timer(0.25, self._tick)
        self._switch_tab("Analysis" if mode == "analyse" else "Moves")
        self.refresh()

    # ---- building
    def _build_left(self) -> None:
        table = self.table
        self.side = BoardSide(
            table,
            self.lines,
            self.refresh,
            self._handle_touch,
            clock=self.clock,
            on_place=self._handle_placement,
            on_sign=None if table.markup is None else self._handle_mark,
        )
        self.board = self.side.board
        self.running: RealTimeGame | None = None
        if table.real_time is not None:
            self.board.set_visibility(False)
            with self.side.face:
                self.running = RealTimeGame(table, table.real_time, self.engines)
        with self.side.under:
            self.view = View(table, self._show_board)
            self.marks = Marks(table, self._show_marks)
        if self.running is not None:
            with self.side.box:
                self.running.build()

    def _build_right(self) -> None:
        self.new_game = NewGame(self.table, self.clock, self.engines, self.mode, self._paste)
        with build_top(self.table) as self.status:
            button(draw_icon("new") + "<span>New game</span>", self.new_game.open, name="newgame")
        self.settlement = SettlementBox(self.table, self._show_board)
        self.tabs = ui.html("", sanitize=False).classes("hm-tabs").props('role="tablist"')
        on_click(self.tabs, "tab", self._switch_tab)
        fillings: dict[str, Callable[[], Any]] = {
            "Moves": lambda: None,  # they stand below in any case; here nothing is above them
            "Analysis": self._fill_analysis,
            "Report": self._fill_report,
            "Review": lambda: ReviewBox(self.table),
            "Set up": self._fill_set_up,
            "Share": lambda: ShareTab(self.table, self._paste),
        }
        self.analysis: AnalysisPanel | None = None
        self._thought_of: Any = None
        """The position of which a network's policy is shown."""
        self.set_up: SetUp | None = None
        self.report: Report | None = None
        self.panels: dict[str, Any] = {}
        self._unfilled: dict[str, Callable[[], Any]] = {}
        """What fills the panels that nobody has opened: most of a page's elements would be theirs."""
        for name, fill in fillings.items():
            if name == "Review" and not is_reviewed(self.table):
                continue
            if self.table.fixed and name not in ("Moves", "Review", "Share"):
                continue  # it would show what nobody at this page may see
            if name == "Report" and not self.table.barred:
                continue  # it tells shares of one point, which more players, or others, do not have
            self.panels[name] = ui.element("div").classes("hm-tabpanel").props('role="tabpanel"')
            self._unfilled[name] = fill
        self.hands_box: HandsBox | None = None
        if is_played_in_hands(self.table):
            self.hands_box = HandsBox(self.table, self.clock, open_link, self.new_game.show)
        if has_meanings(self.table):
            MeaningsBox(self.table)
        with ui.element("div").classes("hm-openings"):
            Openings(self.table)
        self.moves = MoveList(self.table)
        VariationTree(self.table)
        self.graph = ValueGraph(self.table)
        with ui.element("div").classes("hm-toolbar").props('role="toolbar" aria-label="game"'):
            self.moves.build_ways()
            self.controls = Controls(self.table, self.engines, self._hinted)
            self.view.build_switches()
            self.moves.build_editing()

    def _fill_analysis(self) -> None:
        self.analysis = AnalysisPanel(self.table, self._show_analysis, self.board.threaten)

    def _fill_report(self) -> None:
        self.report = Report(self.table, self.board.hint)

    def _fill_set_up(self) -> None:
        self.set_up = SetUp(self.table, self.board, self.refresh)

    def _fill(self, name: str) -> None:
        """Make what stands on a panel, unless it is there."""
        fill = self._unfilled.pop(name, None)
        if fill is not None:
            with self.panels[name]:
                fill()

    def _report(self, wanted: bool) -> Report | None:
        """The report; made if it is `wanted` and the page has one."""
        if wanted and "Report" in self.panels:
            self._fill("Report")
        return self.report

    # ---- what a person does
    async def _paste(self, text: str) -> None:
        """Open a game or a position that is pasted."""
        await self.files.paste(text)

    def _switch_tab(self, chosen: str) -> None:
        if chosen not in self.panels:
            return
        self._fill(chosen)
        for name, panel in self.panels.items():
            panel.set_visibility(name == chosen)
        self.tabs.set_content(
            "".join(
                f'<button type="button" role="tab" data-tab="{name}" '
                f'aria-selected="{"true" if name == chosen else "false"}">{name}</button>'
                for name in self.panels
            )
        )

    def _handle_touch(self, point: str) -> None:
        if self.settlement.open:
            self.settlement.handle_touch(point)
        elif self.set_up is not None:
            self.set_up.handle_touch(point)

    def _handle_placement(self, start: str, end: str, symbol: str) -> None:
        if self.set_up is not None:
            self.set_up.placed(start, end, symbol)

    def _handle_mark(self, point: str, kind: str) -> None:
        self.marks.draw(point, kind)

    def _show_marks(self) -> None:
        """The position is the same: nobody thinks anew."""
        self._show_board()
        self._show_link()

    def _arrive(self, kept: Any) -> None:
        """The page has its connection and says what it has kept: from now on engines think for it."""
        if self.engines.there:
            return
        here().pool.prepare()
        here().making.begin(self.table.reference)
        self.keeping.restore(kept)
        self.new_game.show()
        self.engines.there = True
        if kept:
            if self.hands_box is not None:
                self.hands_box.refresh()
            self.refresh()
            self.table.notify_notes()
            self.graph.refresh()
        else:  # the board is not shown again: who was quick may have chosen a piece already
            self.engines.refresh()
            self.lines.show()

    def _watch(self, *, there: bool) -> None:
        if self.analysis is not None:
            self.analysis.watch(there=there)

    def _leave(self) -> None:
        """The page is closed: nothing of it goes on, and nothing is kept for it."""
        self.engines.stop()
        if self.running is not None:
            self.running.close()
        here().pool.leave(self.table.client)

    def _tick(self) -> None:
        """Now and then: show clocks that run, see whose time is up, and keep what a reload brings back."""
        self._ticks += 1
        if self.clock.base is not None:
            self.clock.hold(self.engines.unready)
        player = self.clock.flagged()
        if player is not None:
            self.table.end(f"time-{player}")
        elif self.clock.base is not None or self.engines.unready:
            self.lines.show()
        if self.engines.there and self._ticks % 4 == 0:
            self.keeping.save()

    # ---- showing
    def refresh(self) -> None:
        """After any change."""
        if self.set_up is not None and self.set_up.open:
            self.side.composer.show(active=False)
            self.set_up.show()
            return
        self._show_board()
        if self.clock.base is not None:
            self._run_clock()
        self.engines.refresh()
        if self.clock.base is not None:
            self.clock.hold(self.engines.unready)
        self.lines.show()
        self.controls.refresh()
        self._show_link()

    def _show_link(self) -> None:
        """The address is the link of the game as it is now."""
        table = self.table
        url = table.url(self.mode)
        if table.cut_short and not self._cut_short:
            ui.notify("The game is too long for a link, which keeps only its moves now: save it as a file.")
        self._cut_short = table.cut_short
        if url != self._shown_url:
            # Another game is another entry of the history, so that Back brings the last one again.
            another = "true" if table.another and self._shown_url else "false"
            self._shown_url = url
            ui.run_javascript(f"halfmoveAt({json.dumps(url)}, {another})")
            if self.hands_box is not None and self.engines.there:
                self.keeping.save()  # with this entry of the history, which may not be the last for long
        table.another = False
        self.files.keep(url)

    def _run_clock(self) -> None:
        """The clock of whose turn it is runs, from the first move on, wherever in the game one looks."""
        if self.table.over:
            self.clock.stop()
        elif self.table.record.here.ply and not self.table.looking:
            self.clock.run_for(self.table.mover)

    def _show_board(self) -> None:
        table = self.table
        self.settlement.refresh()
        self.view.refresh()
        if self.running is not None:
            self.running.refresh()
        self.side.show(
            self._overlay(),
            free=self.settlement.open,
            signing=self.marks.tool,
            pictured=self.running is None,
        )
        self.status.set_content(escape(table.status if self.running is None else self.running.status))
        if table.barred:
            node = table.record.here
            if table.record.history.over:
                node.chance = table.share
            self.side.bar.show(node.chance)

    def _overlay(self) -> Overlay:
        """What is drawn over the picture."""
        table = self.table
        drawn = Overlay()
        if self.settlement.shown is not None:
            drawn = overlay.make_settlement_overlay(table, self.settlement.shown)
        elif self.view.found is not None:
            drawn = overlay.make_estimate_overlay(table, self.view.found.points)
        elif table.surface is not None and (told := self._thought):
            drawn = overlay.make_policy_overlay(table, told)
        spoken = dict(drawn.spoken)
        for name, said in marks.words(table).items():
            spoken[name] = ", ".join(filter(None, (spoken.get(name), said)))
        signs = (*drawn.signs, *marks.signs(table))
        return drawn._replace(signs=signs, spoken=spoken)

    @property
    def _thought(self) -> dict[str, Any] | None:
        """What a network says of the position shown, while the analysis of it is there."""
        latest = None if self.analysis is None else self.analysis.engines[0].latest
        if latest is None or self.running is not None or self._thought_of is not self.table.record.here:
            return None
        thought: dict[str, Any] | None = latest.get("network")
        return thought

    def _hinted(self, move: Move, found: dict[str, Any]) -> None:
        """A hint: an arrow and what it is worth."""
        if self.running is not None:
            self.running.plan([move.text])
        elif move.touches:
            self.board.hint([(move.touches, 0.8, move.lands)])
        self._show_value(found["chance"])

    def _show_analysis(self, found: dict[str, Any]) -> None:
        """A new analysis: its arrows, its value."""
        thought_of = self.table.record.here if found.get("network") else None
        if self._thought_of is not thought_of:
            self._thought_of = thought_of
            self._show_board()
        moves = {move.text: move for move in self.table.legal if move.touches}
        best = [moves[line["move"]] for line in found["lines"] if line["move"] in moves][:3]
        if self.running is not None:
            self.running.plan(found["variation"])
        self.board.hint([(move.touches, 0.85 - 0.28 * i, move.lands) for i, move in enumerate(best)])
        self._show_value(found["chance"])

    def _show_value(self, chance: float) -> None:
        if self.table.barred:
            self.table.record.here.chance = chance
            self.side.bar.show(chance)
            self.graph.refresh()

"""The analysis of the position on the table: live lines, their values, one algorithm beside another."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any, cast

from nicegui import background_tasks, ui

from halfmove.core import figures
from halfmove.core.analysis import NetworkData
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.numbers import MOST, read_whole
from halfmove.search.chance.rollouts import unfit
from halfmove.search.neural.opinion import doubt_sentences
from halfmove.web.board.comparison import compare_html
from halfmove.web.board.learning import Hints
from halfmove.web.board.rollout import RolloutPanel
from halfmove.web.board.search_tree import SearchTree
from halfmove.web.board.sides import number_html, side_button, value_html
from halfmove.web.board.table import Table
from halfmove.web.board.threats import Threats, can_pass
from halfmove.web.making import counted
from halfmove.web.server import here
from halfmove.web.widgets import Field, button, error_html, folded, select, text
from halfmove.web.workers.job import in_line

_CLICK = (
    "(event) => {const b = event.target.closest('[data-line]');"
    " if (b) emit(Number(b.dataset.line), Number(b.dataset.ply));}"
)
ENDLESS = "endless"
SECONDS = {
    "5": "5 seconds",
    "30": "30 seconds",
    "120": "2 minutes",
    "600": "10 minutes",
    ENDLESS: "until stopped",
}
LINES = ("1", "2", "3", "5")
MOST_WORDS = 36
"""Letters of what is said of an algorithm in the list of them."""
BOTH_WAYS = ("minimax", "expectiminimax")
"""The other players taken for players, and for chance."""
USUAL_DEPTH = "3"
MOST_MOVES = 12
"""Moves of which it is shown what a network, or the tables of endings, say."""
LONGEST = 14
"""Moves of a line that are shown."""


class Engine:
    """One search of the position: its settings, what it says, its tree."""

    def __init__(self, table: Table, number: int, told: Callable[[Engine], None]) -> None:
        self.table, self.number, self._told = table, number, told
        self.client = f"{table.client} study {number}"
        self.on = False
        self.latest: dict[str, Any] | None = None
        self.job: Any = None
        self._asked = 0
        self._paused = False
        self._node: Any = None
        names = {"auto": "the strongest that fits"} | fitting(table.game)
        with ui.element("section").classes("hm-card").props(f'aria-label="engine {number}"') as self.box:
            with ui.element("div").classes("hm-fields"):
                self.algorithm = select("Algorithm", names, "auto", self._restart)
                self.lines = select("Lines", {n: n for n in LINES}, "3", self._restart)
                self.seconds = select("At most", SECONDS, "30", self._restart)
            self.options: Field | None = None
            with folded("Settings"):
                self.options = text("Options, such as formula=puct c=1.2", "", self._restart, width="100%")
                self.depth = text("Depth, or simulations", "", self._restart, kind="number", hint="no bound")
                self.known = ui.html("", sanitize=False).classes("hm-soft hm-small")
            with ui.element("div").classes("hm-row"):
                self.button = button("Start", self.toggle, main=True, name=f"analyse{number}")
                self.state = ui.html("", sanitize=False).classes("hm-soft hm-small hm-num")
            self.shown = ui.html("", sanitize=False).props('aria-live="polite"')
            self.shown.on("click", self._play_line, js_handler=_CLICK)
            self.tree = SearchTree(table, self)
        self._name_settings()

    # ---- switching
    def toggle(self) -> None:
        """Start or stop."""
        self.on = not self.on
        if self.on and self.refresh not in self.table.watchers:
            self.table.watchers.append(self.refresh)
        self.refresh()

    def begin(self, algorithm: str, depth: str) -> None:
        """Search with this algorithm, to this depth, all actions shown."""
        assert self.depth is not None
        self.algorithm.put(algorithm)
        self.lines.put(LINES[-1])
        self.depth.put(depth)
        self._name_settings()
        self.on = True
        if self.refresh not in self.table.watchers:
            self.table.watchers.append(self.refresh)
        self.refresh()

    def _restart(self, _: str) -> None:
        self._name_settings()
        self.refresh()

    def _name_settings(self) -> None:
        from halfmove.search.algorithms import algorithms, choose

        try:
            name = self.algorithm.value
            chosen = choose(self.table.game, name) if name == "auto" else algorithms()[name]
        except HalfmoveError:
            return
        settings = ", ".join(f"{key}={value}" for key, value in chosen.settings.items() if value is not None)
        told = f"{chosen.name}: {chosen.summary.rstrip('.')}."
        self.known.set_content(escape(told + (f" Options: {settings}." if settings else "")))

    def stop(self) -> None:
        """End the running search; what it has said stays."""
        self._asked += 1
        if self.job is not None:
            self.job.stop()
            self.job = None

    def pause(self) -> None:
        """Leave the process to others while nobody looks: what was found stays in its memory."""
        if self.job is not None:
            self._paused = True
            self.stop()

    def go_on(self) -> None:
        """Search again after a pause."""
        if self._paused:
            self.refresh()

    def refresh(self) -> None:
        """After a change of the position or the settings: search anew, if it is switched on."""
        self.stop()
        self._paused = False
        self.button.set_content("Stop" if self.on else "Start")
        if self._node is not self.table.record.here:
            self.latest = None
            self.show()
            self.tree.clear()
        self._node = self.table.record.here
        if not self.on:
            if self.latest is None and self.refresh in self.table.watchers:
                self.table.watchers.remove(self.refresh)  # it shows nothing, and need not be told
            return
        if self.table.over:
            self.state.set_content(escape(self.table.status))
            return
        if self.table.asking:
            self.state.set_content("Silent while a question is open.")
            return
        self._begin()

    def _begin(self) -> None:
        """Search the position; until stopped, if so chosen: a job ends in time, and the next goes on from
        its memory."""
        try:
            arguments = self._arguments()
            self.job = here().pool.begin(self.client, "analysis", arguments, seconds=arguments["seconds"])
        except HalfmoveError as error:
            self._show_refusal(str(error))
            return
        background_tasks.create(self._listen(self.job, self._asked))

    def _arguments(self) -> dict[str, Any]:
        assert self.options is not None
        options: dict[str, str] = {}
        for word in self.options.value.replace(",", " ").split():
            key, equals, value = word.partition("=")
            if not (key and equals and value):
                raise BadInput(f"Options are written KEY=VALUE, not '{word[:40]}'.")
            options[key] = value
        if self.seconds.value not in SECONDS or self.lines.value not in LINES:
            raise BadInput("Choose the lines and the time from the menus.")
        arguments: dict[str, Any] = {
            **self.table.place(),
            "algorithm": self.algorithm.value,
            "lines": int(self.lines.value),
            "options": options,
            "seconds": here().pool.bounds.seconds if self._endless else float(self.seconds.value),
        }
        if self.depth.value.strip():
            alone = self.algorithm.value == "network"  # of which no simulations are its own word
            depth = read_whole(self.depth.value.strip(), 0 if alone else 1, MOST)
            if depth is None:
                raise BadInput(
                    "The depth is a whole number from 1 on; with a network, 0 uses the network alone."
                )
            arguments["depth"] = arguments["simulations"] = depth
        return arguments

    @property
    def _endless(self) -> bool:
        return self.seconds.value == ENDLESS

    # ---- what it says
    async def _listen(self, job: Any, asked: int) -> None:
        began = time.monotonic()
        async for message in counted(job, partial(self._show_wait, asked)):
            if asked != self._asked:
                return
            kind = message["kind"]
            if kind == "analysis" or kind == "done":
                content = message if kind == "analysis" else message["result"]
                if self.latest is None or content["depth"] >= self.latest["depth"]:
                    self.latest = content
                    self.show()
            if kind == "analysis":
                await self.tree.look()
            if kind == "waiting" and self.latest is None:
                self.state.set_content(in_line(message))
            elif kind == "failed":
                self._show_refusal(message["error"])
            if kind in ("done", "stopped", "failed"):
                self.job = None
                spent = time.monotonic() - began > 0.9 * here().pool.bounds.seconds
                if kind != "failed" and self._endless and spent:
                    self._begin()
                    return
                if kind != "failed" and self.latest is not None:
                    self.state.set_content(_figures(self.latest) + " · finished")

    def _show_wait(self, asked: int, waited: float) -> None:
        """Its machine code has been made for so many seconds."""
        if asked == self._asked:
            self.state.set_content(here().making.told(self.table.reference, waited))

    def _show_refusal(self, sentence: str) -> None:
        """It cannot be searched so: nothing that was found otherwise stays."""
        self.on, self.latest = False, None
        self.show()
        self.state.set_content(error_html(sentence))
        self.button.set_content("Start")

    def show(self) -> None:
        """The lines as they are now."""
        self._told(self)
        found = self.latest
        if found is None:
            self.state.set_content("")
            self.shown.set_content("")
            return
        self.state.set_content(_figures(found))
        head = f"<div><b>{value_html(found, 'worth')}</b>{_proven(found['proven'])}</div>"
        rows = "".join(_line(line, number) for number, line in enumerate(found["lines"]))
        turned = found["to_move"] == 1 and found.get("to_first") is not None
        alone = thought_table(found["network"], turned=turned) if found.get("network") else ""
        self.shown.set_content(ending_table(found) + head + rows + alone)

    def _play_line(self, event: Any) -> None:
        """Play a line up to the move that was clicked."""
        number, ply = (int(arg) for arg in event.args)
        if self.latest is None or number >= len(self.latest["lines"]):
            return
        moves = self.latest["lines"][number]["variation"] or [self.latest["lines"][number]["move"]]
        record = self.table.record
        try:
            for move in moves[: ply + 1]:
                record.play_text(move)
        except BadInput as error:  # a line may go on past a repetition
            ui.notify(str(error))
        self.table.notify_change()


class AnalysisPanel:
    """The engines of a table: one, or two side by side."""

    def __init__(
        self,
        table: Table,
        news: Callable[[dict[str, Any]], None],
        show_threats: Callable[[Hints], None],
    ) -> None:
        """`news` is told every new analysis of the first engine; `show_threats` draws on the board."""
        self.table, self._on_news = table, news
        self.engines: list[Engine] = []
        self.box = ui.element("div").classes("hm-engines")
        with self.box:
            self.engines.append(Engine(table, 1, self._show_analysis))
        self.compared = ui.html("", sanitize=False)
        with ui.element("div").classes("hm-tools"):
            self.more = button("Compare with another", self._compare, name="compare")
            side_button(table)
            if can_pass(table):
                Threats(table, show_threats)
            if table.game.modelled(chance=True) is not None:
                button("Players or chance?", lambda: self.compare(BOTH_WAYS, ""), name="both-ways")
        self.rollout = RolloutPanel(table) if unfit(table.game) is None else None

    def watch(self, *, there: bool) -> None:
        """Whether the page has its connection: without it nobody looks, and the engines pause."""
        for engine in self.engines:
            if there:
                engine.go_on()
            else:
                engine.pause()

    def compare(self, names: Sequence[str], depth: str) -> None:
        """Two algorithms, started side by side, to a depth or at a usual one; names that do not fit are left
        out."""
        chosen = [name for name in names[:2] if name in self.engines[0].algorithm.options]
        if len(chosen) == 2 and len(self.engines) < 2:
            self._compare()
        for engine, name in zip(self.engines, chosen, strict=False):
            engine.begin(name, depth or USUAL_DEPTH)

    def _compare(self) -> None:
        """A second engine beside the first, or without it again."""
        if len(self.engines) > 1:
            gone = self.engines.pop()
            gone.on, gone.latest = False, None
            gone.refresh()
            here().pool.leave(gone.client)
            gone.box.delete()
        else:
            with self.box:
                self.engines.append(Engine(self.table, 2, self._show_analysis))
        self._show_comparison()
        words_ = "Compare with another" if len(self.engines) == 1 else "One engine only"
        self.more.set_content(words_)

    def _show_analysis(self, engine: Engine) -> None:
        if engine.number == 1 and engine.latest is not None:
            self._on_news(engine.latest)
        self._show_comparison()

    def _show_comparison(self) -> None:
        """Both engines' moves and lines beside each other, once both have some for the position shown."""
        pair = [engine.latest for engine in self.engines if engine.latest is not None]
        self.compared.set_content(compare_html(pair) if len(pair) > 1 else "")


def fitting(game: Any) -> dict[str, str]:
    """The algorithms that are meant for a game and fit it, the strongest first, with a few words for each."""
    from halfmove.search.algorithms import algorithms

    found = {}
    for name, algorithm in algorithms().items():
        if algorithm.refusal(game) is None and algorithm.meant(algorithm.model(game)):
            said = algorithm.summary.partition(":")[0].partition(" with ")[0].rstrip(".")
            plain = len(said) > MOST_WORDS or said.lower().replace("-", "") == name
            found[name] = name if plain else f"{name}: {said}"
    return found


def thought_table(told: dict[str, Any], *, turned: bool = False) -> str:
    """What a network says alone, move by move, beside what the search made of it; `turned`: its values are
    the second player's."""
    searched = "furthest" in told
    head = "<th>Move</th><th>Network</th>" + ("<th>Search</th>" if searched else "") + "<th>Value after</th>"
    rows = ""
    for move in told["moves"][:MOST_MOVES]:
        shares = [move["share"], *([move["searched"]] if searched else [])]
        cells = "".join(f'<td><meter value="{share:.3f}"></meter> {share:.1%}</td>' for share in shares)
        value = move.get("value")
        cells += f"<td>{'' if value is None else number_html(value, turned=turned)}</td>"
        rows += f"<tr{' class=hm-changed' if move['move'] == told.get('furthest') else ''}>"
        rows += f"<th scope=row>{escape(move['move'])}</th>{cells}</tr>"
    more = len(told["moves"]) - MOST_MOVES
    rest = f'<p class="hm-soft hm-small">and {more} more</p>' if more > 0 else ""
    value = number_html(told["value"], turned=turned)
    said = f"The network alone: {value}, {escape('; '.join(doubt_sentences(cast(NetworkData, told))))}."
    table = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<p class="hm-small">{said}</p><table class="hm-thought hm-small hm-num">{table}</table>{rest}'


def _figures(found: dict[str, Any]) -> str:
    nodes = "simulations" if found["lines"] and "visits" in found["lines"][0] else "nodes"
    speed = figures.speed(found["nodes"], found["seconds"])
    return (
        f"{escape(found['algorithm'])} · depth {found['depth']} · {figures.count(found['nodes'])} {nodes} · "
        f"{figures.time_taken(found['seconds'])} · {speed}"
    )


def _proven(proven: bool) -> str:
    return ' <span class="hm-proven hm-good">proven</span>' if proven else ""


def _line(line: dict[str, Any], number: int) -> str:
    value = line["value"]
    shown = value_html(line, "short")
    title = escape((line.get("to_first") or line)["worth"])
    if line.get("visits"):
        low, high = line.get("interval") or (value, value)
        half = (high - low) / 2 if isinstance(low, int | float) and isinstance(high, int | float) else 0
        shown += f" <span class='hm-soft hm-small'>±{half:.3f}, {figures.count(line['visits'])} visits</span>"
    moves = line["variation"] or [line["move"]]
    buttons = "".join(
        f'<button type="button" data-line="{number}" data-ply="{ply}">'
        f"{'<b>' if not ply else ''}{escape(move)}{'</b>' if not ply else ''}</button>"
        for ply, move in enumerate(moves[:LONGEST])
    )
    more = " …" if len(moves) > LONGEST else ""
    return (
        f'<div class="hm-line" title="{title}"><span class="hm-worth">{shown}</span>'
        f"{_proven(line['proven'])} {buttons}{more}</div>"
    )


def ending_table(found: dict[str, Any]) -> str:
    """What the tables of endings say of a position and its moves, as HTML; and what cannot be read."""
    notes = "".join(f'<p class="hm-error hm-small">{escape(note)}</p>' for note in found.get("notes") or [])
    known = found.get("ending")
    if not known:
        return notes
    by = f"by the ending {known['table']}" if known["table"] else "by the endings that its moves lead to"
    rows = "".join(
        f"<tr><th scope=row>{escape(move['move'])}</th><td>{escape(move['said'])}</td></tr>"
        for move in known["moves"][:MOST_MOVES]
    )
    more = len(known["moves"]) - MOST_MOVES
    rest = f'<p class="hm-soft hm-small">and {more} more</p>' if more > 0 else ""
    head = "<thead><tr><th>Move</th><th>By the tables</th></tr></thead>"
    table = f'<table class="hm-thought hm-small hm-num">{head}<tbody>{rows}</tbody></table>' if rows else ""
    said = f"<p><b>{escape(known['said'])}</b>, {escape(by)}</p>"
    return f'{notes}<div data-name="ending">{said}{table}{rest}</div>'

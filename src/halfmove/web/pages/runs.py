"""Runs of training: which there are, and each of them as it goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.core.figures import count
from halfmove.learn.runs.report import Report
from halfmove.presentation.bottleneck import time_rows
from halfmove.presentation.runs import Run, find, read, thinned
from halfmove.presentation.telling import COLUMNS, cells, details, left
from halfmove.search.neural.usual import usual
from halfmove.teach.frames.text import html_table
from halfmove.web.board.file_games import list_unusual_parameters
from halfmove.web.curves import Curve, chart
from halfmove.web.pages import versioned
from halfmove.web.pages.layout import not_found, page
from halfmove.web.server import here
from halfmove.web.widgets import date

EVERY = 3.0
"""Seconds after which a page of a run that goes on looks again."""
ROWS, GAMES = 24, 10
"""Of the table, and games to step through: the run's course, evenly spaced."""
SMALL, PARTS = 0.02, 4
"""The share of time from which a part has a curve, and how many have one."""
SIMULATIONS = 32
"""Of the search that goes with a game that is stepped through."""
_STYLE = f'<link rel="stylesheet" href="{versioned("runs.css")}">'
_NONE = (
    "<p>This server was given no runs. Train a network, and give the server its folder, or one that holds "
    "such folders:</p><pre>halfmove train connect4 --minutes 30 -o runs/first\n"
    "halfmove serve --runs runs --open</pre>"
)
STATES = {
    "new": "started, no report yet",
    "running": "goes on",
    "silent": "stands still",
    "over": "over",
}


@ui.page("/runs")
async def runs() -> None:
    """All of them, in short."""
    with page("Runs", "/runs"):
        ui.add_head_html(_STYLE)
        shown = await asyncio.to_thread(_list)
        ui.html(
            "<h1>Runs of training</h1><p class='hm-soft'>Networks that learn by self-play: how far they are, "
            f"how they fare, and a game against each.</p>{shown}",
            sanitize=False,
        )


def _list() -> str:
    if not here().runs:
        return _NONE
    try:
        found = find(here().runs)
    except BadInput as error:
        return f'<p class="hm-error">{escape(str(error))}</p>'
    return f'<div class="hm-cards">{"".join(_card(name, path) for name, path in found.items())}</div>'


def _card(name: str, path: Any) -> str:
    try:
        run = read(path)
    except BadInput as error:
        return (
            f'<section class="hm-card"><h2>{escape(name)}</h2><p class="hm-error">{escape(str(error))}</p>'
            "</section>"
        )
    last = run.last
    far = f"{last.share:.0%}, {last.seconds / 60:.1f} minutes, {count(last.games)} games" if last else ""
    return (
        f'<a class="hm-card hm-tile" href="/runs/{escape(name)}"><h2>{escape(name)}</h2>'
        f"<span>{escape(run.game.name)}, {escape(run.recipe)}: {STATES[run.state]}</span>"
        f'<span class="hm-soft hm-small">{far}</span>'
        f'<span class="hm-soft hm-small">{_when(run)}</span></a>'
    )


@ui.page("/runs/{name}")
async def one(name: str) -> None:
    """A run: its figures, curves, games, settings and network."""
    try:
        path = (await asyncio.to_thread(find, here().runs)).get(name)
        if path is None:
            raise BadInput(f"There is no run '{name[:60]}' here; /runs lists those there are.")
        run = await asyncio.to_thread(read, path)
    except BadInput as error:
        not_found("Runs", "/runs", str(error), "Runs of training")
        return
    offered, game_links = await asyncio.to_thread(_offered, run)
    with page(name, "/runs", wide=True):
        ui.add_head_html(_STYLE)
        ui.html(
            f'<p class="hm-soft"><a href="/runs">Runs</a></p><h1>{escape(name)}: {escape(run.game.name)}, '
            f"{escape(run.recipe)}</h1>",
            sanitize=False,
        )
        _Shown(run, game_links, offered)


class _Shown:
    """The parts of the page of a run; those that change are drawn anew when its log has."""

    def __init__(self, run: Run, game_links: _Links | None, offered: str) -> None:
        self._run, self._links = run, game_links
        self._facts = ui.html("", sanitize=False).props("data-name=facts")
        ui.html(offered, sanitize=False)
        self._charts = ui.html("", sanitize=False).props("data-name=charts")
        self._table = _section("The figures", "figures")
        self._generations = _section("Generations", "generations")
        with ui.element("section").classes("hm-card hr-part"):
            self._games = ui.html("", sanitize=False).props("data-name=games")
        ui.html(_settings(run), sanitize=False)
        self._show()
        if run.state != "over":
            self._timer = ui.timer(EVERY, self._look)

    async def _look(self) -> None:
        try:
            found = await asyncio.to_thread(read, self._run.folder.path)
        except BadInput as error:
            self._facts.set_content(f'<p class="hm-error">{escape(str(error))}</p>')
            return
        if found.told == self._run.told and found.state == self._run.state and found.state != "silent":
            return
        self._run = found
        self._show()
        if found.state == "over":
            self._timer.deactivate()

    def _show(self) -> None:
        self._facts.set_content(facts(self._run))
        self._charts.set_content(f'<div class="hr-charts">{charts(self._run)}</div>')
        self._table.set_content(figures(self._run))
        self._generations.set_content(generations(self._run))
        self._games.set_content(games(self._run, self._links))


def _section(title: str, name: str) -> ui.html:
    """A card for a table, as wide as the page, or scrolled; what is in it."""
    with ui.element("section").classes("hm-card hr-part"):
        ui.html(f"<h2>{title}</h2>", sanitize=False)
        with ui.element("div").classes("hm-scroll").props(f'tabindex=0 role=group aria-label="{title}"'):
            return ui.html("", sanitize=False).props(f"data-name={name}")


# ---- its parts as HTML
def facts(run: Run) -> str:
    """How far it is, and what does not change from row to row."""
    last = run.last
    rows = [("state", STATES[run.state] + _since(run))]
    if last is not None:
        rows.append(
            (
                "so far",
                f"{last.share:.0%} of the run, {last.seconds / 60:.1f} minutes: {last.games:,} games, "
                f"{last.positions:,} positions, {last.steps:,} steps"
                + (left(last) if run.state == "running" else ""),
            )
        )
        fullest = next((r for r in reversed(run.reports) if r.occupancy is not None), last)
        rows += [row for row in details(fullest) if row[0] not in ("a game", "generation")]
        rows += time_rows(run.reports)
        rows.append(("generation", f"{last.generation}, {last.published} networks played with"))
        gate = next((report.gate for report in reversed(run.reports) if report.gate), "")
        rows += [("gate", gate)] if gate else []
    if run.damaged:
        rows.append(("log", f"unreadable lines, left out: {run.damaged}"))
    share = f"{last.share * 100:.0f}" if last else "0"
    told = "".join(f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in rows)
    return (
        f'<progress class="hr-share" max="100" value="{share}" aria-label="share of the run that is over">'
        f'</progress><dl class="hr-facts">{told}</dl>'
    )


def _when(run: Run) -> str:
    """When its log was written last, as HTML."""
    if not run.told:
        return ""
    return f"last report: {date(datetime.fromtimestamp(run.told, UTC).isoformat(timespec='seconds'))}"


def _since(run: Run) -> str:
    if run.state != "silent":
        return ""
    minutes = (time.time() - run.told) / 60
    span = f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.0f} hours"
    return f": no report for {span}; the same command continues the run"


def charts(run: Run) -> str:
    """All curves that the run has."""

    def course(attribute: str) -> list[tuple[float, float]]:
        return [
            (report.seconds / 60, value)
            for report in run.reports
            if (value := getattr(report, attribute)) is not None
        ]

    heads = {
        "policy": "policy",
        "value": "value",
        "plies": "plies left",
        "reply": "reply",
        "owners": "owners of points",
        "score": "score",
    }
    ratings = run.rated()
    told = Curve(
        "Elo, with intervals of 95 %",
        [(one.generation, one.elo) for one in ratings],
        [(one.low, one.high) for one in ratings],
    )
    wrong = [(r.seconds / 60, r.errors) for r in run.reports if r.errors is not None]
    drawn = [
        chart("Loss by part", [Curve(name, course(head)) for head, name in heads.items()], "minutes"),
        chart("Rating by generation", [told], "generation", zero=False, whole=True),
        chart(
            "Errors against the exact solver",
            [Curve("the policy alone", wrong)],
            "minutes",
            percent=True,
        ),
        chart("Moves foreseen", [Curve("of those put aside", course("accuracy"))], "minutes", percent=True),
        chart(
            "Positions a second",
            [
                Curve("played", course("positions_per_second")[:-1]),
                Curve("learnt from", course("learnt_per_second")[:-1]),
            ],
            "minutes",
        ),
        chart(
            "Occupancy",
            [
                Curve("self-play's time in the network", course("occupancy")),
                Curve("how full its batches were", course("filled")),
            ],
            "minutes",
            percent=True,
        ),
        _time_chart("Time of the learner", [(r, r.learner_time) for r in run.reports]),
        _time_chart("Time of self-play", [(r, r.play_time) for r in run.reports]),
        _time_chart("Time of the server of leaves", [(r, r.server_time) for r in run.reports]),
        chart("Games played", [Curve("games", course("games"))], "minutes"),
        chart("Length of games", [Curve("mean number of searched moves", course("length"))], "minutes"),
    ]
    return "".join(drawn)


def _time_chart(title: str, told: list[tuple[Report, Mapping[str, float]]]) -> str:
    """Shares of time by part, those that are small together."""
    measured = [(report.seconds / 60, shares) for report, shares in told if shares]
    names = {name for _, shares in measured for name in shares}
    mean = {n: sum(shares.get(n, 0.0) for _, shares in measured) / len(measured) for n in names}
    large = sorted((n for n in names if mean[n] >= SMALL), key=lambda n: -mean[n])[:PARTS]
    curves = [Curve(n, [(minutes, shares.get(n, 0.0)) for minutes, shares in measured]) for n in large]
    return chart(title, curves, "minutes", percent=True)


def figures(run: Run) -> str:
    """The curves' figures as a table."""
    rows = [report for report in run.reports if report.policy is not None] or list(run.reports)
    if not rows:
        return '<p class="hm-soft">There is no report yet.</p>'
    heads = [*COLUMNS, "in the network", "batches full"]
    body = [[*cells(r), _share(r.occupancy), _share(r.filled)] for r in thinned(tuple(rows), ROWS)]
    return html_table([heads, *body], headed=True)


def generations(run: Run) -> str:
    """Ratings and errors by generation as a table."""
    ratings = {one.generation: one for one in run.rated()}
    errors: dict[int, Report] = {r.generation: r for r in run.reports if r.errors is not None}
    numbers = sorted({*ratings, *errors})
    if not numbers:
        return (
            '<p class="hm-soft">No generation has met another yet, and none was compared with the exact '
            "solver.</p>"
        )
    rows = [["generation", "Elo", "interval of 95 %", "errors of the policy alone"]]
    for number in numbers:
        one, wrong = ratings.get(number), errors.get(number)
        rows.append(
            [
                str(number),
                f"{one.elo:+.0f}" if one else "–",
                f"{one.low:+.0f} to {one.high:+.0f}" if one and one.low < one.high else "–",
                f"{wrong.errors:.1%}" if wrong and wrong.errors is not None else "–",
            ]
        )
    return html_table(rows, headed=True)


def games(run: Run, game_links: _Links | None) -> str:
    """Games of self-play to step through, from the first to the last."""
    played = tuple(report for report in run.reports if report.example)
    if not played:
        return '<h2>Games of self-play</h2><p class="hm-soft">No game has ended yet.</p>'
    items = []
    for report in thinned(played, GAMES):
        when = f"after {report.seconds / 60:.1f} minutes"
        moves = escape(report.example)
        if game_links is not None:
            when = f'<a href="{escape(game_links.stepping(report.example))}">{when}</a>'
        items.append(f"<li>{when}: <span class='hm-num hm-soft'>{moves}</span></li>")
    thought = (
        '<p class="hm-soft hm-small">Each opens on the board, where the best network shows its policy as a '
        "heat map and its value, beside the search's, at every move.</p>"
        if game_links is not None and game_links.networked
        else ""
    )
    return f'<h2>Games of self-play</h2>{thought}<ul class="hr-games">{"".join(items)}</ul>'


def _settings(run: Run) -> str:
    text = run.folder.settings_file.read_text(encoding="utf-8")
    return (
        '<details class="hm-card hr-part"><summary>Settings (run.toml)</summary>'
        f'<pre class="hr-toml">{escape(text)}</pre></details>'
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"


# ---- the game of a run, and its network
class _Links:
    """Addresses of pages of a run's game."""

    def __init__(self, name: str, parameters: dict[str, str], networked: bool) -> None:
        self._name, self._parameters, self.networked = name, parameters, networked

    def _to(self, way: str, **query: str) -> str:
        said = urlencode({**self._parameters, **query})
        return f"/{way}/{self._name}" + (f"?{said}" if said else "")

    def playing(self) -> str:
        return self._to("play", seats="you,network")

    def stepping(self, moves: str = "") -> str:
        query = {"moves": moves, "at": "0"} if moves else {}
        if self.networked:
            query |= {"compare": "network", "to": str(SIMULATIONS)}
        return self._to("analyse", **query)


def _offered(run: Run) -> tuple[str, _Links | None]:
    """What the page says of playing with the run's network, and where its game is."""
    try:
        game = here().catalogue.game(run.game)
        parameters = list_unusual_parameters(run.game.name, here().catalogue.rules(run.game))
    except HalfmoveError as error:
        return f'<p class="hm-error">{escape(str(error))}</p>', None
    best = run.folder.best
    networked = usual(game) == best
    links = _Links(run.game.name, parameters, networked)
    if networked:
        return (
            '<div class="hm-row"><a class="hm-button hm-main-button" '
            f'href="{escape(links.playing())}">Play against its best network</a>'
            f'<a class="hm-button" href="{escape(links.stepping())}">Analyse with it</a></div>'
        ), links
    if not best.exists():
        return '<p class="hm-soft">It has no network to play against yet.</p>', links
    return (
        "<p class='hm-soft'>This server plays its game with another network. To play against this one: "
        f"<code>halfmove serve --network {escape(str(best))}</code></p>"
    ), links

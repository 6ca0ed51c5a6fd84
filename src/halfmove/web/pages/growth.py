"""Growth: what a search costs by depth, in uniform trees by the formulas, and measured."""

from __future__ import annotations

from functools import lru_cache

from nicegui import ui

from halfmove.web.lessons import forms, host
from halfmove.web.lessons import growth as measuring
from halfmove.web.lessons.player import waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here

SECONDS = 150.0
"""That all curves together may take."""


@ui.page("/growth", response_timeout=host.FIRST)
async def growth() -> None:
    """The form, the curves, the table."""
    await host.ready(_subjects)
    catalogue = here().catalogue
    fields, refused = await host.query(
        _form, lambda fields: measuring.check(fields, catalogue), catalogue.names()
    )
    host.head()
    with page("Growth", "/growth", wide=True):
        ui.html(
            "<h1>Growth</h1><p class='hm-soft'>What a search costs by depth: by the formulas of the "
            "lectures, and as real searches measure it.</p>"
            f'{refused}<div class="hl-page"><div>{_form(fields)}</div>'
            f'<div class="hl-stage">{_stage()}</div></div>',
            sanitize=False,
        )
    host.Lesson("growth", seconds=SECONDS)


def _form(fields: dict[str, str]) -> str:
    of = fields.get
    games = "|".join(filter(None, _subjects()))
    counts = {"": "as usual", "evaluations": "static evaluations", "nodes": "nodes"}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off" data-manual><fieldset>'
        + forms.choice("what is searched", "game", _subjects(), of("game", ""), wide=True)
        + forms.entry("depth at most", "depth", of("depth", ""), whole=True, hint="8")
        + forms.choice("counted are", "count", counts, of("count", ""))
        + '</fieldset><fieldset data-when="game=">'
        + forms.entry("branching", "branching", of("branching", ""), whole=True, hint="10")
        + forms.tick("worst case = minimax", "worst", fields, default=True)
        + forms.tick("random order", "mean", fields, default=True)
        + forms.tick("best case", "best", fields, default=True)
        + forms.tick("progressive deepening", "deepening", fields)
        + '<p class="hm-soft hm-small hl-wide">To measure as well, in random trees:</p>'
        + forms.entry(
            "samples a depth",
            "samples",
            of("samples", ""),
            whole=True,
            hint="none",
        )
        + forms.entry("seed", "seed", of("seed", ""), whole=True, default="0")
        + f'</fieldset><fieldset data-when="game={games}" hidden disabled>'
        + forms.entry("moves before", "moves", of("moves", ""), hint="in the game's notation", wide=True)
        + forms.entry(
            "seconds a curve", "seconds", of("seconds", ""), hint=f"1, at most {measuring.MOST_SECONDS:g}"
        )
        + "</fieldset><fieldset>"
        + forms.entry(
            "searches", "algorithms", of("algorithms", ""), hint="the usual, or alphabeta engine", wide=True
        )
        + '<p class="hm-soft hm-small hl-wide">Of a game: minimax, alphabeta, negascout, mtdf …, with +order '
        "by the game's own ordering; engine, engine-table, engine-killers: without that.</p></fieldset>"
        f'<button class="hm-button hm-main-button">Draw the curves</button>{waiting()}</form>'
    )


@lru_cache(maxsize=1)
def _subjects() -> dict[str, str]:
    catalogue = here().catalogue
    names = {name: catalogue.title(name) for name in catalogue.names()}
    return {"": "uniform trees", **names}


def _stage() -> str:
    return (
        '<section class="hm-card"><div class="hl-chart" data-slot="chart"></div>'
        '<div class="hm-row"><button type="button" class="hm-button" data-act="copy">Copy the link</button>'
        '</div></section><section class="hm-card"><h2>The numbers</h2><div class="hm-scroll" '
        'data-slot="table" tabindex="0" role="group" aria-label="The numbers"></div><ul class="hm-soft '
        'hm-small" data-slot="notes"></ul><p class="hm-soft hm-small">× a ply: by how much the count grows '
        "with a ply; b*: Nilsson's effective branching factor.</p></section>"
    )

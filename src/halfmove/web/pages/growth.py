"""Growth: what a search costs by depth, in uniform trees by the formulas, and measured."""

from __future__ import annotations

from nicegui import ui

from halfmove.core.operation.position import GROUP
from halfmove.core.operations import load
from halfmove.teach.growth.request import TREES
from halfmove.web.lessons import growth as measuring
from halfmove.web.lessons import host, operations
from halfmove.web.lessons.player import waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here

SECONDS = 150.0
"""That all curves together may take."""


@ui.page("/growth", response_timeout=host.FIRST)
async def growth() -> None:
    """The form, the curves, the table."""
    catalogue = here().catalogue
    await host.ready(lambda: _form({}))
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
    catalogue = here().catalogue
    when = {TREES: "game=", GROUP: f"game={'|'.join(catalogue.names())}"}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off" data-manual>'
        f"{operations.form(load('growth'), catalogue, fields, when)}"
        f'<button class="hm-button hm-main-button">Draw the curves</button>{waiting()}</form>'
    )


def _stage() -> str:
    return (
        '<section class="hm-card"><div class="hl-chart" data-slot="chart"></div>'
        '<div class="hm-row"><button type="button" class="hm-button" data-act="copy">Copy the link</button>'
        '</div></section><section class="hm-card"><h2>The numbers</h2><div class="hm-scroll" '
        'data-slot="table" tabindex="0" role="group" aria-label="The numbers"></div><ul class="hm-soft '
        'hm-small" data-slot="notes"></ul><p class="hm-soft hm-small">× a ply: by how much the count grows '
        "with a ply; b*: Nilsson's effective branching factor.</p></section>"
    )

"""Subgames solved in the browser: what is done with each hand."""

from __future__ import annotations

from nicegui import ui

from halfmove.web.lessons import forms, host, subgames
from halfmove.web.lessons.player import waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here

SECONDS = subgames.MOST_SECONDS + 60.0
"""That a subgame may take, its tree and its machine code included."""


@ui.page("/subgame", response_timeout=host.FIRST)
async def subgame() -> None:
    """The form, the hands, the figures."""
    catalogue = here().catalogue
    fields, refused = await host.query(_form, lambda fields: subgames.check(fields, catalogue))
    host.head()
    with page("Subgames", "/subgame", wide=True):
        ui.html(
            "<h1>Subgames</h1><p class='hm-soft'>Both ranges and all bets are known, and the rest "
            "of the hand is solved: how often each action is taken with each hand, the bar as high as the "
            f'hand is held.</p>{refused}<div class="hl-page"><div>{_form(fields)}</div>'
            f'<div class="hl-stage">{_stage()}</div></div>',
            sanitize=False,
        )
    host.Lesson("subgame", seconds=SECONDS)


def _form(fields: dict[str, str]) -> str:
    of = fields.get
    named = {name: name for name in subgames.names()}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off" data-manual><fieldset>'
        + forms.choice("street", "game", named, of("game", ""), default=subgames.GAME, wide=True)
        + forms.area(
            "settings, one a line",
            "settings",
            of("settings", ""),
            rows=9,
            most=subgames.MOST_LETTERS,
            default=subgames.SETTINGS,
        )
        + forms.entry(
            "after these actions and cards", "line", of("line", ""), hint="check, bet 50", wide=True
        )
        + forms.entry("seconds at most", "seconds", of("seconds", ""), hint=f"{subgames.SECONDS:g}")
        + f'</fieldset><button class="hm-button hm-main-button">Solve</button>{waiting()}</form>'
    )


def _stage() -> str:
    return (
        '<section class="hm-card"><div class="hl-chart hm-scroll" data-slot="chart" tabindex="0" '
        'role="group" aria-label="All hands"></div><div class="hm-row">'
        '<button type="button" class="hm-button" '
        'data-act="copy">Copy the link</button></div></section>'
        '<section class="hm-card"><div data-slot="table"></div>'
        '<ul class="hm-soft hm-small" data-slot="notes"></ul></section>'
    )

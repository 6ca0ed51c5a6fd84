"""Matrix games solved by hand, step by step: dominated actions struck out, then all supports tried."""

from __future__ import annotations

from nicegui import ui

from halfmove.teach.matrix import STOP
from halfmove.web.lessons import forms, host, matrices
from halfmove.web.lessons.player import player, waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here


@ui.page("/matrix", response_timeout=host.FIRST)
async def matrix() -> None:
    """The form and the player with the table."""
    catalogue = here().catalogue
    fields, refused = await host.query(_form, lambda fields: matrices.check(fields, catalogue))
    host.head()
    with page("Matrix games solved by hand", "/matrix", wide=True):
        ui.html(
            "<h1>Matrix games solved by hand</h1><p class='hm-soft'>First what is strictly dominated is "
            "struck out, one action after the other; then every pair of supports is tried. Arrow keys, Home "
            f'and End, space to run, i to the next equilibrium.</p>{refused}<div class="hl-page">'
            f'<div>{_form(fields)}</div><div class="hl-stage" data-stage>{_stage()}</div></div>',
            sanitize=False,
        )
    host.Lesson("matrix")


def _form(fields: dict[str, str]) -> str:
    of = fields.get
    named = {name: name for name in matrices.presets()}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off"><fieldset>'
        + forms.choice("game", "preset", named, of("preset", ""), default=matrices.FIRST, wide=True)
        + forms.entry("or a table of your own", "table", of("table", ""), hint="3,3 0,5; 5,0 1,1", wide=True)
        + f"</fieldset>{waiting()}</form>"
    )


def _stage() -> str:
    return (
        f"{player('The table, step by step', STOP)}"
        '<section class="hm-card hm-row"><button type="button" class="hm-button hm-main-button" '
        'data-act="copy">Copy the link</button></section>'
    )

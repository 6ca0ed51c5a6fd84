"""Regret minimisation step by step: regrets, strategies, averages, and how fast each variant converges."""

from __future__ import annotations

from functools import lru_cache

from nicegui import ui

from halfmove.imperfect.solving import METHODS
from halfmove.teach.regret import Drawing
from halfmove.web.lessons import forms, host, regrets
from halfmove.web.lessons.player import player, waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here


@ui.page("/regret", response_timeout=host.FIRST)
async def regret() -> None:
    """The form, the player with the tables, the curves."""
    await host.ready(_subjects)
    catalogue = here().catalogue
    fields, refused = await host.query(
        _form, lambda fields: regrets.check(fields, catalogue), catalogue.names()
    )
    host.head()
    with page("Regret minimisation", "/regret", wide=True):
        ui.html(
            "<h1>Regret minimisation</h1><p class='hm-soft'>What a player cannot tell apart hangs together "
            "by dashes; a line is heavy where its action is likely. Arrow keys, Home and End, space to run, "
            f'i to the next iteration.</p>{refused}<div class="hl-page"><div>{_form(fields)}</div>'
            f'<div class="hl-stage" data-stage>{_stage()}</div></div>',
            sanitize=False,
        )
    host.Lesson("regret")


def _form(fields: dict[str, str]) -> str:
    of = fields.get
    variants = {name: name for name in METHODS}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off"><fieldset>'
        + forms.choice("game", "game", _subjects(), of("game", ""), default=regrets.GAME, wide=True)
        + forms.choice("algorithm", "algorithm", variants, of("algorithm", ""), wide=True)
        + forms.entry(
            "iterations", "iterations", of("iterations", ""), whole=True, hint=str(regrets.UNLESS_TOLD)
        )
        + forms.entry("seed", "seed", of("seed", ""), whole=True, default="0")
        + f"</fieldset>{waiting()}</form>"
    )


@lru_cache(maxsize=1)
def _subjects() -> dict[str, str]:
    """The games that hide something and are small enough to be drawn."""
    from halfmove.core.errors import HalfmoveError
    from halfmove.teach.regret import small

    catalogue, found = here().catalogue, {}
    for name in catalogue.names():
        if catalogue.watched(name).veiled:
            try:
                small(catalogue.watched(name))
            except HalfmoveError:
                continue
            found[name] = catalogue.title(name)
    return found


def _stage() -> str:
    return (
        f"{player('The run, step by step', Drawing.stop)}"
        '<div class="hl-facts"><section class="hm-card"><h2>The tables</h2>'
        '<div class="hm-scroll" data-part="terms" tabindex="0" role="group" aria-label="The tables"></div>'
        "</section>"
        '<section class="hm-card"><h2>Exploitability of the average strategy, all variants</h2>'
        '<div class="hm-scroll" data-slot="curves" tabindex="0" role="group" aria-label="The curves"></div>'
        "</section></div>"
        '<section class="hm-card hm-row"><button type="button" class="hm-button hm-main-button" '
        'data-act="copy">Copy the link</button></section>'
    )

"""Monte Carlo tree search, phase by phase: a textbook's figure, or a game."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from nicegui import ui

from halfmove.search.montecarlo.plan import CHOICES, FORMULAS, PLAYOUTS
from halfmove.teach.montecarlo.drawing import Drawing
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.text import TITLES
from halfmove.web.lessons import forms, host, simulations
from halfmove.web.lessons.player import player, waiting
from halfmove.web.pages.layout import page
from halfmove.web.server import here


@ui.page("/montecarlo", response_timeout=host.FIRST)
async def montecarlo() -> None:
    """The form, the player with the formula's table and the board."""
    await host.ready(_subjects)
    catalogue = here().catalogue
    fields, refused = await host.query(
        _form, lambda fields: simulations.check(fields, catalogue), [*FIGURES, *catalogue.names()]
    )
    host.head()
    with page("Monte Carlo", "/montecarlo", wide=True):
        ui.html(
            "<h1>Monte Carlo tree search</h1><p class='hm-soft'>Selection, expansion, simulation, "
            "back-propagation, one by one: arrow keys, Home and End, space to run, i to the next iteration."
            f'</p>{refused}<div class="hl-page"><div>{_form(fields)}</div>'
            f'<div class="hl-stage" data-stage>{_stage()}</div></div>',
            sanitize=False,
        )
    host.Lesson("simulation")


def _form(fields: dict[str, str]) -> str:
    of = fields.get
    figures = "|".join(FIGURES)
    games = "|".join(name for name in _subjects() if name not in FIGURES)
    formulas = {"": "the usual one", **{name: TITLES[name] for name in FORMULAS}}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off"><fieldset>'
        + forms.choice("what is searched", "game", _subjects(), of("game", ""), wide=True)
        + f'</fieldset><fieldset data-when="game={figures}">'
        + f'<p class="hm-soft hm-small hl-wide">{_sources()}</p>'
        + f'</fieldset><fieldset data-when="game={games}" hidden disabled>'
        + forms.entry("moves before", "moves", of("moves", ""), hint="in the game's notation", wide=True)
        + forms.entry("or a position", "position", of("position", ""))
        + f"</fieldset>{waiting()}<fieldset><legend>Search</legend>"
        + forms.entry(
            "simulations",
            "simulations",
            of("simulations", ""),
            whole=True,
            hint=f"1 or {simulations.UNLESS_TOLD}",
        )
        + forms.entry("seed", "seed", of("seed", ""), whole=True, default="0")
        + forms.choice("formula", "formula", formulas, of("formula", ""))
        + forms.entry("exploration, c", "c", of("c", ""), hint="the usual one")
        + "</fieldset><details data-narrow open><summary>Settings</summary>"
        + '<fieldset data-when="formula=rave">'
        + forms.entry("rave: visits of equal weight", "rave", of("rave", ""), hint="1000")
        + forms.entry("prior: visits to begin with", "prior", of("prior", ""), hint="0")
        + '</fieldset><fieldset data-when="formula=puct">'
        + forms.entry("reduction for the untried", "reduction", of("reduction", ""), hint="0.1")
        + "</fieldset><fieldset>"
        + forms.entry("progressive bias", "bias", of("bias", ""), hint="0")
        + forms.entry("progressive widening", "widening", of("widening", ""), hint="0")
        + forms.entry("node at visit", "expand", of("expand", ""), hint="by the game")
        + forms.entry("playout cut after", "plies", of("plies", ""), hint="plies, 0: never")
        + forms.choice("playouts", "playouts", {"": "usual", **{p: p for p in PLAYOUTS}}, of("playouts", ""))
        + forms.choice("move played by", "choice", {"": "usual", **{c: c for c in CHOICES}}, of("choice", ""))
        + forms.choice("proofs", "proofs", {"": "usual", "true": "yes", "false": "no"}, of("proofs", ""))
        + forms.choice("equal states", "graph", {"": "a node each", "true": "share a node"}, of("graph", ""))
        + "</fieldset></details></form>"
    )


@lru_cache(maxsize=1)
def _subjects() -> dict[str, str]:
    catalogue = here().catalogue
    names = {name: catalogue.title(name) for name in catalogue.names()}
    return {**{name: f"the figure {name}" for name in FIGURES}, **names}


def _sources() -> str:
    return " ".join(f"{escape(figure.source)}: {escape(figure.shows)}." for figure in FIGURES.values())


def _stage() -> str:
    aside = (
        '<div class="hl-legend hm-small" data-slot="legend"></div>'
        '<p class="hl-phase"><b data-part="phase"></b></p>'
    )
    return (
        f"{player('The search, step by step', Drawing.stop, aside)}"
        '<div class="hl-facts"><section class="hm-card"><h2>What the choice is made from</h2>'
        '<div class="hm-scroll" data-part="terms" tabindex="0" role="group" '
        'aria-label="What the choice is made from"></div></section>'
        '<section class="hm-card" id="board"><h2>The board</h2><div data-part="board"></div></section></div>'
        '<section class="hm-card hm-row"><button type="button" class="hm-button hm-main-button" '
        'data-act="copy">Copy the link</button><div data-slot="best"></div></section>'
    )

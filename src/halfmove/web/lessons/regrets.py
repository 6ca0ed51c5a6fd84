"""Regret minimisation as a page shows it: the tree with its information sets, the tables, the curves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.games.registry import usual_game
from halfmove.imperfect.solving import METHODS, method_named
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import player_data
from halfmove.teach.regret import SHOWN, Drawing, curves, plot, record, small
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.player import COPY, Family, check_size, lesson_form, player
from halfmove.web.lessons.searches import SHORT, position, whole

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

GAME, ALGORITHM = usual_game("regrets"), "cfr"
MOST_ITERATIONS, UNLESS_TOLD = 50, 6


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a run."""
    game, algorithm, iterations, seed = _wanted(fields, link.catalogue)
    trace = record(game, algorithm=algorithm, iterations=iterations, seed=seed)
    scene, told = player_data(trace.frames())
    told["start"] = 0
    check_size(told, "ask for fewer iterations")
    return {
        "film": told,
        "slots": {
            "picture": draw(scene, sheet=False),
            "title": escape(scene.title),
            "curves": _plot(game, seed),
        },
    }


@lru_cache(maxsize=8)
def _plot(game: Game, seed: int) -> str:
    return plot(curves(game, iterations=SHOWN, seed=seed))


def _wanted(fields: Mapping[str, str], catalogue: Catalogue) -> tuple[Game, str, int, int]:
    for key, text in fields.items():
        if len(text) > SHORT:
            raise BadInput(f"'{key}' may have {SHORT} letters here, not {len(text):,}.")
    algorithm = method_named(fields.get("algorithm") or ALGORITHM).name
    iterations = whole(fields.get("iterations", ""), "The number of iterations", 1, MOST_ITERATIONS)
    seed = whole(fields.get("seed", ""), "The seed", 0, 2**32 - 1) or 0
    game = position({"game": fields.get("game") or GAME, "set": fields.get("set", "")}, catalogue).game
    return game, algorithm, UNLESS_TOLD if iterations is None else iterations, seed


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields with which there is nothing to step through."""
    small(_wanted(fields, catalogue)[0])


def form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    """The form, filled with fields."""
    of = fields.get
    variants = {name: name for name in METHODS}
    return lesson_form(
        "<fieldset>"
        + forms.choice("game", "game", _subjects(catalogue), of("game", ""), default=GAME, wide=True)
        + forms.choice("algorithm", "algorithm", variants, of("algorithm", ""), wide=True)
        + forms.entry("iterations", "iterations", of("iterations", ""), whole=True, hint=str(UNLESS_TOLD))
        + forms.entry("seed", "seed", of("seed", ""), whole=True, default="0")
        + "</fieldset>"
    )


@lru_cache(maxsize=1)
def _subjects(catalogue: Catalogue) -> dict[str, str]:
    """The games that hide something and are small enough to be drawn."""
    found = {}
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
        f'<section class="hm-card hm-row">{COPY}</section>'
    )


FAMILY = Family(
    kind="regret",
    path="/regret",
    name="Regret minimisation",
    heading="Regret minimisation",
    about="Dashed lines join the positions of one information set; likelier actions have thicker lines. "
    "Arrow keys, Home and End, space to run, i to the next iteration.",
    form=form,
    check=check,
    stage=_stage,
    subjects=Catalogue.names,
)

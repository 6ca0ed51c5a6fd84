"""An equilibrium found step by step, as two pages show it: by regret minimisation, and of a table by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, HalfmoveError
from halfmove.games.registry import game as registered
from halfmove.games.registry import usual_game
from halfmove.imperfect.solving import METHODS, find_method
from halfmove.teach.drawing.svg import draw
from halfmove.teach.equilibrium import BY_HAND, EquilibriumRequest
from halfmove.teach.frames.player import player_data
from halfmove.teach.matrix import Drawing as TableDrawing
from halfmove.teach.matrix import MatrixTrace
from halfmove.teach.regret import SHOWN, Drawing, RegretTrace, curves, plot, small
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.operations import Controls, PageWork, read_as
from halfmove.web.lessons.player import COPY, Family, check_size, lesson_form, player

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

GAME, TABLE = usual_game("regrets"), usual_game("matrices")
"""What each page is about where nothing is asked for."""
FIRST = "iterated elimination"
OURS = {
    FIRST: "L C R; T 3,0 0,3 1,1; M 1,1 1,1 5,0; B 0,4 4,0 0,0",
    "rock, paper, scissors": "rock paper scissors; rock 0 -1 1; paper 1 0 -1; scissors -1 1 0",
}
"""Tables by what they are called, besides those that the game offers."""


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a run, or of a table: that page alone has the field `preset`."""
    is_table = "preset" in fields
    request = _table(fields) if is_table else _run(fields)
    work = PageWork(link.catalogue)
    trace: MatrixTrace | RegretTrace = request.trace(work)
    scene, told = player_data(trace.frames())
    slots = {"picture": draw(scene, sheet=False), "title": escape(scene.title)}
    if not is_table:
        told["start"] = 0
        slots["curves"] = _plot(work.open_game(request), request.seed)
    check_size(told, "ask for fewer iterations")
    return {"film": told, "slots": slots}


@lru_cache(maxsize=8)
def _plot(game: Game, seed: int) -> str:
    return plot(curves(game, iterations=SHOWN, seed=seed))


def _run(fields: Mapping[str, str]) -> EquilibriumRequest:
    """A run of regret minimisation."""
    if fields.get("algorithm"):
        find_method(fields["algorithm"])  # says it best
    return read_as(EquilibriumRequest, {"game": GAME, **fields})


def _table(fields: Mapping[str, str]) -> EquilibriumRequest:
    """A table solved by hand."""
    known, text = fields.get("preset") or FIRST, fields.get("table", "").strip()
    if not text and known not in presets():
        raise BadInput(f"There is no table '{known[:40]}' here; there are: {', '.join(presets())}.")
    return EquilibriumRequest(game=TABLE, parameters={"table": text or presets()[known]}, algorithm=BY_HAND)


def presets() -> dict[str, str]:
    """Tables by what they are called; `FIRST` is shown where nothing is asked for."""
    offered = registered(TABLE).presets()
    return OURS | {name: str(settings["table"]) for name, settings in offered.items()}


def _regret_form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    controls = Controls(EquilibriumRequest, catalogue, fields, short=True)
    games, methods = _subjects(catalogue), {name: name for name in METHODS}
    return lesson_form(controls.in_groups(game=games, algorithm=methods))


def _table_form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    named, own = {name: name for name in presets()}, fields.get("table", "")
    return lesson_form(
        "<fieldset>"
        + forms.choice("game", "preset", named, fields.get("preset", ""), default=FIRST, wide=True)
        + forms.entry("or a table of your own", "table", own, hint="3,3 0,5; 5,0 1,1", wide=True)
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


def _regret_stage() -> str:
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


def _table_stage() -> str:
    stepped = player("The table, step by step", TableDrawing.stop)
    return f'{stepped}<section class="hm-card hm-row">{COPY}</section>'


REGRET = Family(
    kind="equilibrium",
    path="/regret",
    name="Regret minimisation",
    heading="Regret minimisation",
    about="Dashed lines join the positions of one information set; likelier actions have thicker lines. "
    "Arrow keys, Home and End, space to run, i to the next iteration.",
    form=_regret_form,
    check=lambda fields, catalogue: small(PageWork(catalogue).open_game(_run(fields))),
    stage=_regret_stage,
    subjects=Catalogue.names,
)
MATRIX = Family(
    kind="equilibrium",
    path="/matrix",
    name="Matrix games solved by hand",
    heading="Matrix games solved by hand",
    about="First, strictly dominated actions are removed one by one; then every pair of supports is tried. "
    "Arrow keys, Home and End, space to run, i to the next equilibrium.",
    form=_table_form,
    check=lambda fields, catalogue: _table(fields).trace(PageWork(catalogue)),
    stage=_table_stage,
    subjects=lambda catalogue: (),
)

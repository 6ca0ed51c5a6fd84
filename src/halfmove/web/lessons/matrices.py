"""A matrix game as a page shows it: the table as it is solved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.registry import game as registered
from halfmove.games.registry import usual_game
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import player_data
from halfmove.teach.matrix import Drawing, MatrixTrace, record
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.player import COPY, Family, lesson_form, player

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

GAME = usual_game("matrices")
"""The game whose tables are looked at."""
MOST = 2_000
"""Letters of a table."""
FIRST = "iterated elimination"
OURS = {
    FIRST: "L C R; T 3,0 0,3 1,1; M 1,1 1,1 5,0; B 0,4 4,0 0,0",
    "rock, paper, scissors": "rock paper scissors; rock 0 -1 1; paper 1 0 -1; scissors -1 1 0",
}


def presets() -> dict[str, str]:
    """Tables by what they are called: those that the game offers, and two more; `FIRST` is shown where
    nothing is asked for."""
    offered = registered(GAME).presets()
    return OURS | {name: str(settings["table"]) for name, settings in offered.items()}


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a game."""
    trace = _trace(fields)
    scene, told = player_data(trace.frames())
    return {
        "film": told,
        "slots": {"picture": draw(scene, sheet=False), "title": escape(scene.title)},
    }


def _trace(fields: Mapping[str, str]) -> MatrixTrace:
    return record(_game(fields))


def _game(fields: Mapping[str, str]) -> Game:
    known, text = fields.get("preset") or FIRST, fields.get("table", "").strip()
    if len(text) > MOST:
        raise BadInput(f"A table may have {MOST:,} letters here, not {len(text):,}.")
    if not text and known not in presets():
        raise BadInput(f"There is no table '{known[:40]}' here; there are: {', '.join(presets())}.")
    return registered(GAME, table=text or presets()[known])


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` for fields with which there is nothing to step through."""
    _trace(fields)


def form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    """The form, filled with fields."""
    of = fields.get
    named = {name: name for name in presets()}
    return lesson_form(
        "<fieldset>"
        + forms.choice("game", "preset", named, of("preset", ""), default=FIRST, wide=True)
        + forms.entry("or a table of your own", "table", of("table", ""), hint="3,3 0,5; 5,0 1,1", wide=True)
        + "</fieldset>"
    )


def _stage() -> str:
    return (
        f'{player("The table, step by step", Drawing.stop)}<section class="hm-card hm-row">{COPY}</section>'
    )


FAMILY = Family(
    kind="matrix",
    path="/matrix",
    name="Matrix games solved by hand",
    heading="Matrix games solved by hand",
    about="First, strictly dominated actions are removed one by one; then every pair of supports is tried. "
    "Arrow keys, Home and End, space to run, i to the next equilibrium.",
    form=form,
    check=check,
    stage=_stage,
    subjects=lambda catalogue: (),
)

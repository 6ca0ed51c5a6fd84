"""A Monte Carlo search as a page shows it: the growing tree, the formula's terms, the board it plays on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.search.montecarlo.plan import Settings, settings_from
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import looks_of, player_data
from halfmove.teach.frames.text import html_table
from halfmove.teach.montecarlo import SimulationTrace
from halfmove.teach.montecarlo.drawing import Drawing
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.request import SimulateRequest
from halfmove.teach.montecarlo.text import TITLES, cells, legend, move, title, who
from halfmove.teach.montecarlo.trace import BACKUP, SIMULATION, Step
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.operations import Controls, PageWork, read_as
from halfmove.web.lessons.player import COPY, Family, check_size, player, waiting

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

MAIN = ("formula", "c")
OF_FORMULA = {"rave": ("rave", "prior"), "puct": ("reduction", "base")}
"""The settings that one formula alone has."""
OTHERS = tuple(
    name
    for name in Settings.known()
    if name not in (*MAIN, *(one for all in OF_FORMULA.values() for one in all))
)
LABELS = {
    "c": "exploration, c",
    "rave": "rave: visits of equal weight",
    "prior": "prior: visits to begin with",
    "reduction": "reduction for the untried",
    "bias": "progressive bias",
    "widening": "progressive widening",
    "expand": "node at visit",
    "plies": "playout cut after",
    "replies": "last good replies",
    "keep": "keep the tree",
    "choice": "move played by",
    "graph": "equal states share a node",
}
MOST_ACTIONS = 14
"""Rows of the table: the move taken, and the best."""
BOARDS = 2_000_000
"""Letters of all boards together; what comes after is drawn as text."""


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a simulation."""
    made = _request(fields).trace(PageWork(link.catalogue))
    scene, told = player_data(made.frames())
    steps: list[Step | None] = [None, *made.steps]
    boards = _Boards(made)
    shared: list[str] = []
    known: dict[str, int] = {}

    def kept(html: str) -> int:
        if html not in known:
            known[html] = len(shared)
            shared.append(html)
        return known[html]

    told["changes"]["terms"] = looks_of(kept(_table(made, step)) for step in steps)
    told["changes"]["board"] = looks_of(kept(boards.at(step)) for step in steps)
    told["changes"]["phase"] = looks_of(_phase(step) for step in steps)
    told["shared"] = shared
    told["start"] = 0
    check_size(told, "ask for fewer simulations")
    return {
        "film": told,
        "slots": {
            "picture": draw(scene, sheet=False),
            "title": escape(title(made)),
            "legend": _legend(made, told["drawn"], told["nodes"]),
            "best": _best(made),
        },
    }


def _request(fields: Mapping[str, str]) -> SimulateRequest:
    """What the fields ask for."""
    options = {key: fields[key].strip() for key in Settings.known() if fields.get(key, "").strip()}
    request = read_as(SimulateRequest, {"game": next(iter(FIGURES)), **fields})
    return replace(request, options=options)


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields with which there is nothing to simulate."""
    request = _request(fields)
    is_figure, name = request.is_figure, str(request.game)
    game = FIGURES[name].game() if is_figure else request.open(PageWork(catalogue)).game
    settings_from(request.options, game).plan(game)


def _phase(step: Step | None) -> str:
    if step is None:
        return "The beginning"
    level = f", ply {step.level + 1}" if step.phase == "selection" else ""
    return f"Iteration {step.iteration.number}: {step.phase}{level}"


def _table(made: SimulationTrace, step: Step | None) -> str:
    choice = step.choice if step else None
    if choice is None:
        return '<p class="hm-soft">No choice is made in the tree in this step.</p>'
    rows, left_out = cells(made, choice, MOST_ACTIONS)
    taken = [number for number, row in enumerate(rows[1:]) if row[-1].startswith("taken")]
    table = html_table(rows, range(1, len(rows[0]) - 1), taken)
    more = f'<p class="hm-soft">… {left_out} more</p>' if left_out else ""
    return table + more


class _Boards:
    """The state that each step leads to, as a picture while there is room, then as text."""

    def __init__(self, made: SimulationTrace) -> None:
        self.made = made
        self.left = BOARDS
        self.drawn: dict[Any, str] = {}

    def at(self, step: Step | None) -> str:
        made = self.made
        if made.game.explicit:
            return ""
        state, words = _state(made, step)
        if state not in self.drawn:
            svg = made.game.draw(state) if self.left > 0 else f"<pre>{escape(made.game.show(state))}</pre>"
            self.left -= len(svg)
            self.drawn[state] = svg
        return (
            f'<figure class="hl-board">{self.drawn[state]}<figcaption>{escape(words)}</figcaption></figure>'
        )


def _state(made: SimulationTrace, step: Step | None) -> tuple[Any, str]:
    """The state that a step leads to, and what it is."""
    if step is None:
        return made.state, "The root"
    if step.phase in (SIMULATION, BACKUP):
        return step.iteration.playout.final, "Where the simulation ends"
    state = made.state
    for choice in step.way:
        state = made.game.result(choice.state, choice.chosen.action)
    line = " ".join(move(made, choice.state, choice.chosen.action) for choice in step.way)
    return state, f"After {line}" if line else "The root"


def _legend(made: SimulationTrace, drawn: int, nodes: int) -> str:
    game = made.game
    colours = ""
    if game.players == 2:
        colours = " ".join(
            f'<span class="hl-key hl-key-{role}">{escape(who(made, player))}\'s wins</span>'
            for player, role in ((0, "max"), (1, "min"))
        )
    part = f" Of {nodes} nodes the {drawn} visited most are drawn." if drawn < nodes else ""
    return f"<p>{colours} <span class='hm-soft'>{escape(legend(made) + part)}</span></p>"


def _best(made: SimulationTrace) -> str:
    if made.best is None:
        return ""
    name = escape(move(made, made.state, made.best))
    return f"<p>The move that is played in the end: <b>{name}</b></p>"


def form(fields: Mapping[str, str], catalogue: Catalogue) -> str:
    """The form, filled with fields."""
    subjects = _subjects(catalogue)
    games = "|".join(name for name in subjects if name not in FIGURES)
    controls = Controls(SimulateRequest, catalogue, fields, short=True)
    return (
        f'<form id="lesson" class="hm-card hl-form" autocomplete="off"><fieldset>'
        f"{forms.choice('what is searched', 'game', subjects, fields.get('game', ''), wide=True)}"
        f'</fieldset><fieldset data-when="game={"|".join(FIGURES)}">'
        f'<p class="hm-soft hm-small hl-wide">{_sources()}</p>'
        f'</fieldset><fieldset data-when="game={games}" hidden disabled>'
        f"{controls.named('parameters', 'moves', 'position')}</fieldset>{waiting()}"
        f"<fieldset><legend>Search</legend>{controls.named('simulations', 'seed')}"
        f"{_settings(fields, *MAIN)}</fieldset><details data-narrow open><summary>Settings</summary>"
        + "".join(
            f'<fieldset data-when="formula={formula}" hidden disabled>{_settings(fields, *names)}</fieldset>'
            for formula, names in OF_FORMULA.items()
        )
        + f"<fieldset>{_settings(fields, *OTHERS)}</fieldset></details></form>"
    )


def _settings(fields: Mapping[str, str], *names: str) -> str:
    """The settings of these names; the game says what is usual."""
    made = []
    for name in names:
        label, default, value = LABELS.get(name, name), Settings.known()[name], fields.get(name, "")
        choices = ("true", "false") if isinstance(default, bool) else Settings.choices().get(name, ())
        if choices:
            words = {choice: TITLES.get(choice, choice) for choice in choices}
            made.append(forms.choice(label, name, {"": "usual", **words}, value))
        else:
            made.append(forms.entry(label, name, value, hint="usual" if default is None else f"{default:g}"))
    return "".join(made)


@lru_cache(maxsize=1)
def _subjects(catalogue: Catalogue) -> dict[str, str]:
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
        f'<section class="hm-card hm-row">{COPY}<div data-slot="best"></div></section>'
    )


FAMILY = Family(
    kind="simulation",
    path="/montecarlo",
    name="Monte Carlo",
    heading="Monte Carlo tree search",
    about="Selection, expansion, simulation, back-propagation, one by one: arrow keys, Home and End, space "
    "to run, i to the next iteration.",
    form=form,
    check=check,
    stage=_stage,
    subjects=lambda catalogue: [*FIGURES, *catalogue.names()],
)

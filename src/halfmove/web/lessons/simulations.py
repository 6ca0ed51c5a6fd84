"""A Monte Carlo search as a page shows it: the growing tree, the formula's terms, the board it plays on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.plan import CHOICES, FORMULAS, PLAYOUTS, Settings, settings_from
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import looks_of, player_data
from halfmove.teach.frames.text import html_table
from halfmove.teach.montecarlo import SimulationTrace, simulate
from halfmove.teach.montecarlo.drawing import Drawing
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.text import TITLES, cells, legend, move, title, who
from halfmove.teach.montecarlo.trace import BACKUP, SIMULATION, Step
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import forms
from halfmove.web.lessons.player import COPY, Family, check_size, player, waiting
from halfmove.web.lessons.searches import SHORT, position, whole

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

MOST_SIMULATIONS = 300
UNLESS_TOLD = 12
MOST_ACTIONS = 14
"""Rows of the table: the move taken, and the best."""
BOARDS = 2_000_000
"""Letters of all boards together; what comes after is drawn as text."""


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a simulation."""
    made = _trace(fields, link)
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


class _Wanted(NamedTuple):
    """What the fields say besides the game."""

    options: dict[str, str]
    seed: int
    simulations: int | None

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> _Wanted:
        """`BadInput` says what is wrong with one."""
        for key, text in fields.items():
            if len(text) > (8000 if key in ("moves", "position") else SHORT):
                raise BadInput(f"'{key}' has too many letters.")
        options = {key: fields[key].strip() for key in Settings.known() if fields.get(key, "").strip()}
        seed = whole(fields.get("seed", ""), "The seed", 0, 2**32 - 1) or 0
        number = whole(fields.get("simulations", ""), "The number of simulations", 1, MOST_SIMULATIONS)
        return cls(options, seed, number)


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields with which there is nothing to simulate."""
    options = _Wanted.read(fields).options
    name = fields.get("game") or next(iter(FIGURES))
    game = FIGURES[name].game() if name in FIGURES else position({**fields, "game": name}, catalogue).game
    settings_from(options, game).plan(game)


def _trace(fields: Mapping[str, str], link: Link) -> SimulationTrace:
    wanted = _Wanted.read(fields)
    figure = FIGURES.get(fields.get("game", ""))
    if figure is not None:
        return figure.trace(simulations=wanted.simulations, options=wanted.options, seed=wanted.seed)
    history = position(fields, link.catalogue)
    return simulate(
        history.game,
        history.state,
        simulations=UNLESS_TOLD if wanted.simulations is None else wanted.simulations,
        options=wanted.options,
        seed=wanted.seed,
        history=history,
    )


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
    of = fields.get
    figures = "|".join(FIGURES)
    games = "|".join(name for name in _subjects(catalogue) if name not in FIGURES)
    formulas = {"": "the usual one", **{name: TITLES[name] for name in FORMULAS}}
    return (
        '<form id="lesson" class="hm-card hl-form" autocomplete="off"><fieldset>'
        + forms.choice("what is searched", "game", _subjects(catalogue), of("game", ""), wide=True)
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
            hint=f"1 or {UNLESS_TOLD}",
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

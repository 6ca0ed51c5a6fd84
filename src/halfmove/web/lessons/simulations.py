"""A Monte Carlo search as a page shows it: the growing tree, the formula's terms, the board it plays on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.plan import Settings, settings_from
from halfmove.teach.drawing.svg import draw
from halfmove.teach.frames.player import looks_of, player_data
from halfmove.teach.frames.text import html_table
from halfmove.teach.montecarlo import SimulationTrace, simulate
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.text import cells, legend, move, title, who
from halfmove.teach.montecarlo.trace import BACKUP, SIMULATION, Step
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons.searches import MOST_BYTES, SHORT, position, whole

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
    size = len(json.dumps(told))
    if size > MOST_BYTES:
        raise BadInput(
            f"All steps together take {size / 1e6:.0f} MB, too much to step through here; ask for fewer "
            "simulations."
        )
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

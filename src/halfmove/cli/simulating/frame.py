"""One screen of the stepper through a Monte Carlo search: the tree, the formula's table, the sentence."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from halfmove.cli.simulating.player import SimulationPlayer
from halfmove.cli.stepping.layout import Page, lay_out, picture
from halfmove.teach.montecarlo.branches import rows
from halfmove.teach.montecarlo.sentences import sentence
from halfmove.teach.montecarlo.sketch import BACKUP, SIMULATION, Step
from halfmove.teach.montecarlo.table import table
from halfmove.teach.montecarlo.text import legend, title

KEYS = ["→ next", "← back", "i iteration", "I earlier", "g go to", "s start", "e end"]
LEAST = 3
"""Actions that the table is given however low the screen is."""


def frame(
    player: SimulationPlayer, depth: int | None, width: int, height: int | None, message: str = ""
) -> list[Text]:
    """The lines of a screen, the tree `depth` plies deep; without a `height` all lines, for a transcript."""
    trace, step, tree = player.trace, player.current, player.tree
    place = f"step {player.step} of {player.last}"
    if step is not None:
        place = f"iteration {step.iteration.number}, {place}"
    most = None if height is None else max(height // 3 - 2, LEAST)
    page = Page(
        title=title(trace),
        place=place,
        rows=rows(trace, tree, depth),
        here=tree.way if step else None,
        sentence=sentence(trace, step) if step else "The beginning: nothing has happened yet.",
        keys=KEYS,
        board=picture(trace.game, _state(player, step)),
        table=table(trace, step.choice, most) if step and step.choice else [],
        notes="" if step else legend(trace),
    )
    return lay_out(page, width, height, message)


def _state(player: SimulationPlayer, step: Step | None) -> Any:
    """The state that a step leads to."""
    trace = player.trace
    if step is None:
        return trace.state
    if step.phase in (SIMULATION, BACKUP):
        return step.iteration.playout.final
    state = trace.state
    for choice in step.way:
        state = trace.game.result(choice.state, choice.chosen.action)
    return state

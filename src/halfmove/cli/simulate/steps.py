"""A Monte Carlo search step by step in the terminal: the walk through it, and what a screen shows."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from halfmove.cli.steps.layout import Page, lay_out, picture
from halfmove.cli.steps.walk import Command, Commands, Walk
from halfmove.core.numbers import read_whole
from halfmove.teach.montecarlo import SimulationTrace
from halfmove.teach.montecarlo.text import legend, rows, sentence, table, title
from halfmove.teach.montecarlo.trace import BACKUP, SIMULATION, Sketch, Step, sketch

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


class SimulationPlayer(Walk):
    """A recorded search, and how many of its steps have happened."""

    commands = Commands(
        moves=(
            Command(
                "iteration",
                "i",
                "to the next iteration, or to one by its number",
                lambda p, text: p.iteration(text),
                "There is no such iteration.",
            ),
            Command(
                "earlier",
                "I",
                "to the iteration before",
                lambda p, _: p.earlier(),
                "There is none before.",
            ),
        )
    )

    def __init__(self, trace: SimulationTrace) -> None:
        super().__init__()
        self.trace = trace
        self._tree, self._applied = sketch(trace.beginning, ()), 0
        self._begins = [k for k, step in enumerate(trace.steps) if step.begins]
        """Of each iteration, its first step."""

    @property
    def last(self) -> int:
        return len(self.trace.steps)

    @property
    def current(self) -> Step | None:
        """The step that happened last; None at the beginning."""
        return self.trace.steps[self.step - 1] if self.step else None

    @property
    def tree(self) -> Sketch:
        """The tree at this step."""
        if self._applied > self.step:
            self._tree, self._applied = sketch(self.trace.beginning, ()), 0
        for step in self.trace.steps[self._applied : self.step]:
            self._tree.apply(step)
        self._applied = self.step
        return self._tree

    def iteration(self, text: str = "") -> bool:
        """To the first step of the next iteration, or of the one of that number."""
        if text:
            wanted = read_whole(text, 1, len(self._begins))
            if wanted is None:
                return False
            self.go(self._begins[wanted - 1] + 1)
            return True
        return self.seek(self._begins, lambda index: index >= self.step)

    def earlier(self) -> bool:
        """To the first step of the iteration before."""
        begun = [index for index in self._begins if index < self.step]
        return self.seek(reversed(begun[:-1]), lambda index: True)

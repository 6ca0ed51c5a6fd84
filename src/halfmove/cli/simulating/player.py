"""The walk through a Monte Carlo search: a step for each level of a selection and for each later phase."""

from __future__ import annotations

from halfmove.cli.stepping.commands import Command, Commands
from halfmove.cli.stepping.walk import Walk
from halfmove.teach.montecarlo import SimulationTrace
from halfmove.teach.montecarlo.sketch import Sketch, Step, sketch


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
            wanted = int(text) - 1 if text.isdecimal() else -1
            if not 0 <= wanted < len(self._begins):
                return False
            self.go(self._begins[wanted] + 1)
            return True
        return self.seek(self._begins, lambda index: index >= self.step)

    def earlier(self) -> bool:
        """To the first step of the iteration before."""
        begun = [index for index in self._begins if index < self.step]
        return self.seek(reversed(begun[:-1]), lambda index: True)

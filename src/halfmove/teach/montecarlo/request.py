"""The operation `simulate`: Monte Carlo tree search iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    SEARCH,
    OutputFile,
    Settings,
    Switch,
    Text,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.search.montecarlo.planting import Counts
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.trace import MOST_SIMULATIONS, SimulationTrace, simulate
from halfmove.teach.subject import SubjectRequest

TREE = "Tree"
UNLESS_TOLD = 10
"""Iterations."""


class CountsKind(Text):
    """Wins and playouts as text; in Python also as `Counts`."""

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, Counts) else super().from_data(value, name)


@operation(
    "simulate",
    "Watch Monte Carlo tree search: selection, expansion, playout, back-propagation.",
    doing="simulating",
    old_paths=("simulations",),
    examples={"game": "aima-5.10"},
)
@dataclass(frozen=True, kw_only=True)
class SimulateRequest(SubjectRequest):
    """Watch Monte Carlo tree search: what it selects and why, expands, plays out and counts.

    Every step is told in a sentence, with the tree before and after. GAME may be a textbook's figure, which
    has its own counts: aima-5.10.

    Example: halfmove simulate aima-5.10 --steps

    Example: halfmove simulate tictactoe --simulations 20 --option formula=rave
    """

    counts: Any = field(
        CountsKind(word="FILE|TEXT"),
        "Wins and playouts to start from: lines `move: 27/35`, indented under each other.",
        terminal="Or the name of a file of them.",
        default=None,
        group=TREE,
    )
    simulations: int | None = field(
        Whole(0, MOST_SIMULATIONS),
        "Iterations.",
        default=None,
        usual="10, or as a figure shows",
        group=SEARCH,
    )
    options: Mapping[str, Any] = field(
        Settings(example="formula=rave"),
        "Settings of `mcts`.",
        terminal="Repeatable.",
        default={},
        options=("--option",),
        group=SEARCH,
    )
    seed: int = field(Whole(0, 2**32 - 1), "The seed of all random choices.", default=0, group=SEARCH)
    depth: int = field(
        Whole(1, 1000), "Plies of the tree to show as text; the path is always shown.", default=4, group=TREE
    )
    steps: bool = field(
        Switch(), "Step through it in the terminal.", default=False, group=OUTPUT, faces=("terminal",)
    )
    output: str | None = field(
        OutputFile(),
        "Write a page to step through, .html, or the tree at the end, .svg.",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        super().check(name)
        if self.is_figure:
            for key in ("parameters", "position", "moves", "roll", "counts", "root"):
                if getattr(self, key):
                    raise BadInput(
                        f"The figure {self.game} has its own game and counts; leave {name(key)} out."
                    )
        if self.output is not None:
            if self.steps:
                raise BadInput(f"{name('steps')} and {name('output')} exclude each other; give one of them.")
            SimulationTrace.check_format(self.output)

    @property
    def is_figure(self) -> bool:
        """Whether it is a textbook's figure."""
        return isinstance(self.game, str) and self.game in FIGURES

    @property
    def is_named(self) -> bool:
        return super().is_named and not self.is_figure

    def is_displayed(self) -> bool:
        return self.steps

    def run(self, work: Work) -> Iterator[SimulationTrace]:
        """The recorded search; it is written to a file where one is asked for."""
        if self.steps:
            raise BadInput("--steps and --json exclude each other; give one of them.")
        found = self.trace(work)
        if self.output is not None:
            found.save(self.output)
        yield replace(found, output=self.output or "")

    def trace(self, work: Work) -> SimulationTrace:
        """The search, recorded; `BadInput` where that would be too much for the answer."""
        options = {key: str(value) for key, value in self.options.items()}
        if self.is_figure:
            found = FIGURES[str(self.game)].trace(
                simulations=self.simulations, options=options, seed=self.seed
            )
        else:
            history = self.open(work)
            simulations = UNLESS_TOLD if self.simulations is None else self.simulations
            if not history.over:  # each iteration looks at all moves of the root, at least
                _check_size(simulations * len(history.legal()), work)
            found = simulate(
                history.game,
                history.state,
                simulations=simulations,
                options=options,
                seed=self.seed,
                counts=work.text_of(self.counts) if isinstance(self.counts, str) else self.counts,
                history=history,
            )
        parts = (
            len(iteration.playout.actions) + sum(len(choice.candidates) for choice in iteration.path)
            for iteration in found.iterations
        )
        _check_size(sum(parts), work)
        return replace(found, depth=self.depth)


def _check_size(parts: int, work: Work) -> None:
    """`BadInput` where so many moves looked at are too many for an answer."""
    if work.largest is not None and parts > work.largest:
        raise BadInput("These simulations are too many to tell; ask for fewer, or for a smaller game.")

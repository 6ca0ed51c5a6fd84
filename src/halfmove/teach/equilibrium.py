"""The operation `equilibrium`: an equilibrium of a small game found step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, TypedDict

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.operation import (
    LOCAL_FACES,
    OUTPUT,
    SEARCH,
    Choice,
    GameRequest,
    OutputFile,
    Switch,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.results import Result
from halfmove.imperfect.solving import METHODS
from halfmove.teach import matrix, regret
from halfmove.teach.frames.recording import TableRecording

BY_HAND = "by-hand"
WIDTH = 80


@operation(
    "equilibrium",
    "Watch an equilibrium being found step by step, by regret minimisation or by hand.",
    doing="solving",
    examples={"game": "kuhn"},
)
@dataclass(frozen=True, kw_only=True)
class EquilibriumRequest(GameRequest):
    """Show step by step how regret minimisation approaches an equilibrium, or how a table is solved by hand.

    A table, of two players who choose once and at the same moment, is solved by hand: dominated actions are
    struck out, then every pair of supports is tried.

    Example: halfmove equilibrium kuhn --iterations 5 --steps

    Example: halfmove equilibrium matrix --set "table=3,3 0,5; 5,0 1,1" --algorithm by-hand
    """

    algorithm: str = field(Choice((BY_HAND, *METHODS)), "How it is found.", default="cfr", group=SEARCH)
    iterations: int = field(
        Whole(1, regret.MOST_ITERATIONS),
        "Iterations of regret minimisation.",
        default=5,
        group=SEARCH,
        example=2,
    )
    seed: int = field(Whole(0, 2**32 - 1), "The seed of what is drawn at random.", default=0, group=SEARCH)
    steps: bool = field(
        Switch(), "Step through it in the terminal.", default=False, group=OUTPUT, faces=("terminal",)
    )
    output: str | None = field(
        OutputFile(),
        "Write a page to step through, .html, or the picture at the end, .svg.",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.output is not None:
            if self.steps:
                raise BadInput(f"{name('steps')} and {name('output')} exclude each other; give one of them.")
            TableRecording.check_format(self.output)

    def is_displayed(self) -> bool:
        return self.steps

    def run(self, work: Work) -> Iterator[Equilibrium]:
        """The one result; it is written to a file where one is asked for."""
        if self.steps:
            raise BadInput("--steps and --json exclude each other; give one of them.")
        found = self.trace(work)
        if self.output is not None:
            found.save(self.output)
        yield Equilibrium(found, self.algorithm, self.output or "")

    def trace(self, work: Work) -> matrix.MatrixTrace | regret.RegretTrace:
        """The steps, recorded."""
        game: Game = work.open_game(self)
        if self.algorithm == BY_HAND:
            return matrix.record(game)
        found = regret.record(game, algorithm=self.algorithm, iterations=self.iterations, seed=self.seed)
        if work.largest is not None and found.last > work.largest:
            raise BadInput(f"These are {found.last:,} steps, too many to tell; ask for fewer iterations.")
        return found


class EquilibriumData(TypedDict):
    """How an equilibrium was found."""

    game: Annotated[str, "The game."]
    algorithm: Annotated[str, "How it was found."]
    steps: Annotated[list[str], "What each step did, a sentence each."]
    table: Annotated[list[list[str]], "The table at the end; the first row is its head."]


@dataclass(frozen=True)
class Equilibrium(Result):
    """How an equilibrium was found, step by step."""

    trace: matrix.MatrixTrace | regret.RegretTrace
    algorithm: str
    output: str = ""
    """The file that it was written to."""

    def to_dict(self) -> EquilibriumData:
        trace = self.trace
        return {
            "game": trace.title,
            "algorithm": self.algorithm,
            "steps": [trace.sentence(number) for number in range(1, trace.last + 1)],
            "table": trace.cells(trace.last),
        }

    def to_text(self) -> str:
        return f"Wrote {self.output}." if self.output else self.trace.text(width=WIDTH)

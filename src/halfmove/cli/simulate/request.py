"""Which search is to be recorded: a game with a position, or a textbook's figure, and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from halfmove.cli.options import pairs, whole
from halfmove.core.errors import BadInput
from halfmove.teach.montecarlo import SimulationTrace, simulate
from halfmove.teach.montecarlo.figures import FIGURES
from halfmove.teach.montecarlo.trace import MOST_SIMULATIONS

UNLESS_TOLD = 10
"""Iterations."""


@dataclass(frozen=True)
class Request:
    """What the command line asks for."""

    name: str
    target: tuple[list[str] | None, str | None, str | None]
    """--set, --position, --moves."""
    counts: str | None
    simulations: int | None
    options: dict[str, str]
    seed: int

    @classmethod
    def read(
        cls,
        name: str,
        target: tuple[list[str] | None, str | None, str | None],
        counts: str | None,
        simulations: str | None,
        option: list[str] | None,
        seed: str,
    ) -> Request:
        """From the words of the command line; `BadInput` with what is wrong."""
        if name in FIGURES:
            for word, given in zip(
                ("--set", "--position", "--moves", "--counts"), (*target, counts), strict=True
            ):
                if given is not None:
                    raise BadInput(f"The figure {name} has its own game and counts; leave {word} out.")
        return cls(
            name,
            target,
            None if counts is None else text_of(counts),
            whole(simulations, "--simulations", most=MOST_SIMULATIONS),
            dict(pairs(option)),
            whole(seed, "--seed", least=0, most=2**32 - 1) or 0,
        )

    def trace(self) -> SimulationTrace:
        """The search, recorded."""
        if self.name in FIGURES:
            return FIGURES[self.name].trace(
                simulations=self.simulations, options=self.options, seed=self.seed
            )
        from halfmove.cli.position import open_history

        target = open_history(self.name, *self.target)
        return simulate(
            target.game,
            target.state,
            simulations=UNLESS_TOLD if self.simulations is None else self.simulations,
            options=self.options,
            seed=self.seed,
            counts=self.counts,
            history=target,
        )


def text_of(counts: str) -> str:
    """Counts as they are given: the text itself, where it has a /number in it, or the name of a file."""
    path = Path(counts)
    if "\n" not in counts and len(counts) < 4096 and path.is_file():
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BadInput(f"The file '{path}' is no text in UTF-8.") from None
    if "\n" not in counts and counts.endswith((".txt", ".counts", ".tree")):
        raise BadInput(f"There is no file '{counts}'.")
    return counts

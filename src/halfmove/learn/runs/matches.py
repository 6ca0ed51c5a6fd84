"""Matches between a run's generations, from which they are rated: a few games of each new one.

Ratings follow from all matches of a run together (`presentation.training`); here they are only played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from halfmove.learn.gate import Gate
from halfmove.learn.runs.play import evaluate_of
from halfmove.learn.selfplay import Options
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import values_of

SIMULATIONS = 8
"""Of each move at most: enough to tell networks apart, and cheap."""


class MatchResult(NamedTuple):
    """A match of one generation against an earlier one."""

    generation: int
    opponent: int
    won: int
    drawn: int
    lost: int


def choose_opponents(generation: int, first: int = 1) -> list[int]:
    """Whom a new generation meets: the one before it, and the one halfway back to the `first`, so that the
    ratings of distant ones hang together by few steps."""
    earlier = range(first, generation)
    return sorted({earlier[-1], earlier[len(earlier) // 2]}) if earlier else []


def may_meet(encoding: Encoding) -> bool:
    """Whether generations can be matched: of games of two players with opposite interests."""
    return values_of(encoding.game) == 1


def meet(
    encoding: Encoding,
    files: tuple[object, object],
    generations: tuple[int, int],
    options: Options,
    games: int,
    backend: str,
    stop: Callable[[], bool],
) -> MatchResult | None:
    """A match of two generations, the later one first; None where it was to stop before its end."""
    later, earlier = (evaluate_of(encoding.game, file, backend) for file in files)  # type: ignore[arg-type]
    options = replace(options, simulations=min(options.simulations, SIMULATIONS))
    gate = Gate(encoding, later, earlier, options, games=games, share=1.0, seed=generations[0])
    while gate.played < games:
        if stop():
            return None
        gate.step()
    return MatchResult(*generations, *gate.results)

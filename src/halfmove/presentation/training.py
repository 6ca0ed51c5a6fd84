"""What a run's matches say: its generations rated on one scale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from halfmove.arena.statistics.bradley_terry import ratings
from halfmove.arena.statistics.comparisons import comparisons
from halfmove.learn.runs.matches import MatchResult

PRIOR = 1.0
"""Virtual draws of each generation: one that won every game has a finite rating too."""


class Rated(NamedTuple):
    """A generation's rating."""

    generation: int
    elo: float
    low: float
    high: float


def rated(matches: Iterable[MatchResult]) -> list[Rated]:
    """The generations that have met others, in their order, with intervals of 95 %; the first has 0."""
    results: list[tuple[int, int, float]] = []
    numbers: dict[int, int] = {}
    found = list(matches)
    for number in sorted({n for match in found for n in (match.generation, match.opponent)}):
        numbers[number] = len(numbers)
    for match in found:
        pair = numbers[match.generation], numbers[match.opponent]
        for score, times in ((1.0, match.won), (0.5, match.drawn), (0.0, match.lost)):
            results += [(*pair, score)] * times
    if not results:
        return []
    told = ratings(comparisons(results, len(numbers)), (0, 0.0), prior=PRIOR)
    return [
        Rated(number, one.elo.value, one.elo.low, one.elo.high)
        for number, one in zip(numbers, told.players, strict=True)
        if one.elo is not None
    ]

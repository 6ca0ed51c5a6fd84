"""Pairs of games: the same opening with the seats exchanged, counted as one sample (the pentanomial).

An opening that favours one seat helps each side once, so the two games of a pair are not independent: their
scores vary together.  Counting pairs takes that into account, and as the opening's share of the luck cancels
within a pair, it also needs fewer games (Van den Bergh, "Comments on normalized Elo", 2020, section 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from halfmove.arena.statistics.counts import Counts
from halfmove.core.errors import BadInput


def pairs(frequencies: Sequence[int], results: tuple[int, int, int] | None = None) -> Counts:
    """The counts of pairs with 0, ½, 1, 1½ and 2 points of the first side.

    `results`, where known, are the wins, draws and losses of the single games; `BadInput` if they do not add
    up to the pairs' games and points.
    """
    if len(frequencies) != 5:
        raise BadInput(
            f"Pairs are counted in five numbers, for 0, ½, 1, 1½ and 2 points, not {len(frequencies)}."
        )
    counts = Counts(tuple(frequencies), results)
    if results is not None:
        wins, draws, losses = results
        halves = sum(i * n for i, n in enumerate(frequencies))
        if wins + draws + losses != counts.games or 2 * wins + draws != halves:
            raise BadInput(
                f"{wins} wins, {draws} draws and {losses} losses are not the games of the pairs "
                f"{', '.join(map(str, frequencies))}."
            )
    return counts


def of_scores(scores: Iterable[tuple[float, float]]) -> Counts:
    """The counts of pairs given by the first side's score in each game (0, ½ or 1)."""
    frequencies = [0] * 5
    results = [0] * 3
    for pair in scores:
        if any(score not in (0.0, 0.5, 1.0) for score in pair):
            raise BadInput(f"The score of a game in a pair is 0, ½ or 1, not {pair[0]:g} and {pair[1]:g}.")
        frequencies[round(2 * sum(pair))] += 1
        for score in pair:
            results[2 - round(2 * score)] += 1
    return pairs(frequencies, (results[0], results[1], results[2]))


def pairs_ratio(counts: Counts) -> float | None:
    """Pairs (or games) won to pairs lost; None where none is lost."""
    half = counts.each
    lost = sum(counts.frequencies[:half])
    return sum(counts.frequencies[half + 1 :]) / lost if lost else None

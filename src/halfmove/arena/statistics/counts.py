"""How often each score occurred: all that the statistics of a match look at.

Games that stand alone have three scores (lost, drawn, won: the trinomial); a pair of games from one opening,
seats exchanged, has five (0, ½, 1, 1½, 2 points: the pentanomial, see `pairs`).  Either way a *sample* is the
unit that is independent of the others: one game, or one pair.  Its score is its points over its games, from
0 to 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from halfmove.core.errors import BadInput


@dataclass(frozen=True)
class Counts:
    """The frequencies of the scores, from the worst for the first side to the best, equally spaced."""

    frequencies: tuple[int, ...]
    """Losses, draws, wins; or the pairs with 0, ½, 1, 1½ and 2 points.  Not below 0."""
    results: tuple[int, int, int] | None = None
    """Wins, draws and losses of the single games, where known: a pair of one point may be two draws."""

    def __post_init__(self) -> None:
        if len(self.frequencies) not in (3, 5):
            raise BadInput(
                f"Counts are three (losses, draws, wins) or five (pairs with 0, ½, 1, 1½ and 2 points), "
                f"not {len(self.frequencies)}."
            )
        if min(self.frequencies) < 0 or (self.results and min(self.results) < 0):
            raise BadInput("A count of games cannot be below 0.")

    @property
    def each(self) -> int:
        """Games of a sample: 1, or 2 for pairs."""
        return len(self.frequencies) // 2

    @property
    def samples(self) -> int:
        """Independent samples: games, or pairs."""
        return sum(self.frequencies)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.each * self.samples

    @property
    def scores(self) -> tuple[float, ...]:
        """The score that each frequency is of: 0, ½, 1 or 0, ¼, ½, ¾, 1."""
        last = len(self.frequencies) - 1
        return tuple(i / last for i in range(last + 1))

    @property
    def score(self) -> float | None:
        """The mean score of the first side, 0 to 1; None without a sample."""
        if not self.samples:
            return None
        last = len(self.frequencies) - 1
        return sum(i * n for i, n in enumerate(self.frequencies)) / (last * self.samples)

    @property
    def variance(self) -> float | None:
        """The variance of a sample's score about the mean found (divided by the number of samples, so the
        likeliest value); exactly 0 where all scores are equal; None without a sample."""
        mean = self.score
        if mean is None:
            return None
        if sum(n > 0 for n in self.frequencies) == 1:
            return 0.0
        squares = (n * (x - mean) ** 2 for x, n in zip(self.scores, self.frequencies, strict=True))
        return math.fsum(squares) / self.samples

    @property
    def level_ratio(self) -> float | None:
        """The share of samples in which the sides were level: draws, or pairs of one point each (what
        fastchess prints as DrawRatio); None without a sample."""
        return self.frequencies[self.each] / self.samples if self.samples else None


def games(wins: int, draws: int, losses: int) -> Counts:
    """The counts of games that stand alone, as the first side sees them."""
    return Counts((losses, draws, wins), (wins, draws, losses))


def undefined(counts: Counts) -> str:
    """Why some figures of these counts have no value, in words; empty if all have one."""
    if not counts.samples:
        return "no games have been played"
    if counts.variance:
        return ""
    what = "pair" if counts.each == 2 else "game"
    if counts.samples == 1:
        return f"there is only one {what}, so the variance is zero: how sure the result is cannot be said yet"
    if counts.score == 1.0:
        how = "was won"
    elif counts.score == 0.0:
        how = "was lost"
    elif counts.score == 0.5:
        how = "was level" if counts.each == 2 else "was drawn"
    else:
        how = "had the same score"
    return f"every {what} {how}, so the variance is zero and the games do not say how sure the result is"

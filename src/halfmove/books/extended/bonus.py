"""What speaks for a move: a bonus, the sum of six parts.

Deep Blue's extended book gave every move a bonus for how often it was played, absolutely and beside the
others, how strong those were who played it, how recently, with what results, and how annotators marked it
(Campbell, "Knowledge Discovery in Deep Blue", *Communications of the ACM* 42(11), 1999; Campbell, Hoane and
Hsu, "Deep Blue", *Artificial Intelligence* 134, 2002, section 8.2).  Its formula was not published; ours is
this, with a sixth part for books that were expanded.  A bonus is counted in doublings: of two moves of a
position, one whose bonus is larger by 1 is chosen twice as often.

    frequency    log2(games / games of the move most played): as often as in the games, if nothing else counts
    results      1 for each tenth of a point a game above what all moves of the position score together
    strength     1 for each 200 Elo above the mean of all who played there, 2 at most, either way
    age          -1 for each 10 years from when it was last played to the book's latest game; -2 at least
    marks        2 (good - bad) / (good + bad + 1)
    search       -1 for each quarter of a pawn (or of what the game counts) by which it is worth less than the
                 position's best move

A move that was not played counts as one of half a game beside moves that were.  Few games prove little:
results and strength are drawn towards the position's mean as if `PRIOR` more games had ended, or been played,
like the mean.  What is not known counts nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class MoveTotals(NamedTuple):
    """Sums over the games in which a move was played; results are the mover's."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    """Fewer than `games` together where some have no result."""
    rated: int = 0
    """Games in which the mover's Elo is known."""
    elo: int = 0
    """The sum of those."""
    best: int = 0
    """The largest of them; 0 if none is known."""
    year: int = 0
    """Of the latest game; 0 if none is known."""
    good: int = 0
    """How often an annotator marked it with `!` or `!!`."""
    bad: int = 0
    """With `?` or `??`."""

    @property
    def finished(self) -> int:
        """Games with a result."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The mover's share of the points, 0 to 1."""
        return (self.wins + self.draws / 2) / self.finished if self.finished else None

    @property
    def mean(self) -> float | None:
        """The mean Elo of those who played it."""
        return self.elo / self.rated if self.rated else None

    def plus(self, other: MoveTotals) -> MoveTotals:
        """Both together."""
        summed = [a + b for a, b in zip(self, other, strict=True)]
        return MoveTotals(*summed)._replace(best=max(self.best, other.best), year=max(self.year, other.year))


def sum_records(records: list[MoveTotals]) -> MoveTotals:
    """What is known of a position: all its moves together."""
    total = MoveTotals()
    for record in records:
        total = total.plus(record)
    return total


PRIOR = 5
"""Games."""
POINTS, ELO, YEARS, UNITS = 0.1, 200.0, 10.0, 0.25
"""What is worth a doubling."""
UNPLAYED = 0.5
"""The games of a move that was not played."""
MOST = 2.0
"""Doublings for strength, either way, and against an old move."""
LEAST = -100.0
"""Doublings behind the best where nothing is left of a weight."""
WEIGHTS = 0xFFFF
"""The weight of the move with the largest bonus."""


class Bonus(NamedTuple):
    """The parts of a move's bonus, in doublings."""

    frequency: float
    results: float
    strength: float
    age: float
    marks: float
    search: float = 0.0

    @property
    def total(self) -> float:
        """The bonus."""
        return sum(self)


def compute_bonuses(
    records: Sequence[MoveTotals], latest: int = 0, losses: Sequence[float | None] | None = None
) -> list[Bonus]:
    """The bonus of each move of one position; `latest` is the year of the book's latest game (0: unknown),
    `losses` by how many units each is worth less than the best (None: not known)."""
    whole = sum_records([*records])
    most = max((record.games for record in records), default=0)
    return [
        Bonus(
            math.log2((record.games or UNPLAYED) / most) if most else 0.0,
            _results(record, whole),
            _strength(record, whole),
            _age(record, latest),
            2.0 * (record.good - record.bad) / (record.good + record.bad + 1),
            -(loss or 0.0) / UNITS + 0.0,
        )
        for record, loss in zip(records, losses or [None] * len(records), strict=True)
    ]


def compute_weights(bonus: Sequence[Bonus]) -> list[int]:
    """Weights of 16 bits in proportion to 2^bonus; 0 for a move too far behind the best to count."""
    best = max((one.total for one in bonus), default=0.0)
    return [round(WEIGHTS * 2.0 ** max(one.total - best, LEAST)) for one in bonus]


def _results(record: MoveTotals, whole: MoveTotals) -> float:
    if record.score is None or whole.score is None:
        return 0.0
    return _shrink(record.score - whole.score, record.finished) / POINTS


def _strength(record: MoveTotals, whole: MoveTotals) -> float:
    if record.mean is None or whole.mean is None:
        return 0.0
    return min(max(_shrink(record.mean - whole.mean, record.rated) / ELO, -MOST), MOST)


def _age(record: MoveTotals, latest: int) -> float:
    return max(-(latest - record.year) / YEARS, -MOST) if record.year and latest > record.year else 0.0


def _shrink(difference: float, games: int) -> float:
    """The difference from the mean that so many games and `PRIOR` like the mean have together."""
    return difference * games / (games + PRIOR)

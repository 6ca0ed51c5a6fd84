"""What is known of one move in one position: who played it, how often, when, and what came of it."""

from __future__ import annotations

from typing import NamedTuple


class Played(NamedTuple):
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

    def plus(self, other: Played) -> Played:
        """Both together."""
        summed = [a + b for a, b in zip(self, other, strict=True)]
        return Played(*summed)._replace(best=max(self.best, other.best), year=max(self.year, other.year))


def all_of(records: list[Played]) -> Played:
    """What is known of a position: all its moves together."""
    total = Played()
    for record in records:
        total = total.plus(record)
    return total

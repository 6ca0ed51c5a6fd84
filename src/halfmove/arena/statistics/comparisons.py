"""Who scored what against whom, summed up: the table that ratings are made from.

A draw counts as half a point to each side, as if it were half a win and half a loss.  The likeliest ratings
are then those at which everyone's expected points equal the points made, whatever the share of draws.

In a game of more than two players every pair of seats is compared: the better placed has won, equal ones have
drawn.  The comparisons of one game are not independent, so each counts 1/(players − 1), where a player has
several seats 1/(his seats × the others'): then a game counts once for each of its players, as a game of two
does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from halfmove.core.errors import BadInput

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Sums over all games for each ordered pair: row the player in the first seat, column the other.

    All three are arrays of players × players; the diagonals are 0.
    """

    points: Array
    """Points of the row's player, when it had the first seat."""
    games: Array
    """Games, or the weight of comparisons, with the row's player in the first seat."""
    squares: Array
    """The sum of the squared scores of the row's player, by which draws show."""

    @property
    def players(self) -> int:
        """How many players the table has."""
        return len(self.points)

    @property
    def scored(self) -> Array:
        """Points of row against column, in either seat."""
        return np.asarray(self.points + (self.games - self.points).T)

    @property
    def met(self) -> Array:
        """Games of row and column, in either seat."""
        return np.asarray(self.games + self.games.T)


def comparisons(
    results: Iterable[tuple[int, int, float]], players: int, weights: Sequence[float] | None = None
) -> Comparisons:
    """Sum up results `(first, second, score of the first)`: players are 0 … players − 1, scores 0 to 1.

    `weights`, one for each result, say how much each counts (1).  `BadInput` for a player that is not there,
    a player against itself, or a score out of range.
    """
    rows = np.array(results if isinstance(results, list) else list(results), np.float64).reshape(-1, 3)
    first, second, score = rows[:, 0].astype(np.intp), rows[:, 1].astype(np.intp), rows[:, 2]
    both = np.concatenate([first, second])
    if both.size and not 0 <= both.min() <= both.max() < players:
        raise BadInput(f"The results name players 0 to {players - 1}, and one that is none of them.")
    if (first == second).any():
        raise BadInput("A player cannot be rated by games against itself.")
    if not ((score >= 0) & (score <= 1)).all():
        raise BadInput("The score of a game lies between 0 and 1.")
    weight = np.ones(len(rows)) if weights is None else np.asarray(weights, np.float64)
    if len(weight) != len(rows):
        raise BadInput(f"There are {len(rows)} results but {len(weight)} weights.")
    where = first * players + second

    def summed(values: Array) -> Array:
        sums = np.bincount(where, values * weight, players * players)
        return sums.astype(np.float64).reshape(players, players)

    return Comparisons(summed(score), summed(np.ones(len(rows))), summed(score * score))


def of_game(players: Sequence[int], scores: Sequence[float]) -> list[tuple[int, int, float, float]]:
    """The comparisons of one game of any number of seats: `(first, second, score of the first, weight)`;
    seats of the same player are not compared."""

    def weigh(one: int) -> float:
        mine = players.count(one)
        return 1.0 / (mine * (len(players) - mine))

    return [
        (one, other, (scores[i] > scores[j]) + (scores[i] == scores[j]) / 2, weigh(one))
        for i, one in enumerate(players)
        for j, other in enumerate(players)
        if i < j and one != other
    ]

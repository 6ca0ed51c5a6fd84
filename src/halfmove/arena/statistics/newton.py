"""The maximum of the Bradley-Terry likelihood by Newton's method, and the information there.

Everything is on the logistic scale (1 unit = 400/ln 10 Elo).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

FLAT = 1e-6
"""Below this curvature the likelihood is taken to rise for ever: it is that of a single game whose result was
certain but for one in a million."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Where the likelihood is greatest."""

    values: Array
    """Of every player, 0 outside the cores; last the advantage, if it is estimated."""
    covariance: Array
    """The inverse of the information, up to a constant in each core: good for differences within one."""
    expected: Array
    """The expected score of row, in the first seat, against column."""
    cores: list[list[int]]
    advantage: float | None
    notes: list[str] = field(default_factory=list)

    def unit(self, player: int) -> Array:
        """The combination of values that is this player's."""
        row = np.zeros(len(self.values))
        row[player] = 1.0
        return row


def maximum(points: Array, games: Array, cores: list[list[int]], advantage: bool) -> Fit:
    """The likeliest values for the players of the cores, by the games within each core; points and games
    are players × players, the row's player in the first seat."""
    inside = np.zeros(games.shape, np.bool_)
    for core in cores:
        inside[np.ix_(core, core)] = True
    problem = _Problem(np.where(inside, points, 0.0), np.where(inside, games, 0.0), cores, advantage)
    notes = []
    if advantage and not problem.advantage_known():
        notes.append(
            "The games do not tell the advantage of the first seat from the players' strength, "
            "so it is taken to be 0."
        )
        advantage = False
        problem = _Problem(problem.points, problem.games, cores, False)
    values = problem.solve()
    if advantage and values is None:
        notes.append("One seat won every game that could tell its advantage, so it is taken to be 0.")
        problem = _Problem(problem.points, problem.games, cores, False)
        values = problem.solve()
    assert values is not None, "within a core the likelihood has its maximum at finite ratings"
    covariance: Array = np.linalg.inv(problem.information(values)).astype(np.float64)
    worth = float(values[-1]) if problem.advantage else None
    return Fit(values, covariance, problem.expected(values), cores, worth, notes)


class _Problem:
    """The likelihood of all cores together."""

    def __init__(self, points: Array, games: Array, cores: list[list[int]], advantage: bool) -> None:
        self.points = points
        self.games = games
        self.advantage = advantage
        self.players = len(points)
        self.size = self.players + advantage
        self.held = np.zeros((self.size, self.size))
        """Holds the mean of each core, which the likelihood leaves free, and everyone outside at 0."""
        rest = np.ones(self.players, np.bool_)
        for core in cores:
            self.held[np.ix_(core, core)] = 1.0
            rest[core] = False
        self.held[np.flatnonzero(rest), np.flatnonzero(rest)] = 1.0

    def expected(self, values: Array) -> Array:
        return np.asarray(1.0 / (1.0 + np.exp(-self._ahead(values))))

    def _ahead(self, values: Array) -> Array:
        ratings = values[: self.players]
        lead = values[-1] if self.advantage else 0.0
        return np.asarray(np.clip(ratings[:, None] - ratings[None, :] + lead, -500.0, 500.0))

    def likelihood(self, values: Array) -> float:
        """Its logarithm."""
        ahead = self._ahead(values)
        return float((self.points * ahead - self.games * np.logaddexp(0.0, ahead)).sum())

    def slope(self, values: Array) -> Array:
        """The points made beyond those expected."""
        over = self.points - self.games * self.expected(values)
        slope = over.sum(1) - over.sum(0)
        return np.append(slope, over.sum()) if self.advantage else slope

    def information(self, values: Array) -> Array:
        """The negative curvature, with what is held added so that it can be inverted."""
        expected = self.expected(values)
        weight = self.games * expected * (1.0 - expected)
        both = weight + weight.T
        matrix = self.held.copy()
        players = slice(0, self.players)
        matrix[players, players] += np.diag(both.sum(1)) - both
        if self.advantage:
            cross = weight.sum(1) - weight.sum(0)
            matrix[-1, players] += cross
            matrix[players, -1] += cross
            matrix[-1, -1] += weight.sum()
        return matrix

    def advantage_known(self) -> bool:
        """Whether no change of ratings does what an advantage would."""
        matrix = self.information(np.zeros(self.size))
        return bool(np.linalg.eigvalsh(matrix)[0] > 1e-9 * max(float(self.games.max(initial=0.0)), 1.0))

    def solve(self, rounds: int = 200) -> Array | None:
        """Where the likelihood is greatest; None if it grows for ever with the advantage."""
        values = np.zeros(self.size)
        best = self.likelihood(values)
        for _ in range(rounds):
            matrix = self.information(values)
            if self.advantage and np.linalg.eigvalsh(matrix)[0] < FLAT:
                return None
            step = np.linalg.solve(matrix, self.slope(values))
            while (found := self.likelihood(values + step)) < best - 1e-12 * abs(best):
                step = step / 2
            values, best = values + step, found
            if float(np.abs(step).max(initial=0.0)) < 1e-11:
                break
        return values

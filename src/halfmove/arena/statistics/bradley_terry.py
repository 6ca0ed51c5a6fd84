"""Ratings by maximum likelihood: the Bradley-Terry model on the Elo scale.

A player rated r against one rated s is expected to score 1/(1 + 10^((s − r)/400)); all ratings are chosen
at once so that the results are the likeliest (Bradley and Terry, Biometrika 39, 1952; Zermelo, Mathematische
Zeitschrift 29, 1929; for chess Coulom's BayesElo).  With the advantage of the first seat as one more number,
the first player's rating is raised by it.  The log-likelihood is concave, so Newton's steps, halved where
they overshoot, find the one maximum.

How sure a rating is follows from the inverse of the Fisher information: the curvature of the log-likelihood
at its maximum.  Taking a draw for half a win and half a loss, the model expects more luck than there is where
many games are drawn, so these intervals are then too wide; `spread=True` scales them by the spread of the
scores found (the quasi-likelihood of McCullagh and Nelder, "Generalized Linear Models", 1989, 9.2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from halfmove.arena.statistics.comparisons import Comparisons
from halfmove.arena.statistics.components import Place, groups
from halfmove.arena.statistics.elo import SCALE, Interval, z_value
from halfmove.arena.statistics.newton import Fit, maximum
from halfmove.core.errors import BadInput

Array = NDArray[np.float64]

VIRTUAL = 4.0
"""How many games without draws the spread of scores starts from: a choice, not tuned."""


@dataclass(frozen=True)
class Rating:
    """One player's rating."""

    elo: Interval | None
    """±∞ for a player beyond all rating; None where the games say nothing."""
    place: Place
    group: int
    """Only ratings of one group can be compared; 0, 1, …"""
    words: str = ""
    """Why the rating is not a finite number."""


@dataclass(frozen=True, eq=False)
class Ratings:
    """The ratings of all players."""

    players: tuple[Rating, ...]
    superiority: tuple[tuple[float | None, ...], ...]
    """The likelihood that row is stronger than column; None where the games set no order."""
    advantage: Interval | None = None
    """What the first seat is worth in Elo, where asked for and known."""
    dispersion: float = 1.0
    """The spread of the scores to that of a model without draws: the fewer draws, the nearer to 1."""
    notes: tuple[str, ...] = ()
    """What could not be done as asked, a sentence each."""


def ratings(
    results: Comparisons,
    anchor: tuple[int, float] | None = None,
    *,
    advantage: bool = False,
    prior: float = 0.0,
    spread: bool = False,
    confidence: float = 0.95,
) -> Ratings:
    """The likeliest ratings, with intervals at this confidence.

    `anchor`: a player and the rating it is held at; the intervals then say how well the others are known
    relative to it.  Without it (and in groups of players that did not meet the anchor's) the mean is 0.
    `advantage`: estimate what the first seat is worth, too.  `prior`: so many virtual draws for each player,
    shared out over its opponents in proportion to its games with them, as BayesElo does (2 there): it pulls
    ratings together a little, and gives those who won or lost every game a finite one.  `spread`: scale the
    intervals by the spread of scores found.  `BadInput` for an anchor or a prior that cannot be.
    """
    if anchor is not None and not (0 <= anchor[0] < results.players and math.isfinite(anchor[1])):
        raise BadInput(
            f"The anchor must be one of the players 0 to {results.players - 1}, at a finite rating."
        )
    if not (0.0 <= prior < math.inf):
        raise BadInput(f"The prior is a number of draws of at least 0, not {prior:g}.")
    points, games = _with_draws(results, prior)
    scored = points + (games - points).T
    found = groups(scored, games + games.T)
    cores = [core for core, places in found if places[core[0]] == Place.RATED]
    fit = maximum(points, games, cores, advantage)
    fair = _dispersion(results, fit)
    table = _Table(fit, z_value(confidence), fair if spread else 1.0, anchor)
    for number, (core, places) in enumerate(found):
        table.enter(number, core, places, results)
    worth = None if fit.advantage is None else table.interval(fit.advantage, fit.covariance[-1, -1])
    return Ratings(
        tuple(table.players[player] for player in range(results.players)),
        table.superiority(scored),
        worth,
        fair,
        tuple(fit.notes + table.notes),
    )


def _with_draws(results: Comparisons, prior: float) -> tuple[Array, Array]:
    """Points and games with the virtual draws of the prior, half of them in either seat."""
    met = results.met
    total = met.sum(1, keepdims=True)
    share = np.divide(met, total, out=np.zeros_like(met), where=total > 0)
    draws = (
        prior * (share + share.T) / 4
    )  # of an ordered pair: a player's own virtual games and its opponent's
    return results.points + draws / 2, results.games + draws


def _dispersion(results: Comparisons, fit: Fit) -> float:
    """Pearson's statistic over its degrees of freedom, and a few more games of spread 1, so that a handful of
    draws does not make a rating certain."""
    inside = np.zeros_like(results.games, np.bool_)
    for core in fit.cores:
        inside[np.ix_(core, core)] = True
    mean = fit.expected
    weight = np.where(inside, results.games, 0.0)
    squares = results.squares - 2 * mean * results.points + mean * mean * results.games
    spread = np.divide(squares, mean * (1 - mean), out=np.zeros_like(mean), where=weight > 0)
    freedom = float(weight.sum()) - len(fit.covariance) + len(fit.cores)
    return (float(spread.sum()) + VIRTUAL) / (max(freedom, 0.0) + VIRTUAL)


class _Table:
    """The ratings as they are put together, a group after the other."""

    def __init__(self, fit: Fit, z: float, factor: float, anchor: tuple[int, float] | None) -> None:
        self.fit = fit
        self.z = z
        self.factor = factor
        self.anchor = anchor
        self.players: dict[int, Rating] = {}
        self.notes: list[str] = []

    def interval(self, value: float, variance: float) -> Interval:
        """On the Elo scale, from the logistic one."""
        reach = self.z * math.sqrt(max(variance, 0.0) * self.factor)
        return Interval(SCALE * value, SCALE * (value - reach), SCALE * (value + reach))

    def enter(self, number: int, core: list[int], places: dict[int, Place], results: Comparisons) -> None:
        """Rate the players of one group."""
        weights, level = self._zero(core, places)
        for player, place in places.items():
            if place is not Place.RATED:
                self.players[player] = Rating(_BEYOND[place], place, number, _words(player, place, results))
                continue
            row = self.fit.unit(player) - weights
            found = self.interval(float(row @ self.fit.values), float(row @ self.fit.covariance @ row))
            rated = Interval(found.value + level, found.low + level, found.high + level)
            self.players[player] = Rating(rated, place, number)

    def _zero(self, core: list[int], places: dict[int, Place]) -> tuple[Array, float]:
        """The combination of ratings that is held, and at what."""
        if self.anchor is not None and self.anchor[0] in places:
            if places[self.anchor[0]] is Place.RATED:
                return self.fit.unit(self.anchor[0]), self.anchor[1]
            self.notes.append(
                "The anchor has no finite rating itself, so the mean of the others is 0 instead."
            )
        weights = np.zeros(len(self.fit.values))
        weights[core] = 1.0 / len(core)
        return weights, 0.0

    def superiority(self, scored: Array) -> tuple[tuple[float | None, ...], ...]:
        """The matrix of likelihoods."""
        count = range(len(scored))
        return tuple(tuple(self._superior(one, other, scored) for other in count) for one in count)

    def _superior(self, one: int, other: int, scored: Array) -> float | None:
        mine, yours = self.players[one], self.players[other]
        if one == other or mine.group != yours.group:
            return None
        if mine.place is not Place.RATED or yours.place is not Place.RATED:
            order = {Place.BELOW: -1, Place.RATED: 0, Place.ABOVE: 1}
            if Place.APART in (mine.place, yours.place) or mine.place is yours.place:
                return None
            return 1.0 if order[mine.place] > order[yours.place] else 0.0
        values, spread = self.fit.values, self.fit.covariance
        variance = float(spread[one, one] + spread[other, other] - 2 * spread[one, other]) * self.factor
        ahead = float(values[one] - values[other])
        return NormalDist().cdf(ahead / math.sqrt(variance)) if variance > 0 else None


_BEYOND = {
    Place.ABOVE: Interval(math.inf, math.inf, math.inf),
    Place.BELOW: Interval(-math.inf, -math.inf, -math.inf),
    Place.APART: None,
}


def _words(player: int, place: Place, results: Comparisons) -> str:
    """Why there is no finite rating."""
    points, games = float(results.scored[player].sum()), float(results.met[player].sum())
    if not games:
        return "it has played nobody"
    if place is Place.APART:
        return "its games set no order between it and those rated"
    if place is Place.ABOVE:
        return "it won all its games" if points == games else "it lost no point to any of those rated"
    return "it lost all its games" if points == 0 else "it made no point against any of those rated"

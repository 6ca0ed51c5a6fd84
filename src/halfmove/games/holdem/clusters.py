"""Histograms put into clusters by earth mover's distance: what buckets of hands are made with.

The earth mover's distance of two histograms is the least work that makes one of the other: mass times the
distance that it is moved.  Where the places lie on a line it is the area between the two cumulative
histograms, so that a histogram is kept as these areas, `gap * cumulative`, and the distance is a sum of
differences.  Where places are themselves clusters, with a distance for each two (the ground distance), the
work is that of a greedy plan: every piece of mass goes to the nearest place that still has room, the nearest
pairs of all first.  That is never less than the least work, and a tenth more on average
(S. Ganzfried and T. Sandholm, "Potential-aware imperfect-recall abstraction with earth mover's distance in
imperfect-information games", AAAI 2014, algorithm 2).

Clusters are found by Lloyd's iterations from centres drawn as by D. Arthur and S. Vassilvitskii, "k-means++",
SODA 2007.  A histogram's mean differs from a centre's by no more than their distance, so that centres are
tried from the nearest mean outwards, and the search ends where means alone are farther than the best.

All numbers are whole: the same clusters on every machine, with any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Any

import numpy as np

from halfmove.core.compile import kernel
from halfmove.core.contract import Game

UNIT = 1_000_000
"""What a distance of 1 is kept as."""
MASS = 1024
"""What one count of a histogram is kept as in a centre."""
ROUNDS = 25
"""Lloyd's iterations, at the most."""
STILL = 0.002
"""The part of the points that may change their clusters in the last of them."""
_FAR = 1 << 60
_LABEL = 16
"""Bits of a cluster's number, below the distance to it."""


# ---- on a line
def line_work(points: Any, i: int, centres: Any, k: int, best: int) -> int:
    """The earth mover's distance of a point and a centre on a line; `best` or more once it is that much."""
    work, width, at = 0, points.shape[1], 0
    while at < width and work < best:
        end = min(at + 32, width)
        for j in range(at, end):
            work += abs(int(points[i, j]) - int(centres[k, j]))
        at = end
    return work


def nearest_on_line(points: Any, i: int, centres: Any, totals: Any) -> int:
    """The nearest centre of a point: its distance, and below that its number.  The centres are in the order
    of their `totals`, the sums of their rows."""
    total, count = 0, len(totals)
    for j in range(points.shape[1]):
        total += int(points[i, j])
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if totals[middle] < total:
            low = middle + 1
        else:
            high = middle
    up, down, best, found = low, low - 1, _FAR, 0
    while True:
        above = int(totals[up]) - total if up < count else _FAR
        below = total - int(totals[down]) if down >= 0 else _FAR
        if min(above, below) >= best:
            return (best << _LABEL) | found
        if above <= below:
            k, up = up, up + 1
        else:
            k, down = down, down - 1
        work = line_work(points, i, centres, k, best)
        if work < best:
            best, found = work, k


@kernel
def assign_on_line(
    game: Game, points: Any, centres: Any, totals: Any, first: int, last: int, found: Any
) -> None:
    """The nearest centre of the points from `first` up to `last`: `found`, int64[n], as `nearest_on_line`."""
    for i in range(first, last):
        found[i] = nearest_on_line(points, i, centres, totals)


@kernel
def closer_on_line(
    game: Game, points: Any, centres: Any, k: int, first: int, last: int, distance: Any
) -> None:
    """Lower `distance`, int64[n], of the points to that from centre k, where that is less."""
    for i in range(first, last):
        distance[i] = min(distance[i], line_work(points, i, centres, k, distance[i]))


# ---- between clusters
def greedy_work(
    points: Any, i: int, centres: Any, k: int, ground: Any, order: Any, room: Any, left: Any, best: int
) -> int:
    """The work of a greedy plan that makes centre k of a point, in `UNIT` times `MASS` times a point's count;
    `best` or more once it is that much.

    points  uint8[n, d]: for each point how often it comes to each place
    centres int32[k, d]: the same, `MASS` as much, each row with the same sum
    ground  int32[d, d]: the distances of places; order  int16[d, d]: for each place all, the nearest first
    room    int64[d], left int64[2, d]: to work with
    """
    width, pieces, work = points.shape[1], 0, 0
    for j in range(width):
        room[j] = centres[k, j]
        if points[i, j] > 0:
            left[0, pieces], left[1, pieces] = j, int(points[i, j]) * MASS
            pieces += 1
    turn = 0
    while pieces > 0 and turn < width and work < best:
        kept = 0
        for piece in range(pieces):
            place, mass = left[0, piece], left[1, piece]
            to = order[place, turn]
            moved = min(mass, room[to])
            if moved > 0:
                room[to] -= moved
                mass -= moved
                work += moved * int(ground[place, to])
            if mass > 0:
                left[0, kept], left[1, kept] = place, mass
                kept += 1
        pieces = kept
        turn += 1
    return work


def nearest_by_ground(
    points: Any, i: int, centres: Any, totals: Any, place_totals: Any, ground: Any, order: Any, room: Any,
    left: Any,
) -> int:  # fmt: skip
    """As `nearest_on_line`, by `greedy_work`.  `place_totals` are means of the places, which differ by no
    more than their ground distance; `totals` the sums of these over each centre."""
    total, count = 0, len(totals)
    for j in range(points.shape[1]):
        total += int(points[i, j]) * MASS * int(place_totals[j])
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if totals[middle] < total:
            low = middle + 1
        else:
            high = middle
    up, down, best, found = low, low - 1, _FAR, 0
    while True:
        above = int(totals[up]) - total if up < count else _FAR
        below = total - int(totals[down]) if down >= 0 else _FAR
        if min(above, below) >= best:
            return ((best // MASS) << _LABEL) | found
        if above <= below:
            k, up = up, up + 1
        else:
            k, down = down, down - 1
        work = greedy_work(points, i, centres, k, ground, order, room, left, best)
        if work < best:
            best, found = work, k


@kernel
def assign_by_ground(
    game: Game, points: Any, centres: Any, totals: Any, place_totals: Any, ground: Any, order: Any,
    first: int, last: int, room: Any, left: Any, found: Any,
) -> None:  # fmt: skip
    """The nearest centre of the points from `first` up to `last`."""
    for i in range(first, last):
        found[i] = nearest_by_ground(
            points, i, centres, totals, place_totals, ground, order, room, left
        )  # fmt: skip


@kernel
def closer_by_ground(
    game: Game, points: Any, centres: Any, k: int, ground: Any, order: Any, first: int, last: int, room: Any,
    left: Any, distance: Any,
) -> None:  # fmt: skip
    """Lower `distance`, in `MASS`, of the points to that from centre k, where that is less."""
    for i in range(first, last):
        work = greedy_work(points, i, centres, k, ground, order, room, left, distance[i] * MASS)
        distance[i] = min(distance[i], work // MASS)


# ---- clusters
class OnLine:
    """Points as areas under cumulative histograms: int32[n, d], see `areas`."""

    def __init__(self, game: Game, points: Any) -> None:
        self.game, self.points = game, points

    def centre(self, members: Any) -> Any:
        """The mean of some points."""
        return np.rint(members.mean(axis=0)).astype(np.int32)

    def totals(self, centres: Any) -> Any:
        """What centres are put in order by: means."""
        return centres.sum(axis=1, dtype=np.int64)

    def assign(self, centres: Any, first: int, last: int, found: Any) -> None:
        """The nearest centres of the points from `first` up to `last`."""
        assign_on_line(self.game, self.points, centres, self.totals(centres), first, last, found)

    def closer(self, centres: Any, k: int, first: int, last: int, distance: Any) -> None:
        """Lower the distances to that from centre k."""
        closer_on_line(self.game, self.points, centres, k, first, last, distance)


class ByGround:
    """Points as counts at places that have a distance: uint8[n, d]; `places` are the centres of `OnLine` that
    the places are."""

    def __init__(self, game: Game, points: Any, places: Any) -> None:
        self.game, self.points = game, points
        self.place_totals = places.sum(axis=1, dtype=np.int64)
        self.ground = np.array(
            [np.abs(places.astype(np.int64) - place).sum(axis=1) for place in places]
        ).astype(np.int32)
        self.order = np.argsort(self.ground, axis=1, kind="stable").astype(np.int16)

    def of(self, points: Any) -> ByGround:
        """Other points at the same places."""
        made = copy(self)
        made.points = points
        return made

    def centre(self, members: Any) -> Any:
        """The mean of some points, its masses whole."""
        mean = members.mean(axis=0) * MASS
        whole = np.floor(mean).astype(np.int32)
        missing = int(members[0].sum()) * MASS - int(whole.sum())
        whole[np.argsort(whole - mean, kind="stable")[:missing]] += 1
        return whole

    def totals(self, centres: Any) -> Any:
        """What centres are put in order by: means."""
        return centres.astype(np.int64) @ self.place_totals

    def _work(self) -> tuple[Any, Any]:
        width = len(self.place_totals)
        return np.zeros(width, np.int64), np.zeros((2, width), np.int64)

    def assign(self, centres: Any, first: int, last: int, found: Any) -> None:
        """The nearest centres of the points from `first` up to `last`."""
        assign_by_ground(
            self.game, self.points, centres, self.totals(centres), self.place_totals, self.ground, self.order,
            first, last, *self._work(), found,
        )  # fmt: skip

    def closer(self, centres: Any, k: int, first: int, last: int, distance: Any) -> None:
        """Lower the distances to that from centre k."""
        closer_by_ground(
            self.game, self.points, centres, k, self.ground, self.order, first, last, *self._work(), distance
        )  # fmt: skip


Points = OnLine | ByGround


def clusters(
    points: Points,
    k: int,
    seed: int,
    *,
    threads: int = 1,
    progress: Callable[[float], None] = lambda part: None,
    stop: Callable[[], bool] = lambda: False,
) -> Any:
    """The centres of k clusters of the points, in the order of their means: int32[k, d]; fewer where the
    points have fewer different places.  The same for the same seed.  `KeyboardInterrupt` once `stop()` is
    true.
    """
    n = len(points.points)
    random = np.random.default_rng(seed)
    bounds = np.linspace(0, n, 4 * threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:

        def shared(work: Callable[..., None], *given: Any, out: Any) -> None:
            if stop():
                raise KeyboardInterrupt
            parts = zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
            list(pool.map(lambda part: work(*given, *part, out), parts))

        distance = np.full(n, 1 << 40, np.int64)
        centres = points.centre(points.points[[int(random.integers(n))]])[None]
        while len(centres) < k:
            shared(points.closer, centres, len(centres) - 1, out=distance)
            squares = distance.astype(float) ** 2
            if squares.sum() == 0:
                break
            one = int(random.choice(n, p=squares / squares.sum()))
            centres = np.concatenate([centres, points.centre(points.points[[one]])[None]])
            progress(0.3 * len(centres) / k)
        found, before = np.zeros(n, np.int64), np.full(n, -1)
        for turn in range(ROUNDS):
            centres = centres[np.argsort(points.totals(centres), kind="stable")]
            shared(points.assign, centres, out=found)
            labels = found & ((1 << _LABEL) - 1)
            if (labels != before).sum() <= STILL * n and turn > 0:
                break
            before = labels
            centres = _moved(points, centres, labels, found >> _LABEL)
            progress(0.3 + 0.7 * (turn + 1) / ROUNDS)
    return centres[np.argsort(points.totals(centres), kind="stable")]


def _moved(points: Points, centres: Any, labels: Any, distance: Any) -> Any:
    """The means of the clusters; one that has no point begins anew at the point farthest from its centre."""
    order = np.argsort(labels, kind="stable")
    bounds = np.searchsorted(labels[order], np.arange(len(centres) + 1))
    made, far = centres.copy(), iter(np.argsort(-distance, kind="stable"))
    for k in range(len(centres)):
        members = order[bounds[k] : bounds[k + 1]]
        if len(members) == 0:
            members = np.array([next(far)])
        made[k] = points.centre(points.points[members])
    return made


def areas(counts: Any, places: Any) -> Any:
    """Histograms (counts [n, d] at places [d] that rise) as areas under their cumulative shares, in `UNIT`:
    int32[n, d - 1]."""
    shares = np.cumsum(counts, axis=1)[:, :-1] / counts.sum(axis=1, keepdims=True)
    return np.rint(shares * np.diff(places) * UNIT).astype(np.int32)


def line_clusters(weights: Any, k: int) -> Any:
    """The best k clusters of places 0, 1, … on a line by their weights, least squares: the number of each
    place's cluster, int64[n].  Exact, by dynamic programming; every cluster has some weight."""
    held = np.flatnonzero(weights)
    w, x = weights[held].astype(float), held.astype(float)
    n, k = len(held), min(k, len(held))
    sums = [np.concatenate([[0.0], np.cumsum(w * x**power)]) for power in range(3)]
    # cost[i, j]: of a cluster of the places from i up to j; infinite where that is none
    mass, first, second = (s[None, :] - s[:, None] for s in sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        cost = np.where(mass > 0, second - first**2 / mass, np.inf)
    best, cuts = cost[0].copy(), []
    for _ in range(k - 1):
        total = best[:, None] + cost
        cuts.append(total.argmin(axis=0))
        best = total.min(axis=0)
    ends, at = [n], n
    for cut in reversed(cuts):
        at = int(cut[at])
        ends.append(at)
    starts = held[np.array(ends[:0:-1], dtype=int)] if k > 1 else held[:0]
    return np.searchsorted(starts, np.arange(len(weights)), side="right")

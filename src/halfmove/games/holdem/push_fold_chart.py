"""The chart of push or fold: up to which stack each of the 169 classes goes all in, or calls.

One game for each stack, all solved at once: the strategies of all stacks are two arrays, and an iteration is
four products with the table of equities (`preflop`).  Regret matching+ with updates in turn and averages that
grow with the iteration (Tammelin, "Solving large imperfect information games using CFR+", 2014).  How far
the averages are from equilibrium is said for each stack, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from halfmove.core.errors import BadInput
from halfmove.games.holdem.preflop import equities, pairs
from halfmove.games.holdem.ranges import class_text, grid

STEP, MOST = 0.1, 20.0
"""Big blinds between two stacks, and the deepest one, as published charts have them."""
ITERATIONS = 1000
PLAYED = 0.5
"""A class whose share is at least this is played.  Near the edge of a stretch it is mixed."""
LABELS = [class_text(kind) for row in grid() for kind in row]
PLAYERS = ("small blind, all in", "big blind, calls")


@dataclass(frozen=True)
class Chart:
    """What both blinds do with each class at each stack."""

    stacks: Any
    """float64[k]: big blinds, before the blinds are posted; ascending."""
    ante: float
    shares: tuple[Any, Any]
    """float64[k, 169]: how often the small blind goes all in, and how often the big blind calls, by
    the classes in the order of `grid`."""
    exploitability: Any
    """float64[k]: what both gain by best responses, each alone, divided by two, in big blinds a hand."""

    def stretches(self, player: int, number: int) -> list[tuple[float, float]]:
        """From which stack to which a class is played (`PLAYED`), the shortest stacks first."""
        played = self.shares[player][:, number] >= PLAYED
        edges = np.flatnonzero(np.diff(np.concatenate(([False], played, [False])).astype(int)))
        return [
            (float(self.stacks[start]), float(self.stacks[end - 1])) for start, end in edges.reshape(-1, 2)
        ]

    def deepest(self, player: int) -> list[float | None]:
        """For each class the deepest stack with which it is played; None where there is none."""
        found = [self.stretches(player, number) for number in range(len(LABELS))]
        return [stretches[-1][1] if stretches else None for stretches in found]


def chart(
    stacks: Sequence[float] | None = None,
    *,
    ante: float = 0.0,
    iterations: int | None = None,
    progress: Callable[[float], None] = lambda part: None,
) -> Chart:
    """The chart for some stacks, from just above one big blind to 20 by default; `BadInput` for a stack that
    does not pay for blind and ante.  `progress` is told the part that is done."""
    if not (isfinite(ante) and ante >= 0):
        raise BadInput(f"The ante is 0 or more big blinds, not {ante:g}.")
    deep = usual_stacks(MOST, ante) if stacks is None else np.array(sorted(stacks), dtype=float)
    if not (len(deep) and np.isfinite(deep).all() and deep[0] > 1 + ante):
        raise BadInput(f"A stack is a number of big blinds above {1 + ante:g}, which blind and ante take.")
    counts = pairs().astype(float)
    return solved(deep, ante, counts, counts * (2 * equities() - 1), iterations or ITERATIONS, progress)


def usual_stacks(most: float, ante: float = 0.0) -> Any:
    """Every tenth of a big blind up to `most`, from the first that pays for blind and ante."""
    first = int(np.floor((1 + ante) / STEP + 1e-9)) + 1
    return np.arange(first, round(most / STEP) + 1) * STEP


def solved(
    stacks: Any, ante: float, counts: Any, won: Any, iterations: int, progress: Callable[[float], None]
) -> Chart:
    """The same for a table of how often two classes are dealt, and of that less how often the first loses
    more than it wins: float64[n, n] each."""
    deep, n = stacks[:, None], len(counts)
    sums = counts.sum(axis=1)
    regrets = np.zeros((2, 2, len(stacks), n))  # of each player: of folding, of putting all in
    averages = np.zeros((2, len(stacks), n))
    shares = np.full((2, len(stacks), n), 0.5)

    def gains(player: int, other: Any) -> Any:
        """What each class gains by putting all in over folding, against such shares of the other's."""
        if player == 0:
            return (1 + ante) * (sums - other @ counts.T) + deep * (other @ won.T) + (0.5 + ante) * sums
        return (1 + ante) * (other @ counts) - deep * (other @ won)

    for iteration in range(1, iterations + 1):
        for player in range(2):
            gain, own = gains(player, shares[1 - player]), shares[player]
            fold, put = regrets[player]
            np.maximum(fold - own * gain, 0, out=fold)
            np.maximum(put + (1 - own) * gain, 0, out=put)
            total = fold + put
            shares[player] = np.where(total > 0, put / np.where(total > 0, total, 1), 0.5)
            averages[player] += iteration * shares[player]
        if iteration % 50 == 0:
            progress(iteration / iterations)
    averages /= iterations * (iterations + 1) / 2
    left = np.zeros(len(stacks))
    for player in range(2):
        gain = gains(player, averages[1 - player])
        left += (np.maximum(gain, 0) - averages[player] * gain).sum(axis=1)
    return Chart(stacks, ante, (averages[0], averages[1]), left / (2 * counts.sum()))

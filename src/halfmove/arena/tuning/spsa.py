"""SPSA: many numbers tuned at once, by games between two settings that lie on either side of the present one.

Each trial moves every number by its step, up or down by lot, plays a pair of games between that and its
mirror image, and takes a small step towards the winner: what does not matter cancels out over thousands of
trials.  Sources: Spall, *IEEE Transactions on Automatic Control* 37(3), 1992, and *IEEE Transactions on
Aerospace and Electronic Systems* 34(3), 1998 (the gains); Kiiski's use of it for Stockfish, 2011.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from halfmove.search.alphabeta.selective.parameters import Parameter

ALPHA, GAMMA = 0.602, 0.101
"""How the steps towards the winner shrink, and those to either side: the smallest that are proven to do."""
SETTLING = 0.1
"""The share of all trials over which steps hardly shrink at first."""
RATE = 0.002
"""The step towards the winner of a pair by one point, at the end, as a share of the square of that to either
side."""


@dataclass(frozen=True)
class Gains:
    """How far the trials of a run go, which is to have so many."""

    trials: int

    def reach(self, trial: int) -> float:
        """How many steps of a parameter the trial of that number, from 0, looks to either side."""
        return math.pow(self.trials / (trial + 1), GAMMA)

    def rate(self, trial: int) -> float:
        """How many steps it goes towards the winner for each point between them and each step of `reach`."""
        settling = SETTLING * self.trials
        shrunk = math.pow((settling + self.trials) / (settling + trial + 1), ALPHA)
        return RATE * shrunk / math.pow(self.reach(trial), 2)


@dataclass
class Search:
    """The values as they are now, of the parameters that are tuned."""

    parameters: Sequence[Parameter]
    gains: Gains
    seed: int
    values: dict[str, float] = field(default_factory=dict)
    done: int = 0

    def __post_init__(self) -> None:
        self.values = {p.name: self.values.get(p.name, float(p.value)) for p in self.parameters}

    def signs(self, trial: int) -> dict[str, int]:
        """For each parameter, whether the first of the two players of a trial has more of it, or less."""
        random = Random(f"{self.seed} trial {trial}")
        return {p.name: random.choice((-1, 1)) for p in self.parameters}

    def propose(self, trial: int) -> tuple[dict[str, int], dict[str, int]]:
        """The values of the two players of a trial."""
        reach, signs = self.gains.reach(trial), self.signs(trial)
        up, down = {}, {}
        for p in self.parameters:
            away = signs[p.name] * reach * p.step
            up[p.name] = clip(p, self.values[p.name] + away)
            down[p.name] = clip(p, self.values[p.name] - away)
        return up, down

    def learn(self, trial: int, points: float) -> None:
        """A trial is over: the first player has so many points more of the pair than the second, −2 to 2."""
        signs, towards = self.signs(trial), self.gains.rate(trial) * self.gains.reach(trial) * points
        for p in self.parameters:
            value = self.values[p.name] + signs[p.name] * towards * p.step
            self.values[p.name] = min(max(value, p.least), p.most)
        self.done += 1

    def found(self) -> dict[str, int]:
        """The values as the search takes them: whole numbers."""
        return {p.name: clip(p, self.values[p.name]) for p in self.parameters}


def clip(parameter: Parameter, value: float) -> int:
    """The nearest whole number within the parameter's range."""
    return min(max(round(value), parameter.least), parameter.most)

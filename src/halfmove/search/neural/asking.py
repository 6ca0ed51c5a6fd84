"""A network's word on the leaves of a Monte Carlo search: `Batches` without Python for each action.

AlphaGo mixes a network's value v of a leaf with the result z of one playout from it: the leaf is worth
(1 − λ) v + λ z (Silver et al., *Mastering the game of Go with deep neural networks and tree search*, 2016).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.search.montecarlo.batches import Batches
from halfmove.search.montecarlo.choosing import PRIOR_ONE
from halfmove.search.montecarlo.memory import ZERO, Tree, Worker
from halfmove.search.montecarlo.phases import simulate
from halfmove.search.montecarlo.plan import Plan
from halfmove.search.neural.judge import Judge


@kernel
def play_out(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int) -> int:
    """Play on from a leaf to the end of the game, and write what that brings each player to `rewards`; the
    length of the whole simulation."""
    return simulate(game, state, tree, worker, plan, depth, edge)


class NetworkBatches(Batches):
    """Simulations whose leaves a `Judge`, the evaluator, is asked about."""

    evaluator: Judge
    rollouts = 0.0
    """λ: what a playout's result counts in a leaf's worth; the network's value counts the rest."""

    def prepare(self, state: Any, tree: Any) -> None:
        """Make the machine code, the judge's too."""
        super().prepare(state, tree)
        self.evaluator.prepare(state)
        if self.rollouts > 0:
            zero = int(ZERO)
            play_out.prepare(self.game, state, tree, self.workers[0], self.plan, zero, zero)

    def _ask(self, states: list[Any]) -> list[tuple[Any, Any]]:
        if not states:
            return []
        found = self.evaluator.judge(states)
        self.asked += len(states)
        given = np.maximum(np.rint(found.shares * PRIOR_ONE), 1).astype(np.int64)
        most = self.plan.most
        told = np.rint(found.values.astype(np.float64) * self.evaluator.limit * WIN).astype(np.int64)
        if told.shape[1] == 1:  # the mover's, and the opposite for the other
            told = np.where(found.movers[:, None] == np.arange(2), told, -told)
        rewards = np.clip(told, -most, most) + most
        bounds = found.bounds.tolist()
        return [(given[a:b], rewards[i]) for i, (a, b) in enumerate(pairwise(bounds))]

    def _worth(
        self, rewards: Sequence[int], state: Any, tree: Tree, worker: Worker, depth: int, edge: int
    ) -> Sequence[int]:
        """The network's word mixed with the result of a playout."""
        if self.rollouts <= 0:
            return rewards
        play_out(self.game, state, tree, worker, self.plan, depth, edge)
        played = worker.rewards.array[: self.game.players]
        return [round(v + self.rollouts * (int(z) - v)) for v, z in zip(rewards, played, strict=True)]

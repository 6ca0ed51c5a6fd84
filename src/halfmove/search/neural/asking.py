"""A network's word on the leaves of a Monte Carlo search: `Batches` without Python for each action.

AlphaGo mixes a network's value v of a leaf with the result z of one playout from it: the leaf is worth
(1 − λ) v + λ z (Silver et al., *Mastering the game of Go with deep neural networks and tree search*, 2016).
A leaf becomes a node, about which the network is asked, at its nth visit (the paper's n_thr): where a playout
costs less than an answer, n playouts say more than one.  All n are backed up as they are played, and v as so
many visits, n (1 − λ) / λ, that it counts as much of the leaf as with n = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.score import WIN
from halfmove.search.montecarlo.batches import Batches, descend_often, repeat
from halfmove.search.montecarlo.choosing import PRIOR_ONE
from halfmove.search.montecarlo.memory import ZERO, Tree, Worker, limits_on
from halfmove.search.montecarlo.phases import simulate
from halfmove.search.montecarlo.plan import Plan
from halfmove.search.montecarlo.proving import is_settled
from halfmove.search.neural.judge import Judge

LONGEST_CALL = 16
"""Simulations of one call of machine code, at the most, so that a search ends by its clock."""


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
    threshold = 1
    """The visit at which the network is asked about a leaf; with more than one λ is above 0."""
    _descend_often: Callable[..., tuple[Any, int, int, int]] = staticmethod(descend_often)

    def prepare(self, state: Any, tree: Any) -> None:
        """Make the machine code, the judge's too."""
        super().prepare(state, tree)
        self.evaluator.prepare(state)

    def _prepare_descent(self, state: Any, tree: Tree) -> None:
        game, plan, worker, zero = self.game, self.plan, self.workers[0], int(ZERO)
        if self.threshold == 1:
            super()._prepare_descent(state, tree)
            if self.rollouts > 0:
                play_out.prepare(game, state, tree, worker, plan, zero, zero)
            return
        given = (game, state, tree, worker, plan, self.threshold, LONGEST_CALL)
        descend_often.prepare(*given)
        self._descend_often = descend_often.specialised(*given)
        repeat.prepare(game, tree, worker, zero, zero)

    def descend(self, root: Any, tree: Tree, worker: Worker, most: int) -> tuple[Any, int, int, int]:
        """Begin a simulation that ends where the network is to be asked; playouts may go before it."""
        if self.threshold == 1:
            return super().descend(root, tree, worker, most)
        return self._descend_often(
            self.game, root, tree, worker, self.plan, self.threshold, min(most, LONGEST_CALL)
        )

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

    def _back_up(
        self, rewards: Sequence[int], state: Any, tree: Tree, worker: Worker, depth: int, edge: int
    ) -> None:
        """The network's word mixed with the result of a playout."""
        if self.threshold > 1:
            self._conclude(self.game, state, tree, worker, self.plan, depth, edge)  # with the playout's
            times = round(self.threshold * (1 / self.rollouts - 1))
            if times and not (self.plan.solve and is_settled(limits_on(tree, edge))):
                worker.rewards.array[: len(rewards)] = rewards
                repeat(self.game, tree, worker, depth, times)
            return
        if self.rollouts > 0:
            play_out(self.game, state, tree, worker, self.plan, depth, edge)
            played = worker.rewards.array[: self.game.players]
            rewards = [round(v + self.rollouts * (int(z) - v)) for v, z in zip(rewards, played, strict=True)]
        super()._back_up(rewards, state, tree, worker, depth, edge)

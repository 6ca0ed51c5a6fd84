"""A network's word on the leaves of a Monte Carlo search: `Batches` without Python for each action."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.core.score import WIN
from halfmove.search.montecarlo.batches import Batches
from halfmove.search.montecarlo.choosing import PRIOR_ONE
from halfmove.search.neural.judge import Judge


class NetworkBatches(Batches):
    """Simulations whose leaves a `Judge`, the evaluator, is asked about."""

    evaluator: Judge

    def prepare(self, state: Any, tree: Any) -> None:
        """Make the machine code, the judge's too."""
        super().prepare(state, tree)
        self.evaluator.prepare(state)

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

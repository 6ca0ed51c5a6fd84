"""Gumbel's root: how simulations are shared out among the root's actions, and which is played.

Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by planning with Gumbel*, 2022.  Only the
likeliest actions are considered; their simulations are shared out evenly, and again and again the worse half
is left out (sequential halving: Karnin, Koren and Somekh 2013).  What is left in the end, and is best by

    logit(a) + σ(q(a)),     σ(q) = (50 + most visits of an action) · q,     q from 0 to 1

is played.  For play there is no noise, so that the considered ones are the likeliest.  Below the root PUCT
selects.  The policy of the analysis is the paper's improved one, the softmax of the same sum over all
actions, where an action that was not tried is worth what those tried are worth on average.
"""

from __future__ import annotations

import math
import time
from typing import Any

from halfmove.core.contract import CHANCE
from halfmove.search.montecarlo.batches import descend_by
from halfmove.search.montecarlo.choosing import PRIOR_ONE
from halfmove.search.montecarlo.memory import (
    ROOT,
    Tree,
    Worker,
    action_on,
    edges_of,
    gained_on,
    limits_on,
    prior_on,
    visits_on,
)
from halfmove.search.montecarlo.proving import is_settled
from halfmove.search.neural.asking import NetworkBatches

VISITS_MORE = 50
"""The paper's c_visit; its c_scale is 1."""


class GumbelBatches(NetworkBatches):
    """Simulations whose first action is shared out by sequential halving."""

    considered = 16
    """Actions that are tried at all."""

    def prepare(self, state: Any, tree: Tree) -> None:
        """Make the machine code, that for a chosen edge too."""
        super().prepare(state, tree)
        descend_by.prepare(self.game, state, tree, self.workers[0], self.plan, 0)

    def begin(self, budget: int, until: float) -> None:
        """A new search: all likely actions are in it again."""
        self._budget, self._until, self._started = budget, until, time.perf_counter()
        self._done = self._halvings = 0
        self._left: list[int] = []
        self._tried: dict[int, int] = {}

    def descend(self, root: Any, tree: Tree, worker: Worker, most: int) -> tuple[Any, int, int, int]:
        """Begin a simulation by the action that is due."""
        if self.game.to_move(root) == CHANCE:
            return super().descend(root, tree, worker, most)
        edge = self._due(tree)
        self._tried[edge] += 1
        self._done += 1
        state, depth, edge = descend_by(self.game, root, tree, worker, self.plan, edge)
        return state, depth, edge, 1

    def simulate(self, root: Any, tree: Tree, times: int) -> int:
        """One batch; what was taken back is not counted as tried."""
        before = self._done
        done = super().simulate(root, tree, times)
        self._done = before + done
        return done

    # ---- sequential halving
    def _due(self, tree: Tree) -> int:
        """The edge that has been tried least of those still considered."""
        if not self._left:
            likely = sorted(edges_of(tree, ROOT), key=lambda e: -prior_on(tree, e))
            self._left = likely[: self.considered]
            self._rounds = max(math.ceil(math.log2(len(self._left))), 1)
            self._tried = dict.fromkeys(self._left, 0)
        while self._halvings < min(int(self._progress() * self._rounds), self._rounds - 1):
            self._halvings += 1
            self._left = self._best(tree, self._left)[: max((len(self._left) + 1) // 2, 2)]
        open_ones = [e for e in self._left if not self._known(tree, e)]
        return min(open_ones or self._left, key=lambda e: self._tried[e])

    def _progress(self) -> float:
        """From 0, where the search began, to 1, where its simulations or its time are spent."""
        spent = time.perf_counter() - self._started
        share = spent / (self._until - self._started) if self._until < math.inf else 0.0
        return min(max(self._done / self._budget, share), 1.0)

    def _known(self, tree: Tree, edge: int) -> bool:
        return bool(self.plan.solve) and is_settled(limits_on(tree, edge))

    def _best(self, tree: Tree, edges: list[int]) -> list[int]:
        scores = self.scores(tree)
        return sorted(edges, key=lambda e: -scores[e])

    # ---- what comes of it
    def scores(self, tree: Tree) -> dict[int, float]:
        """logit + σ(q) of every edge of the root; an edge that was not tried has the mean of those tried."""
        edges = edges_of(tree, ROOT)
        visits = {e: visits_on(tree, e) for e in edges}
        gained = {e: gained_on(tree, e) / (2 * self.plan.most) for e in edges}
        mean = sum(gained.values()) / max(sum(visits.values()), 1) if any(visits.values()) else 0.5
        scale = VISITS_MORE + max(visits.values(), default=0)
        return {
            e: math.log(max(prior_on(tree, e), 1) / PRIOR_ONE)
            + scale * (gained[e] / visits[e] if visits[e] else mean)
            for e in edges
        }

    def choice(self, tree: Tree) -> int | None:
        """The action, by its number, that is to be played unless proofs say otherwise; None before any was
        tried."""
        tried = [e for e in self._left if visits_on(tree, e)]
        if not tried:
            return None
        return action_on(tree, self._best(tree, tried)[0])

    def improved(self, tree: Tree) -> dict[int, float]:
        """The improved policy, by the actions' numbers."""
        scores = self.scores(tree)
        most = max(scores.values())
        shares = {e: math.exp(score - most) for e, score in scores.items()}
        return {action_on(tree, e): share for e, share in shares.items()}

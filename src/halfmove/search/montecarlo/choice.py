"""The final choice: which action is played once the simulations are over."""

from __future__ import annotations

from typing import Any

from halfmove.core.score import WIN
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.findings import Candidate

ENOUGH = 0.1
"""Which share of the most visited action's visits an action needs for its interval to count."""


def rank_candidates(candidates: list[Candidate], choice: str) -> list[Candidate]:
    """The candidates, best first: what is proven to win leads, the quickest win first; what is proven to lose
    comes last, the longest loss first; the others are in the order of the choice."""
    most = max((c.visits for c in candidates), default=0)
    certain = max((proven_utility(c.low) for c in candidates), default=0)

    def place(c: Candidate) -> tuple[float, ...]:
        estimate = _estimate(c, choice, most)
        if c.proven and proven_utility(c.low) > 0 and proven_utility(c.low) == certain:
            return (2, c.low, *estimate)
        if c.proven and proven_utility(c.high) < 0:
            return (-1, c.high, *estimate)
        if (
            proven_utility(c.high) <= certain and proven_utility(c.low) < certain
        ):  # something as good, or better, is certain
            return (0, c.high, *estimate)
        return (1, 0, *estimate)

    return sorted(candidates, key=place, reverse=True)


def weights_of(found: list[Candidate], *, solve: bool) -> dict[Any, float]:
    """What `rank_candidates` candidates weigh in a policy: their visits, none for those that proofs rule out.

    A win that is proven for the first has all.  Ruled out is what another one is sure to be as good as, and
    may surpass.  Nothing where nothing that is left has been visited.
    """
    first = found[0]
    if solve and first.proven and proven_utility(first.low) > 0:
        return {first.action: 1.0}
    bounds = {
        (proven_utility(c.low), proven_utility(c.high)) for c in found
    }  # few, however many the candidates
    out = {(low, high) for low, high in bounds if any(a >= high and b > low for a, b in bounds)}
    return {
        c.action: float(c.visits)
        for c in found
        if c.visits and not (solve and (proven_utility(c.low), proven_utility(c.high)) in out)
    }


def _estimate(c: Candidate, choice: str, most: int) -> tuple[float, ...]:
    """How good an action looks that nothing is proven of; a proven draw is one."""
    mean = (c.low / WIN + 1) / 2 if c.proven and c.low == 0 else c.mean
    if choice == "visits":
        return (c.visits, mean)
    tried = c.visits >= max(ENOUGH * most, 1)
    if choice == "value":
        return (float(c.visits > 0), mean)
    margin = 0.0 if c.proven else c.margin
    return (float(tried or c.proven), mean - margin if tried or c.proven else c.visits)

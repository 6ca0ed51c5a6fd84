"""The final choice: which action is played once the simulations are over."""

from __future__ import annotations

from halfmove.core.score import WIN
from halfmove.search.montecarlo.choosing import worth
from halfmove.search.montecarlo.findings import Candidate

ENOUGH = 0.1
"""Which share of the most visited action's visits an action needs for its interval to count."""


def ranked(candidates: list[Candidate], choice: str) -> list[Candidate]:
    """The candidates, best first: what is proven to win leads, the quickest win first; what is proven to lose
    comes last, the longest loss first; the others are in the order of the choice."""
    most = max((c.visits for c in candidates), default=0)
    certain = max((worth(c.low) for c in candidates), default=0)

    def place(c: Candidate) -> tuple[float, ...]:
        estimate = _estimate(c, choice, most)
        if c.proven and worth(c.low) > 0 and worth(c.low) == certain:
            return (2, c.low, *estimate)
        if c.proven and worth(c.high) < 0:
            return (-1, c.high, *estimate)
        if worth(c.high) <= certain and worth(c.low) < certain:  # something as good, or better, is certain
            return (0, c.high, *estimate)
        return (1, 0, *estimate)

    return sorted(candidates, key=place, reverse=True)


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

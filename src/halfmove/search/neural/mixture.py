"""What a leaf is worth where a network is asked and playouts are played: AlphaGo's mixture.

Silver et al., *Mastering the game of Go with deep neural networks and tree search*, 2016: λ, and n_thr.
"""

from __future__ import annotations

import json
from typing import NamedTuple

MOST_VISITS = 1000
"""The largest threshold."""
LEAST_SHARE = 0.01
"""The least λ with a threshold: below it the network's value would count as too many visits."""


class Mixture(NamedTuple):
    """How much playouts count beside the network's value; a network's file may say what suits it best."""

    rollouts: float = 0.0
    """λ, 0 to 1: what playouts count in a leaf's worth; the network's value counts the rest."""
    threshold: int = 1
    """n_thr: the visit at which the network is asked about a leaf; above 1 only with playouts."""


PURE = Mixture()
"""The network's value alone."""


def read_mixture(text: str) -> Mixture:
    """A mixture as a file has it (JSON); without playouts where it says none that there can be."""
    try:
        rollouts, threshold = json.loads(text)
        found = Mixture(float(rollouts), int(threshold))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return PURE
    fits = LEAST_SHARE <= found.rollouts <= 1 and 1 <= found.threshold <= MOST_VISITS
    return found if fits else PURE

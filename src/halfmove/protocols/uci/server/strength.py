"""How many positions a weaker opponent may look at."""

from __future__ import annotations

import math
from itertools import pairwise

CALIBRATED = ((1000, 30), (2700, 2_000_000))
"""Elo, and the nodes of a search that plays so well; between them along a straight line in the logarithm."""


def nodes_for(elo: int) -> int:
    """The nodes that a search of the given strength enters for each move."""
    (low, few), (high, many) = CALIBRATED[0], CALIBRATED[-1]
    for (a, n), (b, m) in pairwise(CALIBRATED):
        if a <= elo <= b:
            (low, few), (high, many) = (a, n), (b, m)
    part = (elo - low) / (high - low)
    return max(round(few * math.pow(many / few, part)), 1)

"""How many positions a weaker opponent may look at."""

from __future__ import annotations

import math
from itertools import pairwise

CALIBRATED = ((1250, 60), (1500, 300), (1750, 1_500), (1925, 8_000), (2000, 40_000), (2150, 350_000))
"""Elo, and the nodes of a search that plays so well; between them along a straight line in the logarithm.

From 40 games each against Stockfish 15.1 at a `UCI_Elo` of 1350 to 2400 (docs/uci.md): each is uncertain by
about 100.
"""


def nodes_for(elo: int) -> int:
    """The nodes that a search of the given strength enters for each move."""
    (low, few), (high, many) = CALIBRATED[0], CALIBRATED[-1]
    for (a, n), (b, m) in pairwise(CALIBRATED):
        if a <= elo <= b:
            (low, few), (high, many) = (a, n), (b, m)
    part = (elo - low) / (high - low)
    return max(round(few * math.pow(many / few, part)), 1)

"""How a weaker opponent plays: it looks at fewer positions; weaker still, some of its moves are random."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple


class Strength(NamedTuple):
    """What makes an opponent as strong as an Elo says."""

    nodes: int
    """The nodes that a search enters for each move."""
    slips: float
    """How often a legal move is played that is drawn at random."""


CALIBRATED = (
    (1000, Strength(8, 0.22)),
    (1200, Strength(8, 0.12)),
    (1350, Strength(8, 0.07)),
    (1580, Strength(8, 0.0)),
    (1630, Strength(300, 0.0)),
    (1780, Strength(1_500, 0.0)),
    (1950, Strength(8_000, 0.0)),
    (2150, Strength(40_000, 0.0)),
    (2250, Strength(200_000, 0.0)),
)
"""Elo, and what plays so well; between them along a straight line, for nodes in the logarithm.

From matches of 40 and 60 games against Stockfish 15.1 at a `UCI_Elo` of 1350 to 2300 (docs/uci.md): each is
uncertain by about 100.
"""


def strength(elo: int) -> Strength:
    """What makes an opponent as strong as that."""
    (low, weak), (high, strong) = CALIBRATED[0], CALIBRATED[-1]
    for one, other in pairwise(CALIBRATED):
        if one[0] <= elo <= other[0]:
            (low, weak), (high, strong) = one, other
    part = (elo - low) / (high - low)
    nodes = weak.nodes * math.pow(strong.nodes / weak.nodes, part)
    return Strength(max(round(nodes), 1), max(weak.slips + part * (strong.slips - weak.slips), 0.0))

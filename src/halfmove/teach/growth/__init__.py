"""How the cost of search grows with depth: by formula, in random trees, and in real games.

import halfmove as hm

hm.growth.best_case(10, 8)              # 19,999 static evaluations, if the best action always comes first
hm.growth.mean_case(10, 8)              # 1,601,563 on average over random leaves
hm.growth.uniform_curves(10, 8).save("growth.svg")

formulas, mean      best and worst case, effective branching factors; the mean, by an integral
uniform, measured   random uniform trees as a game, and what real searches look at in them
games               a real game's own curves, and the engine's with and without what makes it fast
deepening           what progressive deepening costs, beside its last level
theory, curves      the formulas as curves; curves as data
plot, chart         curves as a picture, and for a terminal
"""

from halfmove.teach.growth.curves import Curves, Point, Series, depth_reached
from halfmove.teach.growth.deepening import (
    Deepening,
    deepening_cost,
    deepening_curves,
    deepening_limit,
    deepening_ratio,
)
from halfmove.teach.growth.formulas import (
    UniformTree,
    best_case,
    best_case_nodes,
    effective_branching,
    leaf_root,
    worst_case,
    worst_case_nodes,
)
from halfmove.teach.growth.games import game_curves, measured_curve, sampled
from halfmove.teach.growth.mean import limit_branching, mean_case, mean_case_nodes
from halfmove.teach.growth.theory import uniform_curves

__all__ = [
    "Curves",
    "Deepening",
    "Point",
    "Series",
    "UniformTree",
    "best_case",
    "best_case_nodes",
    "deepening_cost",
    "deepening_curves",
    "deepening_limit",
    "deepening_ratio",
    "depth_reached",
    "effective_branching",
    "game_curves",
    "leaf_root",
    "limit_branching",
    "mean_case",
    "mean_case_nodes",
    "measured_curve",
    "sampled",
    "uniform_curves",
    "worst_case",
    "worst_case_nodes",
]

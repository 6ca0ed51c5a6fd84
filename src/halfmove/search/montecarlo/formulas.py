"""The formulas of selection: what an action is worth trying, term by term.

Each formula adds to what an action has brought so far something for how little it has been tried; values
count from 0 (the worst there can be) to 1.  With N visits of the node, n of the action, q its mean:

            exploitation     exploration
    ucb1    q              + c sqrt(ln N / n)
    tuned   q              + c sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))
    puct    q              + c P sqrt(N) / (1 + n),  P the action's share of the game's `prior`
    rave    (1 - b) q      + c sqrt(ln N / (n + 1))  + b q~,  q~ the mean of all simulations in which the
                             mover played the action there or later (all moves as first), b falling from 1
                             to 0 as n grows

to which progressive bias adds `bias` P / (1 + n).  An action never tried is worth `UNTRIED` with ucb1 and
tuned, so that it comes first; with puct it has the mean of its siblings less `reduction` for q, with rave q~
or else 1.

`choosing` adds the terms up, and `recording` tells them one by one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from halfmove.search.montecarlo.memory import (
    EDGE,
    EXTRA,
    GAINED,
    PRIOR,
    RAVE_GAINED,
    RAVE_VISITS,
    SQUARES,
    VISITS,
    Tree,
)
from halfmove.search.montecarlo.plan import PUCT, RAVE, TUNED, Plan

SMALL = 4096
"""Numbers of visits below which roots and logarithms are looked up: most are."""
_COUNTS = np.maximum(np.arange(SMALL), 1).astype(np.float64)
INVERSE_ROOTS = 1.0 / np.sqrt(_COUNTS)
LOGARITHMS = np.log(_COUNTS)

PRIOR_ONE = 1 << 30
"""A share of 1 in an edge's PRIOR."""
SQUARE_ONE = 1 << 20
"""A square of 1 in an edge's SQUARES."""
UNTRIED = 1e9
"""What an action is worth that must be tried before any other."""


class Basis(NamedTuple):
    """What the values of a node's edges have in common."""

    log: float
    """ln N."""
    root: float
    """The square root of N, with puct."""
    spread: float
    """c sqrt(ln N), for ucb1."""
    scale: float
    """What makes of an edge's GAINED a number of wins."""
    mean: float
    """With puct: what an action not tried yet is taken to have brought."""


def basis(tree: Tree, plan: Plan, first: int, size: int, visits: int) -> Basis:
    """The basis for the `size` edges from `first` on, of a node visited so often."""
    log = LOGARITHMS[visits] if visits < SMALL else math.log(float(visits))
    root = math.sqrt(float(visits)) if plan.formula == PUCT else 0.0
    scale = 0.5 / plan.most
    mean = 0.0
    if plan.formula == PUCT:
        mean = max(siblings_mean(tree, first, size, scale) - plan.reduction, 0.0)
    return Basis(log, root, plan.explore * math.sqrt(log), scale, mean)


def siblings_mean(tree: Tree, first: int, size: int, scale: float) -> float:
    """The mean over all simulations through a node's edges; one half if there was none."""
    visits = 0
    gained = 0
    for edge in range(first, first + size):
        visits += tree.edges[edge * EDGE + VISITS]
        gained += tree.edges[edge * EDGE + GAINED]
    return gained * scale / visits if visits > 0 else 0.5


def plain_ucb1(tree: Tree, edge: int, n: int, base: Basis) -> float:
    """Both terms of ucb1 for an edge tried n > 0 times, with one division less."""
    small = INVERSE_ROOTS[n] if n < SMALL else 1.0 / math.sqrt(float(n))
    return (tree.edges[edge * EDGE + GAINED] * base.scale * small + base.spread) * small


def by_formula(tree: Tree, plan: Plan, edge: int, n: int, base: Basis) -> float:
    """What an edge tried n times is worth trying, by any formula."""
    exploitation, exploration, as_first, bias = terms(tree, plan, edge, n, base)
    return exploration + as_first + exploitation + bias


def terms(tree: Tree, plan: Plan, edge: int, n: int, base: Basis) -> tuple[float, float, float, float]:
    """The terms for an edge tried n times: exploitation, exploration, all moves as first (0 but for rave) and
    progressive bias (0 without it)."""
    # one function, as four would not all be inlined, and a call costs more than what it computes
    gained = tree.edges[edge * EDGE + GAINED] * base.scale
    more = edge * EXTRA
    exploitation, as_first, bias = 0.0, 0.0, 0.0
    if plan.formula == PUCT:
        exploitation = gained / n if n > 0 else base.mean
        exploration = plan.explore * (tree.extras[more + PRIOR] / PRIOR_ONE) * base.root / (1 + n)
    elif plan.formula == RAVE:
        exploration = plan.explore * math.sqrt(base.log / (n + 1))
        rn = tree.extras[more + RAVE_VISITS]
        if rn == 0:
            exploitation = gained / n if n > 0 else 1.0
        else:
            share = rave_share(plan, rn, n)
            as_first = share * (tree.extras[more + RAVE_GAINED] * base.scale / rn)
            if n > 0:
                exploitation = (1.0 - share) * gained / n
    elif n == 0:
        exploration = UNTRIED
    elif plan.formula == TUNED:
        exploitation = gained / n
        square = tree.extras[more + SQUARES] / SQUARE_ONE / n
        variance = square - exploitation * exploitation + math.sqrt(2.0 * base.log / n)
        exploration = plan.explore * math.sqrt(base.log / n * min(0.25, variance))
    else:
        exploitation = gained / n
        exploration = plan.explore * math.sqrt(base.log / n)
    if plan.bias > 0.0:
        bias = plan.bias * (tree.extras[more + PRIOR] / PRIOR_ONE) / (1 + n)
    return exploitation, exploration, as_first, bias


def rave_share(plan: Plan, rn: int, n: int) -> float:
    """How much the `rn` simulations of all moves as first count beside an edge's own n: from 1 down to 0
    (Gelly and Silver 2007)."""
    return rn / (rn + n + rn * n / plan.rave) if rn > 0 else 0.0

"""The formulas of `choosing` term by term, for whoever wants to see them.

            exploitation     exploration
    ucb1    q              + c sqrt(ln N / n)
    tuned   q              + c sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))
    puct    q              + c P sqrt(N) / (1 + n)
    rave    (1 - b) q      + c sqrt(ln N / (n + 1))  + b q~  (all moves as first)

and progressive bias; the letters are those of `choosing`.  An action never tried is worth `UNTRIED` with ucb1
and tuned; with puct it has the mean of its siblings less `reduction` for q, with rave q~ or else 1.

The search itself adds up in `choosing`: with the terms apart its machine code was 5 to 12 % slower, as less
of it was inlined (Connect Four, one thread).  The tests hold the two together, for every formula: the terms
sum to what `choosing` compares, and what it takes has the highest total.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from halfmove.core.score import INFINITY, WIN
from halfmove.search.montecarlo.choosing import (
    INVERSE_ROOTS,
    LOGARITHMS,
    PRIOR_ONE,
    SMALL,
    SQUARE_ONE,
    UNTRIED,
    by_formula,
    proven_utility,
    root_of,
    siblings_mean,
)
from halfmove.search.montecarlo.memory import (
    LIMITS,
    NODE,
    Tree,
    gained_on,
    high_of,
    low_of,
    prior_on,
    rave_visits_on,
    sum_on,
)
from halfmove.search.montecarlo.plan import PUCT, RAVE, TUNED, UCB1, Plan


class Basis(NamedTuple):
    """What the values of a node's edges have in common."""

    log: float
    """ln N."""
    root: float
    """With puct: the square root of N, at least 1, times what c has grown by."""
    spread: float
    """c sqrt(ln N), for ucb1."""
    scale: float
    """What makes of an edge's GAINED a number of wins."""
    mean: float
    """With puct: what an action not tried yet is taken to have brought."""


def basis(tree: Tree, plan: Plan, first: int, size: int, visits: int) -> Basis:
    """The basis for the `size` edges from `first` on, of a node visited so often."""
    log = LOGARITHMS[visits] if visits < SMALL else math.log(float(visits))
    root = root_of(plan, visits) if plan.formula == PUCT else 0.0
    scale = 0.5 / plan.most
    mean = 0.0
    if plan.formula == PUCT:
        mean = max(siblings_mean(tree, first, size, scale) - plan.reduction, 0.0)
    return Basis(log, root, plan.explore * math.sqrt(log), scale, mean)


def plain_ucb1(tree: Tree, edge: int, n: int, base: Basis) -> float:
    """Both terms of ucb1 for an edge tried n > 0 times, with one division less."""
    small = INVERSE_ROOTS[n] if n < SMALL else 1.0 / math.sqrt(float(n))
    return (gained_on(tree, edge) * base.scale * small + base.spread) * small


def total(tree: Tree, plan: Plan, edge: int, n: int, base: Basis) -> float:
    """What `choose` compares, to the last digit, for an edge tried n times."""
    if plan.formula == UCB1 and plan.bias <= 0.0:
        return plain_ucb1(tree, edge, n, base) if n > 0 else UNTRIED
    return by_formula(tree, plan, edge, n, base.log, base.root, base.scale, base.mean)


def terms(tree: Tree, plan: Plan, edge: int, n: int, base: Basis) -> tuple[float, float, float, float]:
    """The terms for an edge tried n times: exploitation, exploration, all moves as first (0 but for rave) and
    progressive bias (0 without it)."""
    gained = gained_on(tree, edge) * base.scale
    exploitation, as_first, bias = 0.0, 0.0, 0.0
    if plan.formula == PUCT:
        exploitation = gained / n if n > 0 else base.mean
        exploration = plan.explore * (prior_on(tree, edge) / PRIOR_ONE) * base.root / (1 + n)
    elif plan.formula == RAVE:
        exploration = plan.explore * math.sqrt(base.log / (n + 1))
        rn = rave_visits_on(tree, edge)
        if rn == 0:
            exploitation = gained / n if n > 0 else 1.0
        else:
            share = rave_share(plan, rn, n)
            as_first = share * (sum_on(tree, edge) * base.scale / rn)
            if n > 0:
                exploitation = (1.0 - share) * gained / n
    elif n == 0:
        exploration = UNTRIED
    elif plan.formula == TUNED:
        exploitation = gained / n
        square = sum_on(tree, edge) / SQUARE_ONE / n
        variance = square - exploitation * exploitation + math.sqrt(2.0 * base.log / n)
        exploration = plan.explore * math.sqrt(base.log / n * min(0.25, variance))
    else:
        exploitation = gained / n
        exploration = plan.explore * math.sqrt(base.log / n)
    if plan.bias > 0.0:
        bias = plan.bias * (prior_on(tree, edge) / PRIOR_ONE) / (1 + n)
    return exploitation, exploration, as_first, bias


class Standard(NamedTuple):
    """What an edge must promise to be tried; both are proven scores."""

    enough: int
    """It might bring more than what is certain already,"""
    certain: int
    """or it is what is certain."""


def standard(tree: Tree, plan: Plan, node: int) -> Standard:
    """The standard for the edges of a node."""
    floor = low_of(tree.nodes[node * NODE + LIMITS])
    enough = proven_utility(floor) * WIN + WIN // 2
    return Standard(enough, enough - WIN if floor > -plan.most + WIN // 2 else INFINITY)


def promises(limits: int, bar: Standard) -> bool:
    """Whether an edge with these bounds may be tried."""
    return high_of(limits) >= bar.enough or low_of(limits) >= bar.certain


def rave_share(plan: Plan, rn: int, n: int) -> float:
    """How much the `rn` simulations of all moves as first count beside an edge's own n: from 1 down to 0
    (Gelly and Silver 2007)."""
    return rn / (rn + n + rn * n / plan.rave) if rn > 0 else 0.0

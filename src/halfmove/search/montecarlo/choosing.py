"""Selection: which action of a node the next simulation tries.

The one with the highest value by the plan's formula (`formulas`), among those that may bring something: an
action that is proven to be no better than another is not tried again (Cazenave and Saffidine, *Score Bounded
Monte-Carlo Tree Search*, 2010), and with progressive widening only the first few are looked at.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.randomness import below
from halfmove.core.score import INFINITY, WIN
from halfmove.search.montecarlo.formulas import basis, by_formula, plain_ucb1
from halfmove.search.montecarlo.memory import (
    EDGE,
    EDGE_LIMITS,
    FIRST,
    LIMITS,
    NODE,
    SIZE,
    VISITS,
    Tree,
    high_of,
    low_of,
    size_of,
)
from halfmove.search.montecarlo.plan import UCB1, Plan

WIDENING_POWER = 0.4


def worth(score: int) -> int:
    """The utility that a proven score stands for, whatever the distance."""
    return (score + WIN // 2) // WIN


def considered(size: int, visits: int, plan: Plan) -> int:
    """How many of a node's actions may be tried: all, or with progressive widening the first few."""
    if plan.widening <= 0.0:
        return size
    return min(size, 1 + int(plan.widening * float(visits) ** WIDENING_POWER))


class Standard(NamedTuple):
    """What an edge must promise to be tried; both are proven scores."""

    enough: int
    """It might bring more than what is certain already,"""
    certain: int
    """or it is what is certain."""


def standard(tree: Tree, plan: Plan, node: int) -> Standard:
    """The standard for the edges of a node."""
    floor = low_of(tree.nodes[node * NODE + LIMITS])
    enough = worth(floor) * WIN + WIN // 2
    return Standard(enough, enough - WIN if floor > -plan.most + WIN // 2 else INFINITY)


def promises(limits: int, bar: Standard) -> bool:
    """Whether an edge with these bounds may be tried."""
    return high_of(limits) >= bar.enough or low_of(limits) >= bar.certain


def choose(tree: Tree, plan: Plan, node: int, visits: int, random: Buffer) -> int:
    """The edge of `node`, visited so often, that the next simulation takes.

    The search for the best begins at a random one, so that among equals none is favoured.
    """
    first = tree.nodes[node * NODE + FIRST]
    size = considered(size_of(tree.nodes[node * NODE + SIZE]), visits, plan)
    bar = standard(tree, plan, node)
    base = basis(tree, plan, first, size, visits)
    edge = first + below(random, size)
    best, chosen = -1.0, -1
    for _ in range(size):
        at = edge * EDGE
        if promises(tree.edges[at + EDGE_LIMITS], bar):
            n = tree.edges[at + VISITS]
            if plan.formula == UCB1 and plan.bias <= 0.0:
                if n == 0:
                    return edge
                value = plain_ucb1(tree, edge, n, base)
            else:
                value = by_formula(tree, plan, edge, n, base)
            if value > best:
                best = value
                chosen = edge
        edge += 1
        if edge == first + size:
            edge = first
    return chosen if chosen >= 0 else most_certain(tree, first, size)


def most_certain(tree: Tree, first: int, size: int) -> int:
    """The edge with the highest proven bound: where nothing is left to find out."""
    best = first
    for edge in range(first + 1, first + size):
        limits = tree.edges[edge * EDGE + EDGE_LIMITS]
        known = tree.edges[best * EDGE + EDGE_LIMITS]
        if low_of(limits) > low_of(known):
            best = edge
    return best

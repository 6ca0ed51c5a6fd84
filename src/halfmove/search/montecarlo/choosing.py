"""Selection: which action of a node the next simulation tries.

Each formula adds to what an action has brought so far something for how little it has been tried; values
count from 0 (the worst there can be) to 1.  With N visits of the node, n of the action, q its mean:

    ucb1    q + c sqrt(ln N / n)
    tuned   q + c sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))
    puct    q + c P sqrt(N) / (1 + n),  P the action's share of the game's `prior`; with `base` c is
            c + log((1 + N + base) / base)
    rave    (1 - b) q + b q~ + c sqrt(ln N / (n + 1)),  q~ the mean of all simulations in which the mover
            played the action there or later (all moves as first), b falling from 1 to 0 as n grows

to which `bias` adds prior / (1 + n).  An action never tried comes first with ucb1 and tuned.  An action that
is proven to be no better than another is not tried again (Cazenave and Saffidine, *Score Bounded Monte-Carlo
Tree Search*, 2010).
"""

from __future__ import annotations

import math

import numpy as np

from halfmove.core.buffer import Buffer, prefetch
from halfmove.core.randomness import below
from halfmove.core.score import INFINITY, WIN
from halfmove.search.montecarlo.memory import (
    EDGE_LIMITS,
    FIRST,
    GAINED,
    LIMITS,
    LINK,
    NODE,
    NOTHING,
    RECORD,
    ROW,
    SIZE,
    Tree,
    gained_on,
    high_of,
    limits_on,
    low_of,
    prior_on,
    rave_visits_on,
    record_of,
    size_of,
    sum_on,
    visits_in,
    visits_on,
)
from halfmove.search.montecarlo.plan import PUCT, RAVE, TUNED, UCB1, Plan

SMALL = 4096
"""Numbers of visits below which roots and logarithms are looked up: most are."""
_COUNTS = np.maximum(np.arange(SMALL), 1).astype(np.float64)
INVERSE_ROOTS = 1.0 / np.sqrt(_COUNTS)
LOGARITHMS = np.log(_COUNTS)

UNTRIED = 1e9
"""What an action is worth that must be tried before any other."""
PRIOR_ONE = 1 << 30
"""A prior of 1 on an edge."""
SQUARE_ONE = 1 << 20
"""A square of 1 in an edge's SUM."""
WIDENING_POWER = 0.4


def proven_utility(score: int) -> int:
    """The utility that a proven score stands for, whatever the distance."""
    return (score + WIN // 2) // WIN


def count_tried_actions(size: int, visits: int, plan: Plan) -> int:
    """How many of a node's actions may be tried: all, or with progressive widening the first few."""
    if plan.widening <= 0.0:
        return size
    return min(size, 1 + int(plan.widening * float(visits) ** WIDENING_POWER))


def choose(tree: Tree, plan: Plan, node: int, visits: int, random: Buffer) -> int:
    """The edge of `node`, visited so often, that the next simulation takes.

    The search for the best begins at a random one, so that among equals none is favoured.
    """
    if plan.formula == UCB1 and plan.bias <= 0.0 and plan.widening <= 0.0:
        return by_ucb1(tree, plan, node, visits, random)
    first = tree.nodes[node * NODE + FIRST]
    size = count_tried_actions(size_of(tree.nodes[node * NODE + SIZE]), visits, plan)
    enough, certain = required_bounds(tree, plan, node)
    log = LOGARITHMS[visits] if visits < SMALL else math.log(float(visits))
    root = root_of(plan, visits) if plan.formula == PUCT else 0.0
    scale = 0.5 / plan.most
    start = below(random, size)
    mean = 0.0
    if plan.formula == PUCT:
        mean = max(siblings_mean(tree, first, size, scale) - plan.reduction, 0.0)
    best, chosen = -1.0, -1
    begin, end = start, size
    for _ in range(2):
        for i in range(begin, end):
            edge = first + i
            at = record_of(tree.edges[edge]) * RECORD
            if plan.solve != 0:
                limits = tree.records[at + EDGE_LIMITS]
                if high_of(limits) < enough and low_of(limits) < certain:
                    continue
            value = by_formula(tree, plan, edge, visits_in(tree.records[at + LINK]), log, root, scale, mean)
            if value > best:
                best = value
                chosen = edge
        begin, end = 0, start
    return chosen if chosen >= 0 else most_certain(tree, first, size)


def by_ucb1(tree: Tree, plan: Plan, node: int, visits: int, random: Buffer) -> int:
    """`choose` by ucb1 alone, which most searches do most of the time.

    One loop round the edges from the random one on: with two loops the processor mispredicts the end of
    either.  What an edge is worth costs no branch but that for edges visited very often.
    """
    first = tree.nodes[node * NODE + FIRST]
    size = size_of(tree.nodes[node * NODE + SIZE])
    row = tree.nodes[node * NODE + ROW]
    enough, certain = required_bounds(tree, plan, node)
    log = LOGARITHMS[visits] if visits < SMALL else math.log(float(visits))
    spread = plan.explore * math.sqrt(log)
    scale = 0.5 / plan.most
    i = below(random, size)
    if row != NOTHING:
        prefetch(tree.edges, first + i)  # the action is read as soon as one is chosen
    best, chosen = -1.0, -1
    for _ in range(size):
        at = (row + i if row != NOTHING else record_of(tree.edges[first + i])) * RECORD
        limits = tree.records[at + EDGE_LIMITS]
        if plan.solve == 0 or high_of(limits) >= enough or low_of(limits) >= certain:
            n = visits_in(tree.records[at + LINK])
            small = INVERSE_ROOTS[n] if n < SMALL else 1.0 / math.sqrt(float(n))
            value = (tree.records[at + GAINED] * scale * small + spread) * small
            value = UNTRIED if n == 0 else value
            chosen = i if value > best else chosen
            best = max(value, best)
        i += 1
        i = 0 if i == size else i
    return first + chosen if chosen >= 0 else most_certain(tree, first, size)


def required_bounds(tree: Tree, plan: Plan, node: int) -> tuple[int, int]:
    """What the upper or the lower bound of a node's edge must reach for it to be tried: it might bring more
    than what is certain already, or it is what is certain."""
    if plan.solve == 0:
        return -INFINITY, -INFINITY
    floor = low_of(tree.nodes[node * NODE + LIMITS])
    enough = proven_utility(floor) * WIN + WIN // 2
    return enough, enough - WIN if floor > -plan.most + WIN // 2 else INFINITY


def root_of(plan: Plan, visits: int) -> float:
    """With puct: the square root of N, at least 1, times what c has grown by."""
    root = math.sqrt(float(max(visits, 1)))
    if plan.base > 0.0 and plan.explore > 0.0:
        root *= 1.0 + math.log((1.0 + visits + plan.base) / plan.base) / plan.explore
    return root


def by_formula(
    tree: Tree, plan: Plan, edge: int, n: int, log: float, root: float, scale: float, mean: float
) -> float:
    """What an edge is worth trying, by any formula."""
    gained = gained_on(tree, edge) * scale
    prior = prior_on(tree, edge) / PRIOR_ONE
    value = 0.0
    if plan.formula == PUCT:
        # first-play urgency: an untried action counts as its siblings' mean, less `reduction`
        value = (gained / n if n > 0 else mean) + plan.explore * prior * root / (1 + n)
    elif plan.formula == RAVE:
        rn = rave_visits_on(tree, edge)
        value = plan.explore * math.sqrt(log / (n + 1)) if plan.explore > 0.0 else 0.0
        if rn == 0:
            value += gained / n if n > 0 else 1.0
        else:
            other = sum_on(tree, edge) * scale / rn
            # the share with the least squared error (Gelly and Silver 2011); 1 / rave is their 4 b², b a bias
            share = rn / (rn + n + rn * n / plan.rave)
            value += share * other
            if n > 0:
                value += (1.0 - share) * gained / n
    elif n == 0:
        value = UNTRIED
    elif plan.formula == TUNED:
        mean = gained / n
        # UCB1-Tuned: an upper bound on the variance; 1/4 is the most that payoffs from 0 to 1 have
        variance = sum_on(tree, edge) / SQUARE_ONE / n - mean * mean + math.sqrt(2.0 * log / n)
        value = mean + plan.explore * math.sqrt(log / n * min(0.25, variance))
    else:
        value = gained / n + plan.explore * math.sqrt(log / n)
    # progressive bias (Chaslot et al. 2008)
    if plan.bias > 0.0:
        value += plan.bias * prior / (1 + n)
    return value


def siblings_mean(tree: Tree, first: int, size: int, scale: float) -> float:
    """The mean over all simulations through a node's edges; one half if there was none."""
    visits = 0
    gained = 0
    for edge in range(first, first + size):
        visits += visits_on(tree, edge)
        gained += gained_on(tree, edge)
    return gained * scale / visits if visits > 0 else 0.5


def most_certain(tree: Tree, first: int, size: int) -> int:
    """The edge with the highest proven bound: where nothing is left to find out."""
    best = first
    for edge in range(first + 1, first + size):
        limits = limits_on(tree, edge)
        known = limits_on(tree, best)
        if low_of(limits) > low_of(known):
            best = edge
    return best

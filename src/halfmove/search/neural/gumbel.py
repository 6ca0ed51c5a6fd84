"""Gumbel search: a few actions drawn without replacement at the root, halved as simulations are spent.

Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by planning with Gumbel*, ICLR 2022.  At the
root each action has a Gumbel variable g(a); the m actions with the largest g(a) + logit(a) are considered,
and sequential halving spends the simulations on them: after each round the better half by

    g(a) + logit(a) + sigma(q(a)),    sigma(q) = (c_visit + max_b N(b)) c_scale q,   q from 0 to 1

goes on (section 3, equation 8).  The action played is the best of those visited most.

Below the root, and as the target of training, stands the improved policy pi' = softmax(logit + sigma(
completed q)), in which an action that was never visited has the mixed value of equation 33 for its q; below
the root the action is taken whose visits lag most behind it (equation 14).
"""

from __future__ import annotations

import math

from halfmove.core.buffer import Buffer
from halfmove.core.randomness import fraction
from halfmove.search.neural.forest_memory import (
    EDGE,
    FIRST,
    GAINED,
    LOGIT,
    NODE,
    NOISE,
    ONE,
    PRIOR,
    SIZE,
    WORTH,
    Forest,
    N,
    Plan,
)

LEAST = -1e30
NONE_YET = -1


def schedule_of(considered: int, simulations: int) -> list[int]:
    """For each simulation of the root how often the action that it takes has been visited before, where
    `considered` actions are halved round after round (the paper's figure 1 and appendix A)."""
    if considered <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(considered))
    sequence: list[int] = []
    visits, left = [0] * considered, considered
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            sequence += visits[:left]
            for i in range(left):
                visits[i] += 1
        left = max(2, left // 2)
    return sequence[:simulations]


def gumbel(random: Buffer) -> float:
    """A variable of the standard Gumbel distribution."""
    u = max(fraction(random), 1e-300)
    return -math.log(max(-math.log(u), 1e-300))


def complete(forest: Forest, plan: Plan, node: int) -> None:
    """Write pi', the improved policy of a node's edges in their order, to `weights`, in units of `ONE`."""
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    mixed = mix_value(forest, node)
    scale = value_scale(forest, plan, node)
    largest = LEAST
    for edge in range(first, first + size):
        largest = max(largest, improve_logit(forest, edge, mixed, scale))
    total = 0.0
    for i in range(size):
        value = math.exp(improve_logit(forest, first + i, mixed, scale) - largest)
        total += value
        forest.weights[i] = int(value * ONE)
    for i in range(size):
        forest.weights[i] = int(forest.weights[i] / total)


def improve_logit(forest: Forest, edge: int, mixed: float, scale: float) -> float:
    """logit + sigma(completed q)."""
    at = edge * EDGE
    n = forest.edges[at + N]
    value = forest.edges[at + GAINED] / n if n > 0 else mixed
    return forest.edges[at + LOGIT] / ONE + scale * (value / ONE + 1.0) * 0.5


def value_scale(forest: Forest, plan: Plan, node: int) -> float:
    """(c_visit + the most visits of an action) c_scale."""
    first = forest.nodes[node * NODE + FIRST]
    most = 0
    for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
        most = max(most, forest.edges[edge * EDGE + N])
    return (plan.visit_scale + most) * plan.value_scale


def mix_value(forest: Forest, node: int) -> float:
    """What an action that was never visited is taken to be worth, in units of `ONE`: between the network's
    value of the state and the visited actions' mean by prior, by visits (equation 33)."""
    first = forest.nodes[node * NODE + FIRST]
    visits, shares, gained = 0, 0.0, 0.0
    for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
        at = edge * EDGE
        n = forest.edges[at + N]
        if n > 0:
            share = float(max(forest.edges[at + PRIOR], 1))
            visits += n
            shares += share
            gained += share * (forest.edges[at + GAINED] / n)
    worth = float(forest.nodes[node * NODE + WORTH])
    if visits == 0:
        return worth
    return (worth + visits * (gained / shares)) / (1.0 + visits)


def choose_inside(forest: Forest, plan: Plan, node: int) -> int:
    """Below the root: the edge whose share of the visits lags most behind the improved policy."""
    complete(forest, plan, node)
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    total = 1
    for edge in range(first, first + size):
        total += forest.edges[edge * EDGE + N]
    best, chosen = LEAST, first
    for i in range(size):
        value = forest.weights[i] / ONE - forest.edges[(first + i) * EDGE + N] / total
        if value > best:
            best = value
            chosen = first + i
    return chosen


def choose_at_root(forest: Forest, plan: Plan, node: int, visits: int) -> int:
    """At the root: of the edges visited so often the one with the largest g + logit + sigma(q)."""
    first = forest.nodes[node * NODE + FIRST]
    mixed = mix_value(forest, node)
    scale = value_scale(forest, plan, node)
    best, chosen = LEAST, NONE_YET
    for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
        if forest.edges[edge * EDGE + N] == visits:
            value = forest.edges[edge * EDGE + NOISE] / ONE + improve_logit(forest, edge, mixed, scale)
            if value > best:
                best = value
                chosen = edge
    return chosen


def most_visits(forest: Forest, node: int) -> int:
    """The most visits of an edge."""
    first = forest.nodes[node * NODE + FIRST]
    most = 0
    for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
        most = max(most, forest.edges[edge * EDGE + N])
    return most

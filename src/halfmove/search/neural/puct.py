"""AlphaZero's selection, and what KataGo added to it for self-play.

Silver et al., *A general reinforcement learning algorithm that masters chess, shogi and Go through
self-play*, Science 2018: the action with the largest

    Q(s,a) + C(s) P(s,a) sqrt(N(s)) / (1 + N(s,a)),   C(s) = ln((1 + N(s) + c_base) / c_base) + c_init

where an action never taken counts as the state itself, less a reduction.  At the root the priors P are mixed
with Dirichlet noise.  Wu, *Accelerating Self-Play Learning in Go*, 2019, section 3.2: an action of the root
is forced to have sqrt(k P(a) N) visits, and those that were only forced are taken out of the target again.
"""

from __future__ import annotations

import math

from halfmove.core.buffer import Buffer
from halfmove.core.randomness import fraction
from halfmove.search.neural.forest_memory import (
    EDGE,
    FIRST,
    GAINED,
    NODE,
    ONE,
    PRIOR,
    SIZE,
    VISITS,
    WORTH,
    Forest,
    N,
    Plan,
)


def choose(forest: Forest, plan: Plan, node: int, root: bool) -> int:
    """The edge that a simulation takes at a node."""
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    factor = exploration(forest, plan, node)
    unvisited = first_value(forest, plan, node)
    visits = forest.nodes[node * NODE + VISITS]
    best, chosen = -1e30, first
    for edge in range(first, first + size):
        at = edge * EDGE
        n = forest.edges[at + N]
        prior = forest.edges[at + PRIOR] / ONE
        if root and plan.forced > 0.0 and 0 < n < math.sqrt(plan.forced * prior * visits):
            return edge
        mean = forest.edges[at + GAINED] / n / ONE if n > 0 else unvisited
        value = mean + factor * prior / (1 + n)
        if value > best:
            best = value
            chosen = edge
    return chosen


def exploration(forest: Forest, plan: Plan, node: int) -> float:
    """C(s) sqrt(N(s))."""
    visits = float(forest.nodes[node * NODE + VISITS])
    return (math.log((1.0 + visits + plan.explore_base) / plan.explore_base) + plan.explore) * math.sqrt(
        visits
    )


def first_value(forest: Forest, plan: Plan, node: int) -> float:
    """What an action that was never taken counts: the mean of the state so far, less `reduction` times the
    square root of the priors that were."""
    first = forest.nodes[node * NODE + FIRST]
    gained, visits, shares = forest.nodes[node * NODE + WORTH] / ONE, 1, 0.0
    for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
        at = edge * EDGE
        n = forest.edges[at + N]
        if n > 0:
            gained += forest.edges[at + GAINED] / ONE
            visits += n
            shares += forest.edges[at + PRIOR] / ONE
    return gained / visits - plan.reduction * math.sqrt(shares)


def targets(forest: Forest, plan: Plan, node: int) -> None:
    """Write the share of each edge of the root in the visits to `weights`, in units of `ONE`.

    Where the plan says so, without those that it was only forced to: as many of them go as leave the action
    no better, by the formula, than the one visited most."""
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    favourite = 0
    for i in range(size):
        if forest.edges[(first + i) * EDGE + N] > forest.edges[(first + favourite) * EDGE + N]:
            favourite = i
    factor = exploration(forest, plan, node)
    at = (first + favourite) * EDGE
    n = forest.edges[at + N]
    ceiling = forest.edges[at + GAINED] / max(n, 1) / ONE + factor * forest.edges[at + PRIOR] / ONE / (1 + n)
    visits = forest.nodes[node * NODE + VISITS]
    total = 0
    for i in range(size):
        at = (first + i) * EDGE
        n = forest.edges[at + N]
        if plan.pruned != 0 and i != favourite and n > 0:
            prior = forest.edges[at + PRIOR] / ONE
            mean = forest.edges[at + GAINED] / n / ONE
            fewest = max(n - math.ceil(math.sqrt(plan.forced * prior * visits)), 0)
            while n > fewest and mean + factor * prior / n < ceiling:
                n -= 1
            if n <= 1:
                n = 0
        forest.weights[i] = n
        total += n
    for i in range(size):
        forest.weights[i] = int(forest.weights[i] * ONE / max(total, 1))


def add_noise(forest: Forest, plan: Plan, node: int) -> None:
    """Mix the root's priors with a Dirichlet variable, whose parameters are `noise_total` in equal parts."""
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    total = 0.0
    for i in range(size):
        value = gamma(plan.noise_total / size, forest.random)
        forest.weights[i] = int(value * ONE)
        total += value
    for i in range(size):
        at = (first + i) * EDGE + PRIOR
        noise = forest.weights[i] / max(total, 1e-9)
        forest.edges[at] = int((1.0 - plan.noise_share) * forest.edges[at] + plan.noise_share * noise)


def gamma(shape: float, random: Buffer) -> float:
    """A variable of the gamma distribution (Marsaglia and Tsang, *A simple method for
    generating gamma variables*, 2000)."""
    boost = 1.0
    if shape < 1.0:
        boost = max(fraction(random), 1e-300) ** (1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(random)
        v = (1.0 + c * x) ** 3
        if v > 0.0:
            u = max(fraction(random), 1e-300)
            if math.log(u) < 0.5 * x * x + d - d * v + d * math.log(v):
                return d * v * boost


def normal(random: Buffer) -> float:
    """A variable of the standard normal distribution (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(max(fraction(random), 1e-300)))
    return radius * math.cos(2.0 * math.pi * fraction(random))

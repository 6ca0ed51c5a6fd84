"""The orderings of a tree with which alpha-beta looks at the fewest, and at the most, leaves: exactly.

What makes this easy is that the value which a child hands up has the same effect whatever the ordering below
it: in the window (α, β) a child of value v raises α to v, or cuts, or does neither, and v alone says which.
So what happens at a node depends on the order of its own children and on nothing above but the window.

*The fewest.*  To show that a node is worth at least β, one child that is suffices where MAX moves, and all
must be shown to be where MIN moves; so the least cost is a minimum or a sum (it does not depend on α).  A
node whose value v lies in the window is cheapest with a child of value v first, and all others shown to be
no better than v.  This is the critical tree of Knuth and Moore, for trees of any shape: each leaf of it is
needed by any algorithm that proves the value, so no ordering does with less.

*The most.*  A narrower window never costs more, so a child is dearest early; but a child of high value
narrows the window for all that follow.  At a MAX node the children visited before α rises from t to v are
those up to t; then v's own child, then those between, which no longer gain from waiting.  So it is enough to
choose the sequence of children that raise α, by dynamic programming over α, and where some child makes a cut,
when to stop.  Where the windows are too many, `Worst` gives up, and a good ordering has to do.

With the strict test (cut at > only) a window is as if a hair wider: "at least β" becomes "more than β", and
a sibling that is just as good as the best must be searched out.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6(4),
1975, sections 5 and 6; the worst ordering is worked out here.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from halfmove.games.tree.node import Action, Node

Orders = dict[tuple[Action, ...], tuple[Action, ...]]
"""For a node's path its actions in order; a node that is not there keeps its own."""

Goal = Literal["exact", "high", "low"]
"""What is to be shown of a node: its value, that it is high enough to cut, or low enough."""


class TooManyWindows(Exception):
    """The worst ordering would take too long to find."""


@dataclass(eq=False, slots=True)
class Spot:
    """A node with its minimax value to MAX (player 0; all others are MINs)."""

    node: Node
    value: float
    children: tuple[Spot, ...]
    values: list[float]
    """The different values of the leaves below, ascending."""

    @property
    def maximises(self) -> bool:
        return self.node.player == 0

    def order(self, spots: list[Spot]) -> tuple[Action, ...]:
        """The actions that lead to `spots`, and then all the others in their own order."""
        first = {id(spot): None for spot in spots}
        rest = [spot for spot in self.children if id(spot) not in first]
        return tuple(spot.node.path[-1] for spot in [*spots, *rest])


def spots(node: Node) -> Spot:
    """The tree below a node with all its values."""
    if node.is_leaf:
        assert node.value is not None, "a leaf has payoffs"
        return Spot(node, node.value[0], (), [node.value[0]])
    children = tuple(spots(child) for _, child in node.children)
    choose = max if node.player == 0 else min
    value = choose(child.value for child in children)
    return Spot(node, value, children, sorted({v for child in children for v in child.values}))


def is_low(value: float, alpha: float, strict: bool) -> bool:
    """Whether a node of this value fails low: it can't raise α."""
    return value < alpha if strict else value <= alpha


def is_high(value: float, beta: float, strict: bool) -> bool:
    """Whether it fails high: a MAX node above would be cut."""
    return value > beta if strict else value >= beta


class Best:
    """The least number of leaves, and an ordering that attains it."""

    def __init__(self, root: Spot, strict: bool) -> None:
        self.root, self.strict = root, strict
        self._known: dict[tuple[int, Goal, float], int] = {}

    def goal(self, spot: Spot, alpha: float, beta: float) -> tuple[Goal, float]:
        """What a search of the node in that window has to show, and the bound it is about."""
        if is_low(spot.value, alpha, self.strict):
            return "low", alpha
        if is_high(spot.value, beta, self.strict):
            return "high", beta
        return "exact", 0.0

    @property
    def cost(self) -> int:
        return self._cost(self.root, *self.goal(self.root, -math.inf, math.inf))

    def orders(self) -> Orders:
        """The ordering: at each node visited the child to try first; the rest keep their order."""
        orders: Orders = {}
        waiting = [(self.root, *self.goal(self.root, -math.inf, math.inf))]
        while waiting:
            spot, goal, bound = waiting.pop()
            if spot.children:
                plan = self._plan(spot, goal, bound)
                orders[spot.node.path] = spot.order([child for child, _, _ in plan])
                waiting.extend(plan)
        return orders

    def _cost(self, spot: Spot, goal: Goal, bound: float) -> int:
        if not spot.children:
            return 1
        place = id(spot), goal, bound
        if place not in self._known:
            self._known[place] = sum(self._cost(*step) for step in self._plan(spot, goal, bound))
        return self._known[place]

    def _plan(self, spot: Spot, goal: Goal, bound: float) -> list[tuple[Spot, Goal, float]]:
        """The children to visit, in order, and what to show of each."""
        if goal == "exact":
            return self._exact(spot)
        passes = is_high if goal == "high" else is_low
        if (goal == "high") == spot.maximises:  # one child that will do
            able = [child for child in spot.children if passes(child.value, bound, self.strict)]
            return [(min(able, key=lambda child: self._cost(child, goal, bound)), goal, bound)]
        return [(child, goal, bound) for child in spot.children]

    def _exact(self, spot: Spot) -> list[tuple[Spot, Goal, float]]:
        """The best child that costs least to search out, and a refutation of each of the others."""
        v = spot.value
        other: Goal = "low" if spot.maximises else "high"

        def rest(child: Spot) -> tuple[Spot, Goal, float]:
            return (child, "exact", 0.0) if self.strict and child.value == v else (child, other, v)

        def extra(child: Spot) -> int:
            return self._cost(child, "exact", 0.0) - self._cost(*rest(child))

        first = min((child for child in spot.children if child.value == v), key=extra)
        return [(first, "exact", 0.0), *(rest(child) for child in spot.children if child is not first)]


@dataclass(frozen=True, slots=True)
class _Dearest:
    """The dearest way to search a node in a window: its cost, and each child visited with the α it meets.

    α is as the player to move sees it: at a MIN node, values and window are turned round.
    """

    cost: int
    visits: tuple[tuple[Spot, float], ...]


class Worst:
    """The greatest number of leaves, and an ordering that needs them; `TooManyWindows` beyond `most`."""

    def __init__(self, root: Spot, strict: bool, most: int = 100_000) -> None:
        self.root, self.strict, self.most = root, strict, most
        self._known: dict[tuple[int, int, int], _Dearest] = {}

    @property
    def cost(self) -> int:
        return self._cost(self.root, -math.inf, math.inf)

    def orders(self) -> Orders:
        """The ordering: at each node visited, all its children."""
        orders: Orders = {}
        waiting = [(self.root, -math.inf, math.inf)]
        while waiting:
            spot, alpha, beta = waiting.pop()
            if spot.children:
                visits = self._dearest(spot, alpha, beta).visits
                orders[spot.node.path] = spot.order([child for child, _ in visits])
                for child, low in visits:
                    waiting.append((child, low, beta) if spot.maximises else (child, alpha, -low))
        return orders

    def _cost(self, spot: Spot, alpha: float, beta: float) -> int:
        return self._dearest(spot, alpha, beta).cost if spot.children else 1

    def _dearest(self, spot: Spot, alpha: float, beta: float) -> _Dearest:
        """Windows between the same values of leaves are one."""
        below, above = (bisect_left, bisect_right) if self.strict else (bisect_right, bisect_left)
        place = id(spot), below(spot.values, alpha), above(spot.values, beta)
        if place not in self._known:
            if len(self._known) >= self.most:
                raise TooManyWindows
            self._known[place] = self._search(spot, alpha, beta)
        return self._known[place]

    def _search(self, spot: Spot, alpha: float, beta: float) -> _Dearest:
        sign = 1 if spot.maximises else -1
        low, high = (alpha, beta) if spot.maximises else (-beta, -alpha)
        worth = {id(child): sign * child.value for child in spot.children}

        def cost(child: Spot, t: float) -> int:
            return self._cost(child, t, beta) if spot.maximises else self._cost(child, alpha, -t)

        cutters = [child for child in spot.children if is_high(worth[id(child)], high, self.strict)]
        others = [child for child in spot.children if not is_high(worth[id(child)], high, self.strict)]
        first = tuple((child, low) for child in others if worth[id(child)] <= low)
        raisers = sorted((child for child in others if worth[id(child)] > low), key=lambda c: worth[id(c)])
        rest = _rising(raisers, cutters, low, lambda child: worth[id(child)], cost)
        return _Dearest(sum(cost(*visit) for visit in first) + rest.cost, first + rest.visits)


def _rising(
    raisers: list[Spot],
    cutters: list[Spot],
    low: float,
    worth: Callable[[Spot], float],
    cost: Callable[[Spot, float], int],
) -> _Dearest:
    """The dearest way to go on at α = `low`: over `raisers`, ascending, and at last a cutter if any."""
    levels = [low, *sorted({worth(child) for child in raisers})]
    best = _Dearest(0, ())
    after: dict[float, _Dearest] = {}
    for t in reversed(levels):
        options = list(_steps(raisers, t, worth, cost, after))
        options += [_Dearest(cost(child, t), ((child, t),)) for child in cutters]
        best = max(options, key=lambda option: option.cost, default=_Dearest(0, ()))
        after[t] = best
    return best


def _steps(
    raisers: list[Spot],
    t: float,
    worth: Callable[[Spot], float],
    cost: Callable[[Spot, float], int],
    after: dict[float, _Dearest],
) -> Iterator[_Dearest]:
    """From α = `t`: each child that could raise it next, those it leaves behind, and what comes after."""
    for child in raisers:
        v = worth(child)
        if v > t:
            behind = [other for other in raisers if other is not child and t < worth(other) <= v]
            visits = ((child, t), *((other, v) for other in behind))
            total = sum(cost(*visit) for visit in visits) + after[v].cost
            yield _Dearest(total, visits + after[v].visits)


def ascending(root: Spot) -> Orders:
    """An ordering that costs much though perhaps not the most: the worst child first, the best last."""
    orders: Orders = {}
    waiting: list[Any] = [root]
    while waiting:
        spot = waiting.pop()
        if spot.children:
            worst_first = sorted(spot.children, key=lambda c: c.value if spot.maximises else -c.value)
            orders[spot.node.path] = spot.order(worst_first)
            waiting.extend(spot.children)
    return orders

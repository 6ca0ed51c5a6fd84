"""What a tree, or several, say of the root's actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.keeping import child_by
from halfmove.search.montecarlo.memory import (
    ROOT,
    Tree,
    action_on,
    edges_of,
    gained_on,
    high_of,
    limits_on,
    low_of,
    node_on,
    visits_on,
)
from halfmove.search.montecarlo.proving import is_settled

LONGEST_LINE = 200
"""Plies of a line that is told."""


@dataclass(frozen=True)
class Candidate:
    """What the search knows of one action at the root."""

    action: Any
    visits: int
    mean: float
    """From 0 (the worst utility) to 1 (the best), to the player to move."""
    low: int
    high: int
    """Proven bounds, as scores."""

    @property
    def proven(self) -> bool:
        """Whether only one utility is possible."""
        return proven_utility(self.low) == proven_utility(self.high)

    @property
    def margin(self) -> float:
        """How far the true mean may be from `mean`: the Wilson interval's half width at 95 %."""
        if not self.visits:
            return 1.0
        z, n = 1.96, self.visits
        spread = self.mean * (1 - self.mean) / n + z * z / (4 * n * n)
        return z / (1 + z * z / n) * math.sqrt(max(spread, 0.0))


def candidates_of(
    trees: Sequence[Tree], most: int, named: Callable[[int], Any], path: Sequence[int] = ()
) -> list[Candidate]:
    """The actions at the root, or at the node that the actions of `path` lead to from there, in the game's
    order, what the trees say of each added up; `most` is the largest utility, in millionths."""
    found: dict[int, Candidate] = {}
    for tree in trees:
        node = ROOT
        for action in path:
            node = child_by(tree, node, action)[0] if node else 0
        for edge in edges_of(tree, node) if node else ():
            number = action_on(tree, edge)
            visits, gained = visits_on(tree, edge), gained_on(tree, edge) / (2.0 * most)
            limits = limits_on(tree, edge)
            low, high = low_of(limits), high_of(limits)
            if number in found:
                other = found[number]
                gained += other.mean * other.visits
                visits += other.visits
                low, high = max(low, other.low), min(high, other.high)
            mean = gained / visits if visits else 0.5
            found[number] = Candidate(named(number), visits, min(mean, 1.0), low, high)
    return list(found.values())


def line_of(trees: Sequence[Tree], number: int, solve: bool, least: int) -> list[int]:
    """An action of the root, and what is expected after it, in the tree that has tried it most: as far as
    each was visited `least` times or, with `solve`, is proven."""
    tree = max(trees, key=lambda t: child_by(t, ROOT, number)[1])
    line = [number]
    node, _ = child_by(tree, ROOT, number)
    while node and len(line) < LONGEST_LINE:
        best = max(edges_of(tree, node), key=lambda e: _preference(tree, e))
        proven = is_settled(limits_on(tree, best)) and solve
        if visits_on(tree, best) < least and not proven:
            break
        line.append(action_on(tree, best))
        node = node_on(tree, best)
    return line


def _preference(tree: Tree, edge: int) -> tuple[int, int]:
    """What the player to move would rather play: what is proven best, or else what was visited most."""
    limits = limits_on(tree, edge)
    low, high = low_of(limits), high_of(limits)
    certain = (
        low
        if is_settled(limits) and proven_utility(low) > 0
        else high
        if is_settled(limits) and proven_utility(high) < 0
        else 0
    )
    return certain, visits_on(tree, edge)

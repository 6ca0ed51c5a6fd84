"""MCTS-Solver: what is certain about an action, backed up as bounds.

An edge's bounds are scores (`core.score`) for whoever moves there: a win proven in so many plies, a draw, or
no more than that.  A node is worth the best of its edges, so its bounds are the highest lower one and the
highest upper one; seen from the edge that leads to it they are the other player's.  Sources: Winands,
Bjornsson and Saito, *Monte-Carlo Tree Search Solver*, 2008; with draws and bounds: Cazenave and Saffidine,
*Score Bounded Monte-Carlo Tree Search*, 2010.
"""

from __future__ import annotations

from halfmove.core.score import one_ply_on
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.memory import (
    EDGE_LIMITS,
    LIMITS,
    LINK,
    NODE,
    SIZE,
    Tree,
    Worker,
    edges_of,
    ensure_record,
    high_of,
    limits_on,
    low_of,
    mover_of,
    node_in,
    pack_limits,
)
from halfmove.search.montecarlo.plan import Plan


def is_settled(limits: int) -> bool:
    """Whether bounds leave one utility only, at whatever distance."""
    return proven_utility(low_of(limits)) == proven_utility(high_of(limits))


def prove(tree: Tree, worker: Worker, plan: Plan, depth: int) -> None:
    """Carry the bounds of the node at the end of the path towards the root, while they change anything."""
    for ply in range(depth - 1, -1, -1):
        at = ensure_record(tree, worker.path[ply])
        child = node_in(tree.records[at + LINK])
        if child != 0:
            old = tree.records[at + EDGE_LIMITS]
            new = bounds_through(tree, child, worker.movers[ply], old)
            # nothing above depends on more than this edge's bounds
            if new == old:
                return
            tree.records[at + EDGE_LIMITS] = new
        gather(tree, worker.through[ply], plan)


def bounds_through(tree: Tree, child: int, mover: int, known: int) -> int:
    """The bounds of a node for whoever moved there, no wider than those `known`."""
    limits = tree.nodes[child * NODE + LIMITS]
    low, high = low_of(limits), high_of(limits)
    # zero-sum: what is at most high for one player is at least -high for the other
    if mover_of(tree.nodes[child * NODE + SIZE]) != mover:
        low, high = -high, -low
    return pack_limits(max(one_ply_on(low), low_of(known)), min(one_ply_on(high), high_of(known)))


def gather(tree: Tree, node: int, plan: Plan) -> None:
    """A node's bounds from those of its edges."""
    low, high = -plan.most, -plan.most
    for edge in edges_of(tree, node):
        limits = limits_on(tree, edge)
        # the mover takes the best: what one edge guarantees is certain, and what none excludes is possible
        low = max(low, low_of(limits))
        high = max(high, high_of(limits))
    tree.nodes[node * NODE + LIMITS] = pack_limits(low, high)

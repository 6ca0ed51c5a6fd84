"""The search of a graph: states that are equal share a node, however they came about.

A node's value is what its own simulations and its edges say, each edge weighted by its own visits:

    Q(node) = (own gains + sum over its edges of visits x Q(child)) / (own visits + sum of the edges' visits)

and an edge's gains are always its visits times the value of the node it leads to, whichever way the
simulations came that made it: so one way's discoveries count on the others, and no way's share of visits
distorts another's mean.  An edge is brought up to date when a simulation takes it.  This follows D. Wu,
*Monte-Carlo Graph Search from First Principles* (KataGo's documentation, 2023).

What depends on the path is no part of a node: a position that comes again on the path ends the simulation
there, as the game's rule says (where it is forbidden, as a loss of whoever brings it about), and proves
nothing.
"""

from __future__ import annotations

from halfmove.core import bits
from halfmove.core.bits import Bitboard
from halfmove.core.score import WIN
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.memory import (
    NAME,
    NAMES,
    NODE,
    OWN_GAINED,
    OWN_VISITS,
    SIZE,
    Tree,
    Worker,
    edges_of,
    gained_on,
    limits_on,
    low_of,
    mover_of,
    node_on,
    visits_on,
)
from halfmove.search.montecarlo.plan import Plan
from halfmove.search.montecarlo.proving import is_settled

PROBES = 16
"""Places of the table of names that are looked at for one."""


def place_of(tree: Tree, key: Bitboard) -> int:
    """Where the table of names is first looked at for a key: its size is a power of two."""
    return bits.number(bits.right(bits.mix(key), 2)) & (tree.counters[NAMES] - 1)


def find_node(tree: Tree, key: Bitboard) -> int:
    """The node of the state with this key; 0 if there is none."""
    at = place_of(tree, key)
    for _ in range(PROBES):
        node = tree.names[at]
        if node == 0:
            return 0
        if tree.nodes[node * NODE + NAME] == bits.number(key):
            return node
        at = (at + 1) & (tree.counters[NAMES] - 1)
    return 0


def enter(tree: Tree, key: Bitboard, node: int) -> None:
    """Have a node found by its state's key; where the table is crowded it is not, and not shared."""
    tree.nodes[node * NODE + NAME] = bits.number(key)
    at = place_of(tree, key)
    for _ in range(PROBES):
        if tree.names[at] == 0:
            tree.names[at] = node
            return
        at = (at + 1) & (tree.counters[NAMES] - 1)


def on_path(worker: Worker, node: int, depth: int) -> bool:
    """Whether the simulation has come through a node."""
    for ply in range(depth):
        if worker.through[ply] == node:
            return True
    return False


def visits_of(tree: Tree, node: int) -> int:
    """How many simulations a node knows of, on all ways that lead through it."""
    visits = tree.nodes[node * NODE + OWN_VISITS]
    for edge in edges_of(tree, node):
        visits += visits_on(tree, edge)
    return visits


def share_of(tree: Tree, plan: Plan, edge: int, mover: int) -> int:
    """What an edge has gained for its mover: its visits times the value of the node it leads to."""
    limits = limits_on(tree, edge)
    if plan.solve != 0 and is_settled(limits):
        return (proven_utility(low_of(limits)) * WIN + plan.most) * visits_on(tree, edge)
    child = node_on(tree, edge)
    visits = tree.nodes[child * NODE + OWN_VISITS]
    gained = tree.nodes[child * NODE + OWN_GAINED]
    for below in edges_of(tree, child):
        visits += visits_on(tree, below)
        gained += gained_on(tree, below)
    mean = gained / visits
    if mover_of(tree.nodes[child * NODE + SIZE]) != mover:
        mean = 2.0 * plan.most - mean
    return int(mean * visits_on(tree, edge))

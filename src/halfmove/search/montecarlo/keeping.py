"""Keeping what a tree knows: for the next move, and when memory runs out.

Either way what is worth keeping is copied to an empty tree, so that it lies close together again: the part
below the state that has come about, or all but the nodes that were visited least.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.core import bits
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.search.montecarlo.graph import enter
from halfmove.search.montecarlo.memory import (
    EDGE_LIMITS,
    EDGES_USED,
    EXTRA,
    FIRST,
    LINK,
    NAME,
    NODE,
    NODE_1,
    NODES_USED,
    NOTHING,
    RECORD,
    RECORDS_USED,
    ROOT,
    ROOT_VISITS,
    ROW,
    SIZE,
    Tree,
    action_of,
    action_on,
    edges_of,
    ensure_record,
    node_in,
    node_on,
    pack_edge,
    pack_link,
    record_of,
    size_of,
    visits_in,
    visits_on,
)
from halfmove.search.montecarlo.plan import Plan

KEPT = 0.5
"""The share of a full tree that pruning leaves, at the most."""


@kernel
def transplant(game: Game, old: Tree, new: Tree, node: int, least: int, extras: int, graph: int) -> int:
    """Copy to `new`, which is empty, the part of `old` from `node` on, without nodes that fewer than `least`
    simulations have gone to; how many nodes there are.  `old` is of no use afterwards."""
    copy_node(old, new, node, NODE_1)
    new.records[NOTHING * RECORD + EDGE_LIMITS] = old.records[NOTHING * RECORD + EDGE_LIMITS]
    now = NODE_1
    while now < new.counters[NODES_USED]:
        # until its turn comes, a copied node says where its edges were in the old tree
        first = new.nodes[now * NODE + FIRST]
        size = size_of(new.nodes[now * NODE + SIZE])
        at = new.counters[EDGES_USED]
        new.counters[EDGES_USED] = at + size
        new.nodes[now * NODE + FIRST] = at
        if new.nodes[now * NODE + ROW] != NOTHING:
            new.nodes[now * NODE + ROW] = new.counters[RECORDS_USED]  # all are copied, in order
        for i in range(size):
            if extras != 0:
                for place in range(EXTRA):
                    new.extras[(at + i) * EXTRA + place] = old.extras[(first + i) * EXTRA + place]
            word = old.edges[first + i]
            new.edges[at + i] = pack_edge(action_of(word), NOTHING)
            if record_of(word) == NOTHING:
                continue
            source, target = record_of(word) * RECORD, ensure_record(new, at + i)
            for place in range(RECORD):
                new.records[target + place] = old.records[source + place]
            link = old.records[source + LINK]
            child = node_in(link)
            if child != 0:
                kept = 0
                # a node that was copied already has its new number, negative, where its edges were
                moved = old.nodes[child * NODE + FIRST]
                if moved < 0:
                    kept = -moved
                elif visits_in(link) >= least:
                    kept = new.counters[NODES_USED]
                    new.counters[NODES_USED] = kept + 1
                    copy_node(old, new, child, kept)
                new.records[target + LINK] = pack_link(visits_in(link), kept)
        if graph != 0:
            enter(new, bits.board(new.nodes[now * NODE + NAME]), now)
        now += 1
    return now - ROOT


def prepare_to_keep(game: Game, tree: Tree, plan: Plan) -> None:
    """Make the machine code of `transplant`, so that the second move of a game need not wait for it."""
    transplant.prepare(game, tree, tree, ROOT, 0, plan.extras, plan.graph)


def copy_node(old: Tree, new: Tree, source: int, target: int) -> None:
    """Copy the words of a node, and leave word in the old tree of where it is now."""
    for place in range(NODE):
        new.nodes[target * NODE + place] = old.nodes[source * NODE + place]
    old.nodes[source * NODE + FIRST] = -target


def child_by(tree: Tree, node: int, action: Any) -> tuple[int, int]:
    """The node that an action of `node` leads to, and how often it was visited; 0 and 0 if there is none."""
    for edge in edges_of(tree, node):
        if action_on(tree, edge) == action:
            return node_on(tree, edge), visits_on(tree, edge)
    return 0, 0


def scarce(tree: Tree) -> int:
    """The number of visits below which a node must go for the tree to shrink to `KEPT` of its size."""
    links = tree.records.array[LINK : tree.counters[RECORDS_USED] * RECORD : RECORD]
    visits = links[links >> 32 != 0] & 0xFFFF_FFFF  # of those that lead to a node
    if not len(visits):
        return 1
    stay = min(int(len(visits) * KEPT), len(visits) - 1)
    return int(np.partition(visits, -stay - 1)[-stay - 1]) + 1


def move_root(game: Game, old: Tree, new: Tree, node: int, visits: int, plan: Plan, least: int = 0) -> None:
    """`transplant`, and the new root's visits."""
    transplant(game, old, new, node, least, plan.extras, plan.graph)
    new.counters[ROOT_VISITS] = visits

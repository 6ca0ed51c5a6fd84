"""The part of a tree that the moves made leave, kept for the next move (Silver et al. 2017, methods).

A node is made after the one above it, so the nodes that stay move down in their order, each into a place that
is free by then: nothing is needed beside the game's own stretch.  The simulations that came to the new root
count for the next move.
"""

from __future__ import annotations

from typing import Any

from halfmove.core.contract import Game
from halfmove.core.words import read_words
from halfmove.search.neural.forest_game import REPETITION_FORBIDDEN, stands_again
from halfmove.search.neural.forest_memory import (
    ACTION,
    CHILD,
    EDGE,
    EDGES_USED,
    FIRST,
    MOVER,
    NODE,
    NODES_USED,
    PLIES,
    SIZE,
    TREE,
    Forest,
    Plan,
)


def keep_tree(game: Game, like: Any, forest: Forest, plan: Plan, tree: int, edge: int, ply: int) -> bool:
    """Make the node to which `edge` of the root, and nature's moves from `ply` on, have led the root; whether
    there is such a node, all of whose actions are still allowed."""
    kept = forest.edges[edge * EDGE + CHILD]
    for made in range(ply, forest.trees[tree * TREE + PLIES]):
        if kept != 0:
            kept = child_by(forest, kept, forest.played[tree * (plan.plies + 1) + made])
    if kept == 0 or has_forbidden(game, like, forest, plan, tree, kept):
        return False
    if plan.repetition != 0:
        cut_repeated(game, like, forest, plan, tree, kept)
    compact(forest, plan, tree, kept)
    return True


def child_by(forest: Forest, node: int, action: int) -> int:
    """The node to which an action leads; 0: none yet."""
    first = forest.nodes[node * NODE + FIRST]
    for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
        if forest.edges[edge * EDGE + ACTION] == action:
            return forest.edges[edge * EDGE + CHILD]
    return 0


def has_forbidden(game: Game, like: Any, forest: Forest, plan: Plan, tree: int, node: int) -> bool:
    """Whether a rule about repetition forbids an action of a node's, now that it is the game's own state."""
    if plan.repetition == REPETITION_FORBIDDEN:
        state = read_words(like, forest.states, node * plan.words)
        first = forest.nodes[node * NODE + FIRST]
        for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
            action = forest.edges[edge * EDGE + ACTION]
            if stands_again(game, state, action, game.result(state, action), forest, plan, tree) > 0:
                return True
    return False


def cut_repeated(game: Game, like: Any, forest: Forest, plan: Plan, tree: int, kept: int) -> None:
    """Cut off what follows a position that the moves made have turned into a repeated one."""
    for node in range(kept, tree * plan.nodes_room + forest.trees[tree * TREE + NODES_USED]):
        state = read_words(like, forest.states, node * plan.words)
        first = forest.nodes[node * NODE + FIRST]
        for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
            child = forest.edges[edge * EDGE + CHILD]
            if child != 0 and forest.nodes[node * NODE + MOVER] >= 0:
                after = read_words(like, forest.states, child * plan.words)
                action = forest.edges[edge * EDGE + ACTION]
                if stands_again(game, state, action, after, forest, plan, tree) > 0:
                    forest.edges[edge * EDGE + CHILD] = 0


def compact(forest: Forest, plan: Plan, tree: int, kept: int) -> None:
    """Move a node and all below it to the beginning of the game's stretch."""
    root, places = tree * plan.nodes_room, tree * plan.edges_room
    used = forest.trees[tree * TREE + NODES_USED]
    # `path`, which no simulation needs now, says where each node goes: 1 more than its place, 0 for nowhere
    for i in range(used):
        forest.path[root + i] = 0
    forest.path[kept] = 1
    nodes, edges = 0, 0
    for node in range(kept, root + used):
        if forest.path[node] == 0:
            continue
        to = root + nodes
        nodes += 1
        forest.path[node] = nodes
        first, size = forest.nodes[node * NODE + FIRST], forest.nodes[node * NODE + SIZE]
        for i in range(size):
            child = forest.edges[(first + i) * EDGE + CHILD]
            if child != 0:
                forest.path[child] = 1
            for word in range(EDGE):
                moved = forest.edges[(first + i) * EDGE + word]
                forest.edges[(places + edges + i) * EDGE + word] = moved
        for word in range(NODE):
            forest.nodes[to * NODE + word] = forest.nodes[node * NODE + word]
        for word in range(plan.words):
            forest.states[to * plan.words + word] = forest.states[node * plan.words + word]
        forest.nodes[to * NODE + FIRST] = places + edges
        edges += size
    for edge in range(places, places + edges):
        child = forest.edges[edge * EDGE + CHILD]
        if child != 0:
            forest.edges[edge * EDGE + CHILD] = root + forest.path[child] - 1
    forest.trees[tree * TREE + NODES_USED] = nodes
    forest.trees[tree * TREE + EDGES_USED] = edges

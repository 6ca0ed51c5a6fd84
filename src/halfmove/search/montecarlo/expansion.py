"""Making a node: an edge for every action, with what is known of it before any simulation."""

from __future__ import annotations

from typing import Any

from halfmove.core.buffer import fetch_add
from halfmove.core.contract import CHANCE, Game
from halfmove.core.endings import known_bounds
from halfmove.core.score import WIN, one_ply_on
from halfmove.search.montecarlo.choosing import PRIOR_ONE
from halfmove.search.montecarlo.ending import payoff
from halfmove.search.montecarlo.memory import (
    EDGE_LIMITS,
    EDGE_WORDS,
    EDGES_USED,
    EXTRA,
    FEW_EDGES,
    FIRST,
    LIMITS,
    NODE,
    NOTHING,
    OWN_GAINED,
    OWN_VISITS,
    RECORD,
    RECORDS_USED,
    ROOM,
    ROW,
    SHARE,
    SIZE,
    SUM,
    Tree,
    Worker,
    count_words,
    ensure_record,
    gained_on,
    high_of,
    low_of,
    new_record,
    pack_edge,
    pack_limits,
    pack_node,
    pack_prior,
    visits_on,
)
from halfmove.search.montecarlo.plan import (
    LARGEST_UTILITY,
    RAVE,
    REPETITION_DRAWS,
    REPETITION_FORBIDDEN,
    Plan,
)
from halfmove.search.montecarlo.repetition import comes_again


def has_room(game: Game, tree: Tree, nodes: int = 64) -> bool:
    """Whether so many more nodes fit: one for every thread that may be about to make one."""
    most = NODE + game.actions_limit * (tree.counters[EDGE_WORDS] + RECORD)
    return count_words(tree) + nodes * most < tree.counters[ROOM]


def expand(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, node: int, depth: int) -> None:
    """Make `node`, new and as yet unseen by other threads, that of `state`: an edge for each action."""
    mover = game.to_move(state)
    size = list_edges(game, state, worker, plan, mover, depth)
    first = fetch_add(tree.counters, EDGES_USED, size)
    total = 0
    for i in range(size):
        total += worker.weights[i]
    ordinary = float(total) / max(size, 1) if plan.guided != 0 else 100.0
    low, high = -plan.most, -plan.most
    unknown = open_limits(plan)
    if tree.records[NOTHING * RECORD + EDGE_LIMITS] != unknown:
        tree.records[NOTHING * RECORD + EDGE_LIMITS] = unknown
    row = fetch_add(tree.counters, RECORDS_USED, size) if size <= FEW_EDGES else NOTHING
    for i in range(size):
        limits = worker.limits[i]
        if row != NOTHING:
            tree.edges[first + i] = pack_edge(worker.moves[i], row + i)
            new_record(tree, row + i, limits)
        else:
            tree.edges[first + i] = pack_edge(worker.moves[i], NOTHING)
            if limits != unknown:
                tree.records[ensure_record(tree, first + i) + EDGE_LIMITS] = limits
        low = max(low, low_of(limits))
        high = max(high, high_of(limits))
        if plan.extras != 0:
            more = (first + i) * EXTRA
            weight = worker.weights[i]
            tree.extras[more + SHARE] = pack_prior(weight * PRIOR_ONE // max(total, 1), plan.prior)
            share = float(weight) / (float(weight) + ordinary)
            begun = int(2.0 * plan.most * plan.prior * share) if plan.formula == RAVE else 0
            tree.extras[more + SUM] = begun
    at = node * NODE
    tree.nodes[at + FIRST] = first
    tree.nodes[at + SIZE] = pack_node(size, mover)
    tree.nodes[at + LIMITS] = pack_limits(low, high)
    tree.nodes[at + ROW] = row
    tree.nodes[at + OWN_VISITS] = 0
    tree.nodes[at + OWN_GAINED] = 0


def inherit(
    game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, node: int, edge: int, depth: int
) -> None:
    """Tell a new node of the simulations that came through the edge to it before this one."""
    before = visits_on(tree, edge) - 1
    gained = gained_on(tree, edge)
    if worker.movers[depth - 1] != game.to_move(state):
        gained = 2 * plan.most * before - gained
    tree.nodes[node * NODE + OWN_VISITS] = before
    tree.nodes[node * NODE + OWN_GAINED] = gained


def list_edges(game: Game, state: Any, worker: Worker, plan: Plan, mover: int, depth: int) -> int:
    """The actions of `state` to the worker's `moves`, with prior `weights` and proven `limits`; how many.

    Those that a rule about repetition forbids are left out.  With progressive widening the likeliest come
    first.
    """
    unknown = open_limits(plan)
    size = 0
    if game.has_chance and mover == CHANCE:
        for a, p in game.outcomes(state):
            worker.moves[size] = a
            worker.weights[size] = int(p * PRIOR_ONE)
            worker.limits[size] = unknown
            size += 1
        return size
    length = game.list_actions(state, worker.moves, 0)
    for i in range(length):
        a = worker.moves[i]
        limits = unknown
        if plan.solve != 0 or plan.repetition != 0:
            child = game.result(state, a)
            # what depends on the path is no part of a graph, where other paths lead to the node as well
            again = 0
            if plan.repetition != 0 and plan.graph == 0 and game.may_repeat(state, a):
                again = comes_again(game, child, worker, plan, depth)
            if again > 0 and plan.repetition == REPETITION_FORBIDDEN and not (size == 0 and i == length - 1):
                continue
            if plan.solve != 0:
                limits = foreseen(game, child, plan, mover, again)
        weight = 0
        if plan.guided != 0:
            weight = worker.given[i]
        elif plan.extras != 0:
            weight = max(game.prior(state, a), 1)
        place = size
        if plan.widening > 0.0:
            while place > 0 and worker.weights[place - 1] < weight:
                worker.moves[place] = worker.moves[place - 1]
                worker.weights[place] = worker.weights[place - 1]
                worker.limits[place] = worker.limits[place - 1]
                place -= 1
        worker.moves[place] = a
        worker.weights[place] = weight
        worker.limits[place] = limits
        size += 1
    return size


def open_limits(plan: Plan) -> int:
    """The bounds of an action of which nothing is proven."""
    if plan.solve != 0:
        return pack_limits(one_ply_on(-plan.most), one_ply_on(plan.most))  # as `foreseen` has it
    widest = min(plan.most, LARGEST_UTILITY * WIN)  # beyond it nothing is proven
    return pack_limits(-widest, widest)


def foreseen(game: Game, child: Any, plan: Plan, mover: int, again: int) -> int:
    """Proven bounds, for `mover`, on an action that leads to `child`: all of its value where that ends the
    game, by the rules or because it stands again, after so many plies, else what the game's `bounds` say."""
    if game.is_terminal(child):
        score = one_ply_on(payoff(game, child, plan, mover))
        return pack_limits(score, score)
    if again > 0:
        loser = mover
        if plan.repetition == REPETITION_DRAWS:
            loser = game.repetition_loser(child, again)
        score = 0 if loser < 0 else one_ply_on(-plan.most if loser == mover else plan.most)
        return pack_limits(score, score)
    low, high = known_bounds(game, child)
    low = max(low, -plan.most)
    high = min(high, plan.most)
    if game.to_move(child) != mover:
        low, high = -high, -low
    return pack_limits(one_ply_on(low), one_ply_on(high))

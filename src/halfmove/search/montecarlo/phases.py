"""Monte Carlo tree search: selection, expansion, simulation, back-propagation.

After figure 5.11 of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th ed.:

    function MONTE-CARLO-TREE-SEARCH(state) returns an action
      tree <- NODE(state)
      while IS-TIME-REMAINING() do
        leaf <- SELECT(tree)
        child <- EXPAND(leaf)
        result <- SIMULATE(child)
        BACK-PROPAGATE(result, child)
      return the move in ACTIONS(state) whose node has highest number of playouts

`iterate` is the loop; the four phases are the functions of these names, and the formulas stand in `choosing`.
Where nodes have been visited very often, several simulations go down together and part at the end of the
`trunk` (a *burst*): the first plies of their paths are chosen and counted once for all of them.
`recording` calls the same functions one by one, and writes down what each did.
Where it says less than a program needs: a state becomes a node when it is reached the second time
(`Plan.expand`), which spares memory; all actions of a node become edges at once, and each that ends the game,
or that the game's `bounds` settle, is known at once (`proving`); nature's moves are drawn by their
probabilities.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from halfmove.core.buffer import fetch_add, prefetch
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import below, fraction
from halfmove.core.score import WIN
from halfmove.search.montecarlo.choosing import PRIOR_ONE, SQUARE_ONE, choose, proven_utility
from halfmove.search.montecarlo.ending import reward, reward_repetition
from halfmove.search.montecarlo.expansion import expand, has_room, inherit
from halfmove.search.montecarlo.graph import enter, find_node, on_path, share_of, visits_of
from halfmove.search.montecarlo.memory import (
    AGAIN,
    DEEPEST,
    EDGE_LIMITS,
    EXACT,
    EXTRA,
    FIRST,
    GAINED,
    LIMITS,
    LINK,
    LONGEST_PATH,
    NODE,
    NODE_1,
    NODES_USED,
    PLIES,
    ROOT,
    ROOT_VISITS,
    SHARE,
    SHARED,
    SIMULATIONS,
    SIZE,
    SUM,
    ZERO,
    Tree,
    Worker,
    action_of,
    action_on,
    edges_of,
    ensure_record_at,
    limits_on,
    link_node,
    low_of,
    mover_in,
    mover_of,
    node_in,
    node_on,
    pack_move,
    prior_on,
    size_of,
    slot,
    slot_in,
    visits_in,
    visits_on,
)
from halfmove.search.montecarlo.plan import (
    PUCT,
    RAVE,
    TUNED,
    UCB1,
    Plan,
)
from halfmove.search.montecarlo.playouts import nature, suggest_action
from halfmove.search.montecarlo.proving import is_settled, prove
from halfmove.search.montecarlo.repetition import play_and_note

OFTEN = 2048
"""Visits from which a node may be part of the trunk that several simulations share."""
RARELY = 128
"""A burst adds to the visits of the trunk's last edge one for so many, at the most: what selection compares
there moves by less than a hundredth before it is asked again."""
LONGEST_BURST = 16
"""Simulations of one burst, at the most; `OFTEN` // `RARELY`, so that most are of nearly this length."""

ONE = cast(int, np.int64(1))


@kernel
def iterate(game: Game, root: Any, tree: Tree, worker: Worker, plan: Plan, times: int, most: int) -> int:
    """Simulations from `root`, so many or, as bursts are not cut short, a few more, but never more than
    `most`; how many there were.  It ends early once the root is proven, or when the tree has no room for
    another node."""
    done = 0
    if tree.nodes[ROOT * NODE + FIRST] == 0:
        expand(game, root, tree, worker, plan, NODE_1, ZERO)
    while done < times and has_room(game, tree) and not is_settled(tree.nodes[ROOT * NODE + LIMITS]):
        done += burst(game, root, tree, worker, plan, most - done)
    return done


def burst(game: Game, root: Any, tree: Tree, worker: Worker, plan: Plan, most: int) -> int:
    """Simulations that share the trunk of their path, at most so many; how many there were."""
    state, top, edge, node, visits = trunk(game, root, tree, worker, plan)
    wanted = ONE
    # so few that the trunk's choices, each after `OFTEN` visits, hardly change by them
    if top > 0 and node != 0:
        wanted = max(ONE, min(most, LONGEST_BURST, visits // RARELY))
    for player in range(game.players):
        worker.sums[player] = 0
    made = ZERO
    while made < wanted:
        leaf, depth, last = go_down(game, state, tree, worker, plan, node, visits + made, top, edge)
        leaf, depth, last = expand_leaf(game, leaf, tree, worker, plan, depth, last)
        end = simulate(game, leaf, tree, worker, plan, depth, last)
        back_propagate(game, tree, worker, plan, depth, end, top)
        for player in range(game.players):
            worker.sums[player] += worker.rewards[player]
        made += 1
        if not has_room(game, tree) or (plan.solve != 0 and is_settled(limits_on(tree, edge))):
            break
    for ply in range(top):
        at = worker.places[ply]
        # `take` has counted one visit of the edge already
        if made > 1:
            count(tree.records, at + LINK, made - 1, worker)
        count(tree.records, at + GAINED, worker.sums[max(worker.movers[ply], 0)], worker)
    # and `trunk` one of the root
    if made > 1:
        count(tree.counters, ROOT_VISITS, made - 1, worker)
    return made


def trunk(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan) -> tuple[Any, int, int, int, int]:
    """Go down the tree as far as nodes have been visited so often that a few simulations more change no
    choice: the state there, its depth, the edge that leads to it, its node, and that one's visits."""
    visits = tree.counters[ROOT_VISITS]
    count(tree.counters, ROOT_VISITS, 1, worker)
    worker.counters[AGAIN] = 0
    node, depth, edge = NODE_1, ZERO, ZERO
    if plan.graph == 0 and (plan.formula == UCB1 or plan.formula == PUCT):
        while node != 0 and visits >= OFTEN and mover_of(tree.nodes[node * NODE + SIZE]) != CHANCE:
            edge, visits = step(game, tree, worker, plan, node, visits, depth)
            at = worker.places[depth]
            node = node_in(tree.records[at + LINK])
            prefetch(tree.nodes, node * NODE)
            state = play_and_note(game, state, action_on(tree, edge), worker, plan, depth)
            depth += 1
            known = plan.solve != 0 and is_settled(tree.records[at + EDGE_LIMITS])
            if known or depth >= LONGEST_PATH or worker.counters[AGAIN] != 0:
                node = ZERO  # the path ends here
    return state, depth, edge, node, visits


# ---- selection


def select(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan) -> tuple[Any, int, int]:
    """Go down the tree, by the plan's formula where a player moves and by chance where nature does, to an
    edge that leads to no node or whose value is proven: the state there, its depth, and the edge."""
    visits = tree.counters[ROOT_VISITS]
    count(tree.counters, ROOT_VISITS, 1, worker)
    worker.counters[AGAIN] = 0
    return go_down(game, state, tree, worker, plan, NODE_1, visits, ZERO, ZERO)


def go_down(
    game: Game,
    state: Any,
    tree: Tree,
    worker: Worker,
    plan: Plan,
    node: int,
    visits: int,
    depth: int,
    edge: int,
) -> tuple[Any, int, int]:
    """`select` from a node on, visited so often, that the path has come to by an edge; there is none at the
    root, and no node where the path ends."""
    while node != 0 and depth < LONGEST_PATH and worker.counters[AGAIN] == 0:
        if plan.graph != 0:
            visits = visits_of(tree, node)
        edge, visits = step(game, tree, worker, plan, node, visits, depth)
        at = worker.places[depth]
        node = node_in(tree.records[at + LINK])
        prefetch(tree.nodes, node * NODE)  # it comes while the game is played a ply on
        state = play_and_note(game, state, action_on(tree, edge), worker, plan, depth)
        depth += 1
        if plan.graph != 0 and plan.solve != 0 and node != 0:
            prove(tree, worker, plan, depth)  # it may have been proven on another way
        if plan.solve != 0 and is_settled(tree.records[at + EDGE_LIMITS]):
            break
    return state, depth, edge


def step(
    game: Game, tree: Tree, worker: Worker, plan: Plan, node: int, visits: int, depth: int
) -> tuple[int, int]:
    """Choose an edge of `node` and note it as part of the path; the edge, and its visits before this one."""
    mover = mover_of(tree.nodes[node * NODE + SIZE])
    if game.has_chance and mover == CHANCE:
        edge = outcome(tree, worker, node)
    else:
        edge = choose(tree, plan, node, visits, worker.random)
    return edge, take(tree, worker, node, mover, edge, depth)


def take(tree: Tree, worker: Worker, node: int, mover: int, edge: int, depth: int) -> int:
    """Note an edge of `node` as part of the path; its visits before this one."""
    worker.path[depth] = edge
    worker.through[depth] = node
    worker.movers[depth] = mover
    at = ensure_record_at(tree, node, edge)
    worker.places[depth] = at
    before = visits_in(tree.records[at + LINK])
    count(tree.records, at + LINK, 1, worker)  # the visits are the lower half
    worker.line[depth] = pack_move(mover, action_on(tree, edge))
    return before


def outcome(tree: Tree, worker: Worker, node: int) -> int:
    """An edge of a node where nature moves, drawn by its probability (which stands as its prior)."""
    first = tree.nodes[node * NODE + FIRST]
    last = first + size_of(tree.nodes[node * NODE + SIZE]) - 1
    drawn = int(fraction(worker.random) * PRIOR_ONE)
    edge = first
    while edge < last:
        drawn -= prior_on(tree, edge)
        if drawn < 0:
            break
        edge += 1
    return edge


def count(words: Any, place: int, amount: int, worker: Worker) -> None:
    """Add to a word of the tree, which other threads may be adding to as well."""
    if worker.counters[SHARED] != 0:
        fetch_add(words, place, amount)
    else:
        words[place] += amount


# ---- expansion


def expand_leaf(
    game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int
) -> tuple[Any, int, int]:
    """Give the state at the end of the path a node if it has been reached often enough; then go a step on."""
    if (
        node_on(tree, edge) != 0
        or depth >= LONGEST_PATH
        or visits_on(tree, edge) < plan.expand
        or (plan.solve != 0 and is_settled(limits_on(tree, edge)))
        or worker.counters[AGAIN] != 0
        or game.is_terminal(state)
    ):
        return state, depth, edge
    node = ZERO
    if plan.graph != 0:
        node = find_node(tree, game.key(state))
        if node != 0 and on_path(worker, node, depth):
            return state, depth, edge
    if node == 0:
        node = fetch_add(tree.counters, NODES_USED, 1)
        expand(game, state, tree, worker, plan, node, depth)
        inherit(game, state, tree, worker, plan, node, edge, depth)
        if plan.graph != 0:
            enter(tree, game.key(state), node)
    if not link_node(tree, edge, node):
        return state, depth, edge  # another thread was quicker
    if plan.solve != 0:
        prove(tree, worker, plan, depth)
        if is_settled(limits_on(tree, edge)):
            return state, depth, edge
    edge, _ = step(game, tree, worker, plan, node, visits_on(tree, edge), depth)
    state = play_and_note(game, state, action_on(tree, edge), worker, plan, depth)
    return state, depth + 1, edge


# ---- simulation


def simulate(game: Game, state: Any, tree: Tree, worker: Worker, plan: Plan, depth: int, edge: int) -> int:
    """Play on from `state` to the end of the game, or for the plan's plies, and write what that brings each
    player to `rewards`; the length of the whole simulation.  A value that is proven needs no playout."""
    if plan.solve != 0:
        limits = limits_on(tree, edge)
        if is_settled(limits):
            exact = proven_utility(low_of(limits)) * WIN + plan.most
            mover = worker.movers[depth - 1]
            worker.rewards[mover] = exact
            worker.rewards[1 - mover] = 2 * plan.most - exact
            worker.counters[EXACT] += 1
            return depth
    if worker.counters[AGAIN] != 0:
        reward_repetition(game, state, worker, plan, depth)
        return depth
    plies = depth
    last = action_of(worker.line[depth - 1])
    limit = depth + plan.plies
    over = False
    while plies < limit:
        a = -1
        if game.stuck_is_over:
            size = 0 if game.is_drawn(state) else game.list_actions(state, worker.moves, 0)
            if size == 0:
                over = True
                break
            mover = game.to_move(state)
            a = suggest_action(game, state, worker, plan, mover, last)
            if a < 0:
                a = worker.moves[below(worker.random, size)]
        else:
            if game.is_terminal(state):
                over = True
                break
            mover = game.to_move(state)
            if game.has_chance and mover == CHANCE:
                a = nature(game, state, worker)
            else:
                a = suggest_action(game, state, worker, plan, mover, last)
            if a < 0:
                a = worker.moves[below(worker.random, game.list_actions(state, worker.moves, 0))]
        worker.line[plies] = pack_move(mover, a)
        last = a
        state = game.result(state, a)
        plies += 1
    reward(game, state, worker, plan, over or game.is_terminal(state))
    worker.counters[PLIES] += plies - depth
    return plies


# ---- back-propagation


def back_propagate(
    game: Game, tree: Tree, worker: Worker, plan: Plan, depth: int, end: int, top: int
) -> None:
    """Add what the simulation brought to every edge of the path from depth `top` on, for whoever chose it."""
    worker.counters[SIMULATIONS] += 1
    worker.counters[DEEPEST] = max(worker.counters[DEEPEST], depth)
    number = worker.counters[SIMULATIONS]
    if plan.formula == RAVE:
        for i in range(depth, end):
            worker.played[slot_in(game, worker.line[i])] = number
    for ply in range(depth - 1, top - 1, -1):
        edge = worker.path[ply]
        mover = max(worker.movers[ply], 0)  # of nature's moves: the first player's view
        gain = worker.rewards[mover]
        at = worker.places[ply]
        if plan.graph != 0 and node_in(tree.records[at + LINK]) != 0:
            tree.records[at + GAINED] = share_of(tree, plan, edge, mover)
        else:
            count(tree.records, at + GAINED, gain, worker)
        if plan.formula == TUNED:
            share = 0.5 * gain / plan.most
            count(tree.extras, edge * EXTRA + SUM, int(share * share * SQUARE_ONE), worker)
        elif plan.formula == RAVE:
            worker.played[slot_in(game, worker.line[ply])] = number
            all_moves_as_first(game, tree, worker, worker.through[ply], mover, gain, number)
    if plan.replies != 0:
        learn_replies(game, worker, plan, end)


def all_moves_as_first(
    game: Game, tree: Tree, worker: Worker, node: int, mover: int, gain: int, number: int
) -> None:
    """Count the simulation for every action of `node` that its mover played there or later (Gelly and Silver,
    *Combining Online and Offline Knowledge in UCT*, 2007)."""
    for edge in edges_of(tree, node):
        if worker.played[slot(game, mover, action_on(tree, edge))] == number:
            count(tree.extras, edge * EXTRA + SHARE, 1, worker)  # the visits are the lower half
            count(tree.extras, edge * EXTRA + SUM, gain, worker)


def learn_replies(game: Game, worker: Worker, plan: Plan, end: int) -> None:
    """Remember how the winner answered each action, and forget what the loser did."""
    for i in range(1, end):
        mover = mover_in(worker.line[i])
        if mover < 0:
            continue
        a = action_of(worker.line[i])
        place = slot(game, mover, action_of(worker.line[i - 1]))
        if worker.rewards[mover] > plan.most:
            worker.replies[place] = a + 1
        elif worker.replies[place] == a + 1:
            worker.replies[place] = 0

"""Many games at once, each searched for its next move, with one network asked about all of them together.

`gather` takes every game on until it needs the network: down its tree to a state that has not been judged,
past simulations that end in a terminal state, past moves that are due and games that are over.  The states
stand in one batch; `absorb` takes what the network says of them, and backs it up.  Between the two is all the
Python there is: no call per state.

A simulation ends in a judgement, never in a playout.  The tree of a move is kept for the next where the plan
says so (`keeping`).
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.randomness import below, fraction
from halfmove.core.words import read_words, write_words
from halfmove.search.encoding import write_state
from halfmove.search.neural import gumbel, puct
from halfmove.search.neural.answers import keep_answer, recall
from halfmove.search.neural.forest_game import (
    REPETITION_FORBIDDEN,
    conclude,
    draw_outcome,
    let_nature_move,
    make_move,
    note_key,
    stands_again,
)
from halfmove.search.neural.forest_memory import (
    ACTION,
    CHILD,
    CONSIDERED,
    DEPTH,
    DONE,
    EDGE,
    EDGES_USED,
    FAST,
    FIRST,
    GAINED,
    LOGIT,
    MOVER,
    NODE,
    NODES_USED,
    NOISE,
    NONE,
    ONE,
    OPENING,
    OVER,
    PLACE,
    PLIES,
    PRIOR,
    R_ACTION,
    R_FAST,
    R_FIRST,
    R_MOVER,
    R_ROOT,
    R_SIZE,
    ROWS,
    SETTLES,
    SIZE,
    TARGET,
    TREE,
    VISITS,
    WAITING,
    WORTH,
    Forest,
    N,
    Plan,
)
from halfmove.search.neural.keeping import keep_tree

# ---- the kernels


@kernel
def begin(game: Game, state: Any, forest: Forest, plan: Plan, tree: int) -> None:
    """A new game from `state` in the place of an old one, with random moves first where the plan asks so."""
    at = tree * TREE
    forest.trees[at + ROWS] = 0
    forest.trees[at + PLIES] = 0
    forest.trees[at + OVER] = 0
    forest.trees[at + WAITING] = NONE
    settles = plan.settle_share > 0.0 and fraction(forest.random) < plan.settle_share
    forest.trees[at + SETTLES] = 1 if settles else 0
    note_key(game, state, forest, plan, tree)
    state = let_nature_move(game, state, forest, plan, tree)
    begun = forest.trees[at + OVER] == 0
    if begun and plan.opening_plies > 0 and fraction(forest.random) < plan.opening_share:
        for _ in range(1 + below(forest.random, plan.opening_plies)):
            count = game.list_actions(state, forest.moves, 0)
            action = forest.moves[below(forest.random, count)]
            after = game.result(state, action)
            if game.is_terminal(after) or forest.trees[at + PLIES] + 1 >= plan.plies:
                break
            if stands_again(game, state, action, after, forest, plan, tree) > 0:
                break
            state = make_move(game, state, action, forest, plan, tree)
            state = let_nature_move(game, state, forest, plan, tree)
            if forest.trees[at + OVER] != 0:
                break
    forest.trees[at + OPENING] = forest.trees[at + PLIES]
    plant_root(forest, plan, tree, state)


@kernel
def gather(game: Game, like: Any, forest: Forest, plan: Plan, out: Buffer) -> int:
    """Take each game on that does not wait to where it does; the planes of the states that wait to `out`.
    How many there are; fewer than games where some are over."""
    rows = forest.waiting[plan.trees]
    at = rows * plan.numbers
    for tree in range(plan.trees):
        if forest.trees[tree * TREE + OVER] != 0 or forest.trees[tree * TREE + WAITING] != NONE:
            continue
        node = advance_to_leaf(game, like, forest, plan, tree)
        if node != NONE:
            forest.trees[tree * TREE + WAITING] = node
            forest.waiting[rows] = tree
            rows += 1
            at = write_state(game, read_words(like, forest.states, node * plan.words), out, at)
    forest.waiting[plan.trees] = rows
    return rows


@kernel
def absorb(game: Game, forest: Forest, plan: Plan, logits: Buffer, values: Buffer) -> None:
    """Back up what the network says of the states that wait, in their order: the logits of the policy and the
    value (or one for each player), in units of `ONE`."""
    for row in range(forest.waiting[plan.trees]):
        tree = forest.waiting[row]
        node = forest.trees[tree * TREE + WAITING]
        forest.trees[tree * TREE + WAITING] = NONE
        first = forest.nodes[node * NODE + FIRST]
        for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
            place = forest.edges[edge * EDGE + PLACE]
            forest.edges[edge * EDGE + LOGIT] = logits[row * plan.policy + place]
        keep_answer(forest, plan, tree, node, values, row * plan.values)
        judge(game, forest, plan, tree, node, values, row * plan.values)
    forest.waiting[plan.trees] = 0


# ---- one game


def advance_to_leaf(game: Game, like: Any, forest: Forest, plan: Plan, tree: int) -> int:
    """Go on with a game until the network is needed: for which node; `NONE` once the game is over."""
    at = tree * TREE
    while True:
        node = NONE
        if forest.trees[at + NODES_USED] == 0:
            state = read_words(like, forest.states, tree * plan.nodes_room * plan.words)
            forest.trees[at + DEPTH] = 0
            node = make_node(game, state, forest, plan, tree, True)
        elif forest.trees[at + DONE] < forest.trees[at + TARGET]:
            node = simulate(game, like, forest, plan, tree)
        elif not move_on(game, like, forest, plan, tree):
            return NONE
        if node != NONE:
            kept = recall(forest, plan, tree, node)
            if kept == NONE:
                return node
            judge(game, forest, plan, tree, node, forest.answers, kept)


def simulate(game: Game, like: Any, forest: Forest, plan: Plan, tree: int) -> int:
    """One simulation: the new node that waits for the network, or `NONE` where a terminal state ended it.

    A state in which nature moves is a node like others, but nobody judges it: the simulation goes on."""
    at = tree * TREE
    root = tree * plan.nodes_room
    node, depth = root, 0
    while True:
        if forest.nodes[node * NODE + MOVER] == CHANCE:
            edge = edge_by_nature(game, like, forest, plan, node)
        else:
            edge = select(forest, plan, tree, node, root)
        forest.path[root + depth] = edge
        depth += 1
        child = forest.edges[edge * EDGE + CHILD]
        if child != 0:
            node = child
            continue
        state = read_words(like, forest.states, node * plan.words)
        action = forest.edges[edge * EDGE + ACTION]
        after = game.result(state, action)
        if conclude(game, state, action, after, forest, plan, tree):
            forest.trees[at + DONE] += 1
            back_up(game, forest, plan, tree, depth)
            return NONE
        chance = game.has_chance and game.to_move(after) == CHANCE
        if chance and forest.trees[at + NODES_USED] + 2 > plan.nodes_room:
            forest.trees[at + TARGET] = forest.trees[at + DONE]  # no room for it and a state after it
            return NONE
        child = make_node(game, after, forest, plan, tree, False)
        forest.edges[edge * EDGE + CHILD] = child
        if not chance:
            forest.trees[at + DONE] += 1
            forest.trees[at + DEPTH] = depth
            return child
        node = child


def edge_by_nature(game: Game, like: Any, forest: Forest, plan: Plan, node: int) -> int:
    """The edge of an outcome that nature draws at a node."""
    first = forest.nodes[node * NODE + FIRST]
    if game.has_chance:
        state = read_words(like, forest.states, node * plan.words)
        outcome = draw_outcome(game, state, forest.random)
        for edge in range(first, first + forest.nodes[node * NODE + SIZE]):
            if forest.edges[edge * EDGE + ACTION] == outcome:
                return edge
    return first


def select(forest: Forest, plan: Plan, tree: int, node: int, root: int) -> int:
    """The edge that a simulation takes."""
    if plan.considered == 0:
        return puct.choose(forest, plan, node, node == root)
    if node != root:
        return gumbel.choose_inside(forest, plan, node)
    # a row of the schedule for each number of actions considered, those of fast searches after the others
    considered = forest.trees[tree * TREE + CONSIDERED]
    row = considered + forest.trees[tree * TREE + FAST] * (plan.considered + 1)
    longest = max(plan.simulations, plan.fast_simulations)
    visits = forest.schedule[row * longest + forest.trees[tree * TREE + DONE]]
    return gumbel.choose_at_root(forest, plan, node, visits)


def make_node(game: Game, state: Any, forest: Forest, plan: Plan, tree: int, root: bool) -> int:
    """A node for a state, with an edge for each action, as yet without what the network says."""
    at = tree * TREE
    node = tree * plan.nodes_room + forest.trees[at + NODES_USED]
    forest.trees[at + NODES_USED] += 1
    write_words(state, forest.states, node * plan.words)
    first = tree * plan.edges_room + forest.trees[at + EDGES_USED]
    count = game.list_actions(state, forest.moves, 0)
    mover = game.to_move(state)
    size = 0
    for i in range(count):
        action = forest.moves[i]
        if root and (size > 0 or i < count - 1) and forbidden(game, state, forest, plan, tree, action):
            continue
        edge = (first + size) * EDGE
        forest.edges[edge + ACTION] = action
        forest.edges[edge + PLACE] = 0 if mover < 0 else game.policy_index(state, action) % plan.policy
        for word in range(CHILD, EDGE):
            forest.edges[edge + word] = 0
        size += 1
    forest.trees[at + EDGES_USED] += size
    forest.nodes[node * NODE + FIRST] = first
    forest.nodes[node * NODE + SIZE] = size
    forest.nodes[node * NODE + MOVER] = mover
    forest.nodes[node * NODE + VISITS] = 0
    forest.nodes[node * NODE + WORTH] = 0
    return node


def forbidden(game: Game, state: Any, forest: Forest, plan: Plan, tree: int, action: int) -> bool:
    """Whether a rule about repetition forbids an action of the game's own state."""
    if plan.repetition != REPETITION_FORBIDDEN:
        return False
    return stands_again(game, state, action, game.result(state, action), forest, plan, tree) > 0


def judge(game: Game, forest: Forest, plan: Plan, tree: int, node: int, values: Buffer, at: int) -> None:
    """Back up what the network says of a node, whose edges have its logits: its values stand from `at` on."""
    mover = forest.nodes[node * NODE + MOVER]
    for player in range(game.players):
        reward = tree * game.players + player
        if plan.values > 1:
            forest.rewards[reward] = values[at + player]
        elif player == mover:
            forest.rewards[reward] = values[at]
        else:
            forest.rewards[reward] = -values[at]
    forest.nodes[node * NODE + WORTH] = forest.rewards[tree * game.players + mover]
    forest.nodes[node * NODE + VISITS] = 1
    set_priors(forest, node)
    depth = forest.trees[tree * TREE + DEPTH]
    if depth == 0:
        prepare_root(forest, plan, tree, node)
    else:
        back_up(game, forest, plan, tree, depth)


def set_priors(forest: Forest, node: int) -> None:
    """Give a node's edges their priors: a softmax over the logits of the legal actions."""
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    largest = -(1 << 62)
    for edge in range(first, first + size):
        largest = max(largest, forest.edges[edge * EDGE + LOGIT])
    total = 0.0
    for edge in range(first, first + size):
        value = math.exp((forest.edges[edge * EDGE + LOGIT] - largest) / ONE)
        total += value
        forest.edges[edge * EDGE + PRIOR] = int(value * ONE)
    for edge in range(first, first + size):
        forest.edges[edge * EDGE + PRIOR] = int(forest.edges[edge * EDGE + PRIOR] / total)


def prepare_root(forest: Forest, plan: Plan, tree: int, node: int) -> None:
    """Decide how the move is searched, once the network has judged the root."""
    at = tree * TREE
    fast = plan.full_share < 1.0 and fraction(forest.random) >= plan.full_share
    forest.trees[at + FAST] = 1 if fast else 0
    forest.trees[at + DONE] = 0
    forest.trees[at + TARGET] = plan.fast_simulations if fast else plan.simulations
    size = forest.nodes[node * NODE + SIZE]
    if plan.considered > 0:
        forest.trees[at + CONSIDERED] = min(plan.considered, size)
        for edge in range(forest.nodes[node * NODE + FIRST], forest.nodes[node * NODE + FIRST] + size):
            forest.edges[edge * EDGE + NOISE] = int(gumbel.gumbel(forest.random) * ONE)
    elif plan.noise_share > 0.0 and not fast:
        puct.add_noise(forest, plan, node)


def back_up(game: Game, forest: Forest, plan: Plan, tree: int, depth: int) -> None:
    """Add what a simulation brought to the edges of its path, each for its mover."""
    root = tree * plan.nodes_room
    node = root
    for ply in range(depth):
        edge = forest.path[root + ply]
        mover = forest.nodes[node * NODE + MOVER]
        forest.edges[edge * EDGE + N] += 1
        if mover >= 0:
            forest.edges[edge * EDGE + GAINED] += forest.rewards[tree * game.players + mover]
        forest.nodes[node * NODE + VISITS] += 1
        node = forest.edges[edge * EDGE + CHILD]


# ---- the game itself


def move_on(game: Game, like: Any, forest: Forest, plan: Plan, tree: int) -> bool:
    """Make the move that has been searched, and write it down; whether the game goes on."""
    at = tree * TREE
    node = tree * plan.nodes_room
    edge = decide(forest, plan, tree, node)
    record(forest, plan, tree, node, edge)
    state = read_words(like, forest.states, node * plan.words)
    made = forest.trees[at + PLIES]
    after = make_move(game, state, forest.edges[edge * EDGE + ACTION], forest, plan, tree)
    after = let_nature_move(game, after, forest, plan, tree)
    if forest.trees[at + OVER] != 0:
        plant_root(forest, plan, tree, after)  # where the state that the game came to is looked up
        return False
    if plan.keep != 0 and keep_tree(game, like, forest, plan, tree, edge, made + 1):
        prepare_root(forest, plan, tree, node)
        known = forest.nodes[node * NODE + VISITS] - 1
        forest.trees[at + DONE] = min(known, forest.trees[at + TARGET] - 1)
    else:
        plant_root(forest, plan, tree, after)
    return True


def decide(forest: Forest, plan: Plan, tree: int, node: int) -> int:
    """The edge of the move to play; what training is to learn from the search stands in `weights` then."""
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    if plan.considered > 0:
        gumbel.complete(forest, plan, node)
        return gumbel.choose_at_root(forest, plan, node, gumbel.most_visits(forest, node))
    warm = plan.temperature > 0.0 and forest.trees[tree * TREE + PLIES] < plan.temperature_plies
    chosen = draw_edge(forest, plan, first, size) if warm else first
    if not warm:
        for edge in range(first, first + size):
            if forest.edges[edge * EDGE + N] > forest.edges[chosen * EDGE + N]:
                chosen = edge
    puct.targets(forest, plan, node)
    return chosen


def draw_edge(forest: Forest, plan: Plan, first: int, size: int) -> int:
    """An edge drawn with the probability visits ** (1 / temperature)."""
    power = 1.0 / plan.temperature
    total = 0.0
    for edge in range(first, first + size):
        total += float(forest.edges[edge * EDGE + N]) ** power
    point = fraction(forest.random) * total
    for edge in range(first, first + size):
        point -= float(forest.edges[edge * EDGE + N]) ** power
        if point < 0.0:
            return edge
    return first


def record(forest: Forest, plan: Plan, tree: int, node: int, edge: int) -> None:
    """Write down a searched move: the state, the shares in `weights`, and the root's mean."""
    at = tree * TREE
    row = (tree * plan.plies + forest.trees[at + ROWS]) * plan.row
    first = forest.nodes[node * NODE + FIRST]
    size = forest.nodes[node * NODE + SIZE]
    gained, visits = forest.nodes[node * NODE + WORTH], 1
    for one in range(first, first + size):
        gained += forest.edges[one * EDGE + GAINED]
        visits += forest.edges[one * EDGE + N]
    forest.record[row + R_MOVER] = forest.nodes[node * NODE + MOVER]
    forest.record[row + R_FAST] = forest.trees[at + FAST]
    forest.record[row + R_SIZE] = size
    forest.record[row + R_ACTION] = forest.edges[edge * EDGE + ACTION]
    forest.record[row + R_ROOT] = gained // visits
    for word in range(plan.words):
        forest.record[row + R_FIRST + word] = forest.states[node * plan.words + word]
    for i in range(size):
        place = forest.edges[(first + i) * EDGE + PLACE]
        forest.record[row + R_FIRST + plan.words + i] = place << 32 | forest.weights[i]
    forest.trees[at + ROWS] += 1


def plant_root(forest: Forest, plan: Plan, tree: int, state: Any) -> None:
    """Begin the tree of a new move."""
    write_words(state, forest.states, tree * plan.nodes_room * plan.words)
    forest.trees[tree * TREE + NODES_USED] = 0
    forest.trees[tree * TREE + EDGES_USED] = 0
    forest.trees[tree * TREE + WAITING] = NONE

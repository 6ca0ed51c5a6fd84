"""What a Monte Carlo search holds in memory: the tree, which threads share, and what one thread keeps.

A *node* is a state from which actions have been tried; its *edges* are its actions, one after the other in
`Tree.edges`, a word each.  What is known of an action, as its mover sees it, stands in a *record*, which an
edge gets when it is first visited or something is proven of it:

    nodes   FIRST   the first of its edges              edges    the action, and the edge's record
            SIZE    how many it has, and who moves
            LIMITS  proven bounds for the mover         records  LINK    simulations that went this way, and
            ROW     the first of its edges' records,                     the node it leads to
                    if these follow one another                  GAINED  what they brought the mover
            NAME    the key of its state (graph)                 EDGE_LIMITS  proven bounds for the mover
            OWN_VISITS, OWN_GAINED  simulations
                    before it had edges, for the
                    mover (graph)

Edges without a record share the first one, `NOTHING`: no visits, no gain, all bounds open.  In Go a node is
visited three times on average and has eighty edges, so that this takes a third of the memory of a record for
each.  Where a node has few edges all get their records at once, next to each other, as they are read
together.

What they brought is counted from the worst there can be, in millionths of a unit of utility, so that it is
never negative, and a simulation under way, whose visit is counted and whose gain is not yet, looks like a
loss to other threads (a *virtual loss*: Chaslot, Winands and van den Herik, *Parallel Monte-Carlo Tree
Search*, 2008).
"""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np

from halfmove.core.buffer import Buffer, exchange_if, fetch_add
from halfmove.core.contract import Game
from halfmove.core.randomness import stream
from halfmove.search.action_numbers import fold

# ---- words of a node
FIRST, SIZE, LIMITS, ROW, NAME, OWN_VISITS, OWN_GAINED = range(7)
NODE = 7
ROOT = 1
"""The node of the state that is searched; number 0 is no node."""

ZERO, NODE_1 = cast(int, np.int64(0)), cast(int, np.int64(ROOT))
"""Numbers of a machine's kind: with Python's own, a function that is called with a constant and with a
variable would be compiled twice."""

# ---- words of an edge's record
LINK, GAINED, EDGE_LIMITS = range(3)
RECORD = 3
NOTHING = 0
"""The record of all edges that have none of their own."""
FEW_EDGES = 16
"""A node with so many edges or fewer has a record for each from the beginning."""

# ---- words of an edge's extras, which only some formulas use
SHARE, SUM = range(2)
"""SHARE: with rave the visits of all moves as first, and above them the prior.  SUM: what these brought the
mover, or with tuned the squares of what his own visits did."""
EXTRA = 2

# ---- places in `Tree.counters`: what every simulation writes, what a new node writes, and what is only read
# are eight words apart, so that no thread waits for a cache line of which it needs another word
ROOT_VISITS = 0
NODES_USED, EDGES_USED, RECORDS_USED = 8, 9, 10
ROOM, EDGE_WORDS = 16, 17
"""How many words all may take together, and how many an edge takes without its record."""
NAMES = 18
"""How many places `Tree.names` has."""
COUNTERS = 24

# ---- places in `Worker.counters`
SIMULATIONS, DEEPEST, PLIES, SHARED, PAST, EXACT, CUT_OFF, AGAIN = 0, 1, 2, 3, 4, 5, 6, 7
WORKER_COUNTERS = 8

LONGEST_PATH = 2048
"""Plies from the root at which a simulation stays in the tree no longer."""
LONGEST_PLAYOUT = 1 << 14
"""Plies of one simulation, at the most; `Plan.plies` is smaller."""

_ACTION_BITS = 32
_ACTION = (1 << _ACTION_BITS) - 1
_PLACE_BITS = 16
_WHOLE = 1 << 32
_HALF = 1 << 31


class Tree(NamedTuple):
    """The tree, or graph, and its counters; all threads work on one."""

    nodes: Buffer
    edges: Buffer
    records: Buffer
    extras: Buffer
    names: Buffer
    """Where the search is of a graph: a table from keys to nodes, see `graph`."""
    counters: Buffer


class Worker(NamedTuple):
    """One thread's own: the path of the simulation under way, and its random numbers."""

    path: Buffer
    """The edges from the root on."""
    places: Buffer
    """The place of each one's record in `Tree.records`."""
    through: Buffer
    """The nodes that these edges leave."""
    movers: Buffer
    """Who chose each."""
    line: Buffer
    """The actions of the whole simulation, with the mover in the bits above."""
    moves: Buffer
    """Room to list the legal actions of one state."""
    weights: Buffer
    """Room for a number with each of them."""
    limits: Buffer
    """Room for bounds with each of them."""
    given: Buffer
    """What an evaluator from outside says of each of them, see `batches`."""
    played: Buffer
    """For each player and action the last simulation in which it was played."""
    replies: Buffer
    """For each player and action the reply to it that won last, plus one."""
    keys: Buffer
    """`repetition_key`s of the game so far, and then of the path."""
    rewards: Buffer
    """What the simulation brought each player."""
    sums: Buffer
    """What the simulations of one burst brought each, see `phases.trunk`."""
    random: Buffer
    counters: Buffer


def new_tree(game: Game, megabytes: float, *, extras: bool = True, graph: bool = False) -> Tree:
    """An empty tree that may take so many megabytes; what is not used yet costs none."""
    words = int(megabytes * (1 << 20)) // 8
    per_edge = 1 + (EXTRA if extras else 0)
    words = max(words, 4 * game.actions_limit * (per_edge + RECORD) + 64 * NODE)
    # how many of each there will be depends on the game: each may take all, and together no more
    nodes, edges, records = words // NODE + 1, words // per_edge + 1, words // RECORD + 1
    tree = Tree(
        nodes=Buffer(nodes * NODE),
        edges=Buffer(edges),
        records=Buffer(records * RECORD),
        extras=Buffer(edges * EXTRA if extras else EXTRA),
        names=Buffer(1 << (nodes.bit_length()) if graph else 1),
        counters=Buffer(COUNTERS),
    )
    tree.counters[ROOM], tree.counters[EDGE_WORDS] = words, per_edge
    tree.counters[NAMES] = len(tree.names)
    empty(tree)
    return tree


def count_megabytes(game: Game, nodes: int) -> float:
    """The memory in which a tree of so many nodes fits, however many actions each has."""
    return (nodes + 65) * (NODE + game.actions_limit * (1 + EXTRA + RECORD)) * 8 / (1 << 20)


def count_words(tree: Tree) -> int:
    """The words that nodes, edges and records take."""
    counters = tree.counters
    edges = counters[EDGES_USED] * counters[EDGE_WORDS]
    return counters[NODES_USED] * NODE + edges + counters[RECORDS_USED] * RECORD


def empty(tree: Tree) -> None:
    """Nothing but a root without edges; the words of what was there stay, and are written anew.  Not for a
    graph, whose names would stay as well."""
    tree.counters[NODES_USED], tree.counters[EDGES_USED] = ROOT + 1, 1
    tree.counters[RECORDS_USED] = NOTHING + 1
    tree.counters[ROOT_VISITS] = 0
    for place in range(NODE):
        tree.nodes[ROOT * NODE + place] = 0


def new_worker(game: Game, seed: int, *, most_keys: int = 1) -> Worker:
    """What one thread needs for searches of `game`."""
    return Worker(
        path=Buffer(LONGEST_PATH + 2),
        places=Buffer(LONGEST_PATH + 2),
        through=Buffer(LONGEST_PATH + 2),
        movers=Buffer(LONGEST_PATH + 2),
        line=Buffer(LONGEST_PLAYOUT + LONGEST_PATH + 4),
        moves=Buffer(game.actions_limit + 2),
        weights=Buffer(game.actions_limit + 2),
        limits=Buffer(game.actions_limit + 2),
        given=Buffer(game.actions_limit + 2),
        played=Buffer((game.players + 1) << _PLACE_BITS),
        replies=Buffer((game.players + 1) << _PLACE_BITS),
        keys=Buffer(most_keys + LONGEST_PATH + 2, unsigned=True),
        rewards=Buffer(max(game.players, 2)),
        sums=Buffer(max(game.players, 2)),
        random=stream(seed),
        counters=Buffer(WORKER_COUNTERS),
    )


def another_path(worker: Worker) -> Worker:
    """A worker of the same thread for another simulation under way: its path and what that brought are its
    own, all else is shared."""
    own = ("path", "places", "through", "movers", "line", "keys", "rewards")
    made = {name: Buffer(len(getattr(worker, name)), unsigned=getattr(worker, name).unsigned) for name in own}
    return worker._replace(**made)


# ---- several numbers in a word


def pack_limits(low: int, high: int) -> int:
    """Two bounds of up to 31 bits and a sign as one word."""
    return low * _WHOLE + high + _HALF


def low_of(limits: int) -> int:
    """The lower of the bounds."""
    return limits >> 32


def high_of(limits: int) -> int:
    """The upper."""
    return (limits & (_WHOLE - 1)) - _HALF


def action_of(word: int) -> int:
    """The action of an edge's word, or of one of `Worker.line`."""
    return word & _ACTION


def record_of(word: int) -> int:
    """The record of an edge's word; `NOTHING` where it has none of its own."""
    return word >> _ACTION_BITS


def pack_edge(action: int, record: int) -> int:
    """An edge's word."""
    return record << _ACTION_BITS | action


def visits_in(link: int) -> int:
    """The visits of a record's LINK."""
    return link & (_WHOLE - 1)


def node_in(link: int) -> int:
    """The node of a record's LINK; 0 where there is none yet."""
    return link >> 32


def pack_link(visits: int, node: int) -> int:
    """A record's LINK."""
    return node << 32 | visits


def pack_move(mover: int, action: int) -> int:
    """A word of `Worker.line`: a player (or nature, -1) and an action."""
    return (mover + 1) << _ACTION_BITS | action


def mover_in(word: int) -> int:
    """The player of a word of `Worker.line`."""
    return (word >> _ACTION_BITS) - 1


def slot(game: Game, mover: int, action: int) -> int:
    """The place of a player (or nature, -1) and an action in `played` and `replies`; actions that do not fit
    into 16 bits may share one."""
    return (mover + 1) << _PLACE_BITS | fold(game, action)


def slot_in(game: Game, word: int) -> int:
    """The same of a word of `Worker.line`."""
    return slot(game, mover_in(word), action_of(word))


def pack_node(size: int, mover: int) -> int:
    """A node's word about itself."""
    return (mover + 1) << 32 | size


def size_of(word: int) -> int:
    """How many edges it has."""
    return word & (_WHOLE - 1)


def mover_of(word: int) -> int:
    """Who moves there."""
    return (word >> 32) - 1


# ---- edges


def action_on(tree: Tree, edge: int) -> int:
    """The action that an edge stands for."""
    return tree.edges[edge] & _ACTION


def visits_on(tree: Tree, edge: int) -> int:
    """How many simulations went this way."""
    return visits_in(tree.records[record_of(tree.edges[edge]) * RECORD + LINK])


def gained_on(tree: Tree, edge: int) -> int:
    """What they brought the mover."""
    return tree.records[record_of(tree.edges[edge]) * RECORD + GAINED]


def limits_on(tree: Tree, edge: int) -> int:
    """Proven bounds for the mover."""
    return tree.records[record_of(tree.edges[edge]) * RECORD + EDGE_LIMITS]


def node_on(tree: Tree, edge: int) -> int:
    """The node that an edge leads to; 0 where there is none yet."""
    return node_in(tree.records[record_of(tree.edges[edge]) * RECORD + LINK])


def prior_on(tree: Tree, edge: int) -> int:
    """An edge's prior, in parts of `choosing.PRIOR_ONE`."""
    return tree.extras[edge * EXTRA + SHARE] >> 32


def rave_visits_on(tree: Tree, edge: int) -> int:
    """The simulations of all moves as first."""
    return tree.extras[edge * EXTRA + SHARE] & (_WHOLE - 1)


def sum_on(tree: Tree, edge: int) -> int:
    """What these brought the mover; with tuned, the squares of what his own did."""
    return tree.extras[edge * EXTRA + SUM]


def pack_prior(prior: int, visits: int) -> int:
    """The first word of an edge's extras."""
    return prior << 32 | visits


def ensure_record(tree: Tree, edge: int) -> int:
    """The place of an edge's own record in `Tree.records`; it is made if there is none."""
    word = tree.edges[edge]
    if record_of(word) == NOTHING:
        new = fetch_add(tree.counters, RECORDS_USED, 1)
        new_record(tree, new, tree.records[NOTHING * RECORD + EDGE_LIMITS])
        exchange_if(tree.edges, edge, word, pack_edge(action_of(word), new))
        word = tree.edges[edge]  # another thread may have been quicker
    return record_of(word) * RECORD


def ensure_record_at(tree: Tree, node: int, edge: int) -> int:
    """`ensure_record`, for whoever knows the node, which says where the records of few edges are."""
    row = tree.nodes[node * NODE + ROW]
    if row != NOTHING:
        return (row + edge - tree.nodes[node * NODE + FIRST]) * RECORD
    return ensure_record(tree, edge)


def new_record(tree: Tree, record: int, limits: int) -> None:
    """Make a record that of an edge never tried, with these bounds."""
    at = record * RECORD
    tree.records[at + LINK] = 0
    tree.records[at + GAINED] = 0
    tree.records[at + EDGE_LIMITS] = limits


def link_node(tree: Tree, edge: int, node: int) -> bool:
    """Have an edge lead to a node, unless it leads to one already; whether it does so now."""
    at = ensure_record(tree, edge) + LINK
    while True:
        link = tree.records[at]
        if node_in(link) != 0:
            return False
        if exchange_if(tree.records, at, link, pack_link(visits_in(link), node)):
            return True


def edges_of(tree: Tree, node: int) -> range:
    """The edges of a node, none if it has not been expanded."""
    first = tree.nodes[node * NODE + FIRST]
    return range(first, first + size_of(tree.nodes[node * NODE + SIZE]))

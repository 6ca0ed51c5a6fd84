"""What a forest holds in memory: many games of one kind, each with the tree of its next move.

All of it is laid out when a forest is made, and nothing grows.  Each game has a stretch of its own:

    nodes   FIRST   the first of its edges            edges   ACTION  the action
            SIZE    how many it has                           PLACE   its place in the network's policy
            MOVER   who moves there (-1: nature)              CHILD   the node it leads to; 0: none yet
            VISITS  simulations that came to it               N, GAINED  simulations that took it, and what
            WORTH   what the network says to the mover                they brought the mover
    states  the state of each node, as words                  PRIOR   its share of the policy
            (`core.words`)                                    LOGIT   the network's, before the softmax
                                                              NOISE   its Gumbel variable, at the root

Numbers that are no whole ones are kept in units of `ONE`.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.randomness import stream

ONE = 1 << 24
"""1 in the words that hold fractions: values, shares, logits."""

FIRST, SIZE, MOVER, VISITS, WORTH = range(5)
NODE = 5
ACTION, PLACE, CHILD, N, GAINED, PRIOR, LOGIT, NOISE = range(8)
EDGE = 8

# ---- words of a game under way
(
    NODES_USED,
    EDGES_USED,
    DONE,
    TARGET,
    WAITING,
    DEPTH,
    FAST,
    ROWS,
    PLIES,
    OVER,
    CONSIDERED,
    OPENING,
    SETTLES,
) = range(13)
TREE = 13

# ---- words of a row of the record: one for each move that was searched
R_MOVER, R_FAST, R_SIZE, R_ACTION, R_ROOT, R_FIRST = range(6)

NONE = -1


class Plan(NamedTuple):
    """How games are played and searched; `plan_of` in `learn.selfplay` makes it."""

    trees: int
    words: int
    """Of a state."""
    numbers: int
    """Of a state's planes."""
    policy: int
    values: int
    most: int
    """The largest utility."""
    nodes_room: int
    edges_room: int
    row: int
    """Words of a row of the record."""
    plies: int
    """A game as long as this ends undecided."""
    repetition: int
    """0: positions may come again; 1: that draws; 2: it loses; 3: it is forbidden."""
    occurrence: int
    simulations: int
    fast_simulations: int
    full_share: float
    """The share of moves that are searched with all simulations; 1: each."""
    considered: int
    """With Gumbel's root: actions considered at first; 0: PUCT."""
    visit_scale: float
    value_scale: float
    noise_share: float
    """PUCT: the part of the root's priors that is Dirichlet noise."""
    noise_total: float
    """The sum of that distribution's parameters."""
    explore: float
    explore_base: float
    reduction: float
    forced: float
    pruned: int
    keep: int
    """Whether the tree below a move is kept for the next."""
    temperature_plies: int
    temperature: float
    opening_share: float
    opening_plies: int
    settle_share: float
    """The share of games that end where they are settled (`Game.settle`)."""
    answers: int
    """Answers of the network for which there is room (`answers`)."""
    answer: int
    """Words of one."""


class Forest(NamedTuple):
    """The games and their trees."""

    nodes: Buffer
    edges: Buffer
    states: Buffer
    trees: Buffer
    path: Buffer
    """The edges of each game's simulation under way."""
    rewards: Buffer
    """What a simulation, or the game, brought each player, for each game."""
    record: Buffer
    played: Buffer
    """The actions of each game."""
    keys: Buffer
    """The repetition keys of each game."""
    waiting: Buffer
    """The games that wait for the network, in the order of the batch; their number is the last word."""
    answers: Buffer
    """The age of the network, and answers that are kept (`answers`)."""
    schedule: Buffer
    """For Gumbel's root: how often the action of each simulation has been visited before."""
    moves: Buffer
    weights: Buffer
    random: Buffer


def rooms(game: Game, plan: Plan, schedule: int) -> dict[str, int]:
    """How many words each part of a forest takes, but for its random numbers."""
    trees, actions = plan.trees, game.actions_limit + 2
    return {
        "nodes": trees * plan.nodes_room * NODE,
        "edges": trees * plan.edges_room * EDGE,
        "states": trees * plan.nodes_room * plan.words,
        "trees": trees * TREE,
        "path": trees * plan.nodes_room,
        "rewards": trees * game.players,
        "record": trees * plan.plies * plan.row,
        "played": trees * (plan.plies + 1),
        "keys": trees * (plan.plies + 2),
        "waiting": trees + 1,
        "answers": 1 + plan.answers * plan.answer,
        "schedule": max(schedule, 1),
        "moves": actions,
        "weights": actions,
    }


def new_forest(game: Game, plan: Plan, seed: int, schedule: list[int]) -> Forest:
    """Memory for games of `game`, none begun."""
    words = rooms(game, plan, len(schedule))
    made = {name: Buffer(size, unsigned=name == "keys") for name, size in words.items()}
    forest = Forest(**made, random=stream(seed))
    forest.schedule.array[: len(schedule)] = schedule
    forest.answers.array[0] = 1
    return forest

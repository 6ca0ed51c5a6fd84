"""The steps that the algorithms share: reach probabilities, counterfactual values, regret matching, averages.

Zinkevich, Johanson, Bowling and Piccione, "Regret minimization in games with incomplete information", NIPS
2007, equations 5 to 8; here over sequences, so that each step is a loop over one player's sequences or over
the leaves, and no step goes through the tree of histories.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.imperfect.layout import Layout


class Tables(NamedTuple):
    """What an algorithm keeps for each sequence, as arrays of float64."""

    policy: Any
    """The probability of the action at its information set, now."""
    reach: Any
    """The probability that its player makes all the choices that lead to it, its own among them."""
    value: Any
    """What its player earns with it, times what nature and the others contribute (counterfactual)."""
    regret: Any
    """The regret that has added up for not having played it always."""
    average: Any
    """The sum of the reach in each iteration, weighted: normalised, it is the average strategy."""
    guess: Any
    """What is predicted of the next regret, for algorithms that predict; others keep here what they need."""


def new_tables(layout: Layout) -> Tables:
    """The tables before the first iteration: every action as likely as another."""
    sequences = int(layout.first[-1])
    tables = Tables(*(np.zeros(sequences) for _ in Tables._fields))
    tables.policy[:] = uniform(layout)
    tables.reach[: layout.players] = 1.0
    return tables


def uniform(layout: Layout) -> Any:
    """The policy, a float64 for each sequence, by which every action is as likely as another."""
    sizes = np.diff(layout.first)
    return np.concatenate([np.ones(layout.players), np.repeat(1.0 / sizes, sizes)])


def find_reach(game: Layout, player: int, policy: Any, reach: Any) -> None:
    """The reach of all sequences of a player under a policy."""
    for i in range(game.sets[player], game.sets[player + 1]):
        here = reach[game.parent[i]]
        for s in range(game.first[i], game.first[i + 1]):
            reach[s] = here * policy[s]


def find_leaf_values(game: Layout, player: int, reach: Any, value: Any) -> None:
    """What a player's sequences earn at the leaves that they end in, where the others play by `reach`."""
    value[player] = 0.0
    for s in range(game.first[game.sets[player]], game.first[game.sets[player + 1]]):
        value[s] = 0.0
    if game.players == 2:
        other = 1 - player
        for n in range(len(game.leaf)):
            value[game.leaf[n, player]] += game.pay[n, player] * reach[game.leaf[n, other]]
        return
    for n in range(len(game.leaf)):
        share = game.pay[n, player]
        for p in range(game.players):
            if p != player:
                share *= reach[game.leaf[n, p]]
        value[game.leaf[n, player]] += share


def find_values(game: Layout, player: int, t: Tables) -> None:
    """The counterfactual values of all sequences of a player, where everybody plays by the tables."""
    find_leaf_values(game, player, t.reach, t.value)
    for i in range(game.sets[player + 1] - 1, game.sets[player] - 1, -1):
        t.value[game.parent[i]] += value_of(game, i, t)


def value_of(game: Layout, i: int, t: Tables) -> float:
    """The counterfactual value of an information set: that of its actions, as likely as they are."""
    value = 0.0
    for s in range(game.first[i], game.first[i + 1]):
        value += t.policy[s] * t.value[s]
    return value


def match_regrets(game: Layout, i: int, regret: Any, policy: Any) -> None:
    """Regret matching: each action as likely as its regret is positive; all alike where none is.  Hart and
    Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", *Econometrica* 68, 2000."""
    first, last = game.first[i], game.first[i + 1]
    total = 0.0
    for s in range(first, last):
        total += max(regret[s], 0.0)
    for s in range(first, last):
        policy[s] = max(regret[s], 0.0) / total if total > 0.0 else 1.0 / (last - first)


def add_to_average(game: Layout, player: int, weight: float, t: Tables) -> None:
    """Count the player's strategy of now in his average, with a weight."""
    for s in range(game.first[game.sets[player]], game.first[game.sets[player + 1]]):
        t.average[s] += weight * t.reach[s]

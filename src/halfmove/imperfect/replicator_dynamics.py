"""Replicator dynamics: what does better than the mean grows, as among species or firms.

P. D. Taylor and L. B. Jonker, "Evolutionary stable strategies and game dynamics", *Mathematical Biosciences*
40, 1978; for games of several populations see J. Hofbauer and K. Sigmund, *Evolutionary Games and Population
Dynamics*, 1998, chapters 10 and 11.  Of a player whose strategy is x and whose actions earn u(x):

    dx[a] / dt = x[a] (u[a] - Σ x[b] u[b])

Nobody reckons here, and strategies need not come to rest: in rock-paper-scissors they go round for ever.  But
in zero-sum games of two their mean over time approaches an equilibrium (theorem 11.2.6), and where they do
come to rest is one (the folk theorem of evolutionary game theory, theorem 7.2.1).

An iteration is a step in time, `STEP` divided by the range of the payoffs, by the midpoint rule on the
logarithms of x, so that x stays a strategy.  The first strategy is drawn, every one as likely as another.
"""

from __future__ import annotations

import math
from typing import Any

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.randomness import fraction
from halfmove.imperfect.layout import Layout
from halfmove.imperfect.steps import Tables, find_leaf_values

STEP = 0.1


@kernel
def replicator_dynamics(
    laid_out: Game, game: Layout, t: Tables, done: int, times: int, random: Buffer
) -> None:
    """`times` steps after the `done` first; `reach` is the strategy at half the step."""
    step = STEP / range_of(game)
    for before in range(done, done + times):
        if before == 0:
            draw_start(game, t, random)
        for player in range(game.players):
            for s in sequences(game, player):
                t.reach[s] = t.policy[s]
        find_payoffs(game, t)
        for player in range(game.players):
            grow(game, player, 0.5 * step, t, t.reach)
        find_payoffs(game, t)
        for player in range(game.players):
            grow(game, player, step, t, t.guess)
        for player in range(game.players):
            mean = 0.0
            for s in sequences(game, player):
                mean += t.policy[s] * t.value[s]
            for s in sequences(game, player):
                t.average[s] += t.reach[s]
                t.regret[s] = t.value[s] - mean
                t.policy[s] = t.guess[s]


def sequences(game: Layout, player: int) -> range:
    """The actions of a player, who chooses once."""
    return range(game.first[game.sets[player]], game.first[game.sets[player + 1]])


def range_of(game: Layout) -> float:
    """The largest payoff less the least; 1 where all are the same."""
    least, most = game.pay[0, 0], game.pay[0, 0]
    for n in range(len(game.leaf)):
        for player in range(game.players):
            least, most = min(least, game.pay[n, player]), max(most, game.pay[n, player])
    return most - least if most > least else 1.0


def draw_start(game: Layout, t: Tables, random: Buffer) -> None:
    """Strategies drawn from all, each as likely as another."""
    for player in range(game.players):
        total = 0.0
        for s in sequences(game, player):
            t.policy[s] = -math.log(1.0 - fraction(random))
            total += t.policy[s]
        for s in sequences(game, player):
            t.policy[s] /= total


def find_payoffs(game: Layout, t: Tables) -> None:
    """What all actions earn against the others' reach."""
    for player in range(game.players):
        find_leaf_values(game, player, t.reach, t.value)


def grow(game: Layout, player: int, step: float, t: Tables, out: Any) -> None:
    """A player's strategy after a step in time from `policy`, with the payoffs `value`."""
    highest = t.value[game.first[game.sets[player]]]
    for s in sequences(game, player):
        highest = max(highest, t.value[s])
    total = 0.0
    for s in sequences(game, player):
        out[s] = t.policy[s] * math.exp(step * (t.value[s] - highest))
        total += out[s]
    for s in sequences(game, player):
        out[s] /= total
